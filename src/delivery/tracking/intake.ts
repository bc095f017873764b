import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from '../../platform/database/connect.ts';
import { messageOf } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { openSpool } from '../../platform/spool/spool.ts';
import type { NewHit } from './hit.ts';
import { writeHits } from './write-hits.ts';

/** How long hits are gathered before they are written together. */
const gatherMilliseconds = 50;
/** The most hits in one transaction. */
const batchSize = 1000;
const longestPause = 2000;
/** How often the spool is checked. */
const tendMilliseconds = 2000;
/** How long an answer waits for the database if the spool cannot be written. */
const patience = 5000;
/** How long stopping may write waiting hits; the rest stays in the spool. */
const drainMilliseconds = 5000;

export type Intake = {
  /**
   * Accepts a hit. When it returns, the hit is in the spool or in the database, so a kill −9 does not lose it. If neither can
   * store it for five seconds, the hit is dropped and logged. Never throws.
   */
  take(hit: NewHit): Promise<void>;
  /** Writes waiting hits and ends. What cannot be written within five seconds stays in the spool for the next start. */
  stop(): Promise<void>;
};

type IntakeContext = { db: Database; log: Log; spool_dir: string };

/**
 * Puts hits into a spool on the disk, and writes them to the database in batches, one after another. Hits that earlier processes left in
 * the spool are written, too.
 */
export function openIntake({ db, log, spool_dir }: IntakeContext): Intake {
  const spool = openSpool<NewHit>(spool_dir);
  let arriving = newGroup();
  let storing: Promise<void> | undefined;
  let writing: Promise<void> | undefined;
  let hasMore = false;
  let deadline = Number.POSITIVE_INFINITY;
  const stopping = new AbortController();
  const isStopping = () => stopping.signal.aborted;
  let tended = tend();
  const tending = setInterval(() => {
    tended = tend();
  }, tendMilliseconds).unref();

  return {
    take(hit) {
      arriving.hits.push(hit);
      const { stored } = arriving;
      storing ??= storeAll();
      return stored.promise;
    },
    async stop() {
      deadline = Date.now() + drainMilliseconds;
      stopping.abort();
      clearInterval(tending);
      await tended;
      await storing;
      await writing;
      await spool.close();
    },
  };

  /** Stores one group after the other: hits that arrive meanwhile form the next group. */
  async function storeAll(): Promise<void> {
    while (arriving.hits.length > 0) {
      const { hits, stored } = arriving;
      arriving = newGroup();
      await store(hits);
      stored.resolve();
    }
    storing = undefined;
  }

  async function store(hits: NewHit[]): Promise<void> {
    try {
      await spool.add(hits);
      hasMore = true;
      writing ??= writeAll();
    } catch (error) {
      log.warn({ reason: messageOf(error) }, 'opens and clicks cannot be kept on the disk');
      await Promise.race([write(db, log, hits), fail(patience)]).catch(error =>
        log.error({ err: error, dropped: hits.length }, 'opens and clicks were dropped'),
      );
    }
  }

  async function writeAll(): Promise<void> {
    for (let isFull = false; hasMore && Date.now() < deadline; ) {
      if (!isFull && !isStopping()) await sleep(gatherMilliseconds, null, stopping).catch(() => {});
      hasMore = false;
      const { entries, skipped } = await spool.read(batchSize);
      if (skipped > 0) log.warn({ bytes: skipped }, 'opens and clicks that a crash cut off were left out');
      if (entries.length + skipped === 0) continue;
      hasMore = true;
      if (!(await writeSurely(entries))) break;
      await spool.remove();
      isFull = entries.length === batchSize;
    }
    writing = undefined;
  }

  /** Writes the batch, repeatedly if necessary. Returns false if it is given up because the service stops. */
  async function writeSurely(batch: NewHit[]): Promise<boolean> {
    for (let pause = 100; ; pause = Math.min(longestPause, 2 * pause)) {
      try {
        await write(db, log, batch);
        return true;
      } catch (error) {
        log.warn({ err: error }, 'opens and clicks could not be written yet');
        if (Date.now() + pause > deadline) {
          log.warn({ folder: spool_dir }, 'opens and clicks stay on the disk until the next start');
          return false;
        }
        await sleep(pause);
      }
    }
  }

  async function tend(): Promise<void> {
    let waits = true;
    try {
      waits = await spool.tend();
    } catch (error) {
      log.warn({ err: error, folder: spool_dir }, 'opens and clicks on the disk cannot be read');
    }
    if (isStopping() || !waits) return;
    hasMore = true;
    writing ??= writeAll();
  }
}

function newGroup() {
  return { hits: [] as NewHit[], stored: Promise.withResolvers<void>() };
}

async function fail(milliseconds: number): Promise<never> {
  await sleep(milliseconds, null, { ref: false });
  throw new Error(`neither the disk nor the database stored them within ${milliseconds / 1000} seconds`);
}

/** Whether PostgreSQL refused the data. In its classes 22 and 23, the data itself is at fault (docs: appendix A, error codes). */
function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '');
}

/** Writes the hits, in halves if PostgreSQL refuses them: a hit that it will never accept does not stop the others. */
async function write(db: Database, log: Log, batch: NewHit[]): Promise<void> {
  if (batch.length === 0) return;
  try {
    await writeHits(db, batch);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (batch.length === 1) return log.error({ err: error }, 'the database refused a hit');
    const middle = Math.ceil(batch.length / 2);
    await write(db, log, batch.slice(0, middle));
    await write(db, log, batch.slice(middle));
  }
}
