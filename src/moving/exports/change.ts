import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '../../accounts/caller.ts';
import { holdNewsletter } from '../../accounts/queries.ts';
import { recordEvent } from '../../journal/record.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { found } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { deletePieces } from '../../platform/storage/pieces.ts';
import { requestWork } from '../../platform/work/request.ts';
import type { Export, ExportCreate } from './export.ts';
import { deleteExportRow, findExport, findRunning, insertExport } from './queries.ts';
import { folderOf } from './run.ts';

/** Requests an export of the newsletter. If the same export is already running, returns that one. */
export async function createExport(
  db: Database,
  { newsletter, by }: Pick<Caller, 'newsletter' | 'by'>,
  { collections, format, columns }: Pick<ExportCreate, 'collections' | 'format' | 'columns'>,
): Promise<{ row: Export; is_new: boolean }> {
  return inTransaction(db, async trx => {
    await holdNewsletter(trx, newsletter.key);
    const running = await findRunning(trx, newsletter.key);
    if (
      running &&
      isDeepStrictEqual(
        [running.collections, running.format, running.columns],
        [collections, format, columns],
      )
    )
      return { row: running, is_new: false };
    const row = await insertExport(trx, {
      id: newId(),
      newsletter_key: newsletter.key,
      created_by: by,
      collections,
      format,
      columns,
    });
    await recordEvent(trx, newsletter.key, { event_type: 'export.created', data: { export_id: row.id } });
    await requestWork(trx, 'exports', row.id);
    return { row, is_new: true };
  });
}

/** Finds an export of the newsletter. Throws `not_found`. */
export async function findExportOf(db: Database, newsletter_key: number, id: string): Promise<Export> {
  return found(await findExport(db, newsletter_key, id), 'export');
}

/** Deletes the export and its bundle. A running export stops. Throws `not_found`. */
export async function deleteExport(
  db: Database,
  store: FileStore,
  newsletter_key: number,
  id: string,
): Promise<void> {
  const row = await findExportOf(db, newsletter_key, id);
  await deleteExportRow(db, row.key);
  await deletePieces(store, folderOf(row)); // a worker that is still writing the bundle will notice and delete its folder
}
