import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../platform/database/connect.ts';
import { cursorOf } from '../../platform/http/cursor.ts';
import { orderingOf } from '../../platform/http/ordering.ts';
import { lookUp } from './by-key.ts';
import { type Delivery, deliveryOrders } from './recipient.ts';
import { countMatching, findFew, matchingRows, type Wanted } from './search-conditions.ts';
import { listPlaces, type Place } from './search-order.ts';

type Wish = {
  page: number;
  page_size: number;
  ordering: string | undefined;
  cursor: string | undefined;
  retry_hours: number;
};

/**
 * Finds one page of the email's recipients that meet the conditions, by default in the order of sending. The next page begins at `cursor`,
 * whatever the number of recipients before it; people without a value come last. Throws `ordering_invalid`, and `request_invalid` for a
 * cursor that we did not write.
 */
export async function searchDeliveries(
  db: Database,
  asked: Wanted,
  { page, page_size, ordering, cursor, retry_hours }: Wish,
): Promise<{ results: Delivery[]; count: number; cursor: string | undefined }> {
  const order =
    ordering === undefined
      ? ({ column: 'subscriber_key', direction: 'asc' } as const)
      : orderingOf(ordering, deliveryOrders, 'email_address');
  const named = `${order.column} ${order.direction}`;
  const after = cursor === undefined ? undefined : readCursor(cursor, named);
  const wanted = await findFew(db, asked);
  const places = await listPlaces(db, wanted, order, {
    after,
    limit: page_size,
    offset: after ? 0 : (page - 1) * page_size,
  });
  const count = after?.count ?? (await countMatching(db, wanted));
  const keys = places.map(({ subscriber_key }) => subscriber_key);
  const rows = new Map(
    (await readRows(db, wanted.email_key, retry_hours, sql`select unnest(${keys}::bigint[])`)).map(row => [
      row.subscriber_key,
      row,
    ]),
  );
  const last = places.at(-1);
  return {
    results: keys.flatMap(key => rows.get(key) ?? []).map(toDelivery),
    count,
    cursor:
      last && places.length === page_size
        ? cursors.write([named, last.place, last.subscriber_key, count])
        : undefined,
  };
}

const batch = 5_000;

/** Reads all of the email's recipients that meet the conditions, in the order of sending, a few thousand at a time. */
export async function* readDeliveries(
  db: Database,
  wanted: Wanted,
  retry_hours: number,
): AsyncGenerator<Delivery[]> {
  const { from, where } = matchingRows(wanted);
  for (let after = 0; ; ) {
    const next = sql`
      select d.subscriber_key from ${from} where ${where} and d.subscriber_key > ${after}
      order by d.subscriber_key limit ${batch}`;
    const rows = await readRows(db, wanted.email_key, retry_hours, next);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(toDelivery);
    after = last.subscriber_key;
  }
}

type Row = Delivery & { subscriber_key: number };

function toDelivery({ subscriber_key, ...delivery }: Row): Delivery {
  return delivery;
}

/** Reads the rows of the recipients whose keys this query selects, in the order of sending. */
async function readRows(
  db: Database,
  email_key: number,
  retry_hours: number,
  subscriber_keys: RawBuilder<unknown>,
): Promise<Row[]> {
  const whole = { columns: sql`*`, where: sql`true` };
  const { rows } = await sql<Row>`
    select s.id as subscriber_id, s.email_address, found.status, found.attempts, coalesce(reply, '') as reply, (select name from relays where key = found.relay_key) as relay, found.status_date,
      case when found.status = 'temporary' and coalesce(begun_date, publish_date, now()) >= chunk.retry_date - make_interval(hours => ${retry_hours})
        then chunk.retry_date end as retry_date,
      found.open_date, found.click_date, found.unsubscription_date, found.complaint_date, found.subscriber_key
    from (${subscriber_keys}) wanted (subscriber_key)
    ${lookUp(email_key, sql`wanted.subscriber_key`, whole)}
    left join lateral (select id, email_address from subscribers where key = found.subscriber_key limit 1) s on true
    join emails on emails.key = ${email_key}
    left join lateral (
      select retry_date from delivery_chunks
      where email_key = ${email_key} and part = found.part and first_key <= found.subscriber_key and last_key >= found.subscriber_key
        and found.status = 'temporary'
      limit 1
    ) chunk on true
    order by found.subscriber_key`.execute(db);
  return rows;
}

const cursors = cursorOf(
  z.tuple([z.string(), z.union([z.string(), z.number(), z.null()]), z.int().min(0), z.int().min(0)]),
);

/** Throws `request_invalid` for a cursor that belongs to another order or that we did not write. */
function readCursor(text: string, order: string): Place & { count: number } {
  const isOfOrder = ([of, place]: [string, Place['place'], ...unknown[]]) =>
    of === order && (place === null || fits(order, place));
  const [, place, subscriber_key, count] = cursors.read(text, isOfOrder);
  return { place, subscriber_key, count };
}

function fits(order: string, place: string | number): boolean {
  if (/_date /.test(order)) return z.iso.datetime({ offset: true }).safeParse(place).success;
  if (/^(?:attempts|subscriber_key) /.test(order))
    return Number.isSafeInteger(place) && (order.startsWith('subscriber') || Number(place) <= 32767);
  return typeof place === 'string' && !place.includes('\0');
}
