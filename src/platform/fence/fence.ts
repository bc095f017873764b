import { type Database, inTransaction } from '../database/connect.ts';
import { messageOf } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import { startRounds } from '../rounds.ts';
import { describeHold, type HoldReason, isWeak } from './hold-reasons.ts';
import { databaseKey, judge } from './judge.ts';
import { openLease } from './lease.ts';
import { type Memory, openPlace, tidyPlace } from './place.ts';
import {
  askForBeat,
  type Beat,
  beat,
  type FenceRow,
  knownText,
  lockFence,
  mayHaveChanged,
  putOnHold,
  readFence,
  readServer,
  startEpoch,
} from './queries.ts';
import type { Witness } from './witness.ts';

/** How soon a worker notices that the fence has changed. */
const lookMilliseconds = 1000;
/** How often a worker counts on, in the database and in its data folder. */
const beatMilliseconds = 5000;
/** The same while nothing has been written to the database server: a copy made meanwhile is not outdated. */
const quietMilliseconds = 60_000;
/** How long a worker that does not know the epoch waits for a living one that does. */
const patienceMilliseconds = 10_000;

/**
 * What a worker knows about the fence. `open`: its work may go out. `waiting`: for a living worker to say that the database is
 * theirs, or for the witness. `hold`: an operator decides.
 */
export type FenceStatus = 'open' | 'waiting' | 'hold';

export type Fence = {
  /** Calls `hear` with the status now, and whenever it changes. */
  watch(hear: (status: FenceStatus) => void): void;
  /** Counts on once more, so that the data folder knows the last state, and stops looking. */
  stop(): Promise<void>;
};

type FenceOptions = {
  db: Database;
  data_dir: string;
  /** Whether other processes may use the database: then a living one can vouch for this. */
  is_shared: boolean;
  /** FENCE_NAME. */
  name: string;
  /** Closed by whoever opened it. */
  witness: Witness | undefined;
  log: Log;
  /** The id of the restore that made this database, if one did. */
  findRestore(db: Database): Promise<string | null>;
  /** Records the hold in the transaction that begins it. */
  onHold(trx: Database, reason: HoldReason): Promise<void>;
  patience_ms?: number;
};

type Known = Beat & { epoch: string };

/**
 * Decides whether this process is a worker of the database it sees, and keeps watching. When it returns, the first decision
 * is made; docs/decisions/fence.md has the reasons. The gate in every statement that takes outward work (`fence_open()`)
 * holds even before this process notices.
 */
export async function openFence(options: FenceOptions): Promise<Fence> {
  const { db, data_dir, is_shared, name, log, patience_ms = patienceMilliseconds } = options;
  const place = openPlace(data_dir);
  const lease = openLease(db, options.witness, log);
  const witness = options.witness?.name ?? '';
  await tidyPlace(data_dir);
  let status: FenceStatus = 'waiting';
  let known: Known | undefined;
  /** The epoch that a living worker has to vouch for, by counting on from here. */
  let asked: { epoch: string; counter: number; since: number } | undefined;
  let beaten = Number.NEGATIVE_INFINITY;
  let is_forgetful = false;
  const hearers: ((status: FenceStatus) => void)[] = [];

  await look();
  const rounds = startRounds(
    async () => {
      await look();
      return 'after_pause';
    },
    {
      first_ms: lookMilliseconds,
      pause_ms: lookMilliseconds,
      due: {
        db,
        known: () => (known ? knownText(known) : ''),
        condition: (_now, known) => mayHaveChanged(known),
      },
      // Even if the question for all due work waits for a lock on somebody's table.
      longest_ms: beatMilliseconds,
      log,
      failure: 'the fence could not be checked',
    },
  );
  return {
    watch(hear) {
      hearers.push(hear);
      hear(status);
    },
    async stop() {
      await rounds.stop();
      if (known)
        await finish(known.epoch).catch(error =>
          log.debug({ err: error }, 'the last beat of the fence failed'),
        );
    },
  };

  async function look(): Promise<void> {
    const row = await readFence(db);
    if (row && known && isUntouched(row, known)) {
      known.counter = row.counter;
      const is_quiet = row.next_transaction === known.next_transaction;
      const pause = is_quiet ? quietMilliseconds : beatMilliseconds;
      if (!row.is_asked && performance.now() - beaten < pause) return keepLease(row);
    }
    if (row?.state === 'hold' && !isWeak(row.hold_reason)) return stayHeld(row);
    // The predecessor may be running elsewhere: a clone of a machine starts within its lease, and must not take it over.
    if (row && !known && isLeasedBefore(row)) return become('waiting');
    await review();
    if (known) await keepLease((await readFence(db))!);
  }

  /** With a witness, work goes out only as long as it can be moved. */
  async function keepLease(row: FenceRow): Promise<void> {
    const state = await lease.keep(row);
    if (state === 'lost') stayHeld(await holdForWitness(row.epoch));
    else become(state === 'running' ? 'open' : 'waiting');
  }

  function holdForWitness(epoch: string | null): Promise<FenceRow> {
    return inTransaction(db, async trx => {
      const row = await lockFence(trx);
      const reason = 'witness_moved';
      if (row.epoch === epoch && (await putOnHold(trx, reason, `Its witness is ${witness}.`)))
        await options.onHold(trx, reason);
      return lockFence(trx);
    });
  }

  async function finish(epoch: string): Promise<void> {
    await review();
    // Other workers would have to renew it.
    if (!is_shared) await lease.end(epoch);
  }

  /** Decides while the row is locked, so that each of several processes sees what the others have decided. */
  async function review(): Promise<void> {
    const server = await readServer(db);
    const restore = await options.findRestore(db);
    const epoch = newId();
    const database = databaseKey(server);
    const decided = await inTransaction(db, async trx => {
      const row = await lockFence(trx);
      if (row.start !== server.start) return undefined; // it was restarted this very moment
      if (row.state === 'hold' && !isWeak(row.hold_reason)) return { row, is: 'held' as const };
      const found = known
        ? { is: 'here' as const, epochs: { [known.epoch]: { counter: known.counter, database } } }
        : await place.read();
      const verdict = judge({ row, server, found, name, restore, witness });
      if (verdict.is === 'new') {
        // Outside first, and marked: whatever is cut off here, the next start opens an epoch again.
        await remember(epoch, { counter: 1, database, is_begun: true });
        await startEpoch(trx, epoch, { name, server, restore, witness });
        return { row, is: 'ours' as const, known: { epoch, counter: 1, next_transaction: '' } };
      }
      if (verdict.is === 'same' || (verdict.is === 'unknown' && isVouchedFor(row)))
        return {
          row,
          is: 'ours' as const,
          known: { epoch: row.epoch!, ...(await beat(trx, { name, server, witness })) },
        };
      if (verdict.is === 'unknown' && is_shared && isPatient(row)) {
        await askForBeat(trx);
        return { row, is: 'asked' as const };
      }
      if (await putOnHold(trx, verdict.reason, verdict.because)) await options.onHold(trx, verdict.reason);
      return { row: await lockFence(trx), is: 'held' as const };
    });
    if (!decided) return;
    if (decided.is === 'asked') {
      known = undefined;
      become('waiting');
    } else if (decided.is === 'held') stayHeld(decided.row);
    else {
      ({ known } = decided);
      asked = undefined;
      beaten = performance.now();
      // Inside first from now on: a number outside is never ahead of what the database has committed.
      await remember(known.epoch, { counter: known.counter, database });
    }
  }

  /** Whether a living worker has counted on since this process asked. No copy of a database does that by itself. */
  function isVouchedFor(row: FenceRow): boolean {
    return (
      row.state === 'open' &&
      row.is_server_ours &&
      asked !== undefined &&
      asked.epoch === row.epoch &&
      row.counter > asked.counter
    );
  }

  function isPatient({ epoch, counter }: FenceRow): boolean {
    if (asked?.epoch !== epoch) asked = { epoch: epoch!, counter, since: performance.now() };
    return performance.now() - asked!.since < patience_ms;
  }

  function stayHeld(row: FenceRow): void {
    known = undefined;
    if (!isWeak(row.hold_reason)) asked = undefined;
    become('hold', row);
  }

  function become(next: FenceStatus, row?: FenceRow): void {
    if (status === next) return;
    status = next;
    if (row) log.error({ reason: row.hold_reason }, describeHold(row));
    for (const hear of hearers) hear(next);
  }

  async function remember(epoch: string, memory: Memory): Promise<void> {
    try {
      await place.remember(epoch, memory);
      is_forgetful = false;
    } catch (error) {
      if (!is_forgetful)
        log.warn(
          { reason: messageOf(error) },
          `${place.path} cannot be written. Without it the next start will wait for an operator (postrider resume), unless another worker is running or FENCE_NAME is set.`,
        );
      is_forgetful = true;
    }
  }
}

function isUntouched(row: FenceRow, known: Known): boolean {
  return (
    row.state === 'open' &&
    row.epoch === known.epoch &&
    row.counter >= known.counter &&
    row.is_row_ours &&
    row.is_database_ours &&
    row.is_server_ours
  );
}

/** Whether the last lease runs on although the server was restarted since. */
function isLeasedBefore(row: FenceRow): boolean {
  return row.witness !== '' && row.is_leased && !row.is_server_ours;
}
