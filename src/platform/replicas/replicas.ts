import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { readAddresses } from '../config/addresses.ts';
import type { Database } from '../database/connect.ts';
import { endIfStalled, endSnapshot, inSnapshot, type Snapshot } from '../database/snapshot.ts';
import type { Log } from '../log.ts';
import { replicaReads } from '../metrics/metrics.ts';
import { startRounds } from '../rounds/rounds.ts';
import { together } from '../together.ts';
import { warnRarely } from '../warn-rarely.ts';
import type { Probe } from './freshness.ts';
import { findMark, setMark } from './marks.ts';
import { isReplicasFault, openReplica, type Replica, type ReplicaState } from './replica.ts';

/** The servers for reads of data that may be a moment old. */
export type Replicas = {
  /**
   * Runs `work`, which only reads, on a replica that has all changes by the reader (a key or a person), or on the primary if there is none.
   * Work that a replica cannot finish runs again on the primary.
   */
  read<T>(reader: string, work: (db: Database) => Promise<T>): Promise<T>;
  /**
   * Like `read`, for rows that are passed on while they are read: once rows have come from a replica, its error is passed on.
   */
  stream<T>(reader: string, rows: (db: Database) => AsyncIterable<T>): AsyncIterable<T>;
  /**
   * Like `read`, from one snapshot of everything that was committed before the call. Waits some seconds for a replica that has
   * it.
   */
  readNow<T>(work: (snapshot: Database) => Promise<T>): Promise<T>;
  /**
   * Notes a change of the caller, whose reads include it from now on. Call this after the change was committed, and before anybody learns
   * that it was.
   */
  noteChange(caller: string): Promise<void>;
  states(): ReplicaState[];
  close(): Promise<void>;
};

/** Returns the primary alone. */
export function noReplicas(db: Database): Replicas {
  return {
    read: (_, work) => work(db),
    stream: (_, rows) => rows(db),
    readNow: work => inSnapshot(db, work),
    noteChange: async () => {},
    states: () => [],
    close: async () => {},
  };
}

const probeMilliseconds = 1000;
/** The most probes that are kept, for the greatest lag that can be permitted, an hour. */
const mostProbes = 3600;

type Settings = { url: string; connections: number; most_lag_ms: number; log: Log };

/**
 * Opens the replicas of the primary `db` that an address with one or several hosts names. Once a second this process sets a mark on the
 * primary and looks which of its marks each replica shows. So it counts what a replica has, not what it says about itself, and a replica
 * that follows another primary, or none, is not used.
 */
export function openReplicas(db: Database, { url, connections, most_lag_ms, log }: Settings): Replicas {
  const warn = warnRarely(log, 'a replica could not be read; the primary is read instead');
  const { servers } = readAddresses(url);
  const replicas = servers.map(server => openReplica(server, { connections, most_lag_ms, warn }));
  const probes: Probe[] = [];
  const id = randomUUID();
  const rounds = startRounds(
    async () => {
      const at = performance.now();
      const [set] = await setMark(db, { id });
      probes.push({ mark: set!.mark, at });
      if (probes.length > mostProbes) probes.shift();
      await Promise.all(replicas.map(replica => replica.look(probes, id)));
      return 'after_pause';
    },
    { pause_ms: probeMilliseconds, log, failure: 'the lag of replicas could not be measured' },
  );
  const mark = together(async caller => void (await setMark(db, { id: caller })));
  return {
    async read(reader, work) {
      const begun = await beginFor(db, replicas, reader);
      return begun ? finish(begun, work, () => work(db)) : work(db);
    },
    stream: (reader, rows) => streamFrom(db, replicas, reader, rows),
    async readNow(work) {
      const replica = await waitForNow(replicas, most_lag_ms);
      const snapshot = await replica?.begin();
      const onPrimary = () => inSnapshot(db, work);
      return replica && snapshot ? finish({ replica, snapshot }, work, onPrimary) : onPrimary();
    },
    noteChange: caller =>
      mark(caller).catch(error => log.warn({ err: error }, 'a change could not be marked for replicas')),
    states: () => replicas.map(replica => replica.state()),
    async close() {
      await rounds.stop();
      await Promise.all(replicas.map(replica => replica.close()));
    },
  };
}

type Begun = { replica: Replica; snapshot: Snapshot };

/** Begins a snapshot of a replica that has all changes by the reader; undefined if there is none. */
async function beginFor(db: Database, replicas: Replica[], reader: string): Promise<Begun | undefined> {
  const usable = replicas.filter(replica => replica.isInUse());
  // A reader always gets the same replica: otherwise lists would go back in time from one page to the next.
  const replica = usable[Number.parseInt(reader.slice(-8), 16) % usable.length];
  if (!replica) return without('none_in_use');
  const [needed] = await findMark(db, { id: reader });
  const snapshot = await replica.begin();
  if (!snapshot) return without('failed');
  try {
    const [shown] = needed ? await findMark(snapshot, { id: reader }) : [];
    if (shown?.mark === needed?.mark) return { replica, snapshot };
    await endSnapshot(snapshot);
    return without('behind');
  } catch (error) {
    replica.fail(error);
    await endSnapshot(snapshot);
    return without('failed');
  }
}

function without(result: 'none_in_use' | 'behind' | 'failed'): undefined {
  replicaReads.inc({ result });
}

async function finish<T>(
  { replica, snapshot }: Begun,
  work: (db: Database) => Promise<T>,
  onPrimary: () => Promise<T>,
): Promise<T> {
  try {
    const result = await work(snapshot);
    replicaReads.inc({ result: 'replica' });
    return result;
  } catch (error) {
    if (!isReplicasFault(error)) throw error;
    replica.fail(error);
    without('failed');
  } finally {
    await endSnapshot(snapshot);
  }
  return onPrimary();
}

async function* streamFrom<T>(
  db: Database,
  replicas: Replica[],
  reader: string,
  rows: (db: Database) => AsyncIterable<T>,
): AsyncIterable<T> {
  const begun = await beginFor(db, replicas, reader);
  if (!begun) return yield* rows(db);
  let isBegun = false;
  try {
    await endIfStalled(begun.snapshot);
    for await (const row of rows(begun.snapshot)) {
      isBegun = true;
      yield row;
    }
    replicaReads.inc({ result: 'replica' });
    return;
  } catch (error) {
    if (!isReplicasFault(error)) throw error;
    begun.replica.fail(error);
    without('failed');
    if (isBegun) throw error;
  } finally {
    await endSnapshot(begun.snapshot);
  }
  yield* rows(db);
}

/** Returns the first replica that shows everything committed before the call; undefined if that takes longer than `most_ms`. */
async function waitForNow(replicas: Replica[], most_ms: number): Promise<Replica | undefined> {
  const since = performance.now();
  for (;;) {
    const fresh = replicas.find(replica => replica.isCompleteUntil(since));
    if (fresh || replicas.every(replica => replica.isAway()) || performance.now() - since > most_ms)
      return fresh;
    await sleep(50);
  }
}
