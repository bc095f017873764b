import { useQuery } from '@tanstack/react-query';
import { type NavigateOptions, useNavigate, useParams } from '@tanstack/react-router';
import { newslettersQuery } from '../accounts/newsletters.ts';
import { type Place, type Session, sessionQuery, signOut } from '../accounts/session.ts';
import { apiOf } from '../platform/api.ts';
import { type KeyOf, keys, keyWords } from '../platform/keys.ts';
import { root } from '../platform/root.ts';
import { words } from '../words.ts';
import { overlay } from './overlay.ts';

export type Choice = {
  key: string;
  name: string;
  kind: string;
  note?: string;
  /** The shortcut that does the same. */
  keys?: string[];
  /** True if it appears only in a search. */
  hidden?: boolean;
  run: () => void;
};
const shortcut = words.shortcuts.groups.everywhere.names;
const wayOf = (name: KeyOf<'everywhere'>) => keyWords(keys.everywhere[name][0]);

export type Open = (options: NavigateOptions) => void;
type More = Pick<Choice, 'keys' | 'hidden'>;

/** Returns the choices that are always available, with their shortcuts. */
export function useChoices(only?: 'newsletters') {
  const navigate = useNavigate();
  const open: Open = options => void navigate(options);
  const { newsletter: username } = useParams({ strict: false });
  const { data: newsletters = [] } = useQuery(newslettersQuery);
  const { data: session } = useQuery(sessionQuery);
  const newsletter = newsletters.find(one => one.username === username);
  const place = session?.newsletters.find(({ id }) => id === newsletter?.id);
  const switching = newsletters.map(
    (one, index): Choice => ({
      key: one.id,
      name: only ? one.name : words.frame.switch_to(one.name),
      kind: words.palette.newsletters,
      ...(only && index < 9 && { keys: [String(index + 1)] }),
      ...(one.id === newsletter?.id && { note: words.palette.current }),
      run: () => open({ to: '/$newsletter/emails', params: { newsletter: one.username } }),
    }),
  );
  const making: Choice[] = session?.person?.installation
    ? [
        {
          key: 'new-newsletter',
          name: words.newsletter.make,
          kind: words.palette.newsletters,
          run: () => open({ to: '/account/new-newsletter' }),
        },
      ]
    : [];
  const fixed = only
    ? [...switching, ...making]
    : [
        ...(place ? choicesIn(place, open) : []),
        ...switching.filter(({ key }) => key !== newsletter?.id),
        ...making.map(choice => ({ ...choice, hidden: true })),
        ...ownChoices(open, session),
      ];
  return { fixed, newsletter, api: newsletter && apiOf(newsletter.id), open };
}

type Go = (kind: string, name: string, options: NavigateOptions, more?: More) => Choice;
type May = (area: string, level: 'read' | 'write') => boolean;

function choicesIn({ username, permissions, role }: Place, open: Open): Choice[] {
  const go: Go = (kind, name, options, more = {}) => ({
    key: kind + name,
    name,
    kind,
    ...more,
    run: () => open({ ...options, params: { newsletter: username, email: 'new' } } as NavigateOptions),
  });
  const { pages, settings } = words.palette;
  const may: May = (area, level) => permissions[area] === 'write' || permissions[area] === level;
  const fields = Object.entries(words.settings.fields);
  return [
    ...actsOf(go, may, role),
    go(pages, words.frame.home, { to: '/$newsletter' }, { keys: wayOf('home') }),
    go(pages, words.frame.emails, { to: '/$newsletter/emails' }, { keys: wayOf('emails') }),
    go(pages, words.calendar.title, { to: '/$newsletter/emails/calendar' }),
    ...(may('automations', 'read')
      ? [
          go(pages, words.frame.feeds, { to: '/$newsletter/feeds' }, { keys: wayOf('feeds') }),
          go(pages, words.frame.sequences, { to: '/$newsletter/sequences' }),
        ]
      : []),
    ...(may('subscribers', 'read')
      ? [
          go(
            pages,
            words.frame.subscribers,
            { to: '/$newsletter/subscribers' },
            { keys: wayOf('subscribers') },
          ),
        ]
      : []),
    go(pages, words.frame.forms, { to: '/$newsletter/forms' }),
    ...(may('bulk_actions', 'read')
      ? [go(pages, words.frame.actions, { to: '/$newsletter/subscribers/actions' })]
      : []),
    ...(may('settings', 'read') ? [go(pages, words.frame.delivery, { to: '/$newsletter/delivery' })] : []),
    go(pages, words.frame.settings, { to: '/$newsletter/settings' }, { keys: wayOf('settings') }),
    go(pages, words.team.title, { to: '/$newsletter/settings/team' }),
    go(pages, words.keys.title, { to: '/$newsletter/settings/keys' }),
    ...(may('settings', 'read')
      ? [go(pages, words.frame.webhooks, { to: '/$newsletter/settings/webhooks' })]
      : []),
    go(pages, words.exports.title, { to: '/$newsletter/settings/exports' }),
    ...(may('subscribers', 'read')
      ? [
          go(pages, words.tags.title, { to: '/$newsletter/settings/tags' }),
          go(pages, words.frame.segments, { to: '/$newsletter/settings/segments' }),
          go(pages, words.frame.events, { to: '/$newsletter/settings/events' }),
        ]
      : []),
    ...(may('payments', 'read')
      ? [go(pages, words.keys.areas.payments, { to: '/$newsletter/settings/payments' })]
      : []),
    go(pages, words.own_address.title, { to: '/$newsletter/settings/address' }),
    go(pages, words.snippets.title, { to: '/$newsletter/settings/snippets' }),
    go(pages, words.settings.surveys, { to: '/$newsletter/settings/surveys' }),
    go(pages, words.settings.comments, { to: '/$newsletter/settings/comments' }),
    go(pages, words.settings.replies, { to: '/$newsletter/settings/replies' }),
    go(pages, words.frame.templates, { to: '/$newsletter/settings/templates' }),
    go(pages, words.files.title, { to: '/$newsletter/settings/files' }),
    go(pages, words.settings.log, { to: '/$newsletter/settings/log' }),
    {
      key: 'page',
      name: words.frame.view_page,
      kind: pages,
      run: () => void window.open(`${root}/${username}`, '_blank', 'noopener'),
    },
    ...fields.map(([hash, name]) =>
      go(settings, name, { to: '/$newsletter/settings', hash }, { hidden: true }),
    ),
  ];
}

/** Returns the choices that start something here. */
function actsOf(go: Go, may: May, role: Place['role']): Choice[] {
  const { actions } = words.palette;
  return [
    ...(may('emails', 'write')
      ? [go(actions, shortcut.write, { to: '/$newsletter/emails/$email' }, { keys: wayOf('write') })]
      : []),
    ...(may('subscribers', 'write')
      ? [
          go(actions, words.subscriber.add, { to: '/$newsletter/subscribers', search: { add: true } }),
          go(actions, words.tags.make, { to: '/$newsletter/settings/tags', search: { make: true } }),
        ]
      : []),
    ...(may('emails', 'write')
      ? [go(actions, words.snippets.make, { to: '/$newsletter/settings/snippets', search: { make: true } })]
      : []),
    ...(may('automations', 'write')
      ? [
          go(actions, words.feeds.follow, { to: '/$newsletter/feeds/new' }),
          go(actions, words.sequences.make, { to: '/$newsletter/sequences/new' }),
        ]
      : []),
    ...(role === 'owner' ? [go(actions, words.imports.begin, { to: '/$newsletter/imports' })] : []),
    ...(may('settings', 'write')
      ? [
          go(actions, words.team.invite, { to: '/$newsletter/settings/team', search: { invite: true } }),
          go(actions, words.keys.make, { to: '/$newsletter/settings/keys', search: { make: true } }),
        ]
      : []),
  ];
}

function ownChoices(open: Open, session: Session | undefined): Choice[] {
  const own = (name: string, run: () => void, keys?: string[]): Choice => ({
    key: name,
    name,
    kind: words.palette.you,
    ...(keys && { keys }),
    run,
  });
  const ways = ['password', 'passkeys', 'totp', 'sessions', 'places'] as const;
  return [
    own(words.frame.profile, () => open({ to: '/account' })),
    ...ways.map(way => ({
      ...own(words.profile[way], () => open({ to: '/account', hash: way })),
      hidden: true,
    })),
    ...(session?.sees_inbox ? [own(words.frame.inbox, () => open({ to: '/inbox' }))] : []),
    ...(session?.person?.installation ? [own(words.frame.system, () => open({ to: '/system' }))] : []),
    own(words.frame.reference, () => location.assign(`${root}/docs`)),
    own(words.frame.shortcuts, () => overlay.set('shortcuts'), wayOf('help')),
    own(words.frame.sign_out, () => void signOut()),
  ];
}
