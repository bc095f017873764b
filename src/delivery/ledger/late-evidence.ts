import { type RawBuilder, sql } from 'kysely';
import { arrivedStatuses } from '../../audience/filter/statuses.ts';
import { fullMailbox, uncounted } from '../../engines/bounces/patience.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { BounceKind, DeliveryStatus } from '../../platform/database/schema.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { announceFacts } from './announce-facts.ts';
import { lookUp } from './by-key.ts';
import { countMoves } from './counts.ts';
import { isInChunk } from './delivery.ts';

/** Identifies a delivery: by the keys of its row, or by public ids. */
export type DeliveryName =
  | { email_key: number; subscriber_key: number }
  | { email_id: string; subscriber_id: string };

/** A locked row of the ledger, and its subscriber. */
export type LockedDelivery = {
  email_key: number;
  subscriber_key: number;
  first_key: number;
  status: DeliveryStatus;
  bounce_kind: BounceKind | null;
  complaint_date: string | null;
  email_id: string;
  newsletter_key: number;
  /** The id of the subscriber; null if they were deleted. */
  subscriber_id: string | null;
  email_address: string | null;
  /** The relay that took the copy; null if that is not known. */
  relay_key: number | null;
  /** Whether its hand-over has begun but the ledger does not have the relay yet. */
  is_open: boolean;
  /** Whether the delivery is kept. If only the counts of the email are kept, there is no row, and the stored reports show the outcome. */
  kept: boolean;
};

/** Finds the delivery and locks it, if it exists and belongs to this newsletter (undefined means any). */
export async function lockDelivery(
  trx: Database,
  name: DeliveryName,
  newsletter_key?: number,
): Promise<LockedDelivery | undefined> {
  const { email_key, subscriber_key } =
    'email_key' in name
      ? { email_key: sql`${name.email_key}::bigint`, subscriber_key: sql`${name.subscriber_key}::bigint` }
      : {
          email_key: sql`(select key from emails where id = ${name.email_id})`,
          subscriber_key: sql`(select key from subscribers where id = ${name.subscriber_id})`,
        };
  const { rows } = await sql<LockedDelivery>`
    select delivery.email_key, delivery.subscriber_key, first_key, delivery.status, bounce_kind, complaint_date,
      emails.id as email_id, emails.newsletter_key, subscribers.id as subscriber_id, email_address,
      delivery.relay_key, case delivery.status when 'uncertain' then delivery.relay_key is null
        else delivery.status = 'planned' and delivery.subscriber_key = any(in_hand) end as is_open, true as kept
    from deliveries delivery
    join emails on emails.key = delivery.email_key
    join delivery_chunks chunk on chunk.email_key = delivery.email_key and ${isInChunk(sql`delivery`, sql`chunk`)}
    left join subscribers on subscribers.key = delivery.subscriber_key
    where delivery.email_key = ${email_key} and delivery.subscriber_key = ${subscriber_key}
      and (${newsletter_key ?? null}::int is null or emails.newsletter_key = ${newsletter_key ?? null})
    for update of delivery`.execute(trx);
  return rows[0] ?? lockDropped(trx, email_key, subscriber_key, newsletter_key);
}

/**
 * Finds a delivery that is no longer kept. It counts as accepted unless a report about it is stored; its email's single chunk is locked
 * instead.
 */
async function lockDropped(
  trx: Database,
  email_key: RawBuilder<unknown>,
  subscriber_key: RawBuilder<unknown>,
  newsletter_key: number | undefined,
): Promise<LockedDelivery | undefined> {
  const { rows } = await sql<LockedDelivery>`
    select chunk.email_key, wanted.subscriber_key, first_key, reported.bounce_kind, reported.complaint_date,
      (case when complaint_date is not null then 'complained' when bounce_kind is not null then 'bounced'
        when accepted > 0 then 'accepted' else 'permanent' end)::delivery_status as status,
      emails.id as email_id, emails.newsletter_key, subscribers.id as subscriber_id, email_address,
      null::smallint as relay_key, false as is_open, false as kept
    from (select ${subscriber_key} as subscriber_key) wanted
    join emails on emails.key = ${email_key} and deliveries_dropped_date is not null
    join delivery_chunks chunk on chunk.email_key = emails.key and wanted.subscriber_key between first_key and last_key
    left join subscribers on subscribers.key = wanted.subscriber_key
    cross join lateral (
      select min(kind::text) filter (where kind in ('hard', 'soft', 'policy'))::bounce_kind as bounce_kind,
        min(creation_date) filter (where kind = 'complaint') as complaint_date
      from feedback where feedback.email_key = emails.key and feedback.subscriber_key = wanted.subscriber_key
    ) reported
    where ${newsletter_key ?? null}::int is null or emails.newsletter_key = ${newsletter_key ?? null}
    for update of chunk`.execute(trx);
  return rows[0];
}

/**
 * Records that the message was accepted and then bounced: the delivery becomes `bounced`, with the reason as its reply, whatever its status
 * was, even if the outcome of the hand-over is not written yet. Returns whether that is new. A delivery that was refused, or that was read
 * and complained about, stays so; a soft bounce that turns out to be hard is new.
 */
export async function noteBounce(
  trx: Database,
  delivery: LockedDelivery,
  kind: BounceKind,
  reason: string | null,
): Promise<boolean> {
  const { status, bounce_kind: was_kind } = delivery;
  const settled: DeliveryStatus[] = ['permanent', 'skipped', 'complained'];
  if (settled.includes(status)) return false;
  if (status === 'bounced' && (was_kind === 'hard' || kind !== 'hard')) return false;
  await move(trx, delivery, 'bounced', sql`bounce_kind = ${kind}, reply = coalesce(${reason}, reply)`);
  const soft = Number(kind !== 'hard') - Number(was_kind !== null && was_kind !== 'hard');
  await sql`
    update delivery_chunks set soft_bounced = soft_bounced + ${soft}
    where email_key = ${delivery.email_key} and first_key = ${delivery.first_key}`.execute(trx);
  return true;
}

/** Records that the recipient reported the message as spam, which proves that it arrived. Returns whether that is new. */
export async function noteComplaint(trx: Database, delivery: LockedDelivery): Promise<boolean> {
  if (delivery.complaint_date !== null) return false;
  const unsettled: DeliveryStatus[] = ['planned', 'temporary', 'uncertain', 'accepted'];
  const status = unsettled.includes(delivery.status) ? 'complained' : delivery.status;
  await move(trx, delivery, status, sql`complaint_date = now()`);
  await sql`
    update delivery_chunks set complaints = complaints + 1
    where email_key = ${delivery.email_key} and first_key = ${delivery.first_key}`.execute(trx);
  return true;
}

/**
 * Records proof, such as an open or a click, that the message of an `uncertain` delivery was accepted: it becomes `accepted`. Any other
 * delivery is unchanged.
 */
export async function settleUncertain(
  trx: Database,
  email_key: number,
  subscriber_key: number,
): Promise<void> {
  const delivery = await lockDelivery(trx, { email_key, subscriber_key });
  if (delivery?.status !== 'uncertain') return;
  await move(trx, delivery, 'accepted', sql`reply = ${sentence('delivery.proved_later')}`);
}

async function move(
  trx: Database,
  { email_key, subscriber_key, first_key, status, kept }: LockedDelivery,
  to: DeliveryStatus,
  changes: RawBuilder<unknown>,
): Promise<void> {
  const moved = kept
    ? sql`
      update deliveries set status = ${to}, ${changes}, status_date = now()
      where email_key = ${email_key} and subscriber_key = ${subscriber_key}
      returning ${status}::delivery_status as was, status as now, subscriber_key`
    : sql`
      select ${status}::delivery_status as was, ${to}::delivery_status as now, ${subscriber_key}::bigint as subscriber_key`;
  await sql`
    with changed as (${moved}
    ), ${announceFacts(
      sql`${email_key}::bigint`,
      sql`
        select ${email_key}::bigint, subscriber_key, 'subscriber.delivered', now()
        from changed where now = 'accepted'`,
    )} ${countMoves({ email_key, first_key })}`.execute(trx);
}

/** How many days bounces may take (RFC 5321 §4.5.4.1): before that, silence proves nothing. */
const bounceDays = 5;
/** How many days back soft bounces are counted. */
const memoryDays = 180;

/** The number of emails that bounced, and the days between the first and the last. */
type Row = { bounces: number; days: number };

/**
 * Returns the soft bounces of a subscriber since mail last reached them, including equivalent refusals during hand-over: `all` that count,
 * and those of `others` than full mailboxes. Mail reached them if they opened or clicked it, or if it did not bounce within five days. The
 * report about this delivery need not be stored yet: `is_full` says whether it is about a full mailbox.
 */
export async function softBouncesInARow(
  trx: Database,
  { newsletter_key, subscriber_key, email_key }: LockedDelivery,
  is_full: boolean,
  now: Date,
): Promise<{ all: Row; others: Row }> {
  const { rows } = await sql<{ all: Row; others: Row }>`
    with mails as (
      select coalesce(publish_date, emails.creation_date) as sent,
        (found.bounce_kind = 'soft' or found.status = 'permanent' and told.is_soft)
          and (emails.key = ${email_key} or told.is_uncounted is not true) as bounced,
        case when emails.key = ${email_key} then ${is_full} else coalesce(told.is_full, false) end as is_full,
        open_date is not null or click_date is not null or found.status in ${arrivedStatuses}
          and coalesce(publish_date, emails.creation_date) <= ${now.toISOString()}::timestamptz - make_interval(days => ${bounceDays}) as reached
      from emails ${lookUp(sql`emails.key`, sql`${subscriber_key}`, { columns: sql`*`, where: sql`true` })}
      cross join lateral (
        select count(*) > 0 as is_soft, bool_and(pattern = any(${uncounted}::text[])) as is_uncounted,
          bool_and(pattern ~ ${fullMailbox.source}) as is_full
        from feedback
        where feedback.email_key = emails.key and feedback.subscriber_key = ${subscriber_key} and kind = 'soft'
      ) told
      where newsletter_key = ${newsletter_key}
        and emails.creation_date > ${now.toISOString()}::timestamptz - make_interval(days => ${memoryDays})
    )
    select ${inARow(sql`true`)} as all, ${inARow(sql`not is_full`)} as others
    from mails
    where bounced and sent > coalesce(greatest(
      (select max(sent) from mails where reached),
      (select greatest(last_open_date, last_click_date) from subscribers where key = ${subscriber_key})
    ), '-infinity')`.execute(trx);
  return rows[0]!;
}

function inARow(which: RawBuilder<unknown>): RawBuilder<Row> {
  return sql`jsonb_build_object('bounces', count(*) filter (where ${which}),
    'days', coalesce(extract(epoch from max(sent) filter (where ${which}) - min(sent) filter (where ${which})) / 86400, 0)::float8)`;
}
