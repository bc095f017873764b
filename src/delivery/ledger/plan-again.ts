import { type RawBuilder, sql } from 'kysely';
import { isMailedSql } from '../../audience/standing/type.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { lockThose, lookUp, updateLocked } from './by-key.ts';
import { countMoves } from './counts.ts';
import type { Chunk } from './delivery.ts';

/** The statuses that can be resent by hand: uncertain deliveries, temporary failures, and refusals of people who still get mail. */
export const resendable = ['uncertain', 'temporary', 'permanent'] as const;
export type Resendable = (typeof resendable)[number];

/** Returns the condition that a row with one of these statuses may be resent. Refused people who no longer get mail may not. */
export function mayBeResent(
  status: RawBuilder<unknown>,
  subscriber_key: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`(${status} <> 'permanent' or exists (
    select from subscribers where key = ${subscriber_key} and ${isMailedSql}))`;
}

/**
 * Plans the email's recipients with these statuses again, and nobody else, to be served soon; their retries start over. Returns how many
 * there were. `trx` holds the lock on the email's row. As with addRecipients, a worker that serves their chunk does not return to them, and
 * the worker that finishes the chunk sees that somebody is still planned.
 */
export async function planAgain(
  trx: Database,
  email_key: number,
  statuses: readonly Resendable[],
): Promise<number> {
  const some = sql.join(
    statuses.map(status => sql`${sql.ref(status)} > 0`),
    sql` or `,
  );
  // This is a separate statement, so that the next one sees the chunks and rows as they stay until the transaction ends.
  await sql`
    select first_key from delivery_chunks where email_key = ${email_key} and (${some}) order by first_key for update`.execute(
    trx,
  );
  const { rows } = await sql<{ count: number }>`
    with before as materialized (
      select subscriber_key, status as was, first_key
      from delivery_chunks chunk
      join deliveries using (email_key, part)
      where chunk.email_key = ${email_key} and (${some}) and subscriber_key between first_key and last_key
        and status = any(${[...statuses]}::delivery_status[])
        and ${mayBeResent(sql`status`, sql`subscriber_key`)}
    ), changed as (
      update deliveries
      set status = 'planned', begun_date = now()
      from before
      where deliveries.email_key = ${email_key} and deliveries.subscriber_key = before.subscriber_key
        and deliveries.status = before.was
      returning before.first_key, before.was
    ), moved as (
      select first_key, count(*) as planned, count(*) filter (where was = 'uncertain') as uncertain,
        count(*) filter (where was = 'temporary') as temporary, count(*) filter (where was = 'permanent') as permanent
      from changed group by first_key
    ), opened as (
      update delivery_chunks chunk
      set planned = chunk.planned + moved.planned, uncertain = chunk.uncertain - moved.uncertain,
          temporary = chunk.temporary - moved.temporary, permanent = chunk.permanent - moved.permanent, first_pass_done = false, added_date = now(), waits = null,
          next_attempt_date = least(next_attempt_date, now())
      from moved
      where chunk.email_key = ${email_key} and chunk.first_key = moved.first_key
    )
    select coalesce(sum(planned), 0)::bigint as count from moved`.execute(trx);
  return rows[0]!.count;
}

/**
 * Plans a recipient again who was skipped and whose copy therefore never left. Returns whether it did. `trx` holds the lock on the email's
 * row. As with addRecipients, the worker that finishes the chunk sees that somebody is planned.
 */
export async function planSkipped(
  trx: Database,
  email_key: number,
  subscriber_key: number,
): Promise<boolean> {
  const chunk = await sql<{ first_key: number }>`
    select first_key from delivery_chunks chunk
    where email_key = ${email_key} and ${subscriber_key} between first_key and last_key
      and part = (select part from deliveries where email_key = ${email_key} and subscriber_key = ${subscriber_key})
    for update`.execute(trx);
  const first_key = chunk.rows[0]?.first_key;
  if (first_key === undefined) return false;
  const { numAffectedRows } = await sql`
    with changed as (
      update deliveries set status = 'planned', begun_date = now(), reply = null
      where email_key = ${email_key} and subscriber_key = ${subscriber_key} and status = 'skipped'
      returning 1
    )
    update delivery_chunks set planned = planned + 1, skipped = skipped - 1, first_pass_done = false, added_date = now(),
      waits = null, next_attempt_date = least(next_attempt_date, now())
    where email_key = ${email_key} and first_key = ${first_key} and exists (select from changed)`.execute(
    trx,
  );
  return numAffectedRows === 1n;
}

/**
 * Plans these recipients of a pass again, whose copies the worker knows not to have left: another worker that took the chunk from it made
 * them `uncertain`. Does nothing about the others, and nothing at all if anybody in the chunk was added or planned again since the worker
 * took it: they may be in the hand of another worker that was cut off.
 */
export async function planWithdrawn(db: Database, chunk: Chunk, withdrawn: number[]): Promise<void> {
  const { email_key, first_key, added_date } = chunk;
  await inTransaction(db, async trx => {
    const unchanged = await sql`
      select from delivery_chunks
      where email_key = ${email_key} and first_key = ${first_key}
        and date_trunc('milliseconds', added_date) is not distinct from ${added_date}::timestamptz
        and exists (
          select from unnest(${withdrawn}::bigint[]) as wanted (subscriber_key)
          ${lookUp(email_key, sql`wanted.subscriber_key`, { columns: sql``, where: isUncertain })}
        )
      for update`.execute(trx);
    if (unchanged.rows.length === 0) return;
    await sql`
      with ${lockThose(email_key, withdrawn, isUncertain)}, changed as (
        ${updateLocked(email_key, sql`named`, sql`status = 'planned', reply = null`)}
        returning 'uncertain'::delivery_status as was, deliveries.status as now
      ) ${countMoves(
        chunk,
        sql`, first_pass_done = false, added_date = now(), waits = null, next_attempt_date = least(next_attempt_date, now())`,
        { from: ['uncertain'], to: ['planned'] },
      )}`.execute(trx);
  });
}

const isUncertain = sql`status = 'uncertain'`;
