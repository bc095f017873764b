import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../platform/log.ts';
import { type AttemptContext, attemptDelivery } from './attempt.ts';
import { type Delivery, lease_ms, leaseDeliveries, renewLeases } from './deliveries.ts';

/** Concurrent requests of one process, over all webhooks. */
export const mostRequests = 32;

const idle_ms = 500;
const grace_ms = 3000;

export type Teller = {
  /** Stops new attempts. Those in progress have three seconds to finish, then are aborted and repeated later. */
  stop(): Promise<void>;
};

/** Delivers events to webhooks until stopped. Any number of processes can run this in parallel. */
export function startTelling(context: AttemptContext & { log: Log }): Teller {
  const { db, clock, log } = context;
  const callOff = new AbortController();
  const underWay = new Map<Delivery, Promise<void>>();
  let stopped = false;
  let idle = new AbortController(); // aborted and replaced whenever a slot becomes free
  const running = run();
  const renewing = setInterval(() => void renew(), lease_ms / 4);

  return {
    async stop() {
      stopped = true;
      wake();
      await running;
      const grace = setTimeout(() => callOff.abort(), grace_ms);
      await Promise.all(underWay.values());
      clearTimeout(grace);
      clearInterval(renewing);
    },
  };

  function wake() {
    idle.abort();
    idle = new AbortController();
  }

  async function run(): Promise<void> {
    while (!stopped) {
      const { signal } = idle; // taken before looking, so that a slot that becomes free meanwhile is noticed
      const room = mostRequests - underWay.size;
      const deliveries = room > 0 ? await lease(room) : [];
      for (const delivery of deliveries) begin(delivery);
      if (deliveries.length === 0) await sleep(idle_ms, undefined, { signal }).catch(() => {});
    }
  }

  async function renew(): Promise<void> {
    if (underWay.size === 0) return;
    await renewLeases(db, [...underWay.keys()], clock()).catch(error =>
      log.warn({ err: error }, 'leases of webhooks could not be renewed'),
    );
  }

  async function lease(room: number): Promise<Delivery[]> {
    try {
      return await leaseDeliveries(db, clock(), room);
    } catch (error) {
      log.warn({ err: error }, 'webhooks wait');
      return [];
    }
  }

  function begin(delivery: Delivery): void {
    const attempt = attemptDelivery(context, delivery, callOff.signal)
      // The lease ends, and another worker attempts it again.
      .catch(error => log.warn({ err: error, event: delivery.id }, 'an attempt could not be recorded'))
      .finally(() => {
        underWay.delete(delivery);
        wake();
      });
    underWay.set(delivery, attempt);
  }
}
