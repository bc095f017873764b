import { type OrderByItemBuilder, type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../platform/database/connect.ts';
import { readPage } from '../../platform/database/page.ts';
import { orderingOf } from '../../platform/http/ordering.ts';
import { orderingParameter, pageParameters, showParameter } from '../../platform/http/query.ts';
import { bounded, longestAnswer } from '../filter/bounded.ts';
import { type Rated, selectRates } from '../filter/engagement.ts';
import { subscriberTypes } from '../filter/fields.ts';
import { canBeSlow, type SubscriberFilters, subscriberFilters, whereSubscriber } from './filters.ts';
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
  expand: showParameter.describe('Accepted but ignored: there is nothing to expand'),
});
export type SubscriberListParameters = z.output<typeof subscriberListParameters> &
  Pick<SubscriberFilters, 'filters'>;

/** A page of the subscribers that pass all filters, and their total. Throws `filter_too_slow`. */
export async function listSubscribers(
  db: Database,
  newsletter_key: number,
  parameters: SubscriberListParameters,
): Promise<{ results: Subscriber[]; count: number }> {
  return canBeSlow(parameters)
    ? bounded(db, longestAnswer, trx => readList(trx, newsletter_key, parameters))
    : readList(db, newsletter_key, parameters);
}

async function readList(
  db: Database,
  newsletter_key: number,
  { page, page_size, ordering, expand: _, ...filters }: SubscriberListParameters,
): Promise<{ results: Subscriber[]; count: number }> {
  const { column, key, direction } = readOrdering(ordering);
  const where = await whereSubscriber(db, newsletter_key, filters);
  const chosen = db.selectFrom('subscribers').selectAll('subscribers').where(where);
  const rated =
    column === 'open_rate' || column === 'click_rate'
      ? chosen.leftJoin(
          sql<Rated>`(${selectRates(newsletter_key, column === 'open_rate' ? 'open' : 'click')})`.as('rates'),
          'rates.subscriber_key',
          'subscribers.key',
        )
      : chosen;
  const places = key === undefined ? [placeOf(column)] : placesInMetadata(key);
  const order = (place: OrderByItemBuilder) => {
    if (direction === 'asc') return place.asc();
    // Only for these, because `nulls last` prevents reading the newest of a long list from the index.
    return alwaysThere.includes(column) ? place.desc() : place.desc().nullsLast();
  };
  return readPage(
    places.reduce((query, place) => query.orderBy(place, order), rated).orderBy('subscribers.key', direction),
    { page, page_size },
  );
}

type Place = Ordering | 'metadata';

/** The order by `metadata:KEY`. */
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

/** Numbers by value come before texts, which ignore case, then compare code points. */
function placesInMetadata(key: string): RawBuilder<unknown>[] {
  const value = sql`nullif(metadata -> ${key}, 'null')`;
  const text = sql`metadata ->> ${key}`;
  return [
    sql`case jsonb_typeof(metadata -> ${key}) when 'string' then to_jsonb(lower(${text})) else ${value} end`,
    value,
  ];
}
