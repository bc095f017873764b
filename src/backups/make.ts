import { type Database, inTransaction } from '../platform/database/connect.ts';
import { messageOf } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { BackupKind } from './backup.ts';
import { clearInterrupted, holdBackup } from './interrupted.ts';
import type { About, Manifest } from './manifest.ts';
import type { Place } from './places.ts';
import { forgetBackup, insertBackup, settleBackup } from './queries.ts';
import { verifyBackup } from './restore.ts';
import { type BackupSource, streamBackup, type Written } from './write.ts';

/**
 * Writes a backup to a place and reads it again from there to its end; the table `backups` records the result. If it fails, no file is left
 * behind, and `on_failure` is called in the transaction that records it. A backup that `source.signal` ends leaves no trace.
 */
export async function makeBackup(
  source: BackupSource,
  place: Place,
  file: string,
  kind: BackupKind,
  on_failure: (trx: Database) => Promise<void> = async () => {},
): Promise<{ about: About; manifest: Manifest; size: number }> {
  const { db, passphrase } = source;
  const id = newId();
  await clearInterrupted(db);
  await using _held = await holdBackup(db, id);
  await insertBackup(db, { id, kind, place: place.name, file_name: file, is_encrypted: passphrase !== null });
  try {
    let written: Written | undefined;
    const size = await place.write(
      file,
      streamBackup(source, whole => {
        written = whole;
      }),
    );
    const { about, manifest } = await verifyBackup(await place.read(file), passphrase);
    const { tables, files } = written!.manifest;
    const row_count = tables.reduce((sum, { rows }) => sum + rows, 0);
    await settleBackup(db, id, {
      status: 'good',
      status_reason: '',
      size,
      row_count,
      file_count: files.count,
    });
    return { about, manifest, size };
  } catch (error) {
    await place.remove(file).catch(() => {});
    await recordFailure(source, id, messageOf(error), on_failure).catch(() => {}); // the error itself matters more
    throw error;
  }
}

async function recordFailure(
  { db, signal }: BackupSource,
  id: string,
  status_reason: string,
  on_failure: (trx: Database) => Promise<void>,
): Promise<void> {
  if (signal?.aborted) return forgetBackup(db, id);
  await inTransaction(db, async trx => {
    if (await settleBackup(trx, id, { status: 'failed', status_reason })) await on_failure(trx);
  });
}
