import type { Database } from '../../platform/database/connect.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { deletePieces } from '../../platform/storage/pieces.ts';
import { deleteExportRow, findAnyExport, listExpired } from './queries.ts';
import { folderOf } from './run.ts';

/**
 * Deletes exports that have expired by `now`. Each bundle is deleted before its row, so that a crash leaves no bundle behind. Returns how
 * many.
 */
export async function pruneExports(
  db: Database,
  store: FileStore,
  now: Date,
  limit: number,
): Promise<number> {
  const expired = await listExpired(db, now, Math.min(limit, 100));
  for (const row of expired) {
    await deletePieces(store, folderOf(row));
    await deleteExportRow(db, row.key);
  }
  return expired.length;
}

/** Deletes one export of the newsletter with its bundle. Returns how many it deleted. */
export async function removeExport(db: Database, store: FileStore, newsletter_key: number): Promise<number> {
  const row = await findAnyExport(db, newsletter_key);
  if (!row) return 0;
  await deletePieces(store, folderOf(row));
  await deleteExportRow(db, row.key);
  return 1;
}
