import { recordEvent } from '../accounts/events/record.ts';
import type { PollingWish } from '../engines/feeds/feed.ts';
import { type FetchedFeed, fetchFeed } from '../engines/feeds/fetch.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { feedFetches } from '../platform/metrics/metrics.ts';
import { withoutCredentials } from '../platform/safe-fetch/credentials.ts';
import type { SafeFetch } from '../platform/safe-fetch/safe-fetch.ts';
import type { FeedRow } from './automation.ts';
import { lockFeed, pingPauseMilliseconds, pollBy, updateFeed } from './feed-queries.ts';
import { type FetchResult, logFetch } from './fetch-queries.ts';
import {
  findFollowersElsewhere,
  isWholeFeedWanted,
  listPollMinutes,
  lockFollowers,
} from './follower-queries.ts';
import { noteHub } from './hub-queries.ts';
import { delay, isFirstToday, nextPoll, type Pace } from './next-poll.ts';
import { updateAutomationRow } from './queries.ts';
import { type AskedFeed, noteAsking, type QuietPoll } from './round-queries.ts';
import { takeIn } from './take-in.ts';
import { isPublicAddress } from './websub.ts';

/** After this many failures in a row, the followers of the feed are notified. */
const tellAfter = 3;

export type PollContext = Pace & {
  db: Database;
  safe_fetch: SafeFetch;
  clock: Clock;
  emails_per_poll: number;
  /** Whether to subscribe to the hubs of feeds. */
  websub: boolean;
};

/** The polling settings. */
export function pollSettings({ FEED_POLL_MINUTES, FEED_EMAILS_PER_POLL, WEBSUB, BASE_URL }: Config) {
  return {
    websub: WEBSUB === 'on' || (WEBSUB === 'auto' && isPublicAddress(BASE_URL)),
    poll_minutes: FEED_POLL_MINUTES,
    emails_per_poll: FEED_EMAILS_PER_POLL,
    random: Math.random,
  };
}

/** The result of a poll, in one word. */
export type PollResult = FetchResult;

function resultOf({ kind }: FetchedFeed): PollResult {
  return kind === 'same' ? 'fetched' : kind;
}

/**
 * Fetches a feed and processes the response: items, validators, a new address, the time of the next fetch. Failures of
 * the outside world are stored and never thrown. Safe next to another poll of the same feed: a response that was
 * requested earlier but arrives later is ignored. With `signal`, the feed is left for somebody else to fetch.
 */
export async function pollFeed(
  context: PollContext,
  { key }: Pick<FeedRow, 'key'>,
  signal?: AbortSignal,
): Promise<PollResult> {
  const asked = context.clock();
  return pollAsked(context, await noteAsking(context.db, key, asked), { asked, ...(signal && { signal }) });
}

/**
 * Like pollFeed, for a feed that was noted as asked for at `asked`. `storeQuiet` stores a response that brought nothing new,
 * together with others; the result is whether it did.
 */
export async function pollAsked(
  context: PollContext,
  feed: AskedFeed,
  {
    asked,
    signal,
    storeQuiet = async () => false,
  }: { asked: Date; signal?: AbortSignal; storeQuiet?: (poll: QuietPoll) => Promise<boolean> },
): Promise<PollResult> {
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
      await settle(trx, context, locked, answer, { asked });
    });
  } catch (error) {
    // An internal failure, perhaps with just this feed: those who wait for its items should know.
    const reason = 'The feed could not be processed. See the log for the reason.';
    await inTransaction(db, async trx =>
      settle(trx, context, await lockFeed(trx, feed.key), { kind: 'failed', reason }),
    );
    throw error;
  }
  return result;
}

/** What a response without anything new changes if nobody changes the feed meanwhile; undefined for other responses. */
function quietPoll(
  context: PollContext,
  feed: AskedFeed,
  answer: FetchedFeed,
  asked: Date,
): QuietPoll | undefined {
  if (answer.kind !== 'not_modified' && answer.kind !== 'same') return undefined;
  const times = { now: context.clock(), asked };
  const next = nextAfter(context, feed, feed.follower_minutes, times, answer.least_minutes);
  return {
    key: feed.key,
    row_version: feed.row_version,
    ...answer.validators,
    fetch_url: answer.moved_to,
    next_poll_date: next.toISOString(),
    result: answer.kind === 'same' ? 'fetched' : 'not_modified',
  };
}

/**
 * Stores the response that was requested at `asked`, in the transaction that holds the feed locked; `is_first` if an
 * automation begins to follow the feed with it.
 */
export async function settle(
  trx: Database,
  context: Omit<PollContext, 'db' | 'safe_fetch'>,
  feed: FeedRow,
  answer: FetchedFeed,
  { asked = context.clock(), is_first = false }: { asked?: Date; is_first?: boolean } = {},
): Promise<void> {
  const now = context.clock();
  const told = { result: resultOf(answer), reason: '', new_count: 0 };
  if (answer.kind === 'fetched') {
    told.new_count = await takeIn(trx, context, feed, answer.feed, now);
    if (context.websub) await noteHub(trx, feed.key, answer.hub, now);
    await succeed(
      trx,
      context,
      feed,
      { now, asked },
      answer.least_minutes,
      {
        ...answer.validators,
        title: answer.feed.title,
        site_url: answer.feed.url ?? '',
        document_hash: answer.document_hash,
        ...(answer.moved_to && { fetch_url: answer.moved_to }),
      },
      answer.feed.polling,
    );
  } else if (answer.kind === 'not_modified' || answer.kind === 'same') {
    await succeed(trx, context, feed, { now, asked }, answer.least_minutes, {
      ...answer.validators,
      ...(answer.moved_to && { fetch_url: answer.moved_to }),
    });
  } else if (answer.kind === 'gone') {
    told.reason = await stop(trx, feed, now);
  } else if (answer.kind === 'busy') {
    // "Retry-After: 0" does not mean to retry without a pause.
    const least = now.getTime() + (await delay(trx, context, feed, answer.until ? 1 : feed.failures + 1));
    const next = new Date(Math.max(least, answer.until?.getTime() ?? 0));
    const asked = answer.until ? ` until ${answer.until.toISOString()}` : '';
    const busy = answer.until && { busy_until: answer.until.toISOString() };
    told.reason = `The server asks not to be contacted${asked || ' so often'}.`;
    await fail(trx, feed, now, next, told.reason, busy ?? {});
  } else {
    const lost = answer.kind === 'no_feed' ? { etag: null, last_modified: null } : {};
    const next = new Date(now.getTime() + (await delay(trx, context, feed, feed.failures + 1)));
    told.reason = answer.reason;
    await fail(trx, feed, now, next, told.reason, lost);
  }
  await logFetch(trx, feed.key, told, now, { is_first });
}

type FeedChanges = Parameters<typeof updateFeed>[2];

async function succeed(
  trx: Database,
  context: Pace,
  feed: FeedRow,
  { now, asked }: { now: Date; asked: Date },
  least_minutes: number | null,
  changes: FeedChanges,
  polling?: PollingWish,
): Promise<void> {
  const own = await listPollMinutes(trx, feed.key);
  // Without `polling` the document was not read, and an automation may have come to need it during the fetch.
  const next =
    polling === undefined && (await isWholeFeedWanted(trx, feed.key))
      ? soonAfter(now)
      : nextAfter(context, feed, own, { now, asked }, least_minutes, polling);
  await updateFeed(trx, feed.key, {
    ...changes,
    ...(polling && { polling: JSON.stringify(polling) }),
    next_poll_date: next.toISOString(),
    last_checked_date: now.toISOString(),
    last_success_date: now.toISOString(),
    busy_until: null,
    failures: 0,
    last_error: '',
  });
}

/** When to fetch a feed again that has responded. */
function nextAfter(
  context: Pace,
  feed: FeedRow,
  own: (number | null)[],
  { now, asked }: { now: Date; asked: Date },
  least_minutes: number | null,
  polling?: PollingWish,
): Date {
  // A ping during the fetch may announce something that is not in the response.
  const isPinged = feed.pinged_date !== null && new Date(feed.pinged_date) >= asked;
  return isPinged
    ? soonAfter(now)
    : nextPoll(context, now, own, least_minutes, polling ?? (feed.polling as PollingWish));
}

function soonAfter(now: Date): Date {
  return new Date(now.getTime() + pingPauseMilliseconds);
}

async function fail(
  trx: Database,
  feed: FeedRow,
  now: Date,
  next: Date,
  last_error: string,
  changes: FeedChanges,
): Promise<void> {
  const failures = feed.failures + 1;
  await updateFeed(trx, feed.key, {
    busy_until: null,
    ...changes,
    next_poll_date: next.toISOString(),
    last_checked_date: now.toISOString(),
    failures,
    last_error,
  });
  if (failures !== tellAfter) return;
  for (const { id, newsletter_key } of await lockFollowers(trx, feed.key)) {
    await recordEvent(trx, newsletter_key, {
      event_type: 'automation.failing',
      automation_id: id,
      data: { failures, last_error, feed_url: withoutCredentials(feed.fetch_url) },
    });
  }
}

// 410: the feed is gone. Automations that follow no other become inactive, with a reason, until somebody activates
// them.
async function stop(trx: Database, feed: FeedRow, now: Date): Promise<string> {
  const last_error = 'The feed is permanently gone (410).';
  const followers = await lockFollowers(trx, feed.key);
  const elsewhere = await findFollowersElsewhere(
    trx,
    followers.map(({ key }) => key),
    feed.key,
  );
  for (const { key, id, newsletter_key } of followers) {
    if (!elsewhere.includes(key))
      await updateAutomationRow(trx, key, {
        status: 'inactive',
        status_reason: `${last_error} Set another url, or set status active to try again.`,
        modification_date: now.toISOString(),
      });
    await recordEvent(trx, newsletter_key, {
      event_type: 'automation.failing',
      automation_id: id,
      data: { last_error, feed_url: withoutCredentials(feed.fetch_url) },
    });
  }
  await updateFeed(trx, feed.key, {
    next_poll_date: null,
    last_checked_date: now.toISOString(),
    failures: feed.failures + 1,
    last_error,
  });
  return last_error;
}
