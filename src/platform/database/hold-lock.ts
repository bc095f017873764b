import { type Database, poolOf } from './connect.ts';

/**
 * Takes an advisory lock, named by an SQL expression of `values`, and holds it on a connection of its own until it is disposed of or the
 * process ends, in whatever way. The lock belongs to a transaction, because a pooler may give every transaction another session.
 */
export async function holdLock(db: Database, lock: string, values: unknown[] = []): Promise<AsyncDisposable> {
  return (await take(db, `pg_advisory_xact_lock(${lock})`, values))!;
}

/** Like holdLock, but returns undefined if somebody else holds the lock. */
export function tryToHoldLock(db: Database, lock: string): Promise<AsyncDisposable | undefined> {
  return take(db, `pg_try_advisory_xact_lock(${lock})`, []);
}

async function take(db: Database, call: string, values: unknown[]): Promise<AsyncDisposable | undefined> {
  const client = await poolOf(db).connect();
  let isTaken = false;
  try {
    await client.query('begin; set local idle_in_transaction_session_timeout = 0');
    const { rows } = await client.query(`select ${call} as taken`, values);
    isTaken = rows[0].taken !== false;
  } finally {
    if (!isTaken) client.release(true);
  }
  return isTaken
    ? {
        async [Symbol.asyncDispose]() {
          const failure = await client.query('rollback').catch((error: Error) => error);
          client.release(failure instanceof Error);
        },
      }
    : undefined;
}
