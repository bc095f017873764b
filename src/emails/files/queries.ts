import { type Insertable, sql, type Updateable } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { readPage } from '../../platform/database/page.ts';
import type { FileKind, Files } from '../../platform/database/schema.ts';
import type { Page } from '../../platform/http/query.ts';
import { isId } from '../../platform/ids.ts';
import type { File } from './file.ts';

/** Inserts the row, or returns the existing one if the newsletter already has an image with these bytes. */
export async function insertFile(trx: Database, row: Insertable<Files>): Promise<File> {
  return trx
    .insertInto('files')
    .values(row)
    .onConflict(conflict =>
      conflict
        .columns(['newsletter_key', 'hash'])
        .where(sql<boolean>`kind = 'image'`) // literally as in the index
        .doUpdateSet({ hash: eb => eb.ref('excluded.hash') }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findImageOfHash(
  db: Database,
  newsletter_key: number,
  hash: Buffer,
): Promise<File | undefined> {
  return db
    .selectFrom('files')
    .selectAll()
    .where('newsletter_key', '=', newsletter_key)
    .where('kind', '=', 'image')
    .where('hash', '=', hash)
    .executeTakeFirst();
}

/** The total size of the newsletter's files in bytes. */
export async function sumOfSizes(db: Database, newsletter_key: number): Promise<number> {
  const { sum } = await db
    .selectFrom('files')
    .where('newsletter_key', '=', newsletter_key)
    .select(({ fn }) => fn.coalesce(fn.sum<string>('size'), sql<string>`0`).as('sum'))
    .executeTakeFirstOrThrow();
  return Number(sum);
}

/** The file with this public address. */
export async function findFile(db: Database, id: string): Promise<File | undefined> {
  if (!isId(id)) return undefined;
  return db
    .selectFrom('files')
    .innerJoin('newsletters', 'newsletters.key', 'files.newsletter_key')
    .selectAll('files')
    .where('files.id', '=', id)
    .executeTakeFirst();
}

/** Any file of the newsletter. */
export async function findAnyFile(db: Database, newsletter_key: number): Promise<File | undefined> {
  return db
    .selectFrom('files')
    .selectAll()
    .where('newsletter_key', '=', newsletter_key)
    .limit(1)
    .executeTakeFirst();
}

/** The newsletter's files of this kind, in the order of upload; with `ids`, only those. */
export async function listFiles(
  db: Database,
  newsletter_key: number,
  kind: FileKind,
  { ids, ...page }: Page & { ids?: string[] | undefined },
) {
  return readPage(selectFiles(db, newsletter_key, kind, ids).orderBy('key'), page);
}

/** The newsletter's attachments among `ids`. */
export async function findAttachments(db: Database, newsletter_key: number, ids: string[]): Promise<File[]> {
  return selectFiles(db, newsletter_key, 'attachment', ids).execute();
}

/**
 * Like findAttachments, and keeps them from being deleted until the transaction ends and its references to them are
 * visible.
 */
export async function holdAttachments(trx: Database, newsletter_key: number, ids: string[]): Promise<File[]> {
  return selectFiles(trx, newsletter_key, 'attachment', ids).forKeyShare().execute();
}

/** Locks the file: nobody else changes it or starts to refer to it before the transaction ends. */
export async function lockFile(
  trx: Database,
  newsletter_key: number,
  kind: FileKind,
  id: string,
): Promise<File | undefined> {
  return selectFiles(trx, newsletter_key, kind, [id]).forUpdate().executeTakeFirst();
}

export async function updateFileRow(
  db: Database,
  newsletter_key: number,
  { kind, id }: Pick<File, 'kind' | 'id'>,
  changes: Updateable<Files>,
): Promise<File | undefined> {
  return db
    .updateTable('files')
    .set(changes)
    .where('newsletter_key', '=', newsletter_key)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteFileRow(trx: Database, key: number): Promise<void> {
  await trx.deleteFrom('files').where('key', '=', key).execute();
}

/** The emails that have yet to send the attachment to somebody. */
export async function findUsesOfAttachment(
  trx: Database,
  newsletter_key: number,
  id: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from emails
    where newsletter_key = ${newsletter_key} and attachments @> ${JSON.stringify([id])}::jsonb and (
      status in ('draft', 'scheduled', 'about_to_send', 'in_flight', 'errored')
      or exists (select from delivery_chunks where email_key = emails.key and next_attempt_date is not null)
    )`.execute(trx);
  return rows.map(row => row.id);
}

/** Whether an email that readers have, or are about to get, shows the image or has the attachment. */
export async function isSeen(trx: Database, newsletter_key: number, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from emails
    where newsletter_key = ${newsletter_key} and status not in ('draft', 'deleted')
      and (position(${id} in body || custom_teaser || image) > 0 or attachments @> ${JSON.stringify([id])}::jsonb)
    limit 1`.execute(trx);
  return rows.length > 0;
}

function selectFiles(db: Database, newsletter_key: number, kind: FileKind, ids: string[] | undefined) {
  return db
    .selectFrom('files')
    .selectAll()
    .where('newsletter_key', '=', newsletter_key)
    .where('kind', '=', kind)
    .$if(ids !== undefined, query => query.where('id', '=', sql<string>`any(${ids?.filter(isId)}::uuid[])`));
}
