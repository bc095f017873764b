import type { Subscriber } from '../../../src/client/schema.ts';
import { titleOf } from '../emails/title.ts';
import type { Api } from '../platform/api.ts';
import { ApiFailure } from '../platform/failure.ts';
import { root } from '../platform/root.ts';
import { words } from '../words.ts';
import type { Choice, Open } from './palette-choices.ts';

/** Finds emails by subject, subscribers by address, and the team by name. People who may not see subscribers find none. */
export async function findChoices(
  api: Api,
  query: string,
  open: Open,
  signal: AbortSignal,
): Promise<Choice[]> {
  const page_size = 5;
  const [emails, readers, team] = await Promise.all([
    api.get('/v1/emails', { query: { subject: query, page_size, excluded_fields: 'body' }, signal }),
    api.get('/v1/subscribers', { query: { email_address: query, page_size }, signal }).catch(noneIfRefused),
    api.get('/v1/people', { signal }),
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
    ...readers.results.map(({ id, email_address, type }) => ({
      key: id,
      name: email_address,
      kind: words.palette.subscribers,
      note: words.subscriber.types[type],
      run: () => open({ to: '/$newsletter/subscribers/$person', params: { newsletter, person: id } }),
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

function noneIfRefused(error: unknown): { results: Subscriber[] } {
  if (error instanceof ApiFailure && error.status === 403) return { results: [] };
  throw error;
}
