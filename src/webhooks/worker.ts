import type { Log } from '../platform/log.ts';
import { type Next, type Rounds, startRounds } from '../platform/rounds/rounds.ts';
import { warnRarely } from '../platform/warn-rarely.ts';
import { type AttemptContext, attemptDelivery } from './attempt.ts';
import { type Delivery, hasDueDeliveries, lease_ms, leaseDeliveries, renewLeases } from './deliveries.ts';

/** The most concurrent requests of one process, over all webhooks. */
export const mostRequests = 32;

const grace_ms = 3000;

/**
 * Delivers events to webhooks until stopped. Any number of processes can run this in parallel. `stop` makes no new
 * attempts; those in progress have three seconds to finish, then are aborted and repeated later.
 */
export function startTelling(context: AttemptContext & { log: Log }): Rounds {
  const { db, clock, log } = context;
  const callOff = new AbortController();
  const underWay = new Map<Delivery, Promise<void>>();
  const due = { db, clock, condition: hasDueDeliveries };
  const telling = startRounds(beginDue, { pause_ms: 500, due, log, failure: 'webhooks wait' });
  const warn = warnRarely(log, 'leases of webhooks could not be renewed');
  let heartbeat: NodeJS.Timeout | undefined;

  return {
    wake: telling.wake,
    async stop() {
      await telling.stop();
      const grace = setTimeout(() => callOff.abort(), grace_ms);
      await Promise.all(underWay.values());
      clearTimeout(grace);
    },
  };

  /** Starts as many attempts as there are free places. A place that becomes free causes another round. */
  async function beginDue(): Promise<Next> {
    const free = mostRequests - underWay.size;
    const deliveries = free > 0 ? await leaseDeliveries(db, clock(), free) : [];
    for (const delivery of deliveries) begin(delivery);
    return deliveries.length > 0 ? 'at_once' : 'after_pause';
  }

  function renew(): void {
    void renewLeases(db, [...underWay.keys()]).catch(warn);
  }

  function begin(delivery: Delivery): void {
    const attempt = attemptDelivery(context, delivery, callOff.signal)
      // The lease ends, and another worker attempts it again.
      .catch(error => log.warn({ err: error, event: delivery.id }, 'an attempt could not be recorded'))
      .finally(() => {
        underWay.delete(delivery);
        if (underWay.size === 0) clearInterval(heartbeat);
        telling.wake();
      });
    if (underWay.size === 0) heartbeat = setInterval(renew, lease_ms / 4);
    underWay.set(delivery, attempt);
  }
}
