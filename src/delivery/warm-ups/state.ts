import { sql } from 'kysely';
import { z } from 'zod';
import type { Newsletter } from '../../accounts/newsletter.ts';
import { isMailedSql } from '../../audience/standing/type.ts';
import type { Database } from '../../platform/database/connect.ts';
import { addDays, dayOf } from '../../platform/days.ts';
import { timestamp } from '../../platform/http/fields.ts';
import { stateExample } from './examples.ts';
import { allowedOn, planFields, planOf, planSchema, proposePlan, type WarmUpPlan } from './plan.ts';
import { readHistory, readToday, type Today } from './today.ts';
import { countTurnWaits, listDomainWaits } from './waits.ts';

const count = z.int();
const { start_date: _, ...proposed } = planFields;

export const stateSchema = z
  .object({
    plan: planSchema.nullable().describe('null: nothing is limited'),
    today: z
      .object({
        day: z.string().describe('In the newsletter’s time zone'),
        allowed: count.describe('The number of copies allowed to each domain, or to all domains together'),
        sent: count.describe(
          'Copies handed over today. A copy that a mail server deferred counts again when it is tried again',
        ),
        waiting: count.describe('Recipients who wait for the next day'),
        next_date: timestamp.describe('When the next day begins'),
        domains: z
          .array(z.object({ domain: z.string(), sent: count, waiting: count }))
          .describe('The domains with the most copies today, and those with waiting recipients; at most 20'),
      })
      .nullable()
      .describe('null if no plan has begun'),
    days: z
      .array(
        z.object({
          day: z.string(),
          allowed: count.nullable(),
          sent: count.nullable().describe('null: the day is still to come'),
        }),
      )
      .describe('From 13 days ago until the plan reaches its ceiling; at most 60'),
    proposal: z
      .object({
        ...proposed,
        days: count.describe('How many days until everybody can get an issue on one day'),
        domain: z
          .string()
          .describe('The receiving domain with the most subscribers, on which the proposal is based'),
        subscribers: count.describe('How many subscribers there get mail'),
      })
      .nullable()
      .describe(
        'A suitable plan for this list; null if there is a plan, or if the list is so small that it needs none',
      ),
  })
  .meta({ id: 'WarmUp', examples: [stateExample] });
export type WarmUpState = z.output<typeof stateSchema>;

const shownDays = 60;
const daysBack = 13;
const mostDomains = 20;

/** Returns the newsletter’s warm-up plan, where it stands, and how it goes on; or else the plan proposed for the list. */
export async function readWarmUp(
  db: Database,
  { key, timezone, warm_up }: Pick<Newsletter, 'key' | 'timezone' | 'warm_up'>,
  now: Date,
): Promise<WarmUpState> {
  const plan = planOf({ warm_up });
  if (!plan) return { plan, today: null, days: [], proposal: await propose(db, key) };
  const waits = await listDomainWaits(db, key);
  const today = await readToday(db, key, [...waits.keys()]);
  const day = today?.day ?? dayOf(now, timezone);
  const history = await readHistory(db, key, day);
  const sent = new Map(history.days.map(one => [one.day, one.sent]));
  return {
    plan,
    today: today
      ? {
          day,
          allowed: today.allowed,
          sent: sent.get(day) ?? 0,
          next_date: today.next_date.toISOString(),
          ...(await waitingToday(db, key, today, waits, history.domains)),
        }
      : null,
    days: daysOf(plan, day).map(({ day: one, allowed }) => ({
      day: one,
      allowed,
      sent: one > day ? null : (sent.get(one) ?? 0),
    })),
    proposal: null,
  };
}

async function waitingToday(
  db: Database,
  newsletter_key: number,
  today: Today,
  waits: Map<string, number>,
  sent: { domain: string; sent: number }[],
) {
  const isClosed = (domain: string) => today.left(domain) === 0;
  const closed = today.plan.per === 'domain' ? [...waits].filter(([domain]) => isClosed(domain)) : [];
  const waiting = new Map(closed);
  const known = new Set(sent.map(({ domain }) => domain));
  const others = closed.flatMap(([domain]) => (known.has(domain) ? [] : [{ domain, sent: 0 }]));
  return {
    waiting:
      today.plan.per === 'domain'
        ? closed.reduce((sum, [, count]) => sum + count, 0)
        : await countTurnWaits(db, newsletter_key),
    domains: [...sent, ...others]
      .slice(0, mostDomains)
      .map(one => ({ ...one, waiting: waiting.get(one.domain) ?? 0 })),
  };
}

/**
 * Lists the days around `today`: from the start of the plan, or from some days ago, until the plan reaches its ceiling or a pause, or the
 * list is full.
 */
function daysOf(plan: WarmUpPlan, today: string): { day: string; allowed: number | null }[] {
  const first = [plan.start_date, addDays(today, -daysBack)].toSorted().at(-1)!;
  const days: { day: string; allowed: number | null }[] = [];
  for (let day = first; days.length < shownDays; day = addDays(day, 1)) {
    const allowed = allowedOn(plan, day);
    days.push({ day, allowed: allowed === Number.POSITIVE_INFINITY ? null : allowed });
    if (day >= today && (allowed === plan.ceiling || plan.paused_date !== null)) break;
  }
  return days;
}

async function propose(db: Database, newsletter_key: number): Promise<WarmUpState['proposal']> {
  const { rows } = await sql<{ domain: string; subscribers: number }>`
    select domain, count(*) as subscribers from subscribers
    where newsletter_key = ${newsletter_key} and ${isMailedSql}
    group by domain order by 2 desc, 1 limit 1`.execute(db);
  const [largest] = rows;
  const plan = largest ? proposePlan(largest.subscribers) : null;
  if (!largest || !plan) return null;
  const days = 1 + Math.ceil(Math.log(plan.ceiling / plan.first_day) / Math.log(plan.growth));
  return { ...plan, ...largest, days };
}
