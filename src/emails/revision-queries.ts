import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import type { EmailRevisions } from '../platform/database/schema.ts';
import { mostRevisionBytes, mostRevisions, type RevisionContent } from './revision.ts';

type Row = Selectable<EmailRevisions>;
/** `is_stored` is false for the only sitting of an email that has not been changed since it was created. */
export type Sitting = Pick<Row, 'number' | 'written_by' | 'begin_date' | 'end_date' | 'kept_for'> & {
  is_stored: boolean;
};

/** Selects the email's revisions. The newest has no content: it is the email itself. */
const revisionsOf = (email_key: number) => sql`(
  select number, written_by, begin_date, end_date, kept_for, subject, body, settings, size, words_added, words_removed,
    true as is_stored
  from email_revisions where email_key = ${email_key}
  union all
  select 1, changed_by, creation_date, modification_date, case when sent_by is not null then 'send' end, null, null, null,
    null, null, null, false
  from emails where key = ${email_key} and not exists (select from email_revisions where email_key = ${email_key})
) revisions`;

/** Returns the sitting in which the email got its present form. */
export async function findNewest(db: Database, email_key: number): Promise<Sitting> {
  const { rows } = await sql<Sitting>`
    select number, written_by, begin_date, end_date, kept_for, is_stored from ${revisionsOf(email_key)}
    order by number desc limit 1`.execute(db);
  return rows[0]!;
}

/** Returns the subject and body of the newest revision before this one. */
export async function findTextBefore(
  db: Database,
  email_key: number,
  number: number,
): Promise<Pick<RevisionContent, 'subject' | 'body'> | undefined> {
  const { rows } = await sql<Pick<RevisionContent, 'subject' | 'body'>>`
    select subject, body from email_revisions
    where email_key = ${email_key} and number < ${number} and body is not null
    order by number desc limit 1`.execute(db);
  return rows[0];
}

export async function insertRevision(trx: Database, row: Insertable<EmailRevisions>): Promise<void> {
  await trx.insertInto('email_revisions').values(row).execute();
}

/** Extends the sitting until `end_date`. */
export async function extendSitting(
  trx: Database,
  email_key: number,
  number: number,
  end_date: string,
): Promise<void> {
  await trx
    .updateTable('email_revisions')
    .set({ end_date })
    .where('email_key', '=', email_key)
    .where('number', '=', number)
    .execute();
}

/** Fills the newest revision with this content, because the email is about to differ from it. */
export async function fillRevision(
  trx: Database,
  email_key: number,
  number: number,
  content: Partial<Insertable<EmailRevisions>>,
): Promise<void> {
  await trx
    .updateTable('email_revisions')
    .set(content)
    .where('email_key', '=', email_key)
    .where('number', '=', number)
    .where('body', 'is', null)
    .execute();
}

/** Ends the sitting, because the email is to be sent in its present form. */
export async function endSitting(trx: Database, email_key: number): Promise<void> {
  await sql`
    update email_revisions set kept_for = 'send'
    where email_key = ${email_key} and body is null and (kept_for is null or kept_for = 'review')`.execute(
    trx,
  );
}

/** Ends the sitting, because somebody has reviewed the email in its present form. */
export async function endReviewed(trx: Database, email_key: number, number: number): Promise<void> {
  await sql`
    update email_revisions set kept_for = 'review'
    where email_key = ${email_key} and number = ${number} and kept_for is null`.execute(trx);
}

/** Deletes the oldest revisions of the email that exceed the limits. */
export async function pruneRevisions(trx: Database, email_key: number): Promise<void> {
  await sql`
    delete from email_revisions where email_key = ${email_key} and number in (
      select number from (
        select number, row_number() over newest_first as place, sum(size) over newest_first as bytes
        from email_revisions where email_key = ${email_key}
        window newest_first as (order by number desc)
      ) kept
      where place > ${mostRevisions} or bytes > ${mostRevisionBytes})`.execute(trx);
}

/** A revision and its author. */
export type RevisionRow = Omit<Row, 'email_key' | 'settings'> & {
  settings: RevisionContent['settings'] | null;
  author_type: 'person' | 'key' | null;
  author_name: string | null;
};

/** Returns the columns that say whose id `column` contains, a person's or a key's, with the name; and the joins for them. */
export const hands = (column: string) => ({
  columns: sql`
    case when people.id is not null then 'person' when api_keys.id is not null then 'key' end as author_type,
    coalesce(nullif(people.name, ''), people.email_address, api_keys.name) as author_name`,
  joins: sql`
    left join people on people.id = ${sql.ref(column)}
    left join api_keys on api_keys.id = ${sql.ref(column)}`,
});

const { columns, joins: authors } = hands('written_by');
const entry = sql`
  number, written_by, begin_date, end_date, kept_for, size, words_added, words_removed, ${columns}`;

/** Lists the email's revisions without their content, newest first. */
export async function listRevisionRows(db: Database, email_key: number): Promise<RevisionRow[]> {
  const { rows } = await sql<RevisionRow>`
    select ${entry}, null as subject, null as body, null as settings
    from ${revisionsOf(email_key)} ${authors} order by number desc`.execute(db);
  return rows;
}

export async function findRevisionRow(
  db: Database,
  email_key: number,
  number: number,
): Promise<RevisionRow | undefined> {
  const { rows } = await sql<RevisionRow>`
    select ${entry}, subject, body, settings
    from ${revisionsOf(email_key)} ${authors} where number = ${number}`.execute(db);
  return rows[0];
}
