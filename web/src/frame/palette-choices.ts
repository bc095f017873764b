import { useQuery } from '@tanstack/react-query';
import { type NavigateOptions, useNavigate, useParams } from '@tanstack/react-router';
import type { Client } from '../../../src/client/client.ts';
import { newslettersQuery } from '../accounts/newsletters.ts';
import { signOut } from '../accounts/session.ts';
import { titleOf } from '../emails/title.ts';
import { apiOf, must } from '../platform/api.ts';
import { root } from '../platform/root.ts';
import { words } from '../words.ts';
import { overlay } from './overlay.ts';

export type Choice = { key: string; name: string; kind: string; note?: string; run: () => void };
type Open = (options: NavigateOptions) => void;

/** The choices that are always available, with their shortcuts. */
export function useChoices(only?: 'newsletters') {
  const navigate = useNavigate();
  const open: Open = options => void navigate(options);
  const { newsletter: username } = useParams({ strict: false });
  const { data: newsletters = [] } = useQuery(newslettersQuery);
  const newsletter = newsletters.find(one => one.username === username);
  const switching = newsletters.map(
    (one, index): Choice => ({
      key: one.id,
      name: only ? one.name : words.frame.switch_to(one.name),
      kind: words.palette.newsletters,
      ...(only && { note: String(index + 1) }),
      run: () => open({ to: '/$newsletter/emails', params: { newsletter: one.username } }),
    }),
  );
  const fixed = only
    ? switching
    : [
        ...(newsletter ? placesOf(newsletter.username, open) : []),
        ...switching.filter(({ key }) => key !== newsletter?.id),
        ...actions(open),
      ];
  return { fixed, newsletter, api: newsletter && apiOf(newsletter.id), open };
}

function placesOf(newsletter: string, open: Open): Choice[] {
  const params = { newsletter };
  const place = (name: string, to: string, more = {}): Choice => ({
    key: to + name,
    name,
    kind: words.palette.pages,
    run: () => open({ to, params: { ...params, ...more } } as NavigateOptions),
  });
  return [
    place(words.emails.write, '/$newsletter/emails/$email', { email: 'new' }),
    place(words.frame.emails, '/$newsletter/emails'),
    place(words.frame.readers, '/$newsletter/readers'),
    place(words.settings.newsletter, '/$newsletter/settings'),
    place(words.team.title, '/$newsletter/settings/team'),
    place(words.keys.title, '/$newsletter/settings/keys'),
    {
      key: 'page',
      name: words.frame.view_page,
      kind: words.palette.pages,
      run: () => void window.open(`${root}/${newsletter}`, '_blank', 'noopener'),
    },
  ];
}

function actions(open: Open): Choice[] {
  const action = (name: string, run: () => void): Choice => ({
    key: name,
    name,
    kind: words.palette.actions,
    run,
  });
  return [
    action(words.frame.profile, () => open({ to: '/account' })),
    action(words.frame.inbox, () => location.assign(`${root}/inbox`)),
    action(words.frame.reference, () => location.assign(`${root}/docs`)),
    action(words.frame.shortcuts, () => overlay.set('shortcuts')),
    action(words.frame.sign_out, () => void signOut()),
  ];
}

/** Finds emails by subject and readers by address. People without access to readers find none. */
export async function findChoices(
  api: Client,
  query: string,
  open: Open,
  signal: AbortSignal,
): Promise<Choice[]> {
  const page_size = 5;
  const [emails, readers] = await Promise.all([
    must(() =>
      api.get('/v1/emails', { query: { subject: query, page_size, excluded_fields: 'body' }, signal }),
    ),
    api.get('/v1/subscribers', { query: { email_address: query, page_size }, signal }),
  ]);
  const newsletter = location.pathname.slice(`${root}/dashboard/`.length).split('/')[0]!;
  return [
    ...emails.results.map(({ id, subject, status }) => ({
      key: id,
      name: titleOf({ subject }),
      kind: words.palette.emails,
      note: words.emails.status[status],
      run: () => open({ to: '/$newsletter/emails/$email', params: { newsletter, email: id } }),
    })),
    ...(readers.data?.results ?? []).map(({ id, email_address }) => ({
      key: id,
      name: email_address,
      kind: words.palette.readers,
      note: words.palette.readers,
      run: () =>
        open({ to: '/$newsletter/readers', params: { newsletter }, search: { search: email_address } }),
    })),
  ];
}
