import { rm } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { Database } from '../platform/database/connect.ts';
import { holdLock } from '../platform/database/hold-lock.ts';
import { partialOf } from './places.ts';
import { hasTable, lockOf, settleInterrupted } from './queries.ts';

/** Shows other processes that this one is making the backup, until the process ends in whatever way. */
export function holdBackup(db: Database, id: string): Promise<AsyncDisposable> {
  return holdLock(db, lockOf('$1'), [id]);
}

/** Marks backups whose process was killed as failed, and removes the unfinished files that they left in folders of this machine. */
export async function clearInterrupted(db: Database): Promise<void> {
  if (!(await hasTable(db))) return;
  for (const { place, file_name } of await settleInterrupted(db))
    if (isAbsolute(place)) await rm(partialOf(join(place, file_name)), { force: true }).catch(() => {});
}
