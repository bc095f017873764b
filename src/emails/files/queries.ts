import { type Insertable, sql, type Updateable } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { FileKind, Files } from '../../platform/database/schema.ts';
import type { Page } from '../../platform/http/query.ts';
import { readPage } from '../../platform/http/read-page.ts';
import { isId } from '../../platform/ids.ts';
import type { File } from './file.ts';

export const { any: findAnyFile, remove: deleteFileRow } = rowsOf('files');

/** Inserts the row, or returns the existing one if the newsletter already has an image with these bytes. */
export async function insertFile(trx: Database, row: Insertable<Files>): Promise<File> {
  return trx
    .insertInto('files')
    .values(row)
    .onConflict(conflict =>
      conflict
        .columns(['newsletter_key', 'hash'])
        .where(sql<boolean>`kind = 'image'`) // exactly as in the index
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

/** Returns the total size of the newsletter's files in bytes. */
export async function sumOfSizes(db: Database, newsletter_key: number): Promise<number> {
  const { sum } = await db
    .selectFrom('files')
    .where('newsletter_key', '=', newsletter_key)
    .select(({ fn }) => fn.coalesce(fn.sum<string>('size'), sql<string>`0`).as('sum'))
    .executeTakeFirstOrThrow();
  return Number(sum);
}

/** Finds the file with this public address. */
export async function findFile(db: Database, id: string): Promise<File | undefined> {
  if (!isId(id)) return undefined;
  return db
    .selectFrom('files')
    .innerJoin('newsletters', 'newsletters.key', 'files.newsletter_key')
    .selectAll('files')
    .where('files.id', '=', id)
    .executeTakeFirst();
}

/** Lists the newsletter's files of this kind, in the order of upload; with `ids`, only those. */
export async function listFiles(
  db: Database,
  newsletter_key: number,
  kind: FileKind,
  { ids, ...page }: Page & { ids?: string[] | undefined },
) {
  return readPage(selectFiles(db, newsletter_key, kind, ids).orderBy('key'), page);
}

/** Lists the newsletter's files of any kind among `ids`. */
export async function listFilesNamed(db: Database, newsletter_key: number, ids: string[]): Promise<File[]> {
  return db
    .selectFrom('files')
    .selectAll()
    .where('newsletter_key', '=', newsletter_key)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

/** Finds the newsletter's attachments among `ids`. */
export async function findAttachments(db: Database, newsletter_key: number, ids: string[]): Promise<File[]> {
  return selectFiles(db, newsletter_key, 'attachment', ids).execute();
}

/** Finds the newsletter's images among `ids`. */
export async function findImages(db: Database, newsletter_key: number, ids: string[]): Promise<File[]> {
  return selectFiles(db, newsletter_key, 'image', ids).execute();
}

/**
 * Like findAttachments, but also keeps them from being deleted until the transaction ends and its references to them are visible.
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

export async function updateFileRow(db: Database, key: number, changes: Updateable<Files>): Promise<File> {
  return db.updateTable('files').set(changes).where('key', '=', key).returningAll().executeTakeFirstOrThrow();
}

/** Finds the next images that were stored by a version that did not clean them. */
export async function findUncleanImages(db: Database, after: number) {
  return db
    .selectFrom('files')
    .select(['key', 'id', 'newsletter_key'])
    .where('kind', '=', 'image')
    .where('width', 'is', null)
    .where('key', '>', after)
    .orderBy('key')
    .limit(100)
    .execute();
}

/** A picture whose bytes were replaced, without metadata. */
export type Cleaned = { id: string; size: number; hash: Buffer; width: number; height: number };

/**
 * Records the stored bytes of an image after it was cleaned. If another image of the newsletter has the same bytes, uploads reuse that one.
 */
export async function recordCleaned(
  db: Database,
  newsletter_key: number,
  { id, size, hash, width, height }: Cleaned,
): Promise<void> {
  await sql`
    update files set size = ${size}, width = ${width}, height = ${height}, hash = case
      when exists (
        select from files other
        where other.newsletter_key = ${newsletter_key} and other.kind = 'image' and other.hash = ${hash} and other.id <> ${id}
      ) then null else ${hash}::bytea end
    where newsletter_key = ${newsletter_key} and kind = 'image' and id = ${id}`.execute(db);
}

/** Finds the emails that have yet to send the attachment to somebody. */
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

/**
 * Returns who requested the emails that readers have or are about to get, and who requested the automations, that show the image or have
 * the attachment. If a snippet or a setting shows the image, it may be anywhere, so null is among them.
 */
export async function findRequesters(
  trx: Database,
  newsletter_key: number,
  id: string,
): Promise<(string | null)[]> {
  const { rows } = await sql<{ by: string | null }>`
    select coalesce(sent_by, changed_by) as by from emails
    where newsletter_key = ${newsletter_key} and status not in ('draft', 'deleted')
      and (position(${id} in body || custom_teaser || coalesce(ab_test::text, '') || image) > 0 or attachments @> ${JSON.stringify([id])}::jsonb)
    union
    select changed_by from automations where newsletter_key = ${newsletter_key} and position(${id} in body) > 0
    union
    select null from snippets where newsletter_key = ${newsletter_key} and position(${id} in content) > 0
    union
    select null from newsletters
    where key = ${newsletter_key} and position(${id} in concat_ws(
      ' ', description, sign_up_text, premium_text, confirmation_text, welcome_body, gift_text, ending_text,
        ended_text, header_image)) > 0`.execute(trx);
  return rows.map(({ by }) => by);
}

function selectFiles(db: Database, newsletter_key: number, kind: FileKind, ids: string[] | undefined) {
  return db
    .selectFrom('files')
    .selectAll()
    .where('newsletter_key', '=', newsletter_key)
    .where('kind', '=', kind)
    .$if(ids !== undefined, query => query.where('id', '=', sql<string>`any(${ids?.filter(isId)}::uuid[])`));
}
