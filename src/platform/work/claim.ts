import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import { prepare } from '../database/prepared.ts';
import { fenceOpen } from '../fence/queries.ts';

/**
 * A kind of work: the rows of one table that somebody has to do something about. `work_date` is the time from which a worker may
 * take the row, and null while there is nothing to do. Taking it moves that date to the end of the lease and writes the claim
 * into `work_lease`. `work_tries` counts the failures since the last success, and `work_trouble` is what the last one said.
 */
export type WorkRows = {
  table: WorkTable;
  /** Whether the work leaves the installation, or makes mail leave it. Then it waits until the fence is open. */
  leaves: boolean;
  /** The order in which due rows are taken; without it, those that have waited longest come first. */
  first?: RawBuilder<unknown>;
  /** A condition on the row `work`, for work that also waits for other rows. */
  ready?: RawBuilder<boolean>;
};

export const workTables = [
  'ab_tests',
  'bulk_actions',
  'emails',
  'exports',
  'imports',
  'ledger_checks',
  'letters',
  'payment_accounts',
  'payment_objects',
  'sequence_requests',
] as const;
export type WorkTable = (typeof workTables)[number];

/** A row that this process has taken. The claim ends when somebody requests the work again, or when another process takes it. */
export type Claim = { id: string; work_lease: string; work_tries: number };

/** Makes the statements about one kind of work. */
export function openClaims({ table, leaves, first = sql`work_date`, ready = sql<boolean>`true` }: WorkRows) {
  const rows = sql.table(table);
  const gate = leaves ? fenceOpen : sql<boolean>`true`;
  const take = prepare<{ lease: string; most: number; lease_ms: number }, Claim>(
    `claim ${table}`,
    ['lease', 'most', 'lease_ms'],
    ({ lease, most, lease_ms }) => sql`
      update ${rows} set work_lease = ${lease}::uuid, work_date = ${fromNow(lease_ms)}
      where id = any(array(
        select id from ${rows} work where work_date <= now() and ${ready} and ${gate}
        order by ${first} limit ${most}::int for update skip locked
      ))
      returning id, work_lease, work_tries`,
  );
  const renew = prepare<{ id: string; lease: string; lease_ms: number }, object>(
    `renew ${table}`,
    ['id', 'lease', 'lease_ms'],
    ({ id, lease, lease_ms }) => sql`
      update ${rows} set work_date = ${fromNow(lease_ms)} where id = (
        select id from ${rows} where id = ${id}::uuid and work_lease = ${lease}::uuid for update skip locked)`,
  );
  const settle = prepare<Settled, object>(
    `settle ${table}`,
    ['id', 'lease', 'wait_ms', 'tries', 'trouble'],
    ({ id, lease, wait_ms, tries, trouble }) => sql`
      update ${rows} set work_lease = null, work_date = ${fromNow(wait_ms)}, work_tries = ${tries}::int, work_trouble = ${trouble}
      where id = ${id}::uuid and work_lease = ${lease}::uuid`,
  );
  return {
    /** Takes up to `most` rows that are due, for `lease_ms`. Rows that another transaction has locked are left out. */
    take: (db: Database, values: { lease: string; most: number; lease_ms: number }) => take(db, values),
    /** Renews the claim for `lease_ms`. A row that its own worker has locked needs no renewal: nobody can take it. */
    renew: (db: Database, { id, work_lease }: Claim, lease_ms: number) =>
      renew(db, { id, lease: work_lease, lease_ms }),
    /** Ends the claim, if it still holds: the row is due again after `wait_ms`, or never if that is null. */
    settle: (
      db: Database,
      { id, work_lease }: Claim,
      { wait_ms, tries = 0, trouble = '' }: { wait_ms: number | null; tries?: number; trouble?: string },
    ) => settle(db, { id, lease: work_lease, wait_ms, tries, trouble: trouble.slice(0, 500) }),
    /** Whether any of it is due at `now`, for due.ts. */
    isDue: (now: RawBuilder<string>) =>
      sql`(select work_date from ${rows} work where work_date <= ${now} and ${ready} order by work_date limit 1) is not null`,
  };
}

type Settled = { id: string; lease: string; wait_ms: number | null; tries: number; trouble: string };

function fromNow(milliseconds: RawBuilder<unknown>) {
  return sql`now() + make_interval(secs => ${milliseconds}::float8 / 1000)`;
}
