import { sql, type Updateable } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Exports } from '../../platform/database/schema.ts';
import type { Page } from '../../platform/http/query.ts';
import { readPage } from '../../platform/http/read-page.ts';
import type { Export } from './export.ts';

export const {
  insert: insertExport,
  find: findExport,
  any: findAnyExport,
  remove: deleteExportRow,
} = rowsOf('exports');

const unfinished = ['not_started', 'in_progress'] as const;

/** Finds the newsletter's unfinished export, if there is one. */
export async function findRunning(trx: Database, newsletter_key: number): Promise<Export | undefined> {
  return trx
    .selectFrom('exports')
    .selectAll()
    .where('newsletter_key', '=', newsletter_key)
    .where('status', 'in', unfinished)
    .executeTakeFirst();
}

/** Finds the export, if it is unfinished and its newsletter exists. */
export async function findUnfinished(db: Database, id: string): Promise<Export | undefined> {
  return db
    .selectFrom('exports')
    .innerJoin('newsletters', 'newsletters.key', 'exports.newsletter_key')
    .selectAll('exports')
    .where('exports.id', '=', id)
    .where('exports.status', 'in', unfinished)
    .executeTakeFirst();
}

/** Lists a page of the newsletter's exports, newest first, and their total. */
export async function listExports(db: Database, newsletter_key: number, page: Page) {
  const all = db.selectFrom('exports').where('newsletter_key', '=', newsletter_key);
  return readPage(all.selectAll().orderBy('key', 'desc'), page);
}

/**
 * Changes an unfinished export; with `folder`, only for the attempt that writes into this folder. Returns whether an export was changed.
 */
export async function updateUnfinished(
  db: Database,
  { id, folder }: { id: string; folder?: string },
  changes: Updateable<Exports>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('exports')
    .set(changes)
    .where('id', '=', id)
    .where('status', 'in', unfinished)
    .$if(folder !== undefined, query => query.where('folder', '=', folder!))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Counts an internal failure. Returns how many there have been in a row. */
export async function noteStumble(db: Database, id: string): Promise<number> {
  const row = await db
    .updateTable('exports')
    .set({ stumbles: sql`stumbles + 1` })
    .where('id', '=', id)
    .returning('stumbles')
    .executeTakeFirst();
  return row?.stumbles ?? 0;
}

/** Lists exports that have expired by `now`, whose bundles should be deleted. */
export async function listExpired(db: Database, now: Date, limit: number): Promise<Export[]> {
  return db
    .selectFrom('exports')
    .selectAll()
    .where('expiry_date', '<', now.toISOString())
    .orderBy('expiry_date')
    .limit(limit)
    .execute();
}
