import { deletePieces } from '../../platform/bundle/pieces.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { FileStore } from '../../platform/file-store.ts';
import { deleteImportRow, findAnyImport } from './queries.ts';

/** Deletes one import of the newsletter with its file. Returns how many it deleted. */
export async function removeImport(db: Database, store: FileStore, newsletter_key: number): Promise<number> {
  const row = await findAnyImport(db, newsletter_key);
  if (!row) return 0;
  await deletePieces(store, row.folder);
  await deleteImportRow(db, row.key);
  return 1;
}
