import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { DeliveryStatus } from '../../platform/database/schema.ts';
import { announceFacts } from './announce-facts.ts';
import { lockUp, updateLocked } from './by-key.ts';
import { isInChunk } from './delivery.ts';
import { settleUncertain } from './late-evidence.ts';

/**
 * Records that this recipient unsubscribed through this email, if it is the first time. That proves that the mail arrived: an `uncertain`
 * delivery becomes accepted.
 */
export async function noteUnsubscription(
  trx: Database,
  email_id: string,
  subscriber_id: string,
): Promise<void> {
  const { rows } = await sql<{ email_key: number; subscriber_key: number }>`
    with changed as (
      update deliveries set unsubscription_date = now()
      where email_key = (select key from emails where id = ${email_id})
        and subscriber_key = (select key from subscribers where id = ${subscriber_id}) and unsubscription_date is null
      returning email_key, subscriber_key, part
    )
    update delivery_chunks chunk set unsubscriptions = unsubscriptions + 1
    from changed
    where chunk.email_key = changed.email_key and ${isInChunk(sql`changed`, sql`chunk`)}
    returning changed.email_key, changed.subscriber_key`.execute(trx);
  if (rows[0]) await settleUncertain(trx, rows[0].email_key, rows[0].subscriber_key);
  else await countUnsubscription(trx, email_id, subscriber_id);
}

/**
 * Counts an unsubscription for an email whose deliveries are no longer kept, when a recipient who is still subscribed unsubscribes for the
 * first time.
 */
async function countUnsubscription(trx: Database, email_id: string, subscriber_id: string): Promise<void> {
  await sql`
    update delivery_chunks chunk set unsubscriptions = unsubscriptions + 1
    from emails, subscribers
    where emails.id = ${email_id} and deliveries_dropped_date is not null
      and subscribers.id = ${subscriber_id} and subscribers.type <> 'unsubscribed'
      and chunk.email_key = emails.key and subscribers.key between first_key and last_key`.execute(trx);
}

type Pair = { email_key: number; subscriber_key: number };

/** The ledger's data about a recipient whose opens and clicks are about to be written. */
export type Reaction = Pair & {
  part: number;
  status: DeliveryStatus;
  status_date: string | null;
  open_date: string | null;
  click_date: string | null;
  track_opens: boolean;
  track_clicks: boolean;
};

/**
 * Returns the ledger's rows of these recipients, locked until the transaction ends, with the newsletter's tracking settings. Deleted
 * subscribers and people who are not recipients are left out.
 */
export async function lockReactions(trx: Database, pairs: Pair[]): Promise<Reaction[]> {
  const { rows } = await sql<Reaction>`
    with locked as materialized (
      select pair.*, found.* from (
        select * from unnest(${pairs.map(pair => pair.email_key)}::bigint[], ${pairs.map(pair => pair.subscriber_key)}::bigint[])
          as pair (email_key, subscriber_key)
        order by email_key, subscriber_key
      ) pair
      ${lockUp(sql`pair.email_key`, sql`pair.subscriber_key`, { columns: sql`part, status, status_date, open_date, click_date`, where: sql`true` })}
    )
    select locked.*, track_opens, track_clicks
    from locked
    join subscribers on subscribers.key = subscriber_key
    join newsletters on newsletters.key = subscribers.newsletter_key
    order by email_key, subscriber_key`.execute(trx);
  return rows;
}

/** When a recipient first opened and first clicked, before and now. */
export type ReactionChange = Pair & {
  part: number;
  was: Pick<Reaction, 'open_date' | 'click_date'>;
  open_date: string | null;
  click_date: string | null;
};

/**
 * Writes first opens and first clicks to rows that lockReactions has locked, and updates the counts of their chunks.
 */
export async function changeReactions(trx: Database, changes: ReactionChange[]): Promise<void> {
  if (changes.length === 0) return;
  const moved = (name: 'open_date' | 'click_date') =>
    changes.map(change => Number(change[name] !== null) - Number(change.was[name] !== null));
  await sql`
    with change as (
      select * from unnest(
        ${changes.map(change => change.email_key)}::bigint[], ${changes.map(change => change.subscriber_key)}::bigint[],
        ${changes.map(change => change.part)}::smallint[], ${changes.map(change => change.open_date)}::timestamptz[], ${changes.map(change => change.click_date)}::timestamptz[],
        ${moved('open_date')}::int[], ${moved('click_date')}::int[]
      ) as change (email_key, subscriber_key, part, open_date, click_date, opens, clicks)
    ), changed as (
      ${updateLocked(
        sql`change.email_key`,
        sql`change`,
        sql`open_date = excluded.open_date, click_date = excluded.click_date`,
        ['open_date', 'click_date'],
      )}
    ), ${announceFacts(
      sql`select email_key from change`,
      sql`
        select email_key, subscriber_key, 'subscriber.opened', open_date from change where opens > 0
        union all
        select email_key, subscriber_key, 'subscriber.clicked', click_date from change where clicks > 0`,
    )}, moved as (
      select chunk.email_key, chunk.first_key, sum(change.opens) as opens, sum(change.clicks) as clicks
      from change
      cross join lateral (
        select email_key, first_key from delivery_chunks
        where email_key = change.email_key and part = change.part and first_key <= change.subscriber_key and last_key >= change.subscriber_key
        order by first_key desc
        limit 1
      ) chunk
      group by 1, 2
      having sum(change.opens) <> 0 or sum(change.clicks) <> 0
    ), locked as (
      -- In order, so that two processes do not wait for each other.
      select chunk.email_key, chunk.first_key from delivery_chunks chunk join moved using (email_key, first_key)
      order by 1, 2
      for update of chunk
    )
    update delivery_chunks chunk set opens = chunk.opens + moved.opens, clicks = chunk.clicks + moved.clicks
    from moved join locked using (email_key, first_key)
    where chunk.email_key = moved.email_key and chunk.first_key = moved.first_key`.execute(trx);
}
