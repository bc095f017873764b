import { sql } from 'kysely';
import { lockNewsletter, setWarmUp } from '../../accounts/queries.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { addDays, dayOf, daysBetween } from '../../platform/days.ts';
import { found, notFound } from '../../platform/errors.ts';
import { planOf, type WarmUpPlan } from './plan.ts';
import { endPlanWaits } from './waits.ts';

/**
 * Stores the plan and applies it immediately, except to chunks that a worker is serving: the plan limits them some seconds later. A pause
 * continues, unless the plan begins after it. Copies that were sent today count.
 */
export async function setPlan(
  db: Database,
  newsletter_key: number,
  { start_date, ...input }: Omit<WarmUpPlan, 'start_date' | 'paused_date'> & { start_date?: string },
): Promise<void> {
  await change(db, newsletter_key, (before, today) => {
    const start = start_date ?? today;
    const paused = before?.paused_date ?? null;
    return { ...input, start_date: start, paused_date: paused !== null && paused >= start ? paused : null };
  });
}

/** Keeps the plan’s number the same from today on. Throws `not_found` if there is no plan. */
export async function pausePlan(db: Database, newsletter_key: number): Promise<void> {
  await changeExisting(db, newsletter_key, (plan, today) => ({
    ...plan,
    paused_date: plan.paused_date ?? today,
  }));
}

/** Lets the plan continue where it was paused: its start moves by the days of the pause. Throws `not_found` if there is no plan. */
export async function resumePlan(db: Database, newsletter_key: number): Promise<void> {
  await changeExisting(db, newsletter_key, ({ paused_date, start_date, ...plan }, today) => {
    const paused = paused_date === null ? 0 : Math.max(0, daysBetween(paused_date, today));
    const hadBegun = paused_date !== null && paused_date >= start_date;
    return { ...plan, start_date: hadBegun ? addDays(start_date, paused) : start_date, paused_date: null };
  });
}

/** Ends the plan, so that nothing is limited any more and everybody who waits is served. Throws `not_found` if there is no plan. */
export async function endPlan(db: Database, newsletter_key: number): Promise<void> {
  await changeExisting(db, newsletter_key, () => null);
}

type Change<Before> = (before: Before, today: string) => WarmUpPlan | null;

async function changeExisting(db: Database, newsletter_key: number, to: Change<WarmUpPlan>): Promise<void> {
  await change(db, newsletter_key, (before, today) => {
    if (!before) throw notFound('warm-up plan');
    return to(before, today);
  });
}

async function change(db: Database, newsletter_key: number, to: Change<WarmUpPlan | null>): Promise<void> {
  await inTransaction(db, async trx => {
    const newsletter = found(await lockNewsletter(trx, newsletter_key, 'change'), 'newsletter');
    const { rows } = await sql<{ now: number }>`
      select extract(epoch from clock_timestamp())::float8 * 1000 as now`.execute(trx);
    const today = dayOf(new Date(rows[0]!.now), newsletter.timezone);
    await setWarmUp(trx, newsletter_key, to(planOf(newsletter), today));
    await endPlanWaits(trx, newsletter_key);
  });
}
