import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import type { Email } from './email.ts';

/** The text that people read while the mail server is in trouble, before the server's own words. */
export const mailServerWaits = sentence('waits.mail_server');

/** Records that the relay does not accept the email's mail. Returns since when; undefined if the email is not in flight. */
export async function noteTrouble(trx: Database, key: number, trouble: string): Promise<Email | undefined> {
  return trx
    .updateTable('emails')
    .set({ trouble, trouble_since: sql`coalesce(trouble_since, now())` })
    .where('key', '=', key)
    .where('status', '=', 'in_flight')
    .returningAll()
    .executeTakeFirst();
}

/** Records the reason why copies of the email wait, unless a worse reason is recorded. */
export async function noteStall(db: Database, key: number, words: string): Promise<void> {
  await db
    .updateTable('emails')
    .set({ trouble: words })
    .where('key', '=', key)
    .where('status', '=', 'in_flight')
    .where('trouble_since', 'is', null)
    .execute();
}

export async function clearStall(db: Database, key: number): Promise<void> {
  await db
    .updateTable('emails')
    .set({ trouble: null })
    .where('key', '=', key)
    .where('trouble_since', 'is', null)
    .execute();
}

export async function clearTrouble(db: Database, key: number): Promise<void> {
  await db.updateTable('emails').set({ trouble: null, trouble_since: null }).where('key', '=', key).execute();
}

/**
 * Records that the email is being served, if that is allowed: it is in flight, not paused, and has been idle for less than `hours`. The
 * idle time begins no earlier than its turn and `due`. Returns whether this is the first time; undefined if it is not allowed.
 */
export async function noteServed(
  db: Database,
  key: number,
  now: Date,
  { hours, due }: { hours: number; due: string | null },
): Promise<{ is_first: boolean } | undefined> {
  const { rows } = await sql<{ is_first: boolean }>`
    update emails set served_date = ${now.toISOString()}
    from (select key, served_date from emails where key = ${key} for update) before
    where emails.key = before.key and status = 'in_flight' and pause_date is null
      and greatest(coalesce(before.served_date, status_date), turn_date, ${due}::timestamptz) >= ${now.toISOString()}::timestamptz - make_interval(hours => ${hours})
    returning before.served_date is null as is_first`.execute(db);
  return rows[0];
}

/**
 * Pauses the email, if it is in flight and not paused. With `since`, its `resume_date` when the reason was found, it is not paused if it
 * has been resumed since then: the reason is out of date.
 */
export async function pauseRow(
  trx: Database,
  key: number,
  { by, reason, since }: { by: string; reason: string; since?: string | null },
): Promise<Email | undefined> {
  const is_current = sql<boolean>`date_trunc('milliseconds', resume_date) is not distinct from ${since}::timestamptz`;
  return trx
    .updateTable('emails')
    .set({ pause_date: sql`now()`, paused_by: by, pause_reason: reason })
    .where('key', '=', key)
    .where('status', '=', 'in_flight')
    .where('pause_date', 'is', null)
    .$if(since !== undefined, query => query.where(is_current))
    .returningAll()
    .executeTakeFirst();
}

/** Ends the pause, and resets the downtime, the trouble, and the complaints beyond `complaints_known`. */
export async function resumeRow(
  trx: Database,
  key: number,
  now: Date,
  complaints_known: RawBuilder<number>,
): Promise<Email | undefined> {
  return trx
    .updateTable('emails')
    .set({
      pause_date: null,
      paused_by: null,
      pause_reason: null,
      resume_date: sql`now()`,
      served_date: now.toISOString(),
      trouble: null,
      trouble_since: null,
      turn_date: null,
      complaints_known,
    })
    .where('key', '=', key)
    .where('pause_date', 'is not', null)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Records for an email in flight why its recipients wait although nothing is wrong. The reason is shown until the email is sent, or until
 * `endWaits`.
 */
export async function noteWait(trx: Database, key: number, words: string): Promise<void> {
  await trx
    .updateTable('emails')
    .set({ status_reason: words })
    .where('key', '=', key)
    .where('status', '=', 'in_flight')
    .where('status_reason', '!=', words)
    .execute();
}

/** Ends the waits of the newsletter's emails that `noteWait` and `bookTurn` recorded. */
export async function endWaits(trx: Database, newsletter_key: number): Promise<void> {
  await sql`
    with waiting as materialized (
      select key from emails
      where newsletter_key = ${newsletter_key} and (status = 'in_flight' or status = 'sent' and turn_date > now())
      order by key for update
    )
    update emails set turn_date = null, status_reason = case when status = 'in_flight' then '' else status_reason end
    from waiting where emails.key = waiting.key`.execute(trx);
}

/** Makes the email wait for the turn that `book` returns, unless it waits for one already. */
export async function bookTurn(trx: Database, key: number, book: () => Promise<Date>): Promise<void> {
  const free = await sql`
    select from emails where key = ${key} and (turn_date is null or turn_date <= now()) for update`.execute(
    trx,
  );
  if (free.rows.length === 0) return;
  const turn = await book();
  await trx.updateTable('emails').set({ turn_date: turn.toISOString() }).where('key', '=', key).execute();
}

/**
 * Repairs turns after the clock of the database was set back: emails whose turn at their newsletter's rate (withTurn), or in its warm-up
 * plan (the next day), is further away than any turn can be get their turn now. Returns how many.
 */
export async function continueTurnsAfterSetBack(db: Database): Promise<number> {
  const { numAffectedRows } = await sql`
    update emails set turn_date = null
    from newsletters
    where newsletters.key = newsletter_key and status = 'in_flight'
      and turn_date > now() + case when warm_up is null then make_interval(secs => 70 + 1 / coalesce(nullif(sending_rate, 0), 1)::float8)
        else interval '26 hours' end`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Whether an email is being sent to an audience now, as far as its row shows. Paused emails and emails in trouble only wait. */
export async function isSomethingSent(db: Database): Promise<boolean> {
  const row = await db
    .selectFrom('emails')
    .select('key')
    .where('status', '=', 'in_flight')
    .where('pause_date', 'is', null)
    .where('trouble_since', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
