import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import { addSubscribers } from './audience.ts';
import { execute } from './database.ts';
import type { TestService } from './postrider.ts';
import { rowsRead } from './rows-read.ts';
import { until } from './until.ts';

/** The number of connections in the pool of a test's service. */
const connections = 10;

export type Plans = 'force_custom_plan' | 'force_generic_plan';

/**
 * Makes PostgreSQL plan as `plans` says, without earlier plans: all connections are new. It never reads a whole table where an index helps,
 * as for tables that are much larger than those of a test.
 */
export async function beginPlans({ db, database_url }: TestService, plans: Plans): Promise<void> {
  const alter = (setting: string) =>
    `do $$ begin execute format('alter database %I set ${setting}', current_database()); end $$`;
  await execute(
    database_url,
    alter(`plan_cache_mode = ${plans}`),
    alter('enable_seqscan = off'),
    // It waits until each connection has ended, because only then are its reads reported.
    `select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await until('the connections are new', async () => {
    const asked = Array.from({ length: connections }, () => sql`select 1`.execute(db));
    return (await Promise.allSettled(asked)).every(({ status }) => status === 'fulfilled');
  });
}

/** Adds this many people, each with a different address. Returns the last key before theirs. */
export async function addMorePeople({ db, newsletter }: TestService, count: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(key), 0)::bigint as last from subscribers`.execute(db);
  const { last } = rows[0]!;
  await addSubscribers(db, newsletter, count);
  await sql`update subscribers set email_address = key || '-' || email_address, normal_address = key || '-' || normal_address
    where key > ${last}`.execute(db);
  return last;
}

type Work = {
  what: string;
  /** The most rows of the large tables that it may read for each. */
  rows: number;
  run(): Promise<void>;
};

/**
 * Does work that concerns `each` rows. Fails if it reads more rows of these tables for each than allowed. `when` names the plans in the
 * message.
 */
export async function readsLittle(
  db: Database,
  { large, each, when }: { large: readonly string[]; each: number; when: string },
  { what, rows, run }: Work,
): Promise<void> {
  const since = await rowsRead(db, connections, large);
  await run();
  const read = (await rowsRead(db, connections, large)).map((count, at) => (count - since[at]!) / each);
  const sum = read.reduce((total, count) => total + count, 0);
  const figures = read.map((count, at) => `${count.toFixed(1)} of ${large[at]}`).join(', ');
  assert.ok(sum <= rows, `${what} reads ${figures} for each; ${when}`);
}
