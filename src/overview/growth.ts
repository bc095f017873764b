import { sql } from 'kysely';
import { z } from 'zod';
import type { Newsletter } from '../accounts/newsletter.ts';
import { isMailedSql } from '../audience/standing/type.ts';
import { growthReasons, listGrowth, reasonsToCome, reasonsToGo } from '../journal/growth.ts';
import type { Database } from '../platform/database/connect.ts';
import { addDays } from '../platform/days.ts';
import { growthExample } from './examples.ts';

/** The longest period, in days. */
export const mostDays = 1100;

const count = z.int();
const meanings: Record<(typeof growthReasons)[number], string> = {
  signed_up: 'Confirmed a sign-up, or signed up where no confirmation is needed',
  imported: 'Were imported',
  added: 'Were added by a client with a type that gets mail',
  returned: 'Get mail again: after a pause, an unsubscription or a bounce',
  unsubscribed: 'Unsubscribed, or were unsubscribed',
  bounced: 'Their mailbox refuses mail for good',
  complained: 'Reported a mail as spam',
  blocked: 'Were banned',
  paused: 'Paused their subscription',
  deleted: 'Were deleted while they were getting mail',
  other: 'Stopped getting mail for another reason, such as a failed payment',
};
const reasons = z.object(
  Object.fromEntries(growthReasons.map(name => [name, count.describe(meanings[name])])) as Record<
    (typeof growthReasons)[number],
    typeof count
  >,
);
const tally = {
  came: count.describe(`People who began to get mail: ${reasonsToCome.join(', ')}`),
  went: count.describe(`People who no longer get mail: ${reasonsToGo.join(', ')}`),
  reasons,
};

export const growthSchema = z
  .object({
    start: z.string().describe('The first day'),
    end: z.string().describe('The last day'),
    timezone: z.string().describe('Days are those of this time zone'),
    readers: count.describe('Subscribers who get mail, now'),
    totals: z.object(tally),
    results: z.array(
      z.object({
        day: z.string(),
        readers: count.describe('Subscribers who got mail at the end of the day'),
        ...tally,
      }),
    ),
  })
  .meta({ id: 'Growth', examples: [growthExample] });
export type Growth = z.output<typeof growthSchema>;

/** Counts the subscribers who get mail, and those who were asked to confirm and have not yet confirmed. */
export async function countReaders(db: Database, newsletter_key: number) {
  const { rows } = await sql<{ readers: number; unconfirmed: number }>`
    select
      (select count(*) from subscribers
        where newsletter_key = ${newsletter_key} and ${isMailedSql}) as readers,
      (select count(*) from subscribers
        where newsletter_key = ${newsletter_key} and type = 'unactivated') as unconfirmed`.execute(db);
  return rows[0]!;
}

/**
 * Returns how many people came and went on each day from `start` to `end`, and how many got mail at its end. The latter is counted back
 * from today's number.
 */
export async function readGrowth(
  db: Database,
  { key, timezone }: Pick<Newsletter, 'key' | 'timezone'>,
  { start, end }: { start: string; end: string },
): Promise<Growth> {
  const [{ readers }, rows] = await Promise.all([countReaders(db, key), listGrowth(db, key, start)]);
  const byDay = Map.groupBy(rows, ({ day }) => day);
  let after = readers;
  for (const [day, counts] of byDay) if (day > end) after -= netOf(tallyOf(counts));
  const results: Growth['results'] = [];
  for (let day = end; day >= start; day = addDays(day, -1)) {
    const tally = tallyOf(byDay.get(day) ?? []);
    results.push({ day, readers: after, ...tally });
    after -= netOf(tally);
  }
  const totals = tallyOf(rows.filter(({ day }) => day <= end));
  return { start, end, timezone, readers, totals, results: results.reverse() };
}

function tallyOf(rows: Pick<Awaited<ReturnType<typeof listGrowth>>[number], 'reason' | 'count'>[]) {
  const reasons = Object.fromEntries(growthReasons.map(name => [name, 0])) as Growth['totals']['reasons'];
  for (const { reason, count } of rows) reasons[reason] += count;
  const sum = (names: readonly (keyof typeof reasons)[]) =>
    names.reduce((all, name) => all + reasons[name], 0);
  return { came: sum(reasonsToCome), went: sum(reasonsToGo), reasons };
}

function netOf({ came, went }: { came: number; went: number }): number {
  return came - went;
}
