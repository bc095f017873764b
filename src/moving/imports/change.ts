import type { Caller } from '../../accounts/caller.ts';
import { demandContent } from '../../accounts/content.ts';
import type { Newsletter } from '../../accounts/newsletter.ts';
import { listTagNames } from '../../audience/tags/queries.ts';
import { resolveTags } from '../../audience/tags/resolve.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { domainError, found } from '../../platform/errors.ts';
import { isId, newId } from '../../platform/ids.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { deletePieces } from '../../platform/storage/pieces.ts';
import { requestWork } from '../../platform/work/request.ts';
import { type DuplicatedKind, duplicateOptions } from './formats/duplicate.ts';
import { formatOf } from './formats.ts';
import { type FormatName, type Import, type ImportUpdate, isWhole, showImport, undoDays } from './import.ts';
import type { ImportOptions } from './people/options.ts';
import { unstage } from './people/queries.ts';
import { deleteImportRow, findImport, findPublishers, insertImport, moveImport } from './queries.ts';
import { folderOf, type Uploaded } from './upload.ts';

/** The parameters of a request to import a file. */
export type Wanted = { format: FormatName; dry_run: boolean; options: ImportOptions };

/** Requests the import, or a dry run, of an uploaded file. Throws if the format refuses it. */
export async function createImport(
  db: Database,
  { newsletter, by }: Pick<Caller, 'newsletter' | 'by'>,
  { format, dry_run, options }: Wanted,
  { id, folder, size, file_name }: Uploaded,
): Promise<Import> {
  return inTransaction(db, async trx => {
    await formatOf(format).allow(trx, newsletter);
    const tags = await namesOfTags(trx, newsletter.key, options.tags);
    const inserted = await insertImport(trx, {
      id,
      newsletter_key: newsletter.key,
      format,
      file_name,
      size,
      folder,
      created_by: by,
      dry_run,
      options: JSON.stringify({ ...options, tags }),
    });
    await requestWork(trx, 'imports', id);
    return inserted;
  });
}

/** Requests that the content of `source` is copied into a newsletter that is still empty. */
export async function createDuplicate(
  trx: Database,
  { newsletter, by }: { newsletter: Newsletter; by: string | null },
  source: Newsletter,
  include: DuplicatedKind[],
): Promise<Import> {
  const id = newId();
  const inserted = await insertImport(trx, {
    id,
    newsletter_key: newsletter.key,
    format: 'newsletter',
    created_by: by,
    dry_run: false,
    file_name: source.name.slice(0, 200),
    size: 0,
    folder: folderOf(id),
    options: JSON.stringify(duplicateOptions.parse({ newsletter_id: source.id, include })),
  });
  await requestWork(trx, 'imports', id);
  return inserted;
}

/**
 * Changes the options of an import whose dry run has ended, in the name of the caller, and repeats the dry run. Options that are not in
 * `update` stay the same. Throws `not_found`, and `import_not_ready` if there is no dry run to repeat.
 */
export async function updateImport(
  db: Database,
  { newsletter, by }: Pick<Caller, 'newsletter' | 'by'>,
  id: string,
  { format, ...update }: ImportUpdate,
  now: Date,
): Promise<Import> {
  return inTransaction(db, async trx => {
    const row = await findImportOf(trx, newsletter.key, id);
    if (isWhole(row)) throw domainError('import_not_ready', 'moving.no_options');
    const options = { ...showImport(row, now).options, ...update };
    const tags = await namesOfTags(trx, newsletter.key, options.tags);
    const changed =
      row.dry_run &&
      (await moveImport(trx, row.key, ['validated', 'failed'], {
        status: 'not_started',
        status_reason: '',
        start_date: null,
        completion_date: null,
        total_count: 0,
        done_count: 0,
        people_count: 0,
        issue_count: 0,
        stumbles: 0,
        created_by: by,
        format: format ?? row.format,
        options: JSON.stringify({ ...options, tags }),
        report: '{}',
      }));
    if (!changed) throw domainError('import_not_ready', 'moving.options_closed', { status: row.status });
    await requestWork(trx, 'imports', id);
    return changed;
  });
}

/** Imports a file after its dry run, in the name of the caller. Throws `not_found` and `import_not_ready`. */
export async function askToRun(
  db: Database,
  { newsletter, by }: Pick<Caller, 'newsletter' | 'by'>,
  id: string,
): Promise<Import> {
  return inTransaction(db, async trx => {
    const row = await findImportOf(trx, newsletter.key, id);
    const changes = { status: 'not_started', dry_run: false, created_by: by } as const;
    const asked = await moveImport(trx, row.key, ['validated'], changes);
    if (!asked) throw domainError('import_not_ready', 'moving.not_validated', { status: row.status });
    await requestWork(trx, 'imports', id);
    return asked;
  });
}

/**
 * Undoes an import, even one that is running. Throws `not_found`, `import_not_ready` if there is nothing to undo or it is too late, and
 * `forbidden` if the caller's bounds do not allow taking back the pages of its issues.
 */
export async function askToUndo(db: Database, caller: Caller, id: string, now: Date): Promise<Import> {
  return inTransaction(db, async trx => {
    const row = await findImportOf(trx, caller.newsletter.key, id);
    const why = sentence('people.why_issues');
    await demandContent(trx, caller, () => findPublishers(trx, row.key), why);
    const { undo_until } = showImport(row, now);
    if (isWhole(row)) throw domainError('import_not_ready', 'moving.newsletter_not_undone');
    if (undo_until !== null && Date.parse(undo_until) < now.getTime())
      throw domainError('import_not_ready', 'moving.undo_too_late', { days: undoDays });
    const changes = { status: 'undoing', status_reason: '', completion_date: null, done_count: 0 } as const;
    if (row.dry_run) throw domainError('import_not_ready', 'moving.nothing_imported');
    const asked = await moveImport(trx, row.key, ['in_progress', 'succeeded', 'failed'], changes);
    if (!asked) throw domainError('import_not_ready', 'moving.nothing_to_undo', { status: row.status });
    await requestWork(trx, 'imports', id);
    return asked;
  });
}

/** Returns the names of the tags for everybody, because the file also names tags. */
async function namesOfTags(trx: Database, newsletter_key: number, words: string[]): Promise<string[]> {
  const ids = words.filter(isId);
  if (ids.length === 0) return words;
  await resolveTags(trx, newsletter_key, ids, 'tags');
  const names = await listTagNames(trx, newsletter_key);
  return words.map(word => names.get(word.toLowerCase()) ?? word);
}

/** Finds an import of the newsletter. Throws `not_found`. */
export async function findImportOf(db: Database, newsletter_key: number, id: string): Promise<Import> {
  return found(await findImport(db, newsletter_key, id), 'import');
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
  await unstage(db, row.key);
  await deletePieces(store, row.folder);
}
