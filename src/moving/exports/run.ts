import { findNewsletterOf } from '../../accounts/queries.ts';
import { recordEvent } from '../../journal/record.ts';
import type { BundleContext } from '../../platform/bundle/part.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { day_ms } from '../../platform/durations.ts';
import { messageOf } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { isDatabaseOutage } from '../../platform/outage.ts';
import type { Replicas } from '../../platform/replicas/replicas.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { deletePieces, writePieces } from '../../platform/storage/pieces.ts';
import type { Claim } from '../../platform/work/claim.ts';
import type { Outcome, Work } from '../../platform/work/work.ts';
import { parts } from '../parts.ts';
import { openProgress, patience } from '../transfer.ts';
import { collectionNames, collectionParts } from './collections.ts';
import type { Export } from './export.ts';
import { findUnfinished, noteStumble, updateUnfinished } from './queries.ts';
import { countLines } from './read-part.ts';
import { writeBundle } from './write-bundle.ts';
import { writeCollections } from './write-collections.ts';

export type ExportContext = {
  store: FileStore;
  replicas: Replicas;
  clock: Clock;
  log: Log;
  secret: Secret;
  vault: Vault;
  /** How many days a bundle is kept. */
  export_days: number;
};

/** Returns the folder of an export in the file store. */
export function folderOf({ id }: Pick<Export, 'id'>): string {
  return `exports/${id}`;
}

export function exportsWork(db: Database, context: ExportContext): Work {
  const handle = ({ id }: Claim) => runExport(db, context, id);
  return { table: 'exports', leaves: false, at_once: 1, handle };
}

/**
 * Writes the bundle of the export from one snapshot of the database. It can be downloaded only once it is complete: after a crash, the
 * next worker starts over in another folder, and a worker that still writes into an earlier one stops. Does nothing if the export has
 * ended.
 */
async function runExport(db: Database, context: ExportContext, id: string): Promise<Outcome> {
  const found = await findUnfinished(db, id);
  if (!found) {
    await deletePieces(context.store, folderOf({ id }));
    return 'done';
  }
  try {
    await context.replicas.readNow(snapshot => attempt(db, snapshot, context, found));
  } catch (error) {
    context.log.warn({ err: error, export: id }, 'an export failed for now');
    if (isDatabaseOutage(error) || (await noteStumble(db, id)) < patience) throw error;
    await fail(db, context, found, error);
  }
  return 'done';
}

async function attempt(
  db: Database,
  trx: Database,
  context: ExportContext,
  { id, newsletter_key, start_date, ...wish }: Export,
): Promise<void> {
  const { store, clock, secret, vault } = context;
  const now = clock();
  const folder = `${folderOf({ id })}/${newId()}`;
  const begun = {
    folder,
    status: 'in_progress',
    start_date: start_date ?? now.toISOString(),
    done_count: 0,
  } as const;
  if (!(await updateUnfinished(db, { id }, begun))) return; // another worker has just ended it
  await deletePieces(store, folderOf({ id })); // left by an attempt that crashed
  const newsletter = await findNewsletterOf(trx, { newsletter_key });
  const bundle: BundleContext = { newsletter, secret, vault };
  let total_count = 0;
  const collections = readCollections(wish.collections);
  const wanted = wish.collections === null ? parts : collections.map(name => collectionParts[name]);
  for (const part of wanted) total_count += await countLines(trx, part, bundle);
  const progress = openProgress(async (done_count, current_part) => {
    if (!(await updateUnfinished(db, { id, folder }, { total_count, done_count, current_part })))
      throw new Error('the export was deleted, or another worker has started over');
  });
  const pieces = writePieces(store, folder);
  const output = { write: pieces.write, tell: progress.add };
  if (wish.collections === null) await writeBundle(trx, store, bundle, now, output);
  else await writeCollections(trx, store, bundle, { ...wish, collections }, output);
  const { size } = await pieces.end();
  await inTransaction(db, async done => {
    const ended = clock();
    const is_ours = await updateUnfinished(
      done,
      { id, folder },
      {
        status: 'ready',
        size,
        total_count,
        done_count: progress.done(),
        current_part: '',
        completion_date: ended.toISOString(),
        expiry_date: new Date(ended.getTime() + context.export_days * day_ms).toISOString(),
      },
    );
    if (is_ours)
      await recordEvent(done, newsletter_key, {
        event_type: 'export.completed',
        data: { export_id: id, size, total_count },
      });
  });
}

function readCollections(names: string[] | null) {
  return collectionNames.filter(name => names?.includes(name));
}

async function fail(
  db: Database,
  { store, clock, export_days }: ExportContext,
  { id, newsletter_key }: Export,
  error: unknown,
): Promise<void> {
  const now = clock();
  await deletePieces(store, folderOf({ id })).catch(() => {});
  await inTransaction(db, async trx => {
    const failed = await updateUnfinished(
      trx,
      { id },
      {
        status: 'error',
        status_reason: sentence('moving.export_failed', {
          times: patience,
          reason: messageOf(error).slice(0, 300),
        }),
        completion_date: now.toISOString(),
        expiry_date: new Date(now.getTime() + export_days * day_ms).toISOString(),
      },
    );
    if (failed)
      await recordEvent(trx, newsletter_key, { event_type: 'export.failed', data: { export_id: id } });
  });
}
