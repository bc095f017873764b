import type { Database } from '../database/connect.ts';
import { minute_ms } from '../durations.ts';
import { messageOf } from '../errors.ts';
import { newLease } from '../leases.ts';
import type { Log } from '../log.ts';
import { hearWork } from '../rounds/announce.ts';
import { type Next, startRounds } from '../rounds/rounds.ts';
import { warnRarely } from '../warn-rarely.ts';
import { within } from '../within.ts';
import { type Claim, openClaims, type WorkRows } from './claim.ts';

/** A kind of work, and the function that does it for one of its rows. */
export type Work = WorkRows & {
  /** The most rows on which one process works at the same time. */
  at_once: number;
  /**
   * Does what the row needs. It may be called for the same row again, here or elsewhere, at any time, so it reads the row again and
   * does nothing twice. If it throws, the row is due again after a pause that grows with the failures.
   */
  handle(claim: Claim): Promise<Outcome>;
};

/**
 * `done`: there is nothing to do until somebody requests the work again. `gone`: there is no row any more. A number: the work is due again
 * after so many milliseconds.
 */
export type Outcome = 'done' | 'gone' | number;

type WorkContext = { db: Database; log: Log };

/** How long a process may go without renewing its claims before it counts as dead and others take its work. */
const lease_ms = 10_000;
/** The longest pause before work that failed is tried again. */
const longestPause_ms = minute_ms;
/** How long `stop` waits for work in progress. Others take it up when the lease ends. */
const grace_ms = 8000;

/**
 * Works on due rows until stopped, in any number of processes. `stop` takes no more rows and waits up to eight seconds for those in
 * progress.
 */
export function startWork({ db, log }: WorkContext, work: Work): { stop(): Promise<void> } {
  const { table, at_once, handle } = work;
  const claims = openClaims(work);
  const warn = warnRarely(log, `work on ${table} failed and is tried again`);
  const inProgress = new Set<Promise<void>>();
  const due = { db, condition: claims.isDue };
  const taking = startRounds(takeDue, { pause_ms: 500, due, log, failure: `work on ${table} waits` });
  const deafen = hearWork(db, table, taking.wake);
  return {
    async stop() {
      deafen();
      await taking.stop();
      await within(grace_ms, Promise.all(inProgress));
    },
  };

  async function takeDue(): Promise<Next> {
    const most = at_once - inProgress.size;
    if (most === 0) return 'after_pause'; // the next place that becomes free causes another round
    const taken = await claims.take(db, { lease: newLease(), most, lease_ms });
    for (const claim of taken) {
      const work: Promise<void> = workOn(claim).finally(() => {
        inProgress.delete(work);
        taking.wake();
      });
      inProgress.add(work);
    }
    return 'after_pause';
  }

  async function workOn(claim: Claim): Promise<void> {
    const heartbeat = setInterval(() => void claims.renew(db, claim, lease_ms).catch(warn), lease_ms / 4);
    try {
      const outcome = await handle(claim);
      if (outcome === 'gone') return;
      await claims.settle(db, claim, { wait_ms: outcome === 'done' ? null : outcome });
    } catch (error) {
      warn(error);
      const tries = claim.work_tries + 1;
      const wait_ms = Math.min(longestPause_ms, 500 * 2 ** Math.min(tries, 10));
      // If this fails too, the lease ends, and the row is taken again.
      await claims.settle(db, claim, { wait_ms, tries, trouble: messageOf(error) }).catch(() => {});
    } finally {
      clearInterval(heartbeat);
    }
  }
}
