import { type OrderByItemBuilder, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../platform/database/connect.ts';
import type { DB } from '../../platform/database/schema.ts';
import { orderingOf } from '../../platform/http/ordering.ts';
import {
  orderingParameter,
  pageParameters,
  showParameter,
  textParameter,
} from '../../platform/http/query.ts';
import { bounded, longestAnswer, longestOrder } from '../filter/bounded.ts';
import { type Rated, selectRates } from '../filter/engagement.ts';
import { subscriberTypes } from '../filter/fields.ts';
import { countAll } from './counts.ts';
import { afterCursor, readCursor, writeCursor } from './cursor.ts';
import { canBeSlow, type SubscriberFilters, subscriberFilters, whereSubscriber } from './filters.ts';
import { mostFound } from './search.ts';
import type { Subscriber } from './subscriber.ts';

const orderings = [
  'creation_date',
  'modification_date',
  'email_address',
  'type',
  'secondary_id',
  'confirmation_date',
  'unsubscription_date',
  'last_open_date',
  'last_click_date',
  'upgrade_date',
  'churn_date',
  'gift_subscription_end_date',
  'open_rate',
  'click_rate',
] as const;
const alwaysThere: readonly string[] = [
  'creation_date',
  'modification_date',
  'email_address',
  'type',
  'secondary_id',
];
type Ordering = (typeof orderings)[number];

export const subscriberListParameters = subscriberFilters.extend({
  ...pageParameters,
  ordering: orderingParameter.describe(
    `${orderings.join(', ')}, metadata:KEY; with a leading - descending. Default -creation_date. email_address and texts in metadata ignore case; type goes ${subscriberTypes.join(', ')}. Subscribers without a value come last in both directions`,
  ),
  cursor: textParameter.describe(
    'Where the page begins; take it from `next`, which finds the page immediately, however many come before it. With `*`, this page is found by its number, and `next` has a cursor',
  ),
  expand: showParameter.describe(
    'Any of stripe_customer and stripe_subscription; needs the permission payments:read',
  ),
});
export type SubscriberListParameters = z.output<typeof subscriberListParameters> &
  Pick<SubscriberFilters, 'filters'>;

/** A page of the subscribers, their total, and, if the request used a cursor, the cursor of the next page. */
type Listed = { results: Subscriber[]; count: number; cursor: string | undefined };

/**
 * Returns a page of the subscribers that pass all filters. Throws `filter_too_slow`, `ordering_invalid`, and `request_invalid` for a cursor
 * that is not ours.
 */
export async function listSubscribers(
  db: Database,
  newsletter_key: number,
  parameters: SubscriberListParameters,
): Promise<Listed> {
  const read = (inside: Database) => readList(inside, newsletter_key, parameters);
  if (canBeSlow(parameters)) return bounded(db, longestAnswer, read);
  const { column } = readOrdering(parameters.ordering);
  return isRate(column) ? bounded(db, longestOrder, read, 'audience.order_slow') : read(db);
}

function isRate(column: Place): boolean {
  return column === 'open_rate' || column === 'click_rate';
}

async function readList(
  db: Database,
  newsletter_key: number,
  { page, page_size, ordering, cursor, expand: _, ...filters }: SubscriberListParameters,
): Promise<Listed> {
  const order = readOrdering(ordering);
  const { column, key, direction } = order;
  if (cursor === '') return { results: [], count: 0, cursor: undefined }; // like any other empty value
  const after = cursor === undefined || cursor === '*' ? undefined : readCursor(order, cursor);
  const where = await whereSubscriber(db, newsletter_key, filters);
  const chosen = db.selectFrom('subscribers').selectAll('subscribers').where(where);
  const rated = isRate(column)
    ? chosen.leftJoin(
        sql<Rated>`(${selectRates(newsletter_key, column === 'open_rate' ? 'open' : 'click')})`.as('rates'),
        'rates.subscriber_key',
        'subscribers.key',
      )
    : chosen;
  const places = key === undefined ? [placeOf(column)] : placesInMetadata(key);
  const ordered = (place: OrderByItemBuilder) => {
    if (direction === 'asc') return place.asc();
    // Only columns that may be null need `nulls last`, which prevents reading the newest rows of a long list from the index.
    return alwaysThere.includes(column) ? place.desc() : place.desc().nullsLast();
  };
  const wanted = places
    .reduce((query, place) => query.orderBy(place, ordered), rated)
    .orderBy('subscribers.key', direction)
    .$if(after !== undefined, query => query.where(afterCursor(order, after!)))
    .limit(page_size)
    .offset(after ? 0 : (page - 1) * page_size);
  const results = await (after || page === 1 ? wanted.execute() : readFarPage(db, wanted));
  const most = filters.search === undefined ? undefined : mostFound;
  const isWhole = Object.values(filters).every(value => value === undefined);
  const counted = () => (isWhole ? countAll(db, newsletter_key) : countSubscribers(db, where, most));
  const count = after?.count ?? (await counted());
  const next = cursor === undefined ? undefined : writeCursor(order, results.at(-1), count);
  return { results, count, cursor: next };
}

/** Reads the rows of a page that is found by its number. Rows before it are skipped by their keys alone, which an index may hold. */
async function readFarPage(
  db: Database,
  wanted: SelectQueryBuilder<DB, 'subscribers', Subscriber>,
): Promise<Subscriber[]> {
  const found = await wanted.clearSelect().select('subscribers.key').execute();
  const keys = found.map(({ key }) => key);
  const rows = await db
    .selectFrom('subscribers')
    .selectAll()
    .where('key', '=', sql<number>`any(${keys}::bigint[])`)
    .execute();
  const byKey = new Map(rows.map(row => [row.key, row]));
  return keys.flatMap(key => byKey.get(key) ?? []);
}

/** Counts the subscribers that pass the condition, up to `most`. */
export async function countSubscribers(
  db: Database,
  where: RawBuilder<boolean>,
  most?: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from subscribers where ${where} ${most === undefined ? sql`` : sql`limit ${most}`}
    ) found`.execute(db);
  return rows[0]!.count;
}

type Place = Ordering | 'metadata';

/** Reads the order by `metadata:KEY`. */
function readOrdering(text: string | undefined): {
  column: Place;
  key?: string;
  direction: 'asc' | 'desc';
} {
  const [, minus, key] = /^(-?)metadata:(.+)$/s.exec(text ?? '') ?? [];
  if (key !== undefined) return { column: 'metadata', key, direction: minus ? 'desc' : 'asc' };
  return orderingOf(text, orderings, '-creation_date', ['metadata:KEY']);
}

function placeOf(column: Place): RawBuilder<unknown> {
  switch (column) {
    case 'secondary_id':
      return sql`subscribers.key`;
    case 'email_address':
      return sql`normal_address`;
    case 'open_rate':
    case 'click_rate':
      return sql`rate`;
    default:
      return sql.ref(column);
  }
}

/** Numbers come before texts and are ordered by value; texts are ordered ignoring case, then by code point. */
function placesInMetadata(key: string): RawBuilder<unknown>[] {
  const value = sql`nullif(metadata -> ${key}, 'null')`;
  const text = sql`metadata ->> ${key}`;
  return [
    sql`case jsonb_typeof(metadata -> ${key}) when 'string' then to_jsonb(lower(${text})) else ${value} end`,
    value,
  ];
}
