import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../platform/config.ts';
import { isDatabaseOutage } from '../../platform/outage.ts';
import { openPlaces } from '../../platform/places.ts';
import { softBounceRule } from '../feedback/bounce.ts';
import { leaseChunk } from '../ledger/chunks.ts';
import type { Chunk } from '../ledger/delivery.ts';
import { type BreakerPolicy, openBreaker } from './breaker.ts';
import type { ServeContext } from './context.ts';
import { startControl } from './control.ts';
import { finishLeftBehind } from './finish.ts';
import { type DomainLimits, limitOf } from './limits.ts';
import { type Mailing, type MailingContext, openMailings } from './mailings.ts';
import { openRoom } from './room.ts';
import { serveChunk } from './serve-chunk.ts';
import { openStalls } from './stalls.ts';
import { reportTrouble } from './trouble.ts';

const idleMilliseconds = 1000;

export type Lane = {
  /** There is new work: look now instead of at the next tick. */
  wake(): void;
  /** Starts no more hand-overs; resolves when those in progress have their outcomes. */
  stop(): Promise<void>;
};

type LaneContext = Omit<ServeContext, 'stopping' | 'room' | 'control' | 'places' | 'breaker' | 'stalls'> &
  MailingContext & {
    lease_seconds: number;
    /** Maximum concurrent hand-overs of this process to each receiving domain. */
    domain_connections: DomainLimits;
    breaker_policy: BreakerPolicy;
  };

/** The lane's settings. */
export function laneSettings(config: Config) {
  return {
    window: config.UNCERTAIN_WINDOW,
    lease_seconds: config.LEASE_SECONDS,
    retry: { hours: config.RETRY_HOURS, random: Math.random },
    trouble_minutes: config.SENDING_TROUBLE_MINUTES,
    rule: softBounceRule(config),
    domain_rates: config.DOMAIN_RATES,
    domain_connections: config.DOMAIN_CONNECTIONS,
    breaker_policy: {
      policy_percent: config.BREAKER_POLICY_PERCENT,
      complaints_percent: config.BREAKER_COMPLAINTS_PERCENT,
    },
  };
}

/** Serves any due chunk of any email, until stopped. Any number of processes can do so in parallel. */
export function startLane(context: LaneContext): Lane {
  const { db, log } = context;
  const mailings = openMailings(context);
  const breaker = openBreaker(context.breaker_policy);
  const control = startControl(db, log, breaker);
  const places = openPlaces(domain => limitOf(context.domain_connections, domain));
  const room = openRoom({ held: () => context.transport.holds(), window: context.window });
  const stalls = openStalls(db, log);
  let stopped = false;
  let idle = new AbortController(); // aborted and replaced at each wake
  const lane = run();

  return {
    wake,
    async stop() {
      stopped = true;
      wake();
      await lane;
      control.stop();
    },
  };

  function wake() {
    idle.abort();
    idle = new AbortController();
  }

  async function run(): Promise<void> {
    const served = new Set<Promise<void>>();
    while (!stopped) {
      const { signal } = idle; // taken before looking, so that a wake meanwhile is noticed
      await goOn(async () => {
        const chunk = await leaseChunk(db, context.lease_seconds, context.retry.hours);
        if (!chunk) return rest(signal);
        await new Promise<void>(onNearlyTaken => {
          const work = goOn(() => serve(chunk, onNearlyTaken)).then(onNearlyTaken);
          served.add(work);
          void work.finally(() => served.delete(work));
        });
      });
    }
    await Promise.all(served);
  }

  async function goOn(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      log.warn({ err: error }, 'sending failed for now and continues');
      if (!stopped) await sleep(idleMilliseconds);
    }
  }

  async function serve(chunk: Chunk, onNearlyTaken: () => void): Promise<void> {
    const serving = { ...context, room, control, places, breaker, stalls, stopping: () => stopped };
    let mailing: Mailing;
    try {
      mailing = await mailings(chunk.email_key);
    } catch (error) {
      if (isDatabaseOutage(error)) throw error;
      // For example, an unreadable attachment: the email waits as it does for a relay.
      return reportTrouble(serving, chunk, (error as Error).message);
    }
    await serveChunk(serving, mailing, chunk, onNearlyTaken);
  }

  async function rest(signal: AbortSignal): Promise<void> {
    await sleep(idleMilliseconds, undefined, { signal }).catch(() => {});
    if (!stopped) await finishLeftBehind(context);
  }
}
