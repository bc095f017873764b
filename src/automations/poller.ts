import { setTimeout as sleep } from 'node:timers/promises';
import { leaseDueFeeds } from './feed-queries.ts';
import { type PollContext, pollFeed } from './poll.ts';
import { type RunContext, replaceDisplaced, runDueAutomation } from './run.ts';

/** Feeds that a process asks at a time; a slow one keeps no other waiting. */
const atOnce = 32;

const idleMilliseconds = 1000;

/** Longer than any fetch may take: after that the feed of a process that died is asked by another. */
const leaseMilliseconds = 5 * 60_000;

export type PollerContext = PollContext & RunContext;

/** Asks the feeds that are due and lets the automations act whose time has come. Any number of processes do so side by side. */
export function startPoller(context: PollerContext): { stop(): Promise<void> } {
  const { log } = context;
  const stopping = new AbortController();
  const { signal } = stopping;
  const polling = loop(() => pollRound(context, signal));
  const running = loop(() => runRound(context, signal));

  return {
    async stop() {
      stopping.abort();
      await Promise.all([polling, running]);
    },
  };

  async function loop(round: () => Promise<unknown>): Promise<void> {
    while (!signal.aborted) {
      try {
        await round();
      } catch (error) {
        log.warn({ err: error }, 'automations stumbled and go on');
      }
      await sleep(idleMilliseconds, undefined, { signal }).catch(() => {});
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

/** Lets every automation act that is due by now, and answers how many times one did. */
export async function runRound(context: PollerContext, signal?: AbortSignal): Promise<number> {
  await replaceDisplaced(context.db, context.clock());
  let count = 0;
  while (!signal?.aborted && (await runDueAutomation(context))) count += 1;
  return count;
}

/** Not the whole address: that of a private feed is its secret. */
function siteOf(url: string): string {
  return URL.parse(url)?.origin ?? '';
}
