import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { prepare } from '../../platform/database/prepared.ts';
import type { Subscribers } from '../../platform/database/schema.ts';
import { newId } from '../../platform/ids.ts';
import { countMoves } from './counts.ts';
import type { Chunk, Outcome } from './delivery.ts';
import { tellFacts } from './tell-facts.ts';

/**
 * Takes a chunk that wants work, if there is one: of the email that is served by the fewest workers now, so that
 * several emails move on together. Whoever held it before and fell silent may have handed over the recipients up to
 * its mark: those without an outcome become `uncertain`. When the date of its retries has come, the temporary failures
 * that have not been tried for `retry_hours` are planned anew. Emails that are paused or wait for their turn are passed over.
 */
export async function leaseChunk(
  db: Database,
  lease_seconds: number,
  retry_hours = 72,
): Promise<Chunk | undefined> {
  return inTransaction(db, async trx => {
    const lease = newId();
    const leased = await sql<
      Omit<Chunk, 'lease_seconds' | 'retry_hours'> & {
        handed_up_to: number;
        former_lease: string | null;
        due_retry: string | null;
      }
    >`
      update delivery_chunks chunk
      set lease = ${lease}, lease_until = ${leaseEnd(lease_seconds)}, waits = null,
        retry_date = case when due.due_retry is null then chunk.retry_date end
      from (
        select candidate.email_key, candidate.first_key, candidate.lease as former_lease,
          case when candidate.retry_date <= now() then candidate.retry_date end as due_retry
        from (select distinct email_key from delivery_chunks where next_attempt_date <= now()) waiting
        join emails email on email.key = waiting.email_key and email.status in ('in_flight', 'sent')
          and email.pause_date is null and (email.turn_date is null or email.turn_date <= now())
        cross join lateral (
          select email_key, first_key, delivery_chunks.lease, retry_date
          from delivery_chunks
          where email_key = email.key and next_attempt_date <= now() and (lease_until is null or lease_until < now())
          order by next_attempt_date, first_key
          limit 1
          for update skip locked
        ) candidate
        order by (select count(*) from delivery_chunks where email_key = email.key and lease_until >= now()), email.key
        limit 1
      ) due
      where chunk.email_key = due.email_key and chunk.first_key = due.first_key
      returning chunk.email_key, chunk.first_key, chunk.last_key, chunk.lease, chunk.passes, chunk.added_date, chunk.planned,
        chunk.handed_up_to,
        due.former_lease, due.due_retry`.execute(trx);
    const [row] = leased.rows;
    if (!row) return undefined;
    const { handed_up_to, former_lease, due_retry, ...rest } = row;
    const chunk = { ...rest, lease_seconds, retry_hours };
    if (former_lease !== null) await markCutOff(trx, chunk, handed_up_to, former_lease);
    if (due_retry !== null) await planTemporaryAgain(trx, chunk, due_retry);
    return chunk;
  });
}

async function markCutOff(
  trx: Database,
  chunk: Chunk,
  handed_up_to: number,
  former_lease: string,
): Promise<void> {
  const { email_key, first_key, last_key, lease } = chunk;
  await sql`
    with changed as (
      update deliveries
      set status = 'uncertain', status_date = now(), reply = 'The hand-over was cut off; the server may have the message.'
      where email_key = ${email_key} and subscriber_key between ${first_key} and ${last_key} and status = 'planned'
        and (handed_by = ${former_lease} or subscriber_key <= ${handed_up_to} and passed_by is distinct from ${former_lease})
      returning 'planned'::delivery_status as was, status as now
    ) ${countMoves(chunk)}`.execute(trx);
  await sql`
    update delivery_chunks set handed_up_to = 0
    where email_key = ${email_key} and first_key = ${first_key} and lease = ${lease}`.execute(trx);
}

async function planTemporaryAgain(trx: Database, chunk: Chunk, retry_date: string): Promise<void> {
  const { email_key, first_key, last_key } = chunk;
  await sql`
    with changed as (
      update deliveries set status = 'planned'
      where email_key = ${email_key} and subscriber_key between ${first_key} and ${last_key} and ${isTried(chunk, retry_date)}
      returning 'temporary'::delivery_status as was, status as now
    ) ${countMoves(chunk)}`.execute(trx);
}

/** A planned recipient, with what is known of them now: null for who is gone. */
export type Recipient = { subscriber_key: number; chosen: boolean } & {
  [Field in 'id' | 'email_address' | 'type' | 'tags' | 'metadata']: Selectable<Subscribers>[Field] | null;
};

/**
 * The next at most `size` planned recipients of the chunk beyond `after`. Before they are returned the chunk says
 * that they may have been handed over, and its lease is renewed. Undefined when the lease is lost: then stop.
 * `outcomes` of recipients up to `after` are written besides, as writeOutcomes does. Asked again because the answer
 * was lost, it does nothing twice and returns the same recipients.
 */
export async function takeWindow(
  db: Database,
  chunk: Chunk,
  after: number,
  size: number,
  outcomes: Outcome[] = [],
): Promise<Recipient[] | undefined> {
  const rows = await takeWindowStatement(db, { ...chunk, after, size, ...columnsOf(outcomes) });
  // What has had an outcome before, or was taken from us: rare enough to be asked about by itself.
  if (rows[0]?.written !== outcomes.length) await writeOutcomes(db, chunk, outcomes);
  if (rows[0]?.held !== true) return undefined;
  return rows.filter(row => row.subscriber_key !== null);
}

type Written = { keys: number[]; statuses: string[]; replies: string[] };
type Taking = Omit<Chunk, 'retry_hours' | 'passes' | 'added_date' | 'planned'> & {
  after: number;
  size: number;
} & Written;

const outcomeFields = sql`
  status = outcome.status, status_date = now(), reply = outcome.reply,
  attempts = attempts + (outcome.status <> 'skipped')::int`;

const takeWindowStatement = prepare<Taking, Recipient & { held: boolean; written: number }>(
  'take_window',
  [
    'email_key',
    'first_key',
    'last_key',
    'lease',
    'lease_seconds',
    'after',
    'size',
    'keys',
    'statuses',
    'replies',
  ],
  ({ email_key, first_key, last_key, lease, lease_seconds, after, size, ...outcomes }) => {
    const isOurs = sql`chunk.lease = ${lease}`;
    const mark = sql`,
      handed_up_to = case when ${isOurs} then greatest(chunk.handed_up_to, (select max(subscriber_key) from next)) else chunk.handed_up_to end,
      lease_until = case when ${isOurs} then ${leaseEnd(lease_seconds)} else chunk.lease_until end`;
    return sql`
      with outcome as (${outcomeRows(outcomes)}), changed as (
        update deliveries set ${outcomeFields}
        from outcome
        where deliveries.email_key = ${email_key} and deliveries.subscriber_key = outcome.subscriber_key
          and deliveries.status = 'planned'
        returning 'planned'::delivery_status as was, deliveries.status as now, deliveries.subscriber_key
      ), ${tellOutcomes(email_key)}, next as materialized (
        select subscriber_key, chosen from deliveries
        where email_key = ${email_key} and subscriber_key > ${after} and subscriber_key between ${first_key} and ${last_key}
          and status = 'planned'
        order by subscriber_key
        limit ${size}
      ), marked as (${countMoves({ email_key, first_key }, mark)} returning ${isOurs} as held)
      select next.subscriber_key, next.chosen, s.id, s.email_address, s.type, s.tags, s.metadata, marked.held,
        (select count(*) from changed) as written
      from marked left join next on marked.held left join subscribers s on s.key = next.subscriber_key
      order by next.subscriber_key`;
  },
);

/** Keeps the chunk ours while a slow server makes us wait. False when it is lost. */
export async function renewLease(db: Database, chunk: Chunk): Promise<boolean> {
  const result = await sql`
    update delivery_chunks set lease_until = ${leaseEnd(chunk.lease_seconds)}
    where email_key = ${chunk.email_key} and first_key = ${chunk.first_key} and lease = ${chunk.lease}`.execute(
    db,
  );
  return result.numAffectedRows === 1n;
}

/**
 * Writes what became of recipients, once: one that has an outcome keeps it, but what was `uncertain` because this very
 * worker was thought dead gives way to the truth.
 */
export async function writeOutcomes(db: Database, chunk: Chunk, outcomes: Outcome[]): Promise<void> {
  if (outcomes.length > 0) await writeOutcomesStatement(db, { ...chunk, ...columnsOf(outcomes) });
}

const writeOutcomesStatement = prepare<Pick<Chunk, 'email_key' | 'first_key'> & Written, object>(
  'write_outcomes',
  ['email_key', 'first_key', 'keys', 'statuses', 'replies'],
  ({ email_key, first_key, ...outcomes }) =>
    sql`
      with outcome as (${outcomeRows(outcomes)}), before as (
        select subscriber_key, deliveries.status as was
        from deliveries join outcome using (subscriber_key)
        where email_key = ${email_key} and deliveries.status in ('planned', 'uncertain')
        order by subscriber_key
        for update of deliveries
      ), changed as (
        update deliveries set ${outcomeFields}
        from outcome join before using (subscriber_key)
        where deliveries.email_key = ${email_key} and deliveries.subscriber_key = outcome.subscriber_key
        returning before.was, deliveries.status as now, deliveries.subscriber_key
      ), ${tellOutcomes(email_key)} ${countMoves({ email_key, first_key })}`,
);

/** What `changed (now, subscriber_key)` says of an email's recipients is told to the webhooks that want to know. */
function tellOutcomes(email_key: RawBuilder<unknown>): RawBuilder<unknown> {
  return tellFacts(
    email_key,
    sql`
      select ${email_key}::bigint, subscriber_key, case now when 'accepted' then 'subscriber.delivered' else 'subscriber.rejected' end, now()
      from changed where now in ('accepted', 'permanent')`,
  );
}

/** In the order of their keys, in which everybody locks rows. */
function columnsOf(outcomes: Outcome[]): Written {
  const sorted = outcomes.toSorted((a, b) => a.subscriber_key - b.subscriber_key);
  return {
    keys: sorted.map(outcome => outcome.subscriber_key),
    statuses: sorted.map(outcome => outcome.status),
    replies: sorted.map(outcome => outcome.reply.slice(0, 1000)),
  };
}

function outcomeRows({ keys, statuses, replies }: { [Field in keyof Written]: RawBuilder<unknown> }) {
  return sql`
    select * from unnest(${keys}::bigint[], ${statuses}::delivery_status[], ${replies}::text[])
      as outcome (subscriber_key, status, reply)`;
}

/**
 * Ends this pass over the chunk. It comes up again at once if somebody was added behind our back; for those who failed
 * for a time at the date that their retries have already, else at `retry_date`; else never.
 */
export async function finishChunk(db: Database, chunk: Chunk, retry_date: Date | null): Promise<void> {
  const retry = nextRetryDate(chunk, retry_date);
  await sql`
    update delivery_chunks
    set first_pass_done = planned = 0, passes = passes + 1, handed_up_to = 0, lease = null, lease_until = null,
        served_date = now(), retry_date = ${retry}, next_attempt_date = case when planned > 0 then now() else ${retry} end
    where email_key = ${chunk.email_key} and first_key = ${chunk.first_key} and lease = ${chunk.lease}`.execute(
    db,
  );
}

/** Gives the chunk back unfinished, every hand-over of ours having its outcome written; anyone may go on with it at `date`. */
export async function releaseChunk(db: Database, chunk: Chunk, date: Date): Promise<void> {
  await sql`
    update delivery_chunks
    set handed_up_to = 0, lease = null, lease_until = null, served_date = now(), next_attempt_date = ${date.toISOString()}
    where email_key = ${chunk.email_key} and first_key = ${chunk.first_key} and lease = ${chunk.lease}`.execute(
    db,
  );
}

/**
 * As releaseChunk, when it is the rates that stop us: `waits` says how many wait for which receiving domain, and `date` when
 * one of these takes mail again; without it the chunk stays before those that nobody has begun with. Who failed for a time
 * does not wait for others: `retry_date` counts as in finishChunk.
 */
export async function suspendChunk(
  db: Database,
  chunk: Chunk,
  { date, waits, retry_date }: { date?: Date; waits?: Record<string, number>; retry_date: Date | null },
): Promise<void> {
  const retry = nextRetryDate(chunk, retry_date);
  await sql`
    update delivery_chunks
    set handed_up_to = 0, lease = null, lease_until = null, served_date = now(), waits = ${waits ? JSON.stringify(waits) : null},
        passes = passes + (retry_date is null and ${retry} is not null)::int, retry_date = ${retry},
        next_attempt_date = least(coalesce(${date?.toISOString() ?? null}::timestamptz, next_attempt_date), ${retry})
    where email_key = ${chunk.email_key} and first_key = ${chunk.first_key} and lease = ${chunk.lease}`.execute(
    db,
  );
}

/** When those of the chunk who failed for a time are tried again; null when there is nobody, or all are given up. */
function nextRetryDate(chunk: Chunk, retry_date: Date | null) {
  const date = sql`coalesce(retry_date, ${retry_date?.toISOString() ?? null}::timestamptz)`;
  return sql<string | null>`case when temporary > 0 and exists (
    select from deliveries
    where email_key = ${chunk.email_key} and subscriber_key between ${chunk.first_key} and ${chunk.last_key} and ${isTried(chunk, date)}
  ) then ${date} end`;
}

/** Whether a row of the ledger failed for a time and is not given up at `date`: its hours are not over then. */
function isTried({ email_key, retry_hours }: Chunk, date: string | RawBuilder<unknown>) {
  const begun = sql`coalesce(begun_date, (select publish_date from emails where key = ${email_key}), now())`;
  return sql`status = 'temporary' and ${begun} >= ${date}::timestamptz - make_interval(hours => ${retry_hours})`;
}

function leaseEnd(seconds: number | RawBuilder<unknown>) {
  return sql<string>`now() + make_interval(secs => ${seconds})`;
}
