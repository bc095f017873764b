import { type Insertable, type Selectable, sql } from 'kysely';
import type { Email } from '../../emails/email.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Deliveries, Plates } from '../../platform/database/schema.ts';
import { fenceOpen } from '../../platform/fence/queries.ts';

export async function lockEmailById(trx: Database, id: string): Promise<Email | undefined> {
  return trx.selectFrom('emails').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function findEmailById(db: Database, id: string): Promise<Email | undefined> {
  return db.selectFrom('emails').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findEmailByKey(db: Database, key: number): Promise<Email | undefined> {
  return db.selectFrom('emails').selectAll().where('key', '=', key).executeTakeFirst();
}

/** Returns the number of the newsletter's next issue. */
export async function nextIssueNumber(trx: Database, newsletter_key: number): Promise<number> {
  const row = await trx
    .selectFrom('emails')
    .select(({ fn }) => fn.max('secondary_id').as('highest'))
    .where('newsletter_key', '=', newsletter_key)
    .executeTakeFirstOrThrow();
  return (row.highest ?? 0) + 1;
}

/** Returns the number of the issue: its own, or else the next one. A second try does not count as an issue. */
export async function numberOf(
  db: Database,
  { secondary_id, second_try_of, newsletter_key }: Email,
): Promise<number | null> {
  return secondary_id === null && second_try_of === null ? nextIssueNumber(db, newsletter_key) : secondary_id;
}

/** Finds the newest subscriber of any newsletter, by an index. Later ones are in no audience that begins now. */
export async function newestSubscriber(trx: Database): Promise<number> {
  const row = await trx
    .selectFrom('subscribers')
    .select(({ fn }) => fn.max('key').as('newest'))
    .executeTakeFirstOrThrow();
  return row.newest ?? 0;
}

/** Whether the email is in flight, not paused, and everybody in its audience has been served once. */
export async function isServed(db: Database, key: number): Promise<boolean> {
  return (await selectServed(db, key).select('key').executeTakeFirst()) !== undefined;
}

/** Finds and locks the email if it passes isServed. */
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
      sql<boolean>`not exists (select from delivery_chunks where email_key = emails.key and next_attempt_date is not null and not first_pass_done)`,
    );
}

/** Whether there are emails in flight, or chunks to be served or retried, perhaps later. */
export const mayHaveWork = sql<boolean>`(
  (select email_key from delivery_chunks where next_attempt_date is not null order by email_key limit 1) is not null
  or (select key from emails where status = 'in_flight' order by key limit 1) is not null)`;

export async function listInFlight(db: Database): Promise<number[]> {
  const rows = await db.selectFrom('emails').select('key').where('status', '=', 'in_flight').execute();
  return rows.map(row => row.key);
}

/** Reads which of these emails must wait, because they are paused or the fence is closed, and which receiving domains are slowed. */
export async function watchEmails(
  db: Database,
  email_keys: number[],
): Promise<{ paused: number[]; slowed: string[] }> {
  const { rows } = await sql<{ paused: number[]; slowed: string[] }>`
    select array(select key from emails where key = any(${email_keys}::bigint[]) and (pause_date is not null or not ${fenceOpen})) as paused,
      array(select scope from sending_budgets where strikes > 0) as slowed`.execute(db);
  return rows[0]!;
}

/** How many people have complained about the email, for a statement that updates it. */
export const complaintsOf = sql<number>`(select coalesce(sum(complaints), 0) from delivery_chunks where email_key = emails.key)`;

type Complaints = { email_key: number; resume_date: string | null; delivered: number; complaints: number };

/** Counts the recipients that accepted the email, and those that complained since it was last resumed. */
export async function countComplaints(db: Database, email_keys: number[]): Promise<Complaints[]> {
  const { rows } = await sql<Complaints>`
    select email_key, resume_date, sum(accepted + complained) as delivered, sum(complaints) - complaints_known as complaints
    from delivery_chunks join emails on emails.key = email_key
    where email_key = any(${email_keys}::bigint[])
    group by email_key, resume_date, complaints_known`.execute(db);
  return rows;
}

/** Stores the plate, unless the same one is stored already. */
export async function insertPlate(db: Database, row: Insertable<Plates>): Promise<void> {
  await db
    .insertInto('plates')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .execute();
}

/** Lists the email's plates, newest first. */
export async function listPlateRows(db: Database, email_key: number): Promise<Selectable<Plates>[]> {
  return db
    .selectFrom('plates')
    .selectAll()
    .where('email_key', '=', email_key)
    .orderBy('creation_date', 'desc')
    .execute();
}

export type HandedOver = Pick<Selectable<Deliveries>, 'status' | 'status_date' | 'attempts'> & {
  copy_hash: string | null;
};

/** Returns the record of this subscriber's copy: its hash, in hexadecimal, and how the hand-over went. */
export async function findHandedOver(
  db: Database,
  email_key: number,
  subscriber_key: number,
): Promise<HandedOver | undefined> {
  const { rows } = await sql<HandedOver>`
    select status, status_date, attempts, encode(copy_hash, 'hex') as copy_hash
    from deliveries where email_key = ${email_key} and subscriber_key = ${subscriber_key}`.execute(db);
  return rows[0];
}
