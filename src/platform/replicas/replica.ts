import pg from 'pg';
import type { Server } from '../config/addresses.ts';
import { connectDatabase } from '../database/connect.ts';
import { beginSnapshot, endSnapshot, type Snapshot } from '../database/snapshot.ts';
import { isDatabaseOutage } from '../outage.ts';
import { within } from '../within.ts';
import { freshnessOf, nothingKnown, type Probe } from './freshness.ts';
import { findMark } from './marks.ts';

/** The state of a replica, as this process sees it. */
export type ReplicaState = {
  name: string;
  /** `behind`: it lags more than permitted, or has shown nothing yet. `away`: it does not answer. */
  status: 'in_use' | 'behind' | 'away';
  /** For how many seconds it has lacked a change; null if that is unknown. */
  lag_seconds: number | null;
};

export type Replica = {
  /** Checks which of the probes, which have this id, the replica shows. Never throws. */
  look(probes: readonly Probe[], id: string): Promise<void>;
  isInUse(): boolean;
  /** Whether the replica shows everything that was committed until this moment of the process's clock, in milliseconds. */
  isCompleteUntil(moment: number): boolean;
  isAway(): boolean;
  state(): ReplicaState;
  /** Begins a snapshot; undefined if that fails or takes long. */
  begin(): Promise<Snapshot | undefined>;
  /** Call this when a read has failed. If the replica is away, it is not used until it has shown a probe again. */
  fail(error: unknown): void;
  close(): Promise<void>;
};

/** How long a replica may take for a small answer before the primary is asked instead, in milliseconds. */
const patience = 2000;

type Settings = { connections: number; most_lag_ms: number; warn: (error: unknown) => void };

/** Opens one replica. */
export function openReplica({ name, url }: Server, { connections, most_lag_ms, warn }: Settings): Replica {
  // The server may have become the primary.
  const db = connectDatabase(url, { size: connections, wish: 'any', on_error: warn });
  let fresh = nothingKnown;
  let isAway = false;
  const isInUse = () => !isAway && performance.now() - fresh.complete_until <= most_lag_ms;
  return {
    async look(probes, id) {
      try {
        const [found] = await inTime(findMark(db, { id }));
        fresh = freshnessOf(probes, found?.mark);
        isAway = false;
      } catch (error) {
        isAway = true;
        warn(error);
      }
    },
    isInUse,
    isCompleteUntil: moment => isInUse() && fresh.complete_until >= moment,
    isAway: () => isAway,
    state() {
      const { complete_until, lacking_since } = fresh;
      const isKnown = !isAway && Number.isFinite(complete_until);
      const lag = lacking_since === undefined ? 0 : performance.now() - lacking_since;
      return {
        name,
        status: isAway ? 'away' : isInUse() ? 'in_use' : 'behind',
        lag_seconds: isKnown ? Math.round(lag) / 1000 : null,
      };
    },
    async begin() {
      const beginning = beginSnapshot(db);
      try {
        return await inTime(beginning);
      } catch (error) {
        void beginning.then(endSnapshot, () => {}); // the answer may come late
        fail(error);
        return undefined;
      }
    },
    fail,
    close: () => db.destroy(),
  };

  function fail(error: unknown): void {
    // A statement that conflicts with replayed changes says nothing about the next statement.
    if (!(error instanceof pg.DatabaseError) || isDatabaseOutage(error)) isAway = true;
    warn(error);
  }

  async function inTime<T>(answer: Promise<T>): Promise<T> {
    const found = await within(patience, answer);
    if (found === undefined) throw new Error(`the replica ${name} does not answer`);
    return found;
  }
}

/** Whether another server may succeed: not if the statement writes, was stopped by its limit, or failed in our own code. */
export function isReplicasFault(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return !['25006', '57014'].includes(error.code ?? '');
  return isDatabaseOutage(error);
}
