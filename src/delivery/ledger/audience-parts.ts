import { sql } from 'kysely';
import type { Newsletter } from '../../accounts/newsletter.ts';
import type { Email } from '../../emails/email.ts';
import { readerTime, wavesOf } from '../../emails/reader-time.ts';
import type { Database } from '../../platform/database/connect.ts';
import { zoneOr } from '../../platform/zones.ts';

/** More time zones than there are: a newsletter may keep something else under `metadata.timezone`. */
const mostZones = 2000;

type Part = { due_date: Date; zones: string[] };

/** Whether the audience of an email is dealt into parts when it is frozen. */
export function hasParts({
  reader_time,
  recipients_chosen,
}: Pick<Email, 'reader_time' | 'recipients_chosen'>): boolean {
  return reader_time !== null && !recipients_chosen;
}

/**
 * Decides into which parts the audience of an email is dealt whose sending begins now, before any of it is frozen. `trx` holds the lock
 * on the email's row.
 */
export async function planParts(
  trx: Database,
  { key, timezone }: Pick<Newsletter, 'key' | 'timezone'>,
  email: Email,
  now: Date,
): Promise<void> {
  if (!hasParts(email)) return;
  const zones = await listZones(trx, key);
  const waves = wavesOf(readerTime.parse(email.reader_time), zones, timezone, now);
  await insertParts(trx, email.key, waves);
}

/** The time zones that the newsletter's subscribers name and this machine knows. */
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
      parts.map(({ due_date, zones }, at) => ({
        email_key,
        part: at + 1,
        due_date: due_date.toISOString(),
        zones,
      })),
    )
    .execute();
}

export async function dropParts(trx: Database, email_key: number): Promise<void> {
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

/** A part with its people, of whom `served` have had their turn. */
export type PartFigures = Part & { part: number; people: number; served: number };

/** The parts of an email’s frozen audience, with the people in them; none for one that is not in parts. */
export async function countParts(db: Database, email_key: number): Promise<PartFigures[]> {
  const { rows } = await sql<Omit<PartFigures, 'due_date'> & { due_date: string }>`
    select part, due_date, zones, coalesce(people, 0)::bigint as people, coalesce(people - planned, 0)::bigint as served
    from audience_parts
    left join lateral (
      select sum(planned) as planned,
        sum(planned + accepted + temporary + permanent + uncertain + bounced + complained) as people
      from delivery_chunks chunk where chunk.email_key = audience_parts.email_key and chunk.part = audience_parts.part
    ) counted on true
    where email_key = ${email_key} order by part`.execute(db);
  return rows.map(({ due_date, ...row }) => ({ ...row, due_date: new Date(due_date) }));
}

/** How many people wait for the moment at which their part is due, and when the next and the last of these parts are. */
export async function countLater(
  db: Database,
  email_key: number,
): Promise<{ count: number; next_date: string | null; last_date: string | null }> {
  const { rows } = await sql<{ count: number; next_date: string | null; last_date: string | null }>`
    select coalesce(sum(planned), 0)::bigint as count, min(next_attempt_date) as next_date, max(next_attempt_date) as last_date
    from delivery_chunks
    where email_key = ${email_key} and part > 0 and served_date is null and next_attempt_date > now()`.execute(
    db,
  );
  return rows[0]!;
}
