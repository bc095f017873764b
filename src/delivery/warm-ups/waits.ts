import { sql } from 'kysely';
import { servedStatuses } from '../../audience/filter/statuses.ts';
import { endWaits } from '../../emails/in-flight.ts';
import type { Database } from '../../platform/database/connect.ts';
import { addDays, startOfDay } from '../../platform/days.ts';
import { endChunkWaits } from '../ledger/chunks.ts';
import { allowedOn } from './plan.ts';
import type { Today } from './today.ts';

/** Makes recipients who wait for the newsletter’s plan, or for a rate, due now. */
export async function endPlanWaits(trx: Database, newsletter_key: number): Promise<void> {
  await endWaits(trx, newsletter_key);
  await endChunkWaits(trx, newsletter_key);
}

/** Counts the recipients of the newsletter’s emails who wait for each receiving domain. */
export async function listDomainWaits(db: Database, newsletter_key: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ domain: string; count: number }>`
    select waiting.key as domain, sum(waiting.value::bigint)::bigint as count
    from emails join delivery_chunks on email_key = emails.key
    cross join lateral jsonb_each_text(waits) as waiting
    where newsletter_key = ${newsletter_key} and status in ${servedStatuses} and waits is not null
    group by waiting.key`.execute(db);
  return new Map(rows.map(({ domain, count }) => [domain, count]));
}

/** Counts the recipients of the newsletter’s emails who have not been served, in emails that wait for their turn. */
export async function countTurnWaits(db: Database, newsletter_key: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(planned), 0)::bigint as count from emails join delivery_chunks on email_key = emails.key
    where newsletter_key = ${newsletter_key} and status in ${servedStatuses} and turn_date > now()`.execute(
    db,
  );
  return rows[0]!.count;
}

const mostDays = 1000;

/**
 * Returns when the day begins on which the plan allows the last of these copies, to one domain or to all, if nothing else is sent; null if
 * that day is too far away.
 */
export function lastDayFor({ plan, day, timezone }: Today, waiting: number): Date | null {
  let left = waiting;
  for (let days = 1; days <= mostDays; days++) {
    const next = addDays(day, days);
    left -= allowedOn(plan, next);
    if (left <= 0) return startOfDay(next, timezone);
  }
  return null;
}

/** Writes a moment for people, such as 2026-11-20 at 00:00 (Europe/Berlin). */
export function momentIn(moment: Date, timezone: string): string {
  const local = moment.toLocaleString('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  return `${local.replace(' ', ' at ')} (${timezone})`;
}
