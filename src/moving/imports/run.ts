import { recordEvent } from '../../accounts/events/record.ts';
import { findNewsletterOf } from '../../accounts/queries.ts';
import { deletePieces, openPieces } from '../../platform/bundle/pieces.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { DomainError, messageOf } from '../../platform/errors.ts';
import type { FileStore } from '../../platform/file-store.ts';
import { enqueue, type Jobs } from '../../platform/jobs.ts';
import type { Log } from '../../platform/log.ts';
import { isDatabaseOutage } from '../../platform/outage.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import { claim, openProgress, patience } from '../transfer.ts';
import type { ReadContext } from './format.ts';
import { formats } from './formats.ts';
import { type Import, type Report, showImport } from './import.ts';
import { runImportJob } from './jobs.ts';
import { findUnfinished, noteStumble, updateUnfinished } from './queries.ts';
import { folderOf } from './upload.ts';

export type ImportContext = {
  jobs: Jobs;
  store: FileStore;
  clock: Clock;
  log: Log;
  secret: Secret;
  vault: Vault;
};

/** How long to wait before checking again whether another worker is still busy with it. */
const againMilliseconds = 5000;

/**
 * Reads the file of the import. If the file cannot be imported, the import becomes `failed`, with the reason; after an
 * internal failure it is tried again. Afterwards the file is deleted. Does nothing if the import has ended.
 */
export async function runImport(db: Database, context: ImportContext, id: string): Promise<void> {
  const row = await findUnfinished(db, id);
  if (!row) return deletePieces(context.store, folderOf(id)); // a crash may have left the file
  const read = await open(db, context, row);
  try {
    // This transaction only holds the claim. A reader may commit in steps or all at once.
    const claimed = await db
      .transaction()
      .execute(async trx => (await claim(trx, id)) && (await attempt(db, context, read)));
    if (!claimed) return lookAgain(db, context, id);
  } catch (error) {
    if (error instanceof DomainError) await fail(db, context, read, error.detail);
    else {
      context.log.warn({ err: error, import: id }, 'an import failed for now');
      if (isDatabaseOutage(error) || (await noteStumble(db, id)) < patience) throw error;
      const words = `Postrider failed ${patience} times in a row (${messageOf(error).slice(0, 300)}). See the log, then import again.`;
      await fail(db, context, read, words);
    }
  }
  await deletePieces(context.store, row.folder);
}

async function open(
  db: Database,
  { store, secret, vault }: ImportContext,
  row: Import,
): Promise<ReadContext> {
  let total_count = row.total_count;
  const { id } = row;
  const progress = openProgress(async (done_count, current_part) => {
    if (!(await updateUnfinished(db, id, { total_count, done_count, current_part })))
      throw new DomainError('not_found', 'The import was deleted.');
  });
  return {
    store,
    secret,
    vault,
    row,
    newsletter: await findNewsletterOf(db, row),
    bytes: openPieces(store, row.folder, row.size),
    progress: {
      async begin(count) {
        total_count = count;
        await updateUnfinished(db, id, { status: 'in_progress', total_count });
      },
      add: progress.add,
    },
  };
}

async function attempt(db: Database, { clock }: ImportContext, read: ReadContext): Promise<true> {
  const { row } = read;
  const start_date = row.start_date ?? clock().toISOString();
  const is_open = await updateUnfinished(db, row.id, { status: 'validating', start_date, done_count: 0 });
  if (!is_open) return true; // another worker has just ended it
  const { format } = showImport(row, clock());
  await formats[format].run(db, read, (trx, report) => end(trx, { clock }, row, report));
  return true;
}

async function end(trx: Database, { clock }: Pick<ImportContext, 'clock'>, row: Import, report: Report) {
  const total_count = Object.values(report.counts).reduce((sum, count) => sum + count, 0);
  const ended = await updateUnfinished(trx, row.id, {
    status: 'succeeded',
    status_reason: '',
    report: JSON.stringify(report),
    total_count,
    done_count: total_count,
    current_part: '',
    completion_date: clock().toISOString(),
  });
  if (!ended) throw new DomainError('not_found', 'The import was deleted.');
  await recordEvent(trx, row.newsletter_key, {
    event_type: 'import.completed',
    data: { import_id: row.id, format: row.format, total_count },
  });
}

async function fail(
  db: Database,
  { clock }: ImportContext,
  read: ReadContext,
  status_reason: string,
): Promise<void> {
  const { row } = read;
  await formats[showImport(row, clock()).format].undo?.(db, read);
  await inTransaction(db, async trx => {
    const failed = await updateUnfinished(trx, row.id, {
      status: 'failed',
      status_reason,
      current_part: '',
      completion_date: clock().toISOString(),
    });
    if (failed)
      await recordEvent(trx, row.newsletter_key, {
        event_type: 'import.failed',
        data: { import_id: row.id, format: row.format },
      });
  });
}

/** PostgreSQL may hold the lock of a dead worker until it notices that the connection is gone. */
async function lookAgain(db: Database, { jobs }: ImportContext, id: string): Promise<void> {
  const run_at = new Date(Date.now() + againMilliseconds);
  await enqueue(db, jobs, runImportJob, { key: id, payload: { import_id: id }, run_at });
}
