import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../platform/database/connect.ts';
import { readPage } from '../platform/database/page.ts';
import type { SubscriberType } from '../platform/database/schema.ts';
import { orderingOf } from '../platform/http/ordering.ts';
import {
  listParameter,
  type Page,
  pageParameters,
  textParameter,
  timeParameter,
} from '../platform/http/query.ts';
import { isId } from '../platform/ids.ts';
import { findTagsNamed } from '../tags/queries.ts';
import { findTagKeys } from '../tags/resolve.ts';
import type { Subscriber } from './subscriber.ts';
import { subscriberTypes } from './subscriber.ts';

const orderings = [
  'creation_date',
  'modification_date',
  'email_address',
  'type',
  'secondary_id',
  'last_open_date',
  'last_click_date',
  'unsubscription_date',
] as const;
const nullable: readonly string[] = ['last_open_date', 'last_click_date', 'unsubscription_date'];

export const subscriberFilters = z.object({
  ...pageParameters,
  type: listParameter,
  '-type': listParameter,
  tag: listParameter.describe('Ids or names; who has all of them'),
  '-tag': listParameter.describe('Ids or names; who has none of them'),
  email: textParameter.describe('A part of the address'),
  ids: listParameter,
  '-ids': listParameter,
  date__start: timeParameter.describe('Created at this time or later'),
  date__end: timeParameter.describe('Created before this time'),
  ordering: textParameter.describe(
    `${orderings.join(', ')}; with a leading - descending. Default -creation_date`,
  ),
});
export type SubscriberFilters = z.output<typeof subscriberFilters>;

/** A page of the subscribers that pass all filters, and how many pass. A filter's unknown value matches nothing. */
export async function listSubscribers(
  db: Database,
  newsletter_key: number,
  filters: SubscriberFilters,
): Promise<{ results: Subscriber[]; count: number }> {
  const { column, direction } = orderingOf(filters.ordering, orderings, '-creation_date');
  const all = await selectSubscribers(db, newsletter_key, filters);
  return readPage(
    all
      .selectAll()
      .orderBy(column === 'secondary_id' ? 'key' : column, order => {
        if (direction === 'asc') return order.asc();
        // Not for the others: `nulls last` keeps the newest of a long list from being read off the index.
        return nullable.includes(column) ? order.desc().nullsLast() : order.desc();
      })
      .orderBy('key', direction),
    filters,
  );
}

/** Those that pass all filters, as a query that is still to say what it wants of them. */
export async function selectSubscribers(
  db: Database,
  newsletter_key: number,
  filters: Omit<SubscriberFilters, keyof Page>,
) {
  let query = db.selectFrom('subscribers').where('newsletter_key', '=', newsletter_key);
  if (filters.type)
    query = query.where(
      'type',
      '=',
      sql<SubscriberType>`any(${knownTypes(filters.type)}::subscriber_type[])`,
    );
  if (filters['-type'])
    query = query.where(
      'type',
      '<>',
      sql<SubscriberType>`all(${knownTypes(filters['-type'])}::subscriber_type[])`,
    );
  if (filters.tag) {
    const keys = await findTagKeys(db, newsletter_key, filters.tag);
    query = keys
      ? query.where('tags', '@>', sql<number[]>`${keys}::int[]`)
      : query.where(sql<boolean>`false`);
  }
  if (filters['-tag']) {
    const keys = (await findTagsNamed(db, newsletter_key, filters['-tag'])).map(tag => tag.key);
    query = query.where(({ not, eb }) => not(eb('tags', '&&', sql<number[]>`${keys}::int[]`)));
  }
  if (filters.email)
    query = query.where(
      'normal_address',
      'like',
      `%${filters.email.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`,
    );
  if (filters.ids) query = query.where('id', '=', sql<string>`any(${filters.ids.filter(isId)}::uuid[])`);
  if (filters['-ids'])
    query = query.where('id', '<>', sql<string>`all(${filters['-ids'].filter(isId)}::uuid[])`);
  if (filters.date__start) query = query.where('creation_date', '>=', filters.date__start);
  if (filters.date__end) query = query.where('creation_date', '<', filters.date__end);
  return query;
}

function knownTypes(words: string[]): string[] {
  const known: readonly string[] = subscriberTypes;
  return words.filter(word => known.includes(word));
}
