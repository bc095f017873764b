import { setTimeout as sleep } from 'node:timers/promises';
import { minute_ms } from '../platform/durations.ts';
import type { Due } from '../platform/rounds/due.ts';
import { startRounds } from '../platform/rounds/rounds.ts';
import type { FeedRow } from './definition/automation.ts';
import { type PollContext, pollAsked, pollFeed } from './feeds/poll.ts';
import { collectQuietPolls } from './feeds/quiet-polls.ts';
import { type AskedFeed, hasDueFeeds, leaseDueFeeds } from './feeds/round-queries.ts';
import { hasDueHubs } from './hubs/queries.ts';
import { type SubscribeContext, subscribeRound } from './hubs/subscribe.ts';
import { type RunContext, replaceDisplaced, runDueAutomation } from './issues/run.ts';
import { tellRound } from './items/tell-held.ts';
import { endAsking, hasDueAutomations, leaseFeedsToAsk } from './schedule/due-queries.ts';

/** How many feeds a process fetches at once; a slow one does not delay others. */
const atOnce = 32;

/** This many free places are filled immediately, fewer after a pause: a lease costs much more than one more feed in it. */
const leasedTogether = 8;
const pauseMilliseconds = 250;

const idleMilliseconds = 1000;

/** Longer than any fetch: after this, another process fetches the feed of one that died. */
const leaseMilliseconds = 5 * minute_ms;

/** How long a due digest waits for its feeds. */
const patienceMilliseconds = 20_000;

const tellMilliseconds = minute_ms;

export type PollerContext = PollContext & RunContext;

/**
 * Fetches due feeds, runs due automations, and notifies owners of held items. Any number of processes can do so in
 * parallel.
 */
export function startPoller(context: PollerContext & SubscribeContext): {
  stop(): Promise<void>;
} {
  const { db, clock, log } = context;
  const loops = [
    repeat(pollRound, { pause_ms: idleMilliseconds, due: { db, clock, condition: hasDueFeeds } }),
    repeat(runRound, { pause_ms: idleMilliseconds, due: { db, clock, condition: hasDueAutomations } }),
    repeat(tellRound, { pause_ms: tellMilliseconds }),
    ...(context.websub
      ? [repeat(subscribeRound, { pause_ms: idleMilliseconds, due: { db, clock, condition: hasDueHubs } })]
      : []),
  ];
  return {
    async stop() {
      await Promise.all(loops.map(loop => loop.stop()));
    },
  };

  function repeat(
    round: (given: typeof context, signal: AbortSignal) => Promise<number>,
    when: { pause_ms: number; due?: Due },
  ) {
    return startRounds(
      async signal => {
        await round(context, signal);
        return 'after_pause';
      },
      { ...when, log, failure: 'automations failed for now and continue' },
    );
  }
}

/** Fetches every feed that is due; returns how many. */
export async function pollRound(context: PollerContext, signal?: AbortSignal): Promise<number> {
  const { db, clock, log } = context;
  const store = collectQuietPolls(context);
  const fetching = new Set<AskedFeed>(); // until the response is stored, or is known to bring nothing new
  const underWay = new Set<AskedFeed>(); // until the response is stored
  let count = 0;
  let wake = () => {};
  let since = Number.NEGATIVE_INFINITY;
  for (;;) {
    const free = atOnce - fetching.size;
    const isTime = free >= leasedTogether || (free > 0 && performance.now() - since >= pauseMilliseconds);
    if (isTime && !signal?.aborted) {
      since = performance.now();
      const asked = clock();
      const until = new Date(asked.getTime() + leaseMilliseconds);
      const feeds = await leaseDueFeeds(db, { now: asked, until, most: free });
      count += feeds.length;
      for (const feed of feeds) void poll(feed, asked);
    }
    if (underWay.size === 0) return count;
    // All places are taken, or everything due is in progress: a slow feed does not delay others.
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, pauseMilliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function poll(feed: AskedFeed, asked: Date): Promise<void> {
    fetching.add(feed);
    underWay.add(feed);
    try {
      const result = await pollAsked(context, feed, {
        asked,
        ...(signal && { signal }),
        storeQuiet(quiet) {
          fetching.delete(feed);
          wake();
          return store(quiet);
        },
      });
      log.debug({ feed: siteOf(feed.fetch_url), result }, 'feed fetched');
    } catch (error) {
      log.warn({ err: error, feed: siteOf(feed.fetch_url) }, 'a feed could not be processed');
    }
    fetching.delete(feed);
    underWay.delete(feed);
    wake();
  }
}

/**
 * Runs every due automation; returns how many times one ran. A digest fetches its feed first, and uses the known items
 * if there is no response in time; meanwhile other automations run.
 */
export async function runRound(
  context: PollerContext,
  signal?: AbortSignal,
  patience = patienceMilliseconds,
): Promise<number> {
  const { db, clock } = context;
  await replaceDisplaced(db, clock());
  const underWay = new Set<Promise<void>>();
  let count = 0;
  for (;;) {
    const asked = underWay.size; // from here on, a response may be the last one that an automation waits for
    while (!signal?.aborted && (await runDueAutomation(context))) count += 1;
    const now = clock();
    const until = new Date(now.getTime() + patience);
    const most = atOnce - underWay.size;
    const feeds = signal?.aborted || most <= 0 ? [] : await leaseFeedsToAsk(db, { now, until, most });
    for (const feed of feeds) {
      const asking: Promise<void> = ask(context, feed, patience, signal).finally(() =>
        underWay.delete(asking),
      );
      underWay.add(asking);
    }
    if (underWay.size > 0)
      await Promise.race([...underWay, sleep(idleMilliseconds, undefined, { ref: false })]);
    else if (asked === 0) return count;
  }
}

/** Fetches a feed that automations wait for, for as long as they wait. */
async function ask(
  context: PollerContext,
  feed: FeedRow,
  patience: number,
  signal?: AbortSignal,
): Promise<void> {
  const { db, clock, log } = context;
  const timeout = AbortSignal.timeout(patience);
  try {
    await pollFeed(context, feed, signal ? AbortSignal.any([signal, timeout]) : timeout);
  } catch (error) {
    log.warn({ err: error, feed: siteOf(feed.fetch_url) }, 'a feed could not be processed');
  }
  await endAsking(db, feed.key, clock()).catch(error =>
    log.warn(
      { err: error, feed: siteOf(feed.fetch_url) },
      'automations that wait for a feed wait until their deadline',
    ),
  );
}

/** Not the whole address, because that of a private feed is its secret. */
function siteOf(url: string): string {
  return URL.parse(url)?.origin ?? '';
}
