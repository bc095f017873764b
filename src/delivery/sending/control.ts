import type { Database } from '../../platform/database/connect.ts';
import type { Log } from '../../platform/log.ts';
import type { Breaker } from './breaker.ts';
import { pauseAndTell } from './pause.ts';
import { countComplaints, watchEmails } from './queries.ts';

/** How soon a process learns of the decisions of others, in milliseconds. */
const interval = 1000;
/** How often the complaints about emails being served are counted. */
const complaintsInterval = 10_000;

/** The knowledge of this process about pauses and about domains that push back. */
export type Control = {
  /** Domains that are slowed. A worker that has just seen a domain push back adds it. */
  slowed: Set<string>;
  /**
   * Watches the email while the lane serves a chunk of it. `signal` is aborted when the email is paused, and when `stop` is called. The
   * information is at most about a second old.
   */
  watch(email_key: number): Promise<{ signal: AbortSignal; stop(): void; end(): void }>;
  /** Makes the lane of this process stop serving the email, which has been paused. */
  stopServing(email_key: number): void;
  stop(): Promise<void>;
};

/** Starts watching: one small query a second while anything is served, and none otherwise. */
export function startControl(db: Database, log: Log, breaker: Breaker): Control {
  const served = new Map<AbortController, number>();
  const slowed = new Set<string>();
  let looking: Promise<void> | undefined;
  let looked = Number.NEGATIVE_INFINITY;
  let weighed = performance.now();
  const failure = 'pauses could not be checked';
  let timer: NodeJS.Timeout | undefined;
  return {
    slowed,
    async watch(email_key) {
      const controller = new AbortController();
      served.set(controller, email_key);
      timer ??= setInterval(() => void look(), interval).unref();
      if (performance.now() - looked > 2 * interval) await look();
      return { signal: controller.signal, stop: () => controller.abort(), end: () => end(controller) };
    },
    stopServing,
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };

  function end(controller: AbortController) {
    served.delete(controller);
    if (served.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  function stopServing(email_key: number) {
    for (const [controller, key] of served) if (key === email_key) controller.abort();
  }

  function look(): Promise<void> {
    looking ??= refresh()
      .catch(error => log.warn({ err: error }, failure))
      .finally(() => {
        looking = undefined;
      });
    return looking;
  }

  async function refresh(): Promise<void> {
    const before = new Set(slowed);
    const found = await watchEmails(db, [...new Set(served.values())]);
    looked = performance.now();
    for (const domain of found.slowed) slowed.add(domain);
    for (const domain of before) if (!found.slowed.includes(domain)) slowed.delete(domain);
    for (const email_key of found.paused) stopServing(email_key);
    if (performance.now() - weighed > complaintsInterval) await weigh();
  }

  async function weigh(): Promise<void> {
    weighed = performance.now();
    for (const found of await countComplaints(db, [...new Set(served.values())])) {
      const { email_key, resume_date: since, ...counts } = found;
      const reason = breaker.weigh(counts);
      if (reason && (await pauseAndTell({ db, log }, email_key, { by: 'service', reason, since })))
        stopServing(email_key);
    }
  }
}
