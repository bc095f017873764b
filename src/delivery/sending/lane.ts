import { join } from 'node:path';
import type { Config } from '../../platform/config/config.ts';
import { messageOf } from '../../platform/errors.ts';
import { isDatabaseOutage } from '../../platform/outage.ts';
import { openPlaces } from '../../platform/places.ts';
import { type Next, type Rounds, startRounds } from '../../platform/rounds/rounds.ts';
import { softBounceRule } from '../feedback/bounce.ts';
import { leaseChunk } from '../ledger/chunks.ts';
import type { Chunk } from '../ledger/delivery.ts';
import { type BreakerPolicy, openBreaker } from './breaker.ts';
import { openCapacities } from './capacity.ts';
import type { ServeContext } from './context.ts';
import { startControl } from './control.ts';
import { finishLeftBehind } from './finish.ts';
import { type DomainLimits, limitOf } from './limits.ts';
import { type Mailing, type MailingContext, openMailings } from './mailings.ts';
import { openNotes } from './notes.ts';
import { mayHaveWork } from './queries.ts';
import { serveChunk } from './serve-chunk.ts';
import { openStalls } from './stalls.ts';
import { reportTrouble } from './trouble.ts';

type LaneContext = Omit<
  ServeContext,
  'stopping' | 'wakeAfter' | 'capacity' | 'notes' | 'noPlace' | 'control' | 'places' | 'breaker' | 'stalls'
> &
  MailingContext & {
    lease_seconds: number;
    /** The folder on the disk where this process notes which recipients it has in hand. */
    notes_dir: string;
    /** Maximum concurrent hand-overs of this process to each receiving domain. */
    domain_connections: DomainLimits;
    breaker_policy: BreakerPolicy;
  };

/** The lane looks for turns this many milliseconds later, so that they have come by the clock of the database too. */
const clockMargin = 10;

/** Returns the lane's settings. */
export function laneSettings(config: Config) {
  return {
    notes_dir: join(config.DATA_DIR, 'hand-overs'),
    window: config.UNCERTAIN_WINDOW,
    quiet_seconds: 3 * config.SMTP_PATIENCE_SECONDS,
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

/**
 * Serves any due chunk of any email, until stopped. Any number of processes can do so in parallel. `stop` lets no more hand-overs start,
 * and resolves when those in progress have their outcomes.
 */
export function startLane(context: LaneContext): Rounds {
  const { db, log, transport } = context;
  const mailings = openMailings(context);
  const breaker = openBreaker(context.breaker_policy);
  const control = startControl(db, log, breaker);
  const places = openPlaces(domain => limitOf(context.domain_connections, domain));
  const capacityOf = openCapacities(context.window);
  const notes = openNotes(context.notes_dir, log);
  /** Chunks that take recipients as places become free, while nearly all of their recipients are still to be taken. */
  const taking = new Set<Chunk>();
  const stalls = openStalls(db, log);
  const underWay = new Set<Promise<void>>();
  let stopped = false;
  const failure = 'sending failed for now and will be retried';
  const rounds = startRounds(serveNext, {
    pause_ms: 1000,
    due: { db, condition: () => mayHaveWork },
    log,
    failure,
  });

  return {
    wake: rounds.wake,
    async stop() {
      stopped = true;
      await rounds.stop();
      await Promise.all(underWay);
      await control.stop();
    },
  };

  /**
   * Serves the next chunk. Returns when nearly all of its recipients are taken, so that there is room for another chunk; or when its relays
   * have no place for more recipients while other relays may have some: the next chunk is then of another email.
   */
  async function serveNext(): Promise<Next> {
    const except = transport.isOne() ? [] : [...taking].map(({ email_key }) => email_key);
    const chunk = await leaseChunk(db, context.lease_seconds, context.retry.hours, except);
    if (!chunk) {
      await finishLeftBehind(context);
      return 'after_pause';
    }
    return new Promise<Next>(resolve => {
      taking.add(chunk);
      let isFull = false;
      const noPlace = () => {
        isFull ||= !transport.isOne();
        if (isFull) resolve('at_once');
      };
      const onNearlyTaken = () => {
        if (!taking.delete(chunk)) return;
        if (isFull) rounds.wake();
        else resolve('at_once');
      };
      const work: Promise<void> = serve(chunk, { noPlace, onNearlyTaken })
        .then(() => resolve('at_once'))
        .catch(error => {
          log.warn({ err: error }, failure);
          resolve('after_pause');
        })
        .finally(() => {
          onNearlyTaken();
          underWay.delete(work);
        });
      underWay.add(work);
    });
  }

  function wakeAfter(milliseconds: number): void {
    setTimeout(rounds.wake, milliseconds + clockMargin).unref();
  }

  async function serve(
    chunk: Chunk,
    { noPlace, onNearlyTaken }: { noPlace: () => void; onNearlyTaken: () => void },
  ): Promise<void> {
    const serving = {
      ...context,
      control,
      places,
      breaker,
      stalls,
      wakeAfter,
      noPlace,
      stopping: () => stopped,
    };
    let mailing: Mailing;
    try {
      mailing = await mailings(chunk);
    } catch (error) {
      if (isDatabaseOutage(error)) throw error;
      // This happens, for example, if an attachment is unreadable: the email waits as it does for a relay.
      return reportTrouble(serving, chunk, messageOf(error));
    }
    const capacity = capacityOf(transport.choiceOf(mailing.newsletter));
    const noted = notes.begin(chunk);
    try {
      await serveChunk({ ...serving, capacity, notes: noted }, mailing, chunk, onNearlyTaken);
    } finally {
      noted.end();
    }
  }
}
