import { type RawBuilder, sql } from 'kysely';
import { forgetToldFacts } from '../journal/record.ts';
import type { Database } from '../platform/database/connect.ts';
import { fenceOpen } from '../platform/fence/queries.ts';
import { newLease } from '../platform/leases.ts';
import type { Told } from './payload.ts';

/** One event for one webhook, leased to this process. */
export type Delivery = Told & {
  event_key: number;
  webhook_key: number;
  /** Failed attempts so far. */
  attempts: number;
  lease: string;
  url: string;
  webhook_id: string;
  /** As stored: encrypted. */
  signing_key: string;
  /** As stored, like `signing_key`; signs too until then. */
  former_signing_key: string;
  former_key_until: string | null;
};

/** Concurrent requests to an endpoint that works. A failing one gets one at a time. */
const mostAtOnce = 4;

/** How long a worker may be silent before others take over its deliveries. It renews its leases far more often. */
export const lease_ms = 10_000;

// Leases go by the database's clock alone: those of two workers may differ.
const leaseEnd = sql`now() + ${sql.lit(`${lease_ms} ms`)}::interval`;
const isFree = sql`(lease is null or next_attempt_date <= now())`;

/**
 * Leases at most `room` deliveries that are due: the oldest of each webhook first, and webhooks with the least in
 * progress first, so that none waits for a slow one. The deliveries of a dead worker are due again when its lease ends.
 */
export async function leaseDeliveries(db: Database, now: Date, room: number): Promise<Delivery[]> {
  const lease = newLease();
  const { rows } = await sql<Omit<Delivery, 'lease'>>`
    with in_hand as materialized ( -- by the index of leased ones: all that wait for a webhook may be many
      select webhook_key, count(*) from webhook_deliveries
      where lease is not null and next_attempt_date > now()
      group by webhook_key
    ), webhook as (
      select key, case when failing_since is null then ${mostAtOnce}::int else 1 end as most,
        coalesce((select count from in_hand where webhook_key = webhooks.key), 0) as going_on
      from webhooks
      where ${fenceOpen} and status = 'enabled' and (busy_until is null or busy_until <= ${now.toISOString()})
    ), due as (
      select one.*, going_on + row_number() over (partition by one.webhook_key order by one.next_attempt_date, one.event_key) as turn
      from webhook
      cross join lateral (
        select event_key, webhook_key, next_attempt_date from webhook_deliveries
        where webhook_key = webhook.key and next_attempt_date <= ${now.toISOString()} and ${isFree}
        order by next_attempt_date, event_key
        limit greatest(most - going_on, 0)
        for update skip locked
      ) one
      order by turn, next_attempt_date
      limit ${room}
    ), leased as (
      update webhook_deliveries set lease = ${lease}, next_attempt_date = ${leaseEnd}
      from due
      -- The keys as an array too, and each event by itself: few are leased, whatever PostgreSQL thinks.
      where webhook_deliveries.event_key = any(array(select event_key from due))
        and webhook_deliveries.event_key = due.event_key and webhook_deliveries.webhook_key = due.webhook_key
      returning webhook_deliveries.event_key, webhook_deliveries.webhook_key, attempts, turn
    )
    select event_key, webhook_key, attempts, url, signing_key, former_signing_key, former_key_until, webhooks.id as webhook_id,
      events.id, event_type, events.creation_date, subscriber_id, email_id, automation_id,
      case when event_type = 'subscriber.clicked' then data || jsonb_strip_nulls(jsonb_build_object('url', (${followed}))) else data end as data,
      newsletters.id as newsletter_id
    from leased
    cross join lateral (select * from events where events.key = event_key limit 1) events
    join newsletters on newsletters.key = events.newsletter_key
    join webhooks on webhooks.key = webhook_key
    order by turn, event_key`.execute(db);
  return rows.map(row => ({ ...row, lease }));
}

/** Whether a webhook that is enabled has deliveries that are due. */
export const hasDueDeliveries = (now: RawBuilder<string>) => sql<boolean>`exists (
  select from webhooks
  where status = 'enabled'
    and (
      select event_key from webhook_deliveries where webhook_key = webhooks.key and next_attempt_date <= ${now} and ${isFree}
      order by next_attempt_date limit 1
    ) is not null)`;

/** Renews the leases of attempts in progress. Lost leases stay lost. */
export async function renewLeases(db: Database, deliveries: Delivery[]): Promise<void> {
  const event_keys = deliveries.map(one => one.event_key);
  await sql`
    update webhook_deliveries set next_attempt_date = ${leaseEnd}
    from unnest(
      ${event_keys}::bigint[],
      ${deliveries.map(one => one.webhook_key)}::int[],
      ${deliveries.map(one => one.lease)}::uuid[]
    ) as held (event_key, webhook_key, lease)
    -- The keys as an array too: for a join alone, PostgreSQL may read everything that waits.
    where webhook_deliveries.event_key = any(${event_keys}::bigint[])
      and webhook_deliveries.event_key = held.event_key and webhook_deliveries.webhook_key = held.webhook_key
      and webhook_deliveries.lease = held.lease`.execute(db);
}

/** Ends the delivery, successful or given up. Does nothing if the lease is lost. */
export async function endDelivery(trx: Database, delivery: Delivery): Promise<void> {
  await sql`delete from webhook_deliveries where ${held(delivery)}`.execute(trx);
  await forgetToldFacts(trx, [delivery.event_key]);
}

/** Ends the webhook's delivery of this event, if it is pending. An attempt in progress no longer counts. */
export async function endDeliveryOf(trx: Database, webhook_key: number, event_id: string): Promise<void> {
  const { rows } = await sql<{ event_key: number }>`
    delete from webhook_deliveries using events
    where events.id = ${event_id} and event_key = events.key and webhook_key = ${webhook_key}
    returning event_key`.execute(trx);
  await forgetToldFacts(
    trx,
    rows.map(({ event_key }) => event_key),
  );
}

/** Schedules the delivery again for `date`, after this many failed attempts. Does nothing if the lease is lost. */
export async function postponeDelivery(
  trx: Database,
  delivery: Delivery,
  attempts: number,
  date: Date,
): Promise<void> {
  await sql`
    update webhook_deliveries
    set attempts = ${attempts}, next_attempt_date = ${date.toISOString()}, lease = null
    where ${held(delivery)}`.execute(trx);
}

/** The link of a click. */
const followed = sql`
  select url from emails
  join subscribers on subscribers.id = events.subscriber_id
  join hits on hits.email_key = emails.key and hits.subscriber_key = subscribers.key and hits.kind = 'click'
    and hits.date = events.creation_date
  join email_links on email_links.email_key = emails.key and email_links.number = hits.link_number
  where emails.id = events.email_id
  limit 1`;

function held({ event_key, webhook_key, lease }: Delivery) {
  return sql`event_key = ${event_key} and webhook_key = ${webhook_key} and lease = ${lease}`;
}
