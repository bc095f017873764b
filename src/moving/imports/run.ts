import { sql, type Updateable } from 'kysely';
import { findNewsletterOf } from '../../accounts/queries.ts';
import { recordEvent } from '../../journal/record.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import type { Imports } from '../../platform/database/schema.ts';
import { DomainError, messageOf } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { isDatabaseOutage } from '../../platform/outage.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { deletePieces, openPieces } from '../../platform/storage/pieces.ts';
import type { Claim } from '../../platform/work/claim.ts';
import type { Outcome, Work } from '../../platform/work/work.ts';
import { openProgress, patience } from '../transfer.ts';
import type { FileContext, ReadContext } from './format.ts';
import { formatOf } from './formats.ts';
import { type Import, isWhole, type Report, showImport } from './import.ts';
import type { IssueContext } from './issues/take-in.ts';
import { unstage } from './people/queries.ts';
import { undo } from './people/undo.ts';
import {
  findKeyOf,
  findUnfinished,
  moveImport,
  needsFile,
  noteStumble,
  runningStatuses,
  updateRunning,
} from './queries.ts';
import { folderOf } from './upload.ts';

export type ImportContext = IssueContext & { log: Log; secret: Secret; vault: Vault };

export function importsWork(db: Database, context: ImportContext): Work {
  const handle = ({ id }: Claim) => runImport(db, context, id);
  return { table: 'imports', leaves: true, at_once: 1, handle };
}

/**
 * Checks or imports the file of the import, or undoes the import, whichever is due. If the file cannot be imported, the import becomes
 * `failed`, with the reason; after an internal failure it is tried again. Afterwards the file is deleted, but not after a dry run. Does
 * nothing if the import has ended.
 */
async function runImport(db: Database, context: ImportContext, id: string): Promise<Outcome> {
  const row = await findUnfinished(db, id);
  if (!row) return tidy(db, context, id);
  const read = await open(db, context, row);
  try {
    // This transaction only holds the claim. The reader commits its own transactions, in steps or all at once.
    const claimed = await db
      .transaction()
      .execute(async trx => (await claim(trx, id)) && (await attempt(db, context, { ...read, claim: trx })));
    if (!claimed) return lookAgain_ms;
  } catch (error) {
    if (error instanceof DomainError) await fail(db, context, read, error.detail);
    else {
      context.log.warn({ err: error, import: id }, 'an import failed for now');
      if (isDatabaseOutage(error) || (await noteStumble(db, id)) < patience) throw error;
      const words = sentence('moving.import_failed', {
        times: patience,
        reason: messageOf(error).slice(0, 300),
      });
      await fail(db, context, read, words);
    }
  }
  return tidy(db, context, id);
}

/** Deletes the file and the data read from it, if nobody needs them any more. A crash may have left them. */
async function tidy(db: Database, { store }: ImportContext, id: string): Promise<Outcome> {
  if (await needsFile(db, id)) return 'done';
  await deletePieces(store, folderOf(id));
  const key = await findKeyOf(db, id);
  if (key !== undefined) await unstage(db, key);
  return 'done';
}

async function open(db: Database, context: ImportContext, row: Import): Promise<FileContext> {
  let total_count = row.total_count;
  const { id } = row;
  const { clock, store } = context;
  const progress = openProgress(async (done_count, current_part) => {
    await demandUnfinished(db, id, { total_count, done_count, current_part });
  });
  return {
    ...context,
    now: clock(),
    row,
    newsletter: await findNewsletterOf(db, row),
    bytes: openPieces(store, row.folder, row.size),
    progress: {
      async check() {
        const start_date = row.start_date ?? clock().toISOString();
        await demandUnfinished(db, id, { status: 'validating', start_date, total_count: 0, done_count: 0 });
      },
      async begin(count) {
        total_count = count;
        // The pace is measured for the run alone, without the check.
        const start_date = clock().toISOString();
        await demandUnfinished(db, id, { status: 'in_progress', start_date, total_count, done_count: 0 });
      },
      add: progress.add,
    },
  };
}

async function demandUnfinished(db: Database, id: string, changes: Updateable<Imports>): Promise<void> {
  if (!(await updateRunning(db, id, changes))) throw new DomainError('not_found', stopped);
}
const stopped = sentence('moving.import_deleted');

/**
 * Claims the import for this transaction, and returns whether that succeeded. Running a checked import, or undoing one, is work of the same
 * row and may be requested while a worker is still busy with it. Nobody else begins until that worker's transaction ends.
 */
async function claim(trx: Database, id: string): Promise<boolean> {
  const { rows } = await sql<{ claimed: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${id}, 34)) as claimed`.execute(trx);
  return rows[0]!.claimed;
}

/** How soon a claim is tried again: PostgreSQL may hold the claim of a dead worker until it notices that the connection is gone. */
const lookAgain_ms = 5000;

async function attempt(db: Database, { clock }: ImportContext, read: ReadContext): Promise<true> {
  const row = await findUnfinished(db, read.row.id);
  if (!row) return true; // another worker has just ended it
  const context = { ...read, row };
  if (row.status === 'undoing')
    await undo(db, context, (trx, report) => end(trx, clock(), row, 'undone', report));
  else
    await formatOf(showImport(row, clock()).format).run(db, context, {
      end: (trx, report) => end(trx, clock(), row, 'succeeded', report),
      wait: async report => {
        const changes = { status: 'validated', report: JSON.stringify(report), current_part: '' } as const;
        await demandUnfinished(db, row.id, changes);
      },
    });
  return true;
}

/** Records the result of the import, or of undoing it. */
async function end(
  trx: Database,
  now: Date,
  row: Import,
  status: 'succeeded' | 'undone',
  report: Partial<Report>,
): Promise<void> {
  const { key, id, newsletter_key, format } = row;
  const from = row.status === 'undoing' ? (['undoing'] as const) : runningStatuses;
  const ended = await moveImport(trx, key, from, {
    status,
    status_reason: '',
    report: JSON.stringify(report),
    current_part: '',
    completion_date: now.toISOString(),
    ...(isWhole(row) && countsOf(report)),
  });
  if (!ended) throw new DomainError('not_found', stopped);
  await recordEvent(trx, newsletter_key, {
    event_type: status === 'undone' ? 'import.undone' : 'import.completed',
    data: { import_id: id, format, total_count: ended.total_count },
  });
}

function countsOf({ counts = {} }: Partial<Report>) {
  const count = Object.values(counts).reduce((sum, one) => sum + one, 0);
  return { total_count: count, done_count: count };
}

async function fail(
  db: Database,
  { clock }: ImportContext,
  read: FileContext,
  status_reason: string,
): Promise<void> {
  const { row } = read;
  await formatOf(showImport(row, clock()).format).undo?.(db, read);
  await inTransaction(db, async trx => {
    const from = row.status === 'undoing' ? (['undoing'] as const) : runningStatuses;
    const failed = await moveImport(trx, row.key, from, {
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
