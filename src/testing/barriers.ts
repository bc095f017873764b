import { sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import { until } from './until.ts';

/** Waits until `count` connections of this database wait for a lock, so that a race can be held at that point. */
export async function untilBlocked(db: Database, count = 1): Promise<void> {
  await until(`${count} connections that wait for a lock`, async () => {
    const { rows } = await sql<{ blocked: number }>`
      select count(*) as blocked from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows[0]!.blocked >= count;
  });
}

/**
 * Opens a transaction that does `work` and stays open until it is released. Take it with `await using`: an unreleased one would keep the
 * database open.
 */
export async function holdTransaction(db: Database, work: (trx: Database) => Promise<unknown>) {
  const done = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const holding = db.transaction().execute(async trx => {
    await work(trx);
    done.resolve();
    await end.promise;
  });
  await Promise.race([done.promise, holding]);
  const release = async () => {
    end.resolve();
    await holding;
  };
  return { release, [Symbol.asyncDispose]: release };
}

/** Ends the connections of this database that wait for a lock, as if their process were killed there. */
export async function killBlocked(db: Database): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
}
