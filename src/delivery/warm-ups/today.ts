import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { deleteSome } from '../../platform/database/delete-some.ts';
import { addDays, dayOf, startOfDay } from '../../platform/days.ts';
import { allowedOn, planOf, type WarmUpPlan } from './plan.ts';

/** Where a plan stands on a day. All times are of the database's clock, which all workers share. */
export type Today = {
  plan: WarmUpPlan;
  timezone: string;
  day: string;
  /** How many copies are allowed to each domain, or to all domains together. */
  allowed: number;
  /** When the next day begins. */
  next_date: Date;
  /** How many more copies may be handed over to the domain today. */
  left(domain: string): number;
};

/** The name under which copies to all domains together are counted. */
const everywhere = '';

/**
 * Reads where the newsletter’s plan stands today for these domains; undefined if nothing is limited. With `lock`, nobody else counts copies
 * until `trx` ends; with `keep`, the plan does not change until then.
 */
export async function readToday(
  trx: Database,
  newsletter_key: number,
  domains: string[],
  { lock = false, keep = false }: { lock?: boolean; keep?: boolean } = {},
): Promise<Today | undefined> {
  const { rows } = await sql<{ warm_up: unknown; timezone: string; now: number }>`
    select warm_up, timezone, extract(epoch from clock_timestamp())::float8 * 1000 as now
    from newsletters where key = ${newsletter_key} ${keep ? sql`for share` : sql``}`.execute(trx);
  const plan = rows[0] ? planOf(rows[0]) : null;
  if (!rows[0] || !plan) return undefined;
  const { timezone, now } = rows[0];
  const day = dayOf(new Date(now), timezone);
  const allowed = allowedOn(plan, day);
  if (allowed === Number.POSITIVE_INFINITY) return undefined;
  if (lock) await lockCounts(trx, newsletter_key, day);
  const counts = await readCounts(trx, newsletter_key, day, [everywhere, ...domains]);
  const scope = (domain: string) => (plan.per === 'domain' ? domain : everywhere);
  return {
    plan,
    timezone,
    day,
    allowed,
    next_date: startOfDay(addDays(day, 1), timezone),
    left: domain => Math.max(0, allowed - (counts.get(scope(domain)) ?? 0)),
  };
}

async function lockCounts(trx: Database, newsletter_key: number, day: string): Promise<void> {
  await sql`
    insert into warm_up_counts as counts (newsletter_key, day, domain, count) values (${newsletter_key}, ${day}, ${everywhere}, 0)
    on conflict (newsletter_key, day, domain) do update set count = counts.count`.execute(trx);
}

async function readCounts(trx: Database, newsletter_key: number, day: string, domains: string[]) {
  const { rows } = await sql<{ domain: string; count: number }>`
    select domain, count from warm_up_counts
    where newsletter_key = ${newsletter_key} and day = ${day} and domain = any(${domains}::text[])`.execute(
    trx,
  );
  return new Map(rows.map(({ domain, count }) => [domain, count]));
}

/** Counts copies that are being handed over, one for each of these domains. `trx` must have locked the counts of the day. */
export async function countCopies(
  trx: Database,
  newsletter_key: number,
  day: string,
  domains: string[],
): Promise<void> {
  if (domains.length > 0) await changeCounts(trx, newsletter_key, day, domains, 1);
}

/** Takes back the count of copies that were not handed over after all, one for each of these domains. */
export async function uncountCopies(
  trx: Database,
  newsletter_key: number,
  day: string,
  domains: string[],
): Promise<void> {
  await lockCounts(trx, newsletter_key, day);
  await changeCounts(trx, newsletter_key, day, domains, -1);
}

async function changeCounts(
  trx: Database,
  newsletter_key: number,
  day: string,
  domains: string[],
  by: 1 | -1,
): Promise<void> {
  await sql`
    insert into warm_up_counts as counts (newsletter_key, day, domain, count)
    select ${newsletter_key}, ${day}, domain, count(*) * ${by}::int
    from unnest(${[...domains, ...domains.map(() => everywhere)]}::text[]) as domain group by domain
    on conflict (newsletter_key, day, domain) do update set count = counts.count + excluded.count`.execute(
    trx,
  );
}

/** How many days back the screen of a plan shows. */
const shownDays = 14;

/** Reads how many copies were handed over on each of the last days (without empty ones), and today to each domain, most first. */
export async function readHistory(db: Database, newsletter_key: number, day: string) {
  const { rows: days } = await sql<{ day: string; sent: number }>`
    select to_char(day, 'YYYY-MM-DD') as day, count as sent from warm_up_counts
    where newsletter_key = ${newsletter_key} and domain = ${everywhere} and day > ${day}::date - ${shownDays}::int
    order by warm_up_counts.day`.execute(db);
  const { rows: domains } = await sql<{ domain: string; sent: number }>`
    select domain, count as sent from warm_up_counts
    where newsletter_key = ${newsletter_key} and domain <> ${everywhere} and day = ${day} and count > 0
    order by count desc, domain limit 20`.execute(db);
  return { days, domains };
}

/** Deletes at most `limit` counts from before that time. Returns how many were deleted. */
export async function pruneWarmUpCounts(db: Database, before: Date, limit: number): Promise<number> {
  return deleteSome(db, 'warm_up_counts', sql`day < ${before.toISOString()}::timestamptz::date`, limit);
}
