import { queryOptions } from '@tanstack/react-query';
import type { Here } from '../../accounts/newsletters.ts';
import { must } from '../../platform/api.ts';
import { keepPage, page_size } from '../../platform/pages.ts';
import { addDays, isDay, readLocal } from '../../platform/time.ts';
import { words } from '../../words.ts';
import { emailsKey } from '../queries.ts';

export type Source = keyof typeof words.list.sources;

/** Which emails the list shows, as the address says. Statuses are joined by commas; tag and automation are ids; dates are days. */
export type Wanted = {
  status?: string;
  /** Only what waits for an approval. */
  approval?: 'requested';
  source?: Source;
  automation?: string;
  tag?: string;
  from?: string;
  to?: string;
  search?: string;
};

const texts = ['status', 'automation', 'tag', 'search'] as const;

/** Reads the address. What it does not understand is ignored. */
export function readWanted(address: Record<string, unknown>): Wanted {
  const given = texts.filter(name => typeof address[name] === 'string' && address[name] !== '');
  const days = (['from', 'to'] as const).filter(name => isDay(address[name]));
  const kept = [...given, ...days].map(name => [name, address[name]]);
  const { source } = address;
  return {
    ...(Object.fromEntries(kept) as Wanted),
    ...(address.approval === 'requested' && { approval: 'requested' }),
    ...(typeof source === 'string' && source in words.list.sources && { source: source as Source }),
  };
}

/** Without one of its conditions. */
export function without(wanted: Wanted, ...names: (keyof Wanted)[]): Wanted {
  const rest = { ...wanted };
  for (const name of names) delete rest[name];
  return rest;
}

/** A page of the matching emails without their bodies: drafts, then what has still to go out, then the rest, newest first. */
export const emailPageQuery = (here: Here, wanted: Wanted, page: number) =>
  queryOptions({
    queryKey: [...emailsKey(here), { ...wanted, page }],
    queryFn: ({ signal }) =>
      must(() =>
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
      ),
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
