import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { findSubscriber } from '../../audience/subscribers/queries.ts';
import { csvLine } from '../../platform/csv.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { DeliveryStatus } from '../../platform/database/schema.ts';
import { hasEmptyFilter } from '../../platform/http/query.ts';
import { isInParts } from './audience-parts.ts';
import { statuses } from './counts.ts';
import { isInChunk } from './delivery.ts';
import { type Delivery, type DeliveryConditions, type deliveryFilters, deliverySchema } from './recipient.ts';
import { readDeliveries, searchDeliveries } from './search.ts';

type Filters = z.output<typeof deliveryFilters> & { retry_hours: number };

type Listed = { results: Delivery[]; count: number; cursor?: string | undefined };

/**
 * Lists a page of the email's ledger, in the order of sending or by `ordering`. An unknown status or subscriber matches nothing. Throws
 * `ordering_invalid`.
 */
export async function listDeliveries(
  db: Database,
  newsletter_key: number,
  email_key: number,
  { ordering, cursor, ...filters }: Filters,
): Promise<Listed> {
  const { status, subscriber, page, page_size, retry_hours, ...conditions } = filters;
  if (hasEmptyFilter(conditions)) return { results: [], count: 0 };
  const isPlain = ordering === undefined && Object.values(conditions).every(value => value === undefined);
  // The ranges of different parts overlap.
  if (isPlain && !(await isInParts(db, email_key)))
    return listInOrder(db, newsletter_key, email_key, filters);
  const one = subscriber === undefined ? undefined : await findSubscriber(db, newsletter_key, subscriber);
  if (subscriber !== undefined && !one) return { results: [], count: 0 };
  const wanted = {
    newsletter_key,
    email_key,
    conditions: { ...conditions, status, subscriber_key: one?.key },
  };
  return searchDeliveries(db, wanted, { page, page_size, ordering, cursor, retry_hours });
}

/**
 * Lists a page of the email's ledger in the order of its subscribers, and counts the rows that pass the filters. An unknown status or
 * subscriber matches nothing. Reads only the chunks that contain the page, which their counts reveal.
 */
async function listInOrder(
  db: Database,
  newsletter_key: number,
  email_key: number,
  { page, page_size, status, subscriber, retry_hours }: Omit<Filters, 'ordering' | 'cursor'>,
): Promise<Listed> {
  const wanted = statuses.filter(one => status === undefined || status.includes(one));
  const one = subscriber === undefined ? undefined : await findSubscriber(db, newsletter_key, subscriber);
  if (wanted.length === 0 || (subscriber !== undefined && !one)) return { results: [], count: 0 };
  const from = (page - 1) * page_size;
  if (one) {
    const delivery = await findDelivery(db, email_key, one.key, retry_hours);
    const found = delivery && wanted.includes(delivery.status) ? [delivery] : [];
    return { results: found.slice(from, from + page_size), count: found.length };
  }
  const matching = sql.join(
    wanted.map(status => sql.ref(status)),
    sql` + `,
  );
  const { rows } = await sql<{
    count: number;
    first_key: number | null;
    last_key: number | null;
    end_key: number | null;
    skipped: number;
  }>`
    select coalesce(sum(n), 0)::bigint as count,
      min(first_key) filter (where up_to > ${from}) as first_key,
      max(first_key) filter (where up_to - n < ${from + page_size}) as last_key,
      max(last_key) filter (where up_to > ${from} and up_to - n < ${from + page_size}) as end_key,
      coalesce(max(up_to) filter (where up_to <= ${from}), 0)::bigint as skipped
    from (
      select first_key, last_key, ${matching} as n, sum(${matching}) over (order by first_key) as up_to
      from delivery_chunks where email_key = ${email_key} and ${matching} > 0
    ) chunk`.execute(db);
  const { count, first_key, last_key, end_key, skipped } = rows[0]!;
  if (first_key === null || last_key === null) return { results: [], count };
  const results = await select(db, email_key, retry_hours, wanted, {
    // The keys are repeated as constants: otherwise PostgreSQL may read the whole ledger of a large email.
    where: sql`first_key between ${first_key} and ${last_key} and ${matching} > 0
      and subscriber_key between ${first_key} and ${end_key}`,
    offset: from - skipped,
    limit: page_size,
  });
  return { results, count };
}

/** Returns the delivery of one person, by the key of their row, which may be gone; undefined if they are not in the ledger. */
export async function findDelivery(
  db: Database,
  email_key: number,
  subscriber_key: number,
  retry_hours: number,
): Promise<Delivery | undefined> {
  const [found] = await select(db, email_key, retry_hours, [...statuses], {
    where: sql`deliveries.subscriber_key = ${subscriber_key} and first_key <= ${subscriber_key} and last_key >= ${subscriber_key}`,
    offset: 0,
    limit: 1,
  });
  return found;
}

async function select(
  db: Database,
  email_key: number,
  retry_hours: number,
  wanted: DeliveryStatus[],
  { where, offset, limit }: { where: RawBuilder<unknown>; offset: number; limit: number },
): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    select s.id as subscriber_id, s.email_address, deliveries.status, deliveries.attempts, coalesce(reply, '') as reply, (select name from relays where key = relay_key) as relay, deliveries.status_date,
      case when deliveries.status = 'temporary' and coalesce(begun_date, publish_date, now()) >= retry_date - make_interval(hours => ${retry_hours})
        then retry_date end as retry_date,
      deliveries.open_date, deliveries.click_date, deliveries.unsubscription_date, deliveries.complaint_date
    from delivery_chunks
    join deliveries on deliveries.email_key = delivery_chunks.email_key and ${isInChunk(sql`deliveries`, sql`delivery_chunks`)}
    join emails on emails.key = deliveries.email_key
    left join subscribers s on s.key = subscriber_key
    where delivery_chunks.email_key = ${email_key} and deliveries.status = any(${wanted}::delivery_status[]) and ${where}
    order by subscriber_key
    limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

const columns = Object.keys(deliverySchema.shape) as (keyof Delivery)[];

/** Writes the recipients that pass the filters as CSV (RFC 4180) with a header line, in the order of sending. */
export async function* writeDeliveries(
  db: Database,
  newsletter_key: number,
  email_key: number,
  { subscriber, retry_hours, ...conditions }: DeliveryConditions & { retry_hours: number },
): AsyncGenerator<string> {
  yield csvLine(columns);
  const one = subscriber === undefined ? undefined : await findSubscriber(db, newsletter_key, subscriber);
  if (hasEmptyFilter(conditions) || (subscriber !== undefined && !one)) return;
  const wanted = { newsletter_key, email_key, conditions: { ...conditions, subscriber_key: one?.key } };
  for await (const deliveries of readDeliveries(db, wanted, retry_hours))
    yield deliveries.map(delivery => csvLine(columns.map(column => delivery[column]))).join('');
}
