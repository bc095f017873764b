import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { prepare } from '../../platform/database/prepared.ts';
import type { DeliveryStatus, Subscribers } from '../../platform/database/schema.ts';
import { fenceOpen } from '../../platform/fence/queries.ts';
import { announceFacts } from './announce-facts.ts';
import { lockUp, lookUp, updateLocked } from './by-key.ts';
import { countMoves } from './counts.ts';
import { type Chunk, isOf, type Outcome, outcomeStatuses } from './delivery.ts';

/** A planned recipient with their current data; null for a deleted subscriber. */
export type Recipient = {
  subscriber_key: number;
  chosen: boolean;
  /** The grant that entitles them to this premium email now, and until when; absent if no grant does, or for any other email. */
  right?: { grant_key: number; until: string | null };
  /** The relay whose rate allows their copy; absent if none of the relays has a rate. */
  relay_key?: number;
} & {
  [Field in 'id' | 'email_address' | 'type' | 'mail_state' | 'tags' | 'metadata']:
    | Selectable<Subscribers>[Field]
    | null;
};

/** Lists the keys of all planned recipients of the chunk, in order. */
export async function listPlanned(db: Database, chunk: Chunk): Promise<number[]> {
  const { rows } = await sql<{ keys: number[] }>`
    select array(
      select subscriber_key from deliveries
      where ${isOf(chunk)} and status = 'planned'
      order by subscriber_key
    ) as keys`.execute(db);
  return rows[0]!.keys;
}

/** Lists the recipients of the chunk that this worker has in hand. */
export async function listInHand(db: Database, chunk: Chunk): Promise<number[]> {
  const { rows } = await sql<{ in_hand: number[] }>`
    select in_hand from delivery_chunks
    where email_key = ${chunk.email_key} and first_key = ${chunk.first_key} and lease = ${chunk.lease}`.execute(
    db,
  );
  return rows[0]?.in_hand ?? [];
}

/**
 * The only way to a recipient: takes the planned ones among `wanted` into the worker's hand and returns them as they are now. From then on
 * they may have been handed over: if the worker dies, they and nobody else become `uncertain`. The same statement writes `outcomes`, whose
 * recipients leave the hand, and renews the lease. Returns undefined if the lease is lost or the fence is closed: then nobody was taken,
 * and the worker stops. (The fence matters because a server that takes over may have an older state, in which a lost lease still looks
 * valid.) Repeating the call after a lost answer does nothing twice and returns the same recipients.
 */
export async function take(
  db: Database,
  chunk: Chunk,
  wanted: number[],
  outcomes: Outcome[] = [],
): Promise<Recipient[] | undefined> {
  const rows = await takeStatement(db, { ...chunk, wanted, ...columnsOf(outcomes) });
  // Some recipients had an outcome already, or were taken from us: this is rare enough for a separate statement.
  if (rows[0]?.written !== outcomes.length) await writeOutcomes(db, chunk, outcomes);
  if (rows[0]?.held !== true) return undefined;
  return rows.filter(row => row.subscriber_key !== null);
}

type Written = {
  keys: number[];
  statuses: string[];
  replies: string[];
  hashes: (string | null)[];
  grants: (number | null)[];
  relays: (number | null)[];
};
type Place = Pick<Chunk, 'email_key' | 'first_key'>;
type Taking = Place & Pick<Chunk, 'lease' | 'lease_seconds'> & { wanted: number[] } & Written;

const outcomeFields = sql`
  status = excluded.status, status_date = now(), reply = excluded.reply,
  copy_hash = coalesce(excluded.copy_hash, deliveries.copy_hash),
  grant_key = coalesce(excluded.grant_key, deliveries.grant_key),
  relay_key = coalesce(excluded.relay_key, deliveries.relay_key),
  attempts = deliveries.attempts + (excluded.status <> 'skipped')::int`;

const takeStatement = prepare<Taking, Recipient & { held: boolean; written: number }>(
  'take',
  [
    'email_key',
    'first_key',
    'lease',
    'lease_seconds',
    'wanted',
    'keys',
    'statuses',
    'replies',
    'hashes',
    'grants',
    'relays',
  ],
  ({ email_key, first_key, lease, lease_seconds, wanted, ...outcomes }) => {
    const isOurs = sql`(chunk.lease = ${lease} and (select is_open from gate))`;
    const hand = sql`,
      in_hand = case when ${isOurs} then array(${handWithout(outcomes)} union select subscriber_key from next) else chunk.in_hand end,
      lease_until = case when ${isOurs} then ${leaseEnd(lease_seconds)} else chunk.lease_until end`;
    const isNext = sql`status = 'planned' and wanted.subscriber_key <> all(${outcomes.keys}::bigint[])`;
    return sql`
      with ${changeBy(email_key, outcomes, ['planned'])}, ${tellOutcomes(email_key)}, gate as materialized (select ${fenceOpen} as is_open), next as materialized (
        select subscriber_key, chosen from unnest(${wanted}::bigint[]) as wanted (subscriber_key)
        ${lookUp(email_key, sql`wanted.subscriber_key`, { columns: sql`chosen`, where: isNext })}
      ), taken as (${countMoves({ email_key, first_key }, hand, { from: ['planned'], to: outcomeStatuses })} returning ${isOurs} as held)
      select next.subscriber_key, next.chosen, s.id, s.email_address, s.type, s.mail_state, s.tags, s.metadata, taken.held,
        (select count(*) from changed) as written
      from taken left join next on taken.held left join subscribers s on s.key = next.subscriber_key
      order by next.subscriber_key`;
  },
);

/**
 * Writes each outcome once: a recipient with an outcome keeps it, except that `uncertain`, set because this worker was thought to be dead,
 * is replaced by the truth. The recipients leave the hand.
 */
export async function writeOutcomes(db: Database, chunk: Place, outcomes: Outcome[]): Promise<void> {
  if (outcomes.length > 0) await writeOutcomesStatement(db, { ...chunk, ...columnsOf(outcomes) });
}

const writeOutcomesStatement = prepare<Place & Written, object>(
  'write_outcomes',
  ['email_key', 'first_key', 'keys', 'statuses', 'replies', 'hashes', 'grants', 'relays'],
  ({ email_key, first_key, ...outcomes }) =>
    sql`
      with ${changeBy(email_key, outcomes, ['planned', 'uncertain'])}, ${tellOutcomes(email_key)} ${countMoves({ email_key, first_key }, sql`, in_hand = array(${handWithout(outcomes)})`, { from: ['planned', 'uncertain'], to: outcomeStatuses })}`,
);

function handWithout({ keys }: { keys: RawBuilder<unknown> }): RawBuilder<unknown> {
  return sql`select unnest(chunk.in_hand) except select unnest(${keys}::bigint[])`;
}

/** Queues the outcomes in `changed (now, subscriber_key)` for the webhooks that want them. */
function tellOutcomes(email_key: RawBuilder<unknown>): RawBuilder<unknown> {
  return announceFacts(
    email_key,
    sql`
      select ${email_key}::bigint, subscriber_key, case now when 'accepted' then 'subscriber.delivered' else 'subscriber.rejected' end, now()
      from changed where now in ('accepted', 'permanent')`,
  );
}

/** Returns the columns in the order of keys, because every transaction locks rows in this order. */
function columnsOf(outcomes: Outcome[]): Written {
  const sorted = outcomes.toSorted((a, b) => a.subscriber_key - b.subscriber_key);
  return {
    keys: sorted.map(outcome => outcome.subscriber_key),
    statuses: sorted.map(outcome => outcome.status),
    replies: sorted.map(outcome => outcome.reply.slice(0, 1000)),
    hashes: sorted.map(({ copy_hash }) => (copy_hash === undefined ? null : `\\x${copy_hash}`)),
    grants: sorted.map(outcome => outcome.grant_key ?? null),
    relays: sorted.map(outcome => outcome.relay_key ?? null),
  };
}

/**
 * Returns CTEs (without `with`) that write the outcomes of recipients whose status is one of `from`; `changed (was, now, subscriber_key)`
 * contains these recipients.
 */
function changeBy(
  email_key: RawBuilder<unknown>,
  { keys, statuses, replies, hashes, grants, relays }: { [Field in keyof Written]: RawBuilder<unknown> },
  from: DeliveryStatus[],
): RawBuilder<unknown> {
  const where = sql`status in (${sql.join(from.map(status => sql.lit(status)))})`;
  return sql`
    outcome as materialized (
      select outcome.*, found.was
      from unnest(${keys}::bigint[], ${statuses}::delivery_status[], ${replies}::text[], ${hashes}::bytea[],
        ${grants}::bigint[], ${relays}::smallint[]) as outcome (subscriber_key, status, reply, copy_hash, grant_key, relay_key)
      ${lockUp(email_key, sql`outcome.subscriber_key`, { columns: sql`status as was`, where })}
    ), written as (
      ${updateLocked(email_key, sql`outcome`, outcomeFields, ['status', 'reply', 'copy_hash', 'grant_key', 'relay_key'])}
    ), changed as (select was, status as now, subscriber_key from outcome)`;
}

/** Returns the end of a lease that is taken or renewed now. */
export function leaseEnd(seconds: number | RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`now() + make_interval(secs => ${seconds})`;
}
