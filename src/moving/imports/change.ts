import type { Caller } from '../../accounts/caller.ts';
import { deletePieces } from '../../platform/bundle/pieces.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { notFound } from '../../platform/errors.ts';
import type { FileStore } from '../../platform/file-store.ts';
import { enqueue, type Jobs } from '../../platform/jobs.ts';
import { formats } from './formats.ts';
import type { FormatName, Import } from './import.ts';
import { runImportJob } from './jobs.ts';
import { deleteImportRow, findImport, insertImport } from './queries.ts';
import type { Uploaded } from './upload.ts';

/** Requests the import of an uploaded file. Throws if the format refuses it. */
export async function createImport(
  db: Database,
  jobs: Jobs,
  { newsletter, by }: Pick<Caller, 'newsletter' | 'by'>,
  format: FormatName,
  { id, folder, size, file_name }: Uploaded,
): Promise<Import> {
  return inTransaction(db, async trx => {
    await formats[format].allow(trx, newsletter);
    const row = { id, newsletter_key: newsletter.key, format, file_name, size, folder, created_by: by };
    const inserted = await insertImport(trx, row);
    await enqueue(trx, jobs, runImportJob, { key: id, payload: { import_id: id } });
    return inserted;
  });
}

/** Throws `not_found`. */
export async function findImportOf(db: Database, newsletter_key: number, id: string): Promise<Import> {
  const found = await findImport(db, newsletter_key, id);
  if (!found) throw notFound('import');
  return found;
}

/** Deletes the import and its file. A running import stops and leaves nothing behind. Throws `not_found`. */
export async function deleteImport(
  db: Database,
  store: FileStore,
  newsletter_key: number,
  id: string,
): Promise<void> {
  const row = await findImportOf(db, newsletter_key, id);
  await deleteImportRow(db, row.key);
  await deletePieces(store, row.folder);
}
