import { sql } from 'kysely';
import { z } from 'zod';
import type { Newsletter } from '../../accounts/newsletter.ts';
import { inAudience, lookUp } from '../../emails/audience.ts';
import { type Email, isBeforeSending, isUnsent } from '../../emails/email.ts';
import { wavesExample } from '../../emails/examples.ts';
import { latestStart, readerTime, type Wave, wavesOf } from '../../emails/reader-time.ts';
import type { Database } from '../../platform/database/connect.ts';
import { timestamp } from '../../platform/http/fields.ts';
import { zoneOr } from '../../platform/zones.ts';
import { countWaves } from '../ledger/audience-parts.ts';

export const wavesSchema = z
  .object({
    frozen: z.boolean().describe('Whether sending has begun. From then on, nobody changes waves'),
    start_date: timestamp.nullable().describe('When sending begins or began'),
    unknown: z
      .int()
      .nullable()
      .describe(
        'People without a known time zone in `metadata.timezone`: they are in the wave of the newsletter. Null once sending has begun',
      ),
    passed: z
      .int()
      .nullable()
      .describe(
        'People for whom the time has passed on that day, so that `if_passed` decides. Null once sending has begun',
      ),
    start_by: timestamp
      .nullable()
      .describe(
        'When sending must begin at the latest so that the time has passed for nobody; null if it has passed for nobody',
      ),
    waves: z
      .array(
        z.object({
          due_date: timestamp,
          people: z.int(),
          served: z.int().describe('How many of these people have been served'),
          zones: z.array(z.string()).describe('The time zones of these people'),
        }),
      )
      .describe('The wave of the newsletter’s own time zone is first; the others follow in order of time'),
  })
  .meta({ id: 'EmailWaves', examples: [wavesExample] });
export type Waves = z.output<typeof wavesSchema>;

/**
 * Returns when which people get an email that has a `reader_time`: as frozen, or as it would be if its sending began at `start`. Any other
 * email has no waves. Throws `filter_too_slow`.
 */
export async function readWaves(
  db: Database,
  newsletter: Newsletter,
  email: Email,
  start: Date,
): Promise<Waves> {
  const has_waves = email.reader_time !== null;
  const parts = !has_waves || isBeforeSending(email.status) ? [] : await countWaves(db, email.key);
  if (has_waves && parts.length === 0 && isUnsent(email.status)) return foresee(db, newsletter, email, start);
  return {
    frozen: !isUnsent(email.status),
    start_date: email.publish_date,
    unknown: null,
    passed: null,
    start_by: null,
    waves: parts.map(({ due_date, people, served, zones }) => ({
      due_date: due_date.toISOString(),
      people,
      served,
      zones,
    })),
  };
}

async function foresee(db: Database, { timezone }: Newsletter, email: Email, start: Date): Promise<Waves> {
  const reader_time = readerTime.parse(email.reader_time);
  const people = await countByZone(db, email);
  const known = [...people.keys()].filter(zone => zone !== '');
  const unknown = people.get('') ?? 0;
  const sum = (zones: string[]) => zones.reduce((total, zone) => total + (people.get(zone) ?? 0), 0);
  const [own, ...others] = wavesOf(reader_time, known, timezone, start);
  const show = ({ due_date, zones }: Wave, more = 0) => ({
    due_date: due_date.toISOString(),
    people: sum(zones) + more,
    served: 0,
    zones,
  });
  const passed = sum([own, ...others].flatMap(wave => wave.passed));
  return {
    frozen: false,
    start_date: start.toISOString(),
    unknown,
    passed,
    start_by: passed > 0 ? latestStart(reader_time, known, timezone, start).toISOString() : null,
    waves: [show(own, unknown), ...others.map(wave => show(wave))],
  };
}

/** Counts the people of the email’s audience by known time zone; those without a known zone are under ''. */
async function countByZone(db: Database, email: Email): Promise<Map<string, number>> {
  return lookUp(db, email, async trx => {
    const { rows } = await sql<{ zone: string | null; count: number }>`
      select metadata ->> 'timezone' as zone, count(*) from subscribers where ${await inAudience(trx, email)}
      group by 1`.execute(trx);
    const counts = new Map<string, number>();
    for (const { zone: name, count } of rows) {
      const zone = zoneOr(name, '');
      counts.set(zone, (counts.get(zone) ?? 0) + count);
    }
    return counts;
  });
}
