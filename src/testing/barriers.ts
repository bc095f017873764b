import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';

/** Waits until `count` connections of this database wait for a lock: where a race is held before it goes on. */
export async function untilBlocked(db: Database, count = 1): Promise<void> {
  for (let tries = 0; tries < 1000; tries += 1) {
    const { rows } = await sql<{ blocked: number }>`
      select count(*) as blocked from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    if (rows[0]!.blocked >= count) return;
    await sleep(10);
  }
  throw new Error(`not ${count} connections came to wait for a lock`);
}

/** A transaction that has done `work` and does not end before it is released. */
export async function holdTransaction(db: Database, work: (trx: Database) => Promise<unknown>) {
  const done = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const holding = db.transaction().execute(async trx => {
    await work(trx);
    done.resolve();
    await end.promise;
  });
  await Promise.race([done.promise, holding]);
  return {
    release: async () => {
      end.resolve();
      await holding;
    },
  };
}
