import { type FetchedFeed, fetchFeed } from '../../engines/feeds/fetch.ts';
import type { Config } from '../../platform/config/config.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { feedFetches } from '../../platform/metrics/metrics.ts';
import { isPublicAddress } from '../../platform/public-address.ts';
import type { SafeFetch } from '../../platform/safe-fetch/safe-fetch.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import type { FeedRow } from '../definition/automation.ts';
import type { FetchResult } from './fetch-queries.ts';
import { isFirstToday, nextPoll } from './next-poll.ts';
import { lockFeed, pollBy } from './queries.ts';
import { type AskedFeed, noteAsking, type QuietPoll } from './round-queries.ts';
import { resultOf, type StoreContext, storeAnswer } from './store-answer.ts';

export type PollContext = StoreContext & { db: Database; safe_fetch: SafeFetch };

/** Returns the polling settings. */
export function pollSettings({ FEED_POLL_MINUTES, FEED_EMAILS_PER_POLL, WEBSUB, BASE_URL }: Config) {
  return {
    websub: WEBSUB === 'on' || (WEBSUB === 'auto' && isPublicAddress(BASE_URL)),
    poll_minutes: FEED_POLL_MINUTES,
    emails_per_poll: FEED_EMAILS_PER_POLL,
    random: Math.random,
  };
}

/**
 * Fetches a feed and processes the response: items, validators, a new address, the time of the next fetch. Failures of the outside world
 * are stored and never thrown. Two polls of the same feed may run at once: a response that was requested earlier but arrives later is
 * ignored. With `signal`, the feed is left for somebody else to fetch.
 */
export async function pollFeed(
  context: PollContext,
  { key }: Pick<FeedRow, 'key'>,
  signal?: AbortSignal,
): Promise<FetchResult> {
  const asked = context.clock();
  return pollAsked(context, await noteAsking(context.db, key, asked), { asked, ...(signal && { signal }) });
}

/**
 * Like pollFeed, for a feed that was noted as asked for at `asked`. `storeQuiet` stores a response that brought nothing new, together with
 * others, and returns whether it did.
 */
export async function pollAsked(
  context: PollContext,
  feed: AskedFeed,
  {
    asked,
    signal,
    storeQuiet = async () => false,
  }: { asked: Date; signal?: AbortSignal; storeQuiet?: (poll: QuietPoll) => Promise<boolean> },
): Promise<FetchResult> {
  const { db, safe_fetch, clock } = context;
  const { etag, last_modified, is_whole_wanted } = feed;
  const answer = await fetchFeed(safe_fetch, {
    url: feed.fetch_url,
    validators: is_whole_wanted || isFirstToday(feed, asked) ? null : { etag, last_modified },
    known_hash: is_whole_wanted ? null : feed.document_hash,
    clock,
    ...(signal && { signal }),
  });
  const result = resultOf(answer);
  feedFetches.inc({ result });
  if (signal?.aborted && answer.kind === 'failed') {
    await pollBy(db, feed.key, clock());
    return result;
  }
  try {
    const quiet = quietPoll(context, feed, answer, asked);
    if (quiet && (await storeQuiet(quiet))) return result;
    await inTransaction(db, async trx => {
      const locked = await lockFeed(trx, feed.key);
      if (locked.last_success_date !== null && new Date(locked.last_success_date) > asked) return;
      await storeAnswer(trx, context, locked, answer, { asked });
    });
  } catch (error) {
    // This is an internal failure, perhaps with just this feed: those who wait for its items should know.
    const reason = sentence('feeds.not_processed');
    await inTransaction(db, async trx =>
      storeAnswer(trx, context, await lockFeed(trx, feed.key), { kind: 'failed', reason }),
    );
    throw error;
  }
  return result;
}

/** Returns the changes for a response without anything new, if nobody changes the feed meanwhile; undefined for other responses. */
function quietPoll(
  context: PollContext,
  feed: AskedFeed,
  answer: FetchedFeed,
  asked: Date,
): QuietPoll | undefined {
  if (answer.kind !== 'not_modified' && answer.kind !== 'same') return undefined;
  const times = { now: context.clock(), asked };
  const next = nextPoll(context, feed, feed.follower_minutes, times, answer.least_minutes);
  return {
    key: feed.key,
    row_version: feed.row_version,
    ...answer.validators,
    fetch_url: answer.moved_to,
    next_poll_date: next.toISOString(),
    result: answer.kind === 'same' ? 'fetched' : 'not_modified',
  };
}
