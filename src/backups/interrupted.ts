import { rm } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { type Database, poolOf } from '../platform/database/connect.ts';
import { partialOf } from './places.ts';
import { hasTable, lockOf, settleInterrupted } from './queries.ts';

/** Shows other processes that this one is making the backup. However the process ends, that ends with it. */
export async function holdBackup(db: Database, id: string): Promise<AsyncDisposable> {
  const client = await poolOf(db).connect();
  try {
    // Of a transaction, because a pooler may give every transaction another session.
    await client.query('begin; set local idle_in_transaction_session_timeout = 0');
    await client.query(`select pg_advisory_xact_lock(${lockOf('$1')})`, [id]);
  } catch (error) {
    client.release(true);
    throw error;
  }
  return { [Symbol.asyncDispose]: async () => client.release(true) };
}

/** Backups whose process was killed have failed, and the unfinished files that they left in folders of this machine are removed. */
export async function clearInterrupted(db: Database): Promise<void> {
  if (!(await hasTable(db))) return;
  for (const { place, file_name } of await settleInterrupted(db))
    if (isAbsolute(place)) await rm(partialOf(join(place, file_name)), { force: true }).catch(() => {});
}
