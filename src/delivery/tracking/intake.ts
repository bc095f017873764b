import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from '../../platform/database/connect.ts';
import type { Log } from '../../platform/log.ts';
import type { NewHit } from './hit.ts';
import { writeHits } from './write-hits.ts';

/** How long a hit waits to be written together with others. */
const gatherMilliseconds = 25;
/** Maximum hits in one transaction; with fewer, planning its statements costs more than they do. */
const batchSize = 500;
/** Maximum hits that wait while PostgreSQL is unavailable, about 100 MB; further ones are dropped. */
const waitingLimit = 100_000;
const longestPause = 2000;
/** How long stopping waits for an unavailable PostgreSQL. */
const drainMilliseconds = 5000;

export type Intake = {
  /** Accepts a hit without waiting. It is written within some 50 ms, or when PostgreSQL is available again. */
  take(hit: NewHit): void;
  /** Writes waiting hits and ends; gives up if the database is unavailable for five seconds. */
  stop(): Promise<void>;
};

/** Collects hits in memory and writes them in batches, one after another. */
export function openIntake({ db, log }: { db: Database; log: Log }): Intake {
  const waiting: NewHit[] = [];
  let dropped = 0;
  let deadline = Number.POSITIVE_INFINITY;
  let hurry = Promise.withResolvers<void>();
  let writing: Promise<void> | undefined;

  return {
    take(hit) {
      if (waiting.length >= waitingLimit) {
        dropped += 1;
        return;
      }
      waiting.push(hit);
      writing ??= writeAll();
      if (waiting.length >= batchSize) hurry.resolve();
    },
    async stop() {
      deadline = Date.now() + drainMilliseconds;
      hurry.resolve();
      await writing;
    },
  };

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      if (waiting.length < batchSize && deadline === Number.POSITIVE_INFINITY) await gather();
      const batch = waiting.slice(0, batchSize);
      if (!(await writeSurely(batch))) break;
      waiting.splice(0, batch.length);
      if (dropped > 0) log.error({ dropped }, 'opens and clicks were dropped: too many were waiting');
      dropped = 0;
    }
    writing = undefined;
  }

  async function gather(): Promise<void> {
    hurry = Promise.withResolvers();
    const timer = setTimeout(hurry.resolve, gatherMilliseconds);
    await hurry.promise;
    clearTimeout(timer);
  }

  /** False if the batch is given up because of stopping. */
  async function writeSurely(batch: NewHit[]): Promise<boolean> {
    for (let pause = 100; ; pause = Math.min(longestPause, 2 * pause)) {
      try {
        await writeHits(db, batch);
        return true;
      } catch (error) {
        if (isRefusal(error)) {
          await writeApart(batch, error);
          return true;
        }
        log.warn({ err: error, waiting: waiting.length }, 'opens and clicks could not be written yet');
        if (Date.now() + pause > deadline) {
          log.error({ lost: waiting.length }, 'opens and clicks are lost: the database stayed unavailable');
          return false;
        }
        await sleep(pause);
      }
    }
  }

  // A hit that PostgreSQL will never accept must not block the others.
  async function writeApart(batch: NewHit[], error: unknown): Promise<void> {
    if (batch.length === 1) {
      log.error({ err: error }, 'the database refused a hit');
      return;
    }
    const middle = batch.length / 2;
    await writeSurely(batch.slice(0, middle));
    await writeSurely(batch.slice(middle));
  }
}

/** PostgreSQL's classes 22 and 23: the data itself is at fault (docs: appendix A, error codes). */
function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '');
}
