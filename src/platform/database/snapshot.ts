import { type ControlledTransaction, sql } from 'kysely';
import type { Database } from './connect.ts';
import type { DB } from './schema.ts';

/** A transaction that only reads, and sees one state of the database. */
export type Snapshot = ControlledTransaction<DB>;

/** Begins a snapshot. End it with `endSnapshot`. */
export function beginSnapshot(db: Database): Promise<Snapshot> {
  return db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute();
}

/** Makes PostgreSQL end the connection of a snapshot if nobody takes any rows from it for a minute. */
export async function endIfStalled(snapshot: Database): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = '60s'`.execute(snapshot);
}

/** Ends a snapshot, even if its connection is gone. */
export async function endSnapshot(snapshot: Snapshot): Promise<void> {
  await snapshot
    .rollback()
    .execute()
    .catch(() => {}); // nothing is lost, because it has only read
}

/** Runs `work` in a snapshot. */
export async function inSnapshot<T>(db: Database, work: (snapshot: Database) => Promise<T>): Promise<T> {
  const snapshot = await beginSnapshot(db);
  try {
    return await work(snapshot);
  } finally {
    await endSnapshot(snapshot);
  }
}
