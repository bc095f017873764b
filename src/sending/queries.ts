import { sql } from 'kysely';
import type { Newsletter } from '../accounts/newsletter.ts';
import type { Email } from '../emails/email.ts';
import type { Database } from '../platform/database/connect.ts';

export async function lockEmailById(trx: Database, id: string): Promise<Email | undefined> {
  return trx.selectFrom('emails').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function findEmailById(db: Database, id: string): Promise<Email | undefined> {
  return db.selectFrom('emails').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findEmailByKey(db: Database, key: number): Promise<Email | undefined> {
  return db.selectFrom('emails').selectAll().where('key', '=', key).executeTakeFirst();
}

export async function findNewsletterOf(db: Database, email: Email): Promise<Newsletter> {
  return db
    .selectFrom('newsletters')
    .selectAll()
    .where('key', '=', email.newsletter_key)
    .executeTakeFirstOrThrow();
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

/** The email, if it is in flight and everybody in its audience has been served once. Locked. */
export async function lockIfServed(trx: Database, key: number): Promise<Email | undefined> {
  return trx
    .selectFrom('emails')
    .selectAll()
    .where('key', '=', key)
    .where('status', '=', 'in_flight')
    .where('audience_frozen', '=', true)
    .where(
      sql<boolean>`not exists (select from delivery_chunks where email_key = emails.key and not first_pass_done)`,
    )
    .forUpdate()
    .executeTakeFirst();
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

export async function clearTrouble(db: Database, key: number): Promise<void> {
  await db.updateTable('emails').set({ trouble: null, trouble_since: null }).where('key', '=', key).execute();
}

export async function noteServed(trx: Database, key: number, now: Date): Promise<void> {
  await trx.updateTable('emails').set({ served_date: now.toISOString() }).where('key', '=', key).execute();
}
