import { queryOptions } from '@tanstack/react-query';
import type { Here } from '../../accounts/newsletters.ts';
import { day, oneOf, reading, text } from '../../platform/address.ts';
import { keepPage, page_size } from '../../platform/pages.ts';
import { addDays, readLocal } from '../../platform/time.ts';
import { words } from '../../words.ts';
import { emailsKey } from '../queries.ts';

export type Source = keyof typeof words.list.sources;

/** The part of the address that says which emails are listed. Statuses are joined by commas; tag and automation are ids; dates are days. */
export type Wanted = ReturnType<typeof readWanted>;
export const readWanted = reading({
  status: text,
  /** Only emails that wait for an approval. */
  approval: oneOf(['requested'] as const),
  source: oneOf(Object.keys(words.list.sources) as Source[]),
  automation: text,
  tag: text,
  from: day,
  to: day,
  search: text,
});

/** Returns the conditions without these. */
export function without(wanted: Wanted, ...names: (keyof Wanted)[]): Wanted {
  const rest = { ...wanted };
  for (const name of names) delete rest[name];
  return rest;
}

/** A page of the matching emails without their bodies: drafts, then those waiting to be sent, then the rest, newest first. */
export const emailPageQuery = (here: Here, wanted: Wanted, page: number) =>
  queryOptions({
    queryKey: [...emailsKey(here), { ...wanted, page }],
    queryFn: ({ signal }) =>
      here.api.get('/v1/emails', {
        query: {
          ...conditionsOf(wanted, here.newsletter.timezone),
          ordering: 'stage',
          excluded_fields: 'body',
          page_size,
          page,
        },
        signal,
      }),
    placeholderData: keepPage(page),
  });

function conditionsOf({ status, approval, source, automation, tag, from, to, search }: Wanted, zone: string) {
  const startOf = (day: string) => readLocal(`${day}T00:00`, zone).toISOString();
  return {
    ...(status !== undefined && { status: status.split(',') }),
    ...(approval !== undefined && { approval }),
    ...(source !== undefined && { source }),
    ...(automation !== undefined && { automations: automation }),
    ...(tag !== undefined && { included_tags: tag }),
    ...(from !== undefined && { publish_date__start: startOf(from) }),
    ...(to !== undefined && { publish_date__end: startOf(addDays(to, 1)) }),
    ...(search !== undefined && { subject: search }),
  };
}
