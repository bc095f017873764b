import { useQuery } from '@tanstack/react-query';
import { type NavigateOptions, useNavigate, useParams } from '@tanstack/react-router';
import type { Client } from '../../../src/client/client.ts';
import { newslettersQuery } from '../accounts/newsletters.ts';
import { type Place, sessionQuery, signOut } from '../accounts/session.ts';
import { titleOf } from '../emails/title.ts';
import { apiOf, must } from '../platform/api.ts';
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
  /** It appears only when it is searched for. */
  hidden?: boolean;
  run: () => void;
};
type Open = (options: NavigateOptions) => void;
type More = Pick<Choice, 'keys' | 'hidden'>;

/** The choices that are always available, with their shortcuts. */
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
        ...ownChoices(open, session?.sees_inbox ?? false),
      ];
  return { fixed, newsletter, api: newsletter && apiOf(newsletter.id), open };
}

function choicesIn({ username, permissions }: Place, open: Open): Choice[] {
  const go = (kind: string, name: string, options: NavigateOptions, more: More = {}): Choice => ({
    key: kind + name,
    name,
    kind,
    ...more,
    run: () => open({ ...options, params: { newsletter: username, email: 'new' } } as NavigateOptions),
  });
  const { pages, actions, settings } = words.palette;
  const may = (area: string, level: 'read' | 'write') =>
    permissions[area] === 'write' || permissions[area] === level;
  const changes = may('settings', 'write');
  const fields = Object.entries(words.settings.fields);
  return [
    ...(may('emails', 'write')
      ? [go(actions, words.shortcuts.write, { to: '/$newsletter/emails/$email' }, { keys: ['c'] })]
      : []),
    ...(may('subscribers', 'write')
      ? [go(actions, words.readers.add, { to: '/$newsletter/readers', search: { add: true } })]
      : []),
    ...(changes
      ? [
          go(actions, words.team.invite, { to: '/$newsletter/settings/team', search: { invite: true } }),
          go(actions, words.keys.make, { to: '/$newsletter/settings/keys', search: { make: true } }),
        ]
      : []),
    go(pages, words.frame.emails, { to: '/$newsletter/emails' }, { keys: ['g', 'e'] }),
    ...(may('subscribers', 'read')
      ? [go(pages, words.frame.readers, { to: '/$newsletter/readers' }, { keys: ['g', 'r'] })]
      : []),
    go(pages, words.frame.settings, { to: '/$newsletter/settings' }, { keys: ['g', 's'] }),
    go(pages, words.team.title, { to: '/$newsletter/settings/team' }),
    go(pages, words.keys.title, { to: '/$newsletter/settings/keys' }),
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

function ownChoices(open: Open, sees_inbox: boolean): Choice[] {
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
    ...(sees_inbox ? [own(words.frame.inbox, () => location.assign(`${root}/inbox`))] : []),
    own(words.frame.reference, () => location.assign(`${root}/docs`)),
    own(words.frame.shortcuts, () => overlay.set('shortcuts'), ['?']),
    own(words.frame.sign_out, () => void signOut()),
  ];
}

/** Emails by subject, readers by address, the team by name. People who may not see readers find none. */
export async function findChoices(
  api: Client,
  query: string,
  open: Open,
  signal: AbortSignal,
): Promise<Choice[]> {
  const page_size = 5;
  const [emails, readers, team] = await Promise.all([
    must(() =>
      api.get('/v1/emails', { query: { subject: query, page_size, excluded_fields: 'body' }, signal }),
    ),
    api.get('/v1/subscribers', { query: { email_address: query, page_size }, signal }),
    must(() => api.get('/v1/people', { signal })),
  ]);
  const newsletter = location.pathname.slice(`${root}/dashboard/`.length).split('/')[0]!;
  const isFound = ({ name, email_address }: { name: string; email_address: string }) =>
    `${name} ${email_address}`.toLowerCase().includes(query);
  return [
    ...emails.results.map(({ id, subject, status }) => ({
      key: id,
      name: titleOf({ subject }),
      kind: words.palette.emails,
      note: words.emails.status[status],
      run: () => open({ to: '/$newsletter/emails/$email', params: { newsletter, email: id } }),
    })),
    ...(readers.data?.results ?? []).map(({ id, email_address, type }) => ({
      key: id,
      name: email_address,
      kind: words.palette.readers,
      note: words.readers.types[type],
      run: () =>
        open({ to: '/$newsletter/readers', params: { newsletter }, search: { search: email_address } }),
    })),
    ...team.results.filter(isFound).map(({ id, name, email_address, role }) => ({
      key: id,
      name: name || email_address,
      kind: words.palette.team,
      note: words.team.roles[role],
      run: () => open({ to: '/$newsletter/settings/team', params: { newsletter } }),
    })),
  ];
}
