import type { Database } from '../../platform/database/connect.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { deletePieces } from '../../platform/storage/pieces.ts';
import { pruneTraces, unstage } from './people/queries.ts';
import { deleteImportRow, findAnyImport, listForgotten } from './queries.ts';

/**
 * Deletes the data that imports keep for undoing them, and the lines of their reports, once they ended before that time. Also deletes
 * imports whose dry run nobody has followed up. Returns how many rows.
 */
export async function pruneImports(
  db: Database,
  store: FileStore,
  before: Date,
  limit: number,
): Promise<number> {
  for (const row of await listForgotten(db, before, 10)) {
    await deletePieces(store, row.folder);
    await deleteImportRow(db, row.key);
  }
  return pruneTraces(db, before, limit);
}

/** Deletes one import of the newsletter with its file. Returns how many it deleted. */
export async function removeImport(db: Database, store: FileStore, newsletter_key: number): Promise<number> {
  const row = await findAnyImport(db, newsletter_key);
  if (!row) return 0;
  await deletePieces(store, row.folder);
  await unstage(db, row.key);
  await deleteImportRow(db, row.key);
  return 1;
}
