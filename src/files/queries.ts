import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import { readPage } from '../platform/database/page.ts';
import type { FileKind, Files } from '../platform/database/schema.ts';
import type { Page } from '../platform/http/query.ts';
import { isId } from '../platform/ids.ts';
import type { File } from './file.ts';

export async function insertFile(db: Database, row: Insertable<Files>): Promise<File> {
  return db.insertInto('files').values(row).returningAll().executeTakeFirstOrThrow();
}

/** The file that the world asks for by its address. */
export async function findFile(db: Database, id: string): Promise<File | undefined> {
  if (!isId(id)) return undefined;
  return db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function listFiles(db: Database, newsletter_key: number, kind: FileKind, page: Page) {
  const all = db.selectFrom('files').where('newsletter_key', '=', newsletter_key).where('kind', '=', kind);
  return readPage(all.selectAll().orderBy('key'), page);
}

/** The attachments of the newsletter among `ids`. */
export async function findAttachments(db: Database, newsletter_key: number, ids: string[]): Promise<File[]> {
  return db
    .selectFrom('files')
    .selectAll()
    .where('newsletter_key', '=', newsletter_key)
    .where('kind', '=', 'attachment')
    .where('id', '=', sql<string>`any(${ids.filter(isId)}::uuid[])`)
    .execute();
}
