import { type RawBuilder, sql } from 'kysely';
import { arrivedStatuses } from '../../audience/filter/statuses.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { deliveryOrders } from './recipient.ts';
import { matchingRows, type Wanted } from './search-conditions.ts';

/** Ordering by subscriber_key is the order of sending. */
type Column = (typeof deliveryOrders)[number] | 'subscriber_key';
export type Order = { column: Column; direction: 'asc' | 'desc' };
/** A row's place in an order: its value, and its key among rows with the same value. A row whose value is null comes last. */
export type Place = { place: string | number | null; subscriber_key: number };
type Window = { after: Place | undefined; limit: number; offset: number };

/**
 * Lists the keys of the matching rows in this order, people without a value last. Each statement reads one index in this order, so that the
 * beginning of an order costs the same for any number of recipients; the other columns are read later, only for the rows that are shown.
 */
export async function listPlaces(
  db: Database,
  wanted: Wanted,
  order: Order,
  window: Window,
): Promise<Place[]> {
  const { after, limit, offset } = window;
  const valued = after?.place === null ? [] : await readValued(db, wanted, order, window);
  if (valued.length === limit) return valued;
  const skipped =
    after || valued.length > 0 || offset === 0
      ? 0
      : Math.max(0, offset - (await countValued(db, wanted, order)));
  const rest = await readWithoutValue(db, wanted, order, {
    after: after?.place === null ? after : undefined,
    limit: limit - valued.length,
    offset: skipped,
  });
  return [...valued, ...rest];
}

/** Rows that one index lists in the order of their value. */
type Stretch = { from: RawBuilder<unknown>; where: RawBuilder<unknown>; value: RawBuilder<unknown> };

const types: Record<Column, RawBuilder<unknown>> = {
  email_address: sql`text`,
  status_date: sql`timestamptz`,
  open_date: sql`timestamptz`,
  click_date: sql`timestamptz`,
  attempts: sql`int`,
  subscriber_key: sql`bigint`,
};

/** The conditions of the partial indexes on status_date. */
const byStatus = [
  sql`d.status in ${arrivedStatuses}`,
  sql`d.status = 'permanent'`,
  sql`d.status not in ('accepted', 'complained', 'permanent') and d.status_date is not null`,
];

function stretchesOf(wanted: Wanted, column: Column): Stretch[] {
  const { from, where, concernsPeople, ofNewsletter } = matchingRows(wanted);
  if (column === 'email_address') {
    const people = concernsPeople ? from : sql`deliveries d join subscribers s on s.key = d.subscriber_key`;
    return [{ from: people, where: sql`${where} and ${ofNewsletter}`, value: sql`s.normal_address` }];
  }
  const value = sql`d.${sql.ref(column)}`;
  if (column === 'status_date')
    return byStatus.map(one => ({ from, where: sql`${where} and ${one}`, value }));
  return [{ from, where: sql`${where} and ${value} is not null`, value }];
}

async function readValued(
  db: Database,
  wanted: Wanted,
  { column, direction }: Order,
  { after, limit, offset }: Window,
): Promise<Place[]> {
  const way = sql.raw(direction);
  const stretches = stretchesOf(wanted, column).map(({ from, where, value }) => {
    const follows = after ? sql`and ${beyond(value, types[column], direction, after)}` : sql``;
    return sql`(select d.subscriber_key, ${value} as place from ${from} where ${where} ${follows}
      order by ${value} ${way}, d.subscriber_key limit ${limit + offset})`;
  });
  const { rows } = await sql<Place>`
    select * from (${sql.join(stretches, sql` union all `)}) stretch
    order by place ${way}, subscriber_key limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** Returns the condition that a row comes after the place. An index can begin at the first comparison. */
function beyond(
  value: RawBuilder<unknown>,
  type: RawBuilder<unknown>,
  direction: Order['direction'],
  { place, subscriber_key }: Place,
): RawBuilder<boolean> {
  const at = sql`cast(${String(place)} as ${type})`;
  const is = direction === 'asc' ? sql`>=` : sql`<=`;
  return sql<boolean>`${value} ${is} ${at} and (${value} <> ${at} or d.subscriber_key > ${subscriber_key})`;
}

async function countValued(db: Database, wanted: Wanted, { column }: Order): Promise<number> {
  const counts = stretchesOf(wanted, column).map(
    ({ from, where }) => sql`(select count(*) as count from ${from} where ${where})`,
  );
  const { rows } = await sql<{ count: number }>`
    select sum(count)::bigint as count from (${sql.join(counts, sql` union all `)}) stretch`.execute(db);
  return rows[0]!.count;
}

/** Reads the rows without a value, in the order of sending. */
async function readWithoutValue(
  db: Database,
  wanted: Wanted,
  { column }: Order,
  { after, limit, offset }: Window,
): Promise<Place[]> {
  const { from, where, concernsPeople } = matchingRows(wanted);
  // Everybody has an address until they are erased, and an erased person matches no condition about people.
  const isAlwaysThere = column === 'attempts' || column === 'subscriber_key';
  if (isAlwaysThere || (column === 'email_address' && concernsPeople)) return [];
  const lacks =
    column === 'email_address'
      ? sql`not exists (select from subscribers where key = d.subscriber_key)`
      : sql`d.${sql.ref(column)} is null`;
  const { rows } = await sql<Place>`
    select d.subscriber_key, null as place from ${from}
    where ${where} and ${lacks} and d.subscriber_key > ${after?.subscriber_key ?? 0}
    order by d.subscriber_key limit ${limit} offset ${offset}`.execute(db);
  return rows;
}
