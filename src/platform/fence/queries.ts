import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import { prepare } from '../database/prepared.ts';
import { type HoldReason, weakReasons } from './hold-reasons.ts';

/** The only row of `fence`, and whether its seal fits the database it is read from. */
export type FenceRow = {
  state: 'new' | 'open' | 'hold' | 'released';
  born_empty: boolean;
  epoch: string | null;
  counter: number;
  beat_date: string | null;
  is_asked: boolean;
  name: string;
  database_name: string;
  system_identifier: string | null;
  timeline: string | null;
  is_synchronous: boolean;
  hold_reason: HoldReason | null;
  hold_detail: string;
  hold_date: string | null;
  known_until: string | null;
  released_restore: string | null;
  release_date: string | null;
  /** Whether the transaction that the row names wrote it. In a copy made by writing rows, it did not. */
  is_row_ours: boolean;
  is_database_ours: boolean;
  /** Whether the server has not been restarted since the last beat. */
  is_server_ours: boolean;
  /** When the server was started. */
  start: string;
  /** The witness that the epoch uses; '' if there is none. */
  witness: string;
  witness_tokens: string[];
  witness_adopts: boolean;
  witness_trouble: string;
  /** Whether the witness, if there is one, was moved a short time ago. */
  is_leased: boolean;
  is_lease_due: boolean;
  /** The id after that of the last transaction that has written anything. */
  next_transaction: string;
};

/** A server, as far as it can be identified: hosted ones may show nothing. `start` changes whenever it is restarted. */
export type Server = {
  system_identifier: string | null;
  timeline: string | null;
  start: string;
  database_name: string;
  /** Whether a commit is acknowledged only once a standby has it. */
  is_synchronous: boolean;
};

const ourDatabase = sql<number>`(select oid from pg_database where datname = current_database())`;

/** How long a lease runs before it is renewed. */
const renewalSeconds = 5;

const isLeased = sql`(witness = '' or coalesce(clock_timestamp() between lease_from and lease_until, false))`;

const isRowOurs = sql`coalesce(sealed_xid = xmin, false)`;
const isDatabaseOurs = sql`coalesce(database_oid = ${ourDatabase}, false)`;
const isServerOurs = sql`coalesce(server_start = pg_postmaster_start_time(), false)`;

const nextTransaction = sql`pg_snapshot_xmax(pg_current_snapshot())::text`;

const columns = sql`
  state, born_empty, epoch, counter, beat_date, is_asked, name, database_name, system_identifier, timeline, is_synchronous,
  hold_reason, hold_detail, hold_date, known_until, released_restore, release_date,
  ${isRowOurs} as is_row_ours, ${isDatabaseOurs} as is_database_ours, ${isServerOurs} as is_server_ours,
  pg_postmaster_start_time()::text as start, ${nextTransaction} as next_transaction,
  witness, witness_tokens, witness_adopts, witness_trouble, ${isLeased} as is_leased,
  not ${isLeased} or clock_timestamp() > lease_from + make_interval(secs => ${sql.lit(renewalSeconds)}) as is_lease_due`;

const seal = sql`
  sealed_xid = pg_current_xact_id()::xid, database_oid = ${ourDatabase}, database_name = current_database(),
  server_start = pg_postmaster_start_time()`;

/** Keeps a valid seal valid, and a broken one broken. */
export const sameSeal = sql`
  sealed_xid = case when sealed_xid = xmin and database_oid = ${ourDatabase} then pg_current_xact_id()::xid else sealed_xid end`;

const isWeak = sql`hold_reason in (${sql.join(weakReasons.map(reason => sql.lit(reason)))})`;

const fenceStatement = prepare<Record<string, never>, FenceRow>(
  'fence',
  [],
  () => sql`select ${columns} from fence`,
);

export async function readFence(db: Database): Promise<FenceRow | undefined> {
  const [row] = await fenceStatement(db, {});
  return row;
}

/**
 * Whether a worker may have to act on the fence: its epoch is not open, another worker asks for a beat, the seal does not fit, there is a
 * lease to renew, or something has been written since its last beat. `known` comes from `knownText`.
 */
export const mayHaveChanged = (known: RawBuilder<string>) => sql<boolean>`
  not exists (
    select from fence
    where state = 'open' and epoch::text || ' ' || ${nextTransaction} = ${known} and not is_asked and witness = ''
      and ${isRowOurs} and ${isDatabaseOurs} and ${isServerOurs})`;

/** Returns the epoch and the last transaction that a worker knows, in the form that `mayHaveChanged` compares. */
export function knownText({ epoch, next_transaction }: { epoch: string; next_transaction: string }): string {
  return `${epoch} ${next_transaction}`;
}

/** Returns the row, locked until `trx` ends. A restored database lacks it, and gets one. */
export async function lockFence(trx: Database): Promise<FenceRow> {
  // A crash of the server must not lose a count that a data folder has.
  await sql`
    select set_config('synchronous_commit', 'on', true) where current_setting('synchronous_commit') in ('off', 'local')`.execute(
    trx,
  );
  await sql`insert into fence (born_empty) values (false) on conflict do nothing`.execute(trx);
  const { rows } = await sql<FenceRow>`select ${columns} from fence for update`.execute(trx);
  return rows[0]!;
}

/** The data of a worker: FENCE_NAME, the server as it sees it, and the name of its witness; '' if it has none. */
type Worker = { name: string; server: Server; witness: string };

/** Starts an epoch, which is sealed in this database. */
export async function startEpoch(
  trx: Database,
  epoch: string,
  { name, server, restore, witness }: Worker & { restore: string | null },
): Promise<void> {
  await sql`
    update fence set state = 'open', epoch = ${epoch}, counter = 1, beat_date = now(), is_asked = false, name = ${name},
      hold_reason = null, hold_detail = '', hold_date = null, released_restore = ${restore},
      witness = ${witness}, witness_tokens = default, witness_adopts = witness_adopts and ${witness} <> '', witness_trouble = '',
      lease_from = null, lease_until = null,
      system_identifier = ${server.system_identifier}, timeline = ${server.timeline},
      is_synchronous = ${server.is_synchronous}, ${seal}`.execute(trx);
}

/** The result of a beat. `next_transaction` is the value that FenceRow has until somebody else writes anything. */
export type Beat = Pick<FenceRow, 'counter' | 'next_transaction'>;

/** Increases the counter of the epoch, which `trx` has locked and this process knows, and renews the seal. */
export async function beat(trx: Database, { name, server, witness }: Worker): Promise<Beat> {
  const { rows } = await sql<Beat>`
    update fence set counter = counter + 1, beat_date = now(), is_asked = false, state = 'open', name = ${name},
      hold_reason = null, hold_detail = '', hold_date = null, witness = coalesce(nullif(witness, ''), ${witness}),
      system_identifier = ${server.system_identifier}, timeline = ${server.timeline}, is_synchronous = ${server.is_synchronous}, ${seal}
    returning counter, (pg_current_xact_id()::text::numeric + 1)::text as next_transaction`.execute(trx);
  return rows[0]!;
}

/** Asks a living worker to beat. */
export async function askForBeat(trx: Database): Promise<void> {
  await sql`update fence set is_asked = true, ${sameSeal}`.execute(trx);
}

/** Puts the database on hold. Returns false if it already was on hold, for a reason that is as strong. */
export async function putOnHold(trx: Database, reason: HoldReason, detail: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update fence set state = 'hold', hold_reason = ${reason}, hold_detail = ${detail}, hold_date = coalesce(hold_date, now()),
      known_until = case when state = 'hold' then known_until else beat_date end, ${sameSeal}
    where state <> 'hold' or ${isWeak} and hold_reason <> ${reason}`.execute(trx);
  return numAffectedRows === 1n;
}

/**
 * Ends the hold: the next worker that looks opens a new epoch, which no older copy knows, and takes over the witness. Returns false if
 * there was no hold.
 */
export async function release(trx: Database, restore: string | null): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update fence set state = 'released', epoch = null, hold_reason = null, hold_detail = '', hold_date = null,
      released_restore = ${restore}, release_date = now(), witness = '', witness_tokens = default, witness_adopts = true,
      witness_trouble = '', lease_from = null, lease_until = null, ${seal}
    where state = 'hold'`.execute(trx);
  return numAffectedRows === 1n;
}

export async function readServer(db: Database): Promise<Server> {
  const one = async (query: RawBuilder<{ value: string }>) => {
    try {
      return (await query.execute(db)).rows[0]?.value ?? null;
    } catch (error) {
      if (isRefusal(error)) return null;
      throw error;
    }
  };
  const { rows } = await sql<Pick<Server, 'start' | 'database_name' | 'is_synchronous'>>`
    select pg_postmaster_start_time()::text as start, current_database() as database_name,
      current_setting('synchronous_standby_names') <> '' and current_setting('synchronous_commit') in ('on', 'remote_apply')
        as is_synchronous`.execute(db);
  return {
    ...rows[0]!,
    system_identifier: await one(sql`select system_identifier::text as value from pg_control_system()`),
    timeline: await one(sql`select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as value`),
  };
}

/** Whether the server refuses the query: it is not permitted, unknown, not offered, or not possible during recovery. */
function isRefusal(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code !== undefined && ['42501', '42883', '0A000', '55000'].includes(code);
}

/** The gate, as a part of statements that take outward work. A subquery, so that PostgreSQL evaluates it once. */
export const fenceOpen = sql<boolean>`(select fence_open())`;

/** Whether anything may go out now; if not, whether an operator decides or a worker will, once one looks. */
export type Sending = 'open' | 'waiting' | 'hold';

/** The value of Sending, as a part of a statement. */
export const sendingNow = sql<Sending>`(
  select case when exists (select from fence where state = 'hold') then 'hold' when ${fenceOpen} then 'open' else 'waiting' end)`;

export async function readSending(db: Database): Promise<Sending> {
  const { rows } = await sql<{ sending: Sending }>`select ${sendingNow} as sending`.execute(db);
  return rows[0]!.sending;
}

/** The obstacle before mail can go out, by who must act; null if mail goes out. */
export type Obstacle = 'operator' | 'witness' | 'worker' | null;

/** Returns whether anything may go out now, and who has to act if not. `sending` may be known already. */
export async function readObstacle(
  db: Database,
  known?: Sending,
): Promise<{ sending: Sending; waits_for: Obstacle }> {
  const sending = known ?? (await readSending(db));
  if (sending === 'open') return { sending, waits_for: null };
  if (sending === 'hold') return { sending, waits_for: 'operator' };
  return { sending, waits_for: (await readFence(db))?.witness_trouble ? 'witness' : 'worker' };
}
