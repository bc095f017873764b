import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { hour_ms, minute_ms } from '../../platform/durations.ts';
import { nextLook } from './clock-triggers.ts';

/** The longest wait that the engine sets, with a margin. */
const longest_ms = hour_ms + 2 * minute_ms;

/**
 * Repairs dates after the clock was set back. People who wait to enter, or wait at a step for longer than the engine lets anybody wait, are
 * due now, and the clock next triggers a sequence on the next day from now on. A day that was already looked at starts nobody again. Steps
 * that are due by their timing stay as they are. Returns how many rows were repaired.
 */
export async function continueSequencesAfterSetBack(db: Database, now: Date): Promise<number> {
  const date = now.toISOString();
  const far = new Date(now.getTime() + longest_ms).toISOString();
  const { rows: looks } = await sql<{ key: number; trigger: string; look_date: string; timezone: string }>`
    select sequences.key, trigger, look_date, timezone
    from sequences join newsletters on newsletters.key = newsletter_key where look_date > ${date}`.execute(
    db,
  );
  const moved = looks.flatMap(({ key, look_date, timezone, ...edition }) => {
    const next = nextLook(edition, timezone, now);
    return next < new Date(look_date) ? [{ key, look_date: next.toISOString() }] : [];
  });
  const { rows } = await sql<{ count: number }>`
    with entry as (
      update sequence_entries set settle_date = ${date} where settle_date > ${far} returning key
    ), waiting as (
      update sequence_runs set due_date = ${date}
      where status = 'waiting' and due_date > ${far} and due_date > planned_date
        and reason in ('until', 'mail_paused', 'mail_before', 'bound_exceeded', 'filter_too_slow', 'quiet_hours',
          'mail_cap')
      returning key
    ), looking as (
      update sequences set look_date = moved.look_date
      from jsonb_to_recordset(${JSON.stringify(moved)}) as moved (key int, look_date timestamptz)
      where sequences.key = moved.key returning sequences.key
    )
    select ((select count(*) from entry) + (select count(*) from waiting) + (select count(*) from looking))::int as count`.execute(
    db,
  );
  return rows[0]!.count;
}
