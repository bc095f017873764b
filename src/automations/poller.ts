import { setTimeout as sleep } from 'node:timers/promises';
import type { FeedRow } from './automation.ts';
import { leaseDueFeeds } from './feed-queries.ts';
import { type PollContext, pollFeed } from './poll.ts';
import { endAsking, leaseFeedsToAsk } from './queries.ts';
import { type RunContext, replaceDisplaced, runDueAutomation } from './run.ts';
import { type SubscribeContext, subscribeRound } from './subscribe.ts';
import { type TellContext, tellRound } from './tell-held.ts';

/** Feeds that a process asks at a time; a slow one keeps no other waiting. */
const atOnce = 32;

const idleMilliseconds = 1000;

/** Longer than any fetch may take: after that the feed of a process that died is asked by another. */
const leaseMilliseconds = 5 * 60_000;

/** How long a digest that is due waits for an answer of its feed. */
const patienceMilliseconds = 20_000;

const tellMilliseconds = 60_000;

export type PollerContext = PollContext & RunContext;

/**
 * Asks the feeds that are due, lets the automations act whose time has come, and tells owners what is held. Any number of
 * processes do so side by side.
 */
export function startPoller(context: PollerContext & TellContext & SubscribeContext): {
  stop(): Promise<void>;
} {
  const { log } = context;
  const stopping = new AbortController();
  const { signal } = stopping;
  const loops = [
    loop(idleMilliseconds, () => pollRound(context, signal)),
    loop(idleMilliseconds, () => runRound(context, signal)),
    loop(tellMilliseconds, () => tellRound(context, signal)),
    ...(context.websub ? [loop(idleMilliseconds, () => subscribeRound(context, signal))] : []),
  ];

  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };

  async function loop(pause: number, round: () => Promise<unknown>): Promise<void> {
    while (!signal.aborted) {
      try {
        await round();
      } catch (error) {
        log.warn({ err: error }, 'automations stumbled and go on');
      }
      await sleep(pause, undefined, { signal }).catch(() => {});
    }
  }
}

/** Asks every feed that is due by now, and answers how many that were. */
export async function pollRound(context: PollerContext, signal?: AbortSignal): Promise<number> {
  const { db, clock, log } = context;
  const underWay = new Set<Promise<void>>();
  let count = 0;
  for (;;) {
    const free = atOnce - underWay.size;
    const now = clock();
    const until = new Date(now.getTime() + leaseMilliseconds);
    const feeds = signal?.aborted ? [] : await leaseDueFeeds(db, { now, until, most: free });
    count += feeds.length;
    for (const feed of feeds) {
      const poll: Promise<void> = pollFeed(context, feed, signal)
        .then(result => log.debug({ feed: siteOf(feed.fetch_url), result }, 'feed asked'))
        .catch(error =>
          log.warn({ err: error, feed: siteOf(feed.fetch_url) }, 'a feed could not be taken in'),
        )
        .finally(() => underWay.delete(poll));
      underWay.add(poll);
    }
    if (underWay.size === 0) return count;
    // All places are taken, or all that were due are under way: one that is slow keeps no other waiting.
    await Promise.race([...underWay, sleep(idleMilliseconds, undefined, { ref: false })]);
  }
}

/**
 * Lets every automation act that is due by now, and answers how many times one did. A digest asks its feed first, and acts
 * on what is known when there is no answer in time; meanwhile the others act.
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
    const asked = underWay.size; // an answer that comes from here on may be the last that one waits for
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

/** Asks a feed that automations wait for, for as long as they wait. */
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
    log.warn({ err: error, feed: siteOf(feed.fetch_url) }, 'a feed could not be taken in');
  }
  await endAsking(db, feed.key, clock()).catch(error =>
    log.warn(
      { err: error, feed: siteOf(feed.fetch_url) },
      'what waits for a feed waits until its time is over',
    ),
  );
}

/** Not the whole address: that of a private feed is its secret. */
function siteOf(url: string): string {
  return URL.parse(url)?.origin ?? '';
}
