import type { Database } from '../database/connect.ts';
import { minute_ms } from '../durations.ts';
import { messageOf } from '../errors.ts';
import type { Log } from '../log.ts';
import { startRounds } from '../rounds/rounds.ts';
import { type Decider, decide, holdForWitness, isHeldForOperator, type Known } from './decide.ts';
import { describeHold, isWeak } from './hold-reasons.ts';
import { openLease } from './lease.ts';
import { openPlace, type Place, tidyPlace } from './place.ts';
import { type FenceRow, knownText, mayHaveChanged, readFence } from './queries.ts';
import { openVouching } from './vouching.ts';
import type { Witness } from './witness.ts';

/** How soon a worker notices that the fence has changed. */
const lookMilliseconds = 1000;
/** How often a worker increases the counter, in the database and in its data folder. */
const beatMilliseconds = 5000;
/** How often it does so while nothing is written to the database server; a copy made meanwhile is not outdated. */
const quietMilliseconds = minute_ms;
/** How long a worker that does not know the epoch waits for a living one that does. */
const patienceMilliseconds = 10_000;

/**
 * The state of the fence as a worker knows it. `open`: its work may go out. `waiting`: it waits for a living worker to say that the
 * database is theirs, or for the witness. `hold`: an operator decides.
 */
export type FenceStatus = 'open' | 'waiting' | 'hold';

export type Fence = {
  /** Calls `hear` with the status now, and whenever it changes. */
  watch(hear: (status: FenceStatus) => void): void;
  /** Increases the counter once more, so that the data folder has the last state, and stops looking. */
  stop(): Promise<void>;
};

type FenceOptions = Pick<Decider, 'is_shared' | 'name' | 'findRestore' | 'onHold'> & {
  db: Database;
  data_dir: string;
  /** The witness. The caller that opened it closes it. */
  witness: Witness | undefined;
  log: Log;
  patience_ms?: number;
};

/**
 * Decides whether this process is a worker of the database it sees, and keeps watching. When it returns, the first decision
 * is made; docs/decisions/fence.md has the reasons. The gate in every statement that takes outward work (`fence_open()`)
 * holds even before this process notices.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: small functions that share what the fence knows
export async function openFence(options: FenceOptions): Promise<Fence> {
  const { db, data_dir, log, patience_ms = patienceMilliseconds } = options;
  const lease = openLease(db, options.witness, log);
  const vouching = openVouching(patience_ms);
  const place = warningPlace(openPlace(data_dir), log);
  const decider: Decider = { ...options, witness: options.witness?.name ?? '', place, vouching };
  await tidyPlace(data_dir);
  let status: FenceStatus = 'waiting';
  let known: Known | undefined;
  let beaten = Number.NEGATIVE_INFINITY;
  /** The last transaction that this process has seen, and whether it is later than that of the last beat. */
  let seen = '';
  let is_quiet = false;
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
        known: () => (known && !isBeatDue() ? knownText({ epoch: known.epoch, next_transaction: seen }) : ''),
        condition: (_now, known) => mayHaveChanged(known),
      },
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
      seen = row.next_transaction;
      is_quiet = seen === known.next_transaction;
      if (!row.is_asked && !isBeatDue()) return keepLease(row);
    }
    if (row && isHeldForOperator(row)) return stayHeld(row);
    // The predecessor may still run elsewhere: a clone of a machine may start within its lease, and must not take over the lease.
    if (row && !known && isLeasedBefore(row)) return become('waiting');
    await review();
    if (known) await keepLease((await readFence(db))!);
  }

  function isBeatDue(): boolean {
    return performance.now() - beaten >= (is_quiet ? quietMilliseconds : beatMilliseconds);
  }

  /** Keeps the lease: with a witness, work goes out only as long as the witness can be moved. */
  async function keepLease(row: FenceRow): Promise<void> {
    const state = await lease.keep(row);
    if (state === 'lost') stayHeld(await holdForWitness(decider, row.epoch));
    else become(state === 'running' ? 'open' : 'waiting');
  }

  async function finish(epoch: string): Promise<void> {
    await review();
    // The lease ends only if no other workers would have to renew it.
    if (!options.is_shared) await lease.end(epoch);
  }

  async function review(): Promise<void> {
    const decision = await decide(decider, known);
    if (decision?.is === 'ours') {
      ({ known } = decision);
      beaten = performance.now();
      seen = known.next_transaction;
      is_quiet = true;
      vouching.forget();
    } else if (decision?.is === 'asked') {
      known = undefined;
      become('waiting');
    } else if (decision?.is === 'held') stayHeld(decision.row);
  }

  function stayHeld(row: FenceRow): void {
    known = undefined;
    if (!isWeak(row.hold_reason)) vouching.forget();
    become('hold', row);
  }

  function become(next: FenceStatus, row?: FenceRow): void {
    if (status === next) return;
    status = next;
    if (row) log.error({ reason: row.hold_reason }, describeHold(row).join(' '));
    for (const hear of hearers) hear(next);
  }
}

/** Returns the place, with failures to write only logged, once until it can be written again. */
function warningPlace(place: Place, log: Log): Place {
  let is_forgetful = false;
  return {
    ...place,
    async remember(epoch, memory) {
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
    },
  };
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

/** Whether the last lease still runs although the server was restarted since it began. */
function isLeasedBefore(row: FenceRow): boolean {
  return row.witness !== '' && row.is_leased && !row.is_server_ours;
}
