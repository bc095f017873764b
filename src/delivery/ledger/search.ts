import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../platform/database/connect.ts';
import { InputError } from '../../platform/http/errors.ts';
import { orderingOf } from '../../platform/http/ordering.ts';
import { statuses } from './counts.ts';
import { type Delivery, type DeliveryConditions, deliveryOrders } from './recipient.ts';

type Order = (typeof deliveryOrders)[number];

const orderColumns: Record<Order, { value: RawBuilder<unknown>; type: RawBuilder<unknown> }> = {
  email_address: { value: sql`s.normal_address collate "C"`, type: sql`text` },
  status_date: { value: sql`d.status_date`, type: sql`timestamptz` },
  open_date: { value: sql`d.open_date`, type: sql`timestamptz` },
  click_date: { value: sql`d.click_date`, type: sql`timestamptz` },
  attempts: { value: sql`d.attempts`, type: sql`int` },
};

type Conditions = Pick<
  DeliveryConditions,
  'status' | 'search' | 'domain' | 'opened' | 'clicked' | 'unsubscribed' | 'complained'
> & { subscriber_key?: number | undefined };
type Wish = Conditions & {
  page: number;
  page_size: number;
  ordering: string | undefined;
  cursor: string | undefined;
  retry_hours: number;
};

/**
 * The email's recipients that pass the conditions, a page of them. The next page begins at `cursor`, however many there are
 * before it; people without a value come last. Throws `ordering_invalid`, and `request_invalid` for a cursor that is not
 * ours.
 */
export async function searchDeliveries(
  db: Database,
  email_key: number,
  { page, page_size, ordering, cursor, retry_hours, ...conditions }: Wish,
): Promise<{ results: Delivery[]; count: number; cursor: string | undefined }> {
  const { column, direction } = orderingOf(ordering, deliveryOrders, 'email_address');
  const { value, type } = orderColumns[column];
  const after = cursor === undefined ? undefined : readCursor(cursor, `${column} ${direction}`);
  const where = matching(email_key, conditions);
  const rows = await read(db, email_key, retry_hours, {
    where: after ? sql`${where} and ${follows(value, type, direction, after)}` : where,
    order: sql`${value} ${sql.raw(direction)} nulls last, d.subscriber_key`,
    extra: sql`${value} as place, d.subscriber_key`,
    limit: page_size,
    offset: after ? 0 : (page - 1) * page_size,
  });
  const last = rows.at(-1);
  const count = after?.count ?? (await countMatching(db, where));
  return {
    results: rows.map(({ place, subscriber_key, ...delivery }) => delivery),
    count,
    cursor:
      last && rows.length === page_size
        ? writeCursor([`${column} ${direction}`, last.place, last.subscriber_key, count])
        : undefined,
  };
}

const batch = 5_000;

/** All of the email's recipients that pass the conditions, in the order of sending, a few thousand at a time. */
export async function* readDeliveries(
  db: Database,
  email_key: number,
  retry_hours: number,
  conditions: Conditions,
): AsyncGenerator<Delivery[]> {
  const where = matching(email_key, conditions);
  for (let after = 0; ; ) {
    const rows = await read(db, email_key, retry_hours, {
      where: sql`${where} and d.subscriber_key > ${after}`,
      order: sql`d.subscriber_key`,
      extra: sql`null as place, d.subscriber_key`,
      limit: batch,
      offset: 0,
    });
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ place, subscriber_key, ...delivery }) => delivery);
    after = last.subscriber_key;
  }
}

function matching(email_key: number, wanted: Conditions): RawBuilder<boolean> {
  const asked = wanted.status ?? statuses;
  const known = statuses.filter(status => asked.includes(status));
  const conditions = [
    sql`d.email_key = ${email_key} and d.status = any(${known}::delivery_status[])`,
    ...(wanted.subscriber_key === undefined ? [] : [sql`d.subscriber_key = ${wanted.subscriber_key}`]),
    ...(wanted.search === undefined
      ? []
      : [sql`position(${wanted.search.trim().toLowerCase()} in s.normal_address) > 0`]),
    ...(wanted.domain === undefined ? [] : [sql`s.domain = ${wanted.domain.trim().toLowerCase()}`]),
    ...has(sql`d.open_date`, wanted.opened),
    ...has(sql`d.click_date`, wanted.clicked),
    ...has(sql`d.unsubscription_date`, wanted.unsubscribed),
    ...has(sql`d.complaint_date`, wanted.complained),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

function has(column: RawBuilder<unknown>, wanted: boolean | '' | undefined): RawBuilder<unknown>[] {
  if (wanted === undefined || wanted === '') return [];
  return [wanted ? sql`${column} is not null` : sql`${column} is null`];
}

const people = sql`deliveries d left join subscribers s on s.key = d.subscriber_key`;

async function countMatching(db: Database, where: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from ${people} where ${where}`.execute(db);
  return rows[0]!.count;
}

type Reading = {
  where: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
  extra: RawBuilder<unknown>;
  limit: number;
  offset: number;
};
type Placed = Delivery & { place: string | number | null; subscriber_key: number };

async function read(
  db: Database,
  email_key: number,
  retry_hours: number,
  { where, order, extra, limit, offset }: Reading,
): Promise<Placed[]> {
  const { rows } = await sql<Placed>`
    select s.id as subscriber_id, s.email_address, d.status, d.attempts, coalesce(reply, '') as reply, d.status_date,
      case when d.status = 'temporary' and coalesce(begun_date, publish_date, now()) >= chunk.retry_date - make_interval(hours => ${retry_hours})
        then chunk.retry_date end as retry_date,
      d.open_date, d.click_date, d.unsubscription_date, d.complaint_date, ${extra}
    from ${people}
    join emails on emails.key = ${email_key}
    left join lateral (
      select retry_date from delivery_chunks
      where email_key = d.email_key and first_key <= d.subscriber_key and last_key >= d.subscriber_key and d.status = 'temporary'
      limit 1
    ) chunk on true
    where ${where}
    order by ${order} limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

type After = { place: string | number | null; subscriber_key: number; count: number };

function follows(
  value: RawBuilder<unknown>,
  type: RawBuilder<unknown>,
  direction: 'asc' | 'desc',
  { place, subscriber_key }: After,
): RawBuilder<boolean> {
  const next = sql`d.subscriber_key > ${subscriber_key}`;
  if (place === null) return sql<boolean>`${value} is null and ${next}`;
  const than = sql`cast(${String(place)} as ${type})`;
  const beyond = direction === 'asc' ? sql`${value} > ${than}` : sql`${value} < ${than}`;
  return sql<boolean>`(${beyond} or ${value} is null or ${value} = ${than} and ${next})`;
}

const cursorFields = z.tuple([
  z.string(),
  z.union([z.string(), z.number(), z.null()]),
  z.int().min(0),
  z.int().min(0),
]);

function writeCursor(fields: z.output<typeof cursorFields>): string {
  return Buffer.from(JSON.stringify(fields)).toString('base64url');
}

/** Throws `request_invalid` for a cursor of another order, or one that we have not written. */
function readCursor(text: string, order: string): After {
  try {
    const [of, place, subscriber_key, count] = cursorFields.parse(
      JSON.parse(Buffer.from(text, 'base64url').toString()),
    );
    const isDate = /_date /.test(order);
    const fits =
      place === null ||
      (isDate
        ? z.iso.datetime({ offset: true }).safeParse(place).success
        : order.startsWith('attempts')
          ? Number.isSafeInteger(place) && Number(place) <= 32767
          : typeof place === 'string' && !place.includes('\0'));
    if (of === order && fits) return { place, subscriber_key, count };
  } catch {}
  throw new InputError(['cursor'], 'is invalid; use the address in `next` unchanged, or omit the cursor');
}
