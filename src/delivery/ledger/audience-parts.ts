import { sql } from 'kysely';
import type { Newsletter } from '../../accounts/newsletter.ts';
import { type AbTest, abTestOf, isDealt } from '../../emails/ab-test.ts';
import type { Email } from '../../emails/email.ts';
import { readerTime, wavesOf } from '../../emails/reader-time.ts';
import type { Database } from '../../platform/database/connect.ts';
import { hour_ms } from '../../platform/durations.ts';
import { zoneOr } from '../../platform/zones.ts';
import { dropTest, insertTest } from './ab-tests.ts';
import { recipients } from './counts.ts';

/**
 * The most values of `metadata.timezone` that are read: more than there are time zones, because a newsletter may keep something else under
 * that name.
 */
const mostZones = 2000;

type Wave = { due_date: Date; zones: string[] };
/**
 * `due_date` is null until the test is decided. `variant` is null until then as well, and in a wave. `rest_variant` is the one that this
 * part of a rest would get.
 */
type Part = {
  due_date: Date | null;
  zones?: string[];
  variant?: number | null;
  rest_variant?: number | null;
  is_counted?: boolean;
};

/**
 * Plans the parts into which the audience of an email is divided. They are decided when its sending begins, before any of it is frozen, and
 * when its test is decided. `trx` holds the lock on the email's row.
 */
export async function planParts(
  trx: Database,
  { key, timezone }: Pick<Newsletter, 'key' | 'timezone'>,
  email: Email,
  now: Date,
): Promise<void> {
  if (!isDealt(email)) return;
  const test = abTestOf(email);
  if (test) {
    await insertParts(trx, email.key, partsOf(test, now));
    await insertTest(trx, email, new Date(now.getTime() + test.decide_after * hour_ms));
    return;
  }
  const zones = await listZones(trx, key);
  await insertParts(trx, email.key, wavesOf(readerTime.parse(email.reader_time), zones, timezone, now));
}

/**
 * Returns the parts of a test. First come people who take part, in one part for each variant; then the rest, in as many parts, in case it
 * is split in the end. If opens are measured, as many parts follow for the people whose opens cannot be seen: they get the same variants as
 * the others, but do not count.
 */
function partsOf(test: AbTest, now: Date): Part[] {
  const numbers = [...test.variants.keys(), test.variants.length].map(at => at + 1);
  const parts = (is_counted: boolean): Part[] => [
    ...numbers.map(variant => ({ due_date: now, variant, is_counted })),
    ...numbers.map(rest_variant => ({ due_date: null, rest_variant, is_counted })),
  ];
  return test.measure === 'opens' ? [...parts(true), ...parts(false)] : parts(true);
}

/** Lists the time zones that the newsletter's subscribers have and this machine knows. */
async function listZones(db: Database, newsletter_key: number): Promise<string[]> {
  const { rows } = await sql<{ zone: string }>`
    select metadata ->> 'timezone' as zone from subscribers
    where newsletter_key = ${newsletter_key} and metadata ->> 'timezone' <> ''
    group by 1 order by count(*) desc limit ${mostZones}`.execute(db);
  return rows.map(({ zone }) => zone).filter(zone => zoneOr(zone, '') === zone);
}

async function insertParts(trx: Database, email_key: number, parts: Part[]): Promise<void> {
  await trx
    .insertInto('audience_parts')
    .values(
      parts.map(({ due_date, zones = [], variant = null, rest_variant = null, is_counted = true }, at) => ({
        email_key,
        part: at + 1,
        due_date: due_date?.toISOString() ?? null,
        zones,
        variant,
        rest_variant,
        is_counted,
      })),
    )
    .execute();
}

/** Forgets the parts of an email, and its test. */
export async function dropParts(trx: Database, email_key: number): Promise<void> {
  await dropTest(trx, email_key);
  await trx.deleteFrom('audience_parts').where('email_key', '=', email_key).execute();
}

/** Whether the audience of the email has been dealt into parts. */
export async function isInParts(db: Database, email_key: number): Promise<boolean> {
  const row = await db
    .selectFrom('audience_parts')
    .select('part')
    .where('email_key', '=', email_key)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A wave with its people; `served` of them have had their turn. */
export type WaveFigures = Wave & { part: number; people: number; served: number };

/** Counts the people in the waves of an email’s frozen audience; an empty list if it has no waves. */
export async function countWaves(db: Database, email_key: number): Promise<WaveFigures[]> {
  const { rows } = await sql<Omit<WaveFigures, 'due_date'> & { due_date: string }>`
    select part, due_date, zones, recipients as people, recipients - planned as served
    from audience_parts
    cross join lateral (
      select ${recipients} as recipients, coalesce(sum(planned), 0)::bigint as planned
      from delivery_chunks chunk where chunk.email_key = audience_parts.email_key and chunk.part = audience_parts.part
    ) counted
    where email_key = ${email_key} order by part`.execute(db);
  return rows.map(({ due_date, ...row }) => ({ ...row, due_date: new Date(due_date) }));
}

type Later = { count: number; next_date: string | null; last_date: string | null; rest: number };

/**
 * Counts the people who wait for the moment at which their part is due, and returns when the next and the last of these parts are due. Also
 * counts the `rest`, who wait for the decision of a test.
 */
export async function countLater(db: Database, email_key: number): Promise<Later> {
  const { rows } = await sql<Later>`
    select coalesce(sum(planned) filter (where next_attempt_date < 'infinity'), 0)::bigint as count,
      coalesce(sum(planned) filter (where next_attempt_date = 'infinity'), 0)::bigint as rest, 
      min(next_attempt_date) filter (where next_attempt_date < 'infinity') as next_date,
      max(next_attempt_date) filter (where next_attempt_date < 'infinity') as last_date
    from delivery_chunks
    where email_key = ${email_key} and part > 0 and served_date is null and next_attempt_date > now()`.execute(
    db,
  );
  return rows[0]!;
}
