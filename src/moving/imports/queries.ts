import { type Insertable, sql, type Updateable } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { readPage } from '../../platform/database/page.ts';
import type { Imports } from '../../platform/database/schema.ts';
import type { Page } from '../../platform/http/query.ts';
import { isId } from '../../platform/ids.ts';
import type { Import } from './import.ts';

const unfinished = ['not_started', 'validating', 'in_progress'] as const;

export async function insertImport(trx: Database, row: Insertable<Imports>): Promise<Import> {
  return trx.insertInto('imports').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function findImport(
  db: Database,
  newsletter_key: number,
  id: string,
): Promise<Import | undefined> {
  if (!isId(id)) return undefined;
  return db
    .selectFrom('imports')
    .selectAll()
    .where('newsletter_key', '=', newsletter_key)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The import, if it is unfinished and its newsletter exists. */
export async function findUnfinished(db: Database, id: string): Promise<Import | undefined> {
  return db
    .selectFrom('imports')
    .innerJoin('newsletters', 'newsletters.key', 'imports.newsletter_key')
    .selectAll('imports')
    .where('imports.id', '=', id)
    .where('imports.status', 'in', unfinished)
    .executeTakeFirst();
}

/** A page of the newsletter's imports, newest first, and the total. */
export async function listImports(db: Database, newsletter_key: number, page: Page) {
  const all = db.selectFrom('imports').where('newsletter_key', '=', newsletter_key);
  return readPage(all.selectAll().orderBy('key', 'desc'), page);
}

/** Changes an unfinished import. Returns whether there was one. */
export async function updateUnfinished(
  db: Database,
  id: string,
  changes: Updateable<Imports>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set(changes)
    .where('id', '=', id)
    .where('status', 'in', unfinished)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Counts an internal failure. Returns how many there have been in a row. */
export async function noteStumble(db: Database, id: string): Promise<number> {
  const row = await db
    .updateTable('imports')
    .set({ stumbles: sql`stumbles + 1` })
    .where('id', '=', id)
    .returning('stumbles')
    .executeTakeFirst();
  return row?.stumbles ?? 0;
}

export async function deleteImportRow(trx: Database, key: number): Promise<void> {
  await trx.deleteFrom('imports').where('key', '=', key).execute();
}

/** Any import of the newsletter. */
export async function findAnyImport(db: Database, newsletter_key: number): Promise<Import | undefined> {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('newsletter_key', '=', newsletter_key)
    .limit(1)
    .executeTakeFirst();
}
