import { sql } from 'kysely';
import type { Email } from '../../emails/email.ts';
import type { Database } from '../../platform/database/connect.ts';

export async function lockEmailById(trx: Database, id: string): Promise<Email | undefined> {
  return trx.selectFrom('emails').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function findEmailById(db: Database, id: string): Promise<Email | undefined> {
  return db.selectFrom('emails').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findEmailByKey(db: Database, key: number): Promise<Email | undefined> {
  return db.selectFrom('emails').selectAll().where('key', '=', key).executeTakeFirst();
}

/** The number of the newsletter's next issue. */
export async function nextIssueNumber(trx: Database, newsletter_key: number): Promise<number> {
  const row = await trx
    .selectFrom('emails')
    .select(({ fn }) => fn.max('secondary_id').as('highest'))
    .where('newsletter_key', '=', newsletter_key)
    .executeTakeFirstOrThrow();
  return (row.highest ?? 0) + 1;
}

/** The newest subscriber now: who comes later is not in the audience. */
export async function newestSubscriber(trx: Database, newsletter_key: number): Promise<number> {
  const row = await trx
    .selectFrom('subscribers')
    .select(({ fn }) => fn.max('key').as('newest'))
    .where('newsletter_key', '=', newsletter_key)
    .executeTakeFirstOrThrow();
  return row.newest ?? 0;
}

/** Whether the email is in flight, not paused, and everybody in its audience has been served once. */
export async function isServed(db: Database, key: number): Promise<boolean> {
  return (await selectServed(db, key).select('key').executeTakeFirst()) !== undefined;
}

/** The email, if isServed. Locked. */
export async function lockIfServed(trx: Database, key: number): Promise<Email | undefined> {
  return selectServed(trx, key).selectAll().forUpdate().executeTakeFirst();
}

function selectServed(db: Database, key: number) {
  return db
    .selectFrom('emails')
    .where('key', '=', key)
    .where('status', '=', 'in_flight')
    .where('audience_frozen', '=', true)
    .where('pause_date', 'is', null)
    .where(
      sql<boolean>`not exists (select from delivery_chunks where email_key = emails.key and not first_pass_done)`,
    );
}

export async function listInFlight(db: Database): Promise<number[]> {
  const rows = await db.selectFrom('emails').select('key').where('status', '=', 'in_flight').execute();
  return rows.map(row => row.key);
}

/** Notes that the relay does not take the email's mail, and answers since when. Undefined when it is not in flight. */
export async function noteTrouble(trx: Database, key: number, trouble: string): Promise<Email | undefined> {
  return trx
    .updateTable('emails')
    .set({ trouble, trouble_since: sql`coalesce(trouble_since, now())` })
    .where('key', '=', key)
    .where('status', '=', 'in_flight')
    .returningAll()
    .executeTakeFirst();
}

/** Notes what messages of the email wait for, unless it waits for something graver. */
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
 * Notes that the email is being served, if it may be: in flight, not paused, and served within the last `hours`. Answers
 * whether that is for the first time; undefined when it may not be.
 */
export async function noteServed(
  db: Database,
  key: number,
  now: Date,
  hours: number,
): Promise<{ is_first: boolean } | undefined> {
  const { rows } = await sql<{ is_first: boolean }>`
    update emails set served_date = ${now.toISOString()}
    from (select key, served_date from emails where key = ${key} for update) before
    where emails.key = before.key and status = 'in_flight' and pause_date is null
      and coalesce(before.served_date, status_date) >= ${now.toISOString()}::timestamptz - make_interval(hours => ${hours})
    returning before.served_date is null as is_first`.execute(db);
  return rows[0];
}

/** Which of these emails are paused, and which receiving domains are slowed. */
export async function watchEmails(
  db: Database,
  email_keys: number[],
): Promise<{ paused: number[]; slowed: string[] }> {
  const { rows } = await sql<{ paused: number[]; slowed: string[] }>`
    select array(select key from emails where key = any(${email_keys}::bigint[]) and pause_date is not null) as paused,
      array(select scope from sending_budgets where strikes > 0) as slowed`.execute(db);
  return rows[0]!;
}

/** Pauses the email, if it is in flight and not paused. */
export async function pauseRow(
  trx: Database,
  key: number,
  { by, reason }: { by: string; reason: string },
): Promise<Email | undefined> {
  return trx
    .updateTable('emails')
    .set({ pause_date: sql`now()`, paused_by: by, pause_reason: reason })
    .where('key', '=', key)
    .where('status', '=', 'in_flight')
    .where('pause_date', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Ends the pause, and with it what was counted before: the time nothing moved, trouble, and who has complained. */
export async function resumeRow(trx: Database, key: number, now: Date): Promise<Email | undefined> {
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
      complaints_known: sql`(select coalesce(sum(complaints), 0) from delivery_chunks where email_key = emails.key)`,
    })
    .where('key', '=', key)
    .where('pause_date', 'is not', null)
    .returningAll()
    .executeTakeFirst();
}

/** The email is passed over until the turn that `book` gets, unless it waits for one already. */
export async function bookTurn(trx: Database, key: number, book: () => Promise<Date>): Promise<void> {
  const free = await sql`
    select from emails where key = ${key} and (turn_date is null or turn_date <= now()) for update`.execute(
    trx,
  );
  if (free.rows.length === 0) return;
  const turn = await book();
  await trx.updateTable('emails').set({ turn_date: turn.toISOString() }).where('key', '=', key).execute();
}

/** How many have taken the email, and how many complained since it was last resumed. */
export async function countComplaints(
  db: Database,
  email_keys: number[],
): Promise<{ email_key: number; delivered: number; complaints: number }[]> {
  const { rows } = await sql<{ email_key: number; delivered: number; complaints: number }>`
    select email_key, sum(accepted + complained) as delivered, sum(complaints) - complaints_known as complaints
    from delivery_chunks join emails on emails.key = email_key
    where email_key = any(${email_keys}::bigint[])
    group by email_key, complaints_known`.execute(db);
  return rows;
}

/** The name of the API key. */
export async function findKeyName(db: Database, api_key_key: number): Promise<string> {
  const { name } = await db
    .selectFrom('api_keys')
    .select('name')
    .where('key', '=', api_key_key)
    .executeTakeFirstOrThrow();
  return name;
}
