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
import { noteHub } from './hub-queries.ts';
import {
  findFollowersElsewhere,
  isWholeFeedWanted,
  listPollMinutes,
  lockFollowers,
  updateAutomationRow,
} from './queries.ts';
import { takeIn } from './take-in.ts';
import { isPublicAddress } from './websub.ts';

const minute = 60_000;

/** The longest interval: every feed is fetched at least once a day. */
const longestMinutes = 24 * 60;

/** After this many failures in a row, the followers of the feed are notified. */
const tellAfter = 3;

export type PollContext = {
  db: Database;
  safe_fetch: SafeFetch;
  clock: Clock;
  poll_minutes: number;
  emails_per_poll: number;
  /** Whether to subscribe to the hubs of feeds. */
  websub: boolean;
  /** From 0 to below 1: spreads the next polls, so that feeds do not stay synchronised. */
  random: () => number;
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
export type PollResult = FetchedFeed['kind'];

/**
 * Fetches a feed and processes the response: items, validators, a new address, the time of the next fetch. Failures of
 * the outside world are stored and never thrown. Safe next to another poll of the same feed: a response that was
 * requested earlier but arrives later is ignored. With `signal`, the feed is left for somebody else to fetch.
 */
export async function pollFeed(
  context: PollContext,
  feed: FeedRow,
  signal?: AbortSignal,
): Promise<PollResult> {
  const { db, safe_fetch, clock } = context;
  const asked = clock();
  await updateFeed(db, feed.key, { asked_date: asked.toISOString() });
  const whole = isFirstToday(feed, asked) || (await isWholeFeedWanted(db, feed.key));
  const answer = await fetchFeed(safe_fetch, {
    url: feed.fetch_url,
    validators: whole ? null : { etag: feed.etag, last_modified: feed.last_modified },
    clock,
    ...(signal && { signal }),
  });
  feedFetches.inc({ result: answer.kind });
  if (signal?.aborted && answer.kind === 'failed') {
    await pollBy(db, feed.key, clock());
    return answer.kind;
  }
  try {
    await inTransaction(db, async trx => {
      const locked = await lockFeed(trx, feed.key);
      if (locked.last_success_date !== null && new Date(locked.last_success_date) > asked) return;
      await settle(trx, context, locked, answer, asked);
    });
  } catch (error) {
    // An internal failure, perhaps with just this feed: those who wait for its items should know.
    const reason = 'The feed could not be processed. See the log for the reason.';
    await inTransaction(db, async trx =>
      settle(trx, context, await lockFeed(trx, feed.key), { kind: 'failed', reason }),
    );
    throw error;
  }
  return answer.kind;
}

/**
 * Whether the feed has not been fetched today. Then it is fetched unconditionally: some servers never change their ETag
 * or Last-Modified, and would answer 304 for ever. Days begin at different times for different feeds, so that not all of
 * them are read whole at midnight.
 */
function isFirstToday({ key, last_checked_date }: FeedRow, now: Date): boolean {
  const dayOf = (date: Date) => Math.floor((date.getTime() / minute + key) / longestMinutes);
  return last_checked_date === null || dayOf(new Date(last_checked_date)) < dayOf(now);
}

/** Stores the response that was requested at `asked`, in the transaction that holds the feed locked. */
export async function settle(
  trx: Database,
  context: Omit<PollContext, 'db' | 'safe_fetch'>,
  feed: FeedRow,
  answer: FetchedFeed,
  asked = context.clock(),
): Promise<void> {
  const now = context.clock();
  if (answer.kind === 'fetched') {
    await takeIn(trx, context, feed, answer.feed, now);
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
        ...(answer.moved_to && { fetch_url: answer.moved_to }),
        // Read only here, because a 304 does not repeat them.
      },
      answer.feed.polling,
    );
  } else if (answer.kind === 'not_modified') {
    await succeed(trx, context, feed, { now, asked }, answer.least_minutes, {
      ...answer.validators,
      ...(answer.moved_to && { fetch_url: answer.moved_to }),
    });
  } else if (answer.kind === 'gone') {
    await stop(trx, feed, now);
  } else if (answer.kind === 'busy') {
    // "Retry-After: 0" does not mean to retry without a pause.
    const least = now.getTime() + (await delay(trx, context, feed, answer.until ? 1 : feed.failures + 1));
    const next = new Date(Math.max(least, answer.until?.getTime() ?? 0));
    const asked = answer.until ? ` until ${answer.until.toISOString()}` : '';
    const busy = answer.until && { busy_until: answer.until.toISOString() };
    await fail(
      trx,
      feed,
      now,
      next,
      `The server asks not to be contacted${asked || ' so often'}.`,
      busy ?? {},
    );
  } else {
    const lost = answer.kind === 'no_feed' ? { etag: null, last_modified: null } : {};
    const next = new Date(now.getTime() + (await delay(trx, context, feed, feed.failures + 1)));
    await fail(trx, feed, now, next, answer.reason, lost);
  }
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
  const wish = polling ?? (feed.polling as PollingWish);
  const own = await listPollMinutes(trx, feed.key);
  // A ping during the fetch may announce something that is not in the response.
  const isPinged = feed.pinged_date !== null && new Date(feed.pinged_date) >= asked;
  const next = isPinged
    ? new Date(now.getTime() + pingPauseMilliseconds)
    : nextPoll(context, now, own, least_minutes, wish);
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
async function stop(trx: Database, feed: FeedRow, now: Date): Promise<void> {
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
}

type Pace = Pick<PollContext, 'poll_minutes' | 'random'>;

/**
 * When to fetch a feed again that has responded: as it wishes, or earlier if an automation says so (`own`, in minutes;
 * null for one that leaves it to the feed).
 */
function nextPoll(
  context: Pace,
  now: Date,
  own: (number | null)[],
  least_minutes: number | null,
  wish: PollingWish,
): Date {
  const { poll_minutes } = context;
  const after = (minutes: number) => new Date(now.getTime() + spread(context, minutes));
  const shortest = Math.min(...own.filter(minutes => minutes !== null));
  if (own.length > 0 && !own.includes(null)) return after(shortest);
  const least = Math.max(poll_minutes, least_minutes ?? 0, wish.least_minutes ?? 0);
  const usual = afterSkipped(after(Math.min(least, Math.max(longestMinutes, poll_minutes))), wish);
  return shortest === Number.POSITIVE_INFINITY || usual < after(shortest) ? usual : after(shortest);
}

/** Milliseconds until the next fetch after this many failures. */
async function delay(trx: Database, context: Pace, { key }: FeedRow, failures: number): Promise<number> {
  const own = await listPollMinutes(trx, key);
  const first = Math.min(
    ...(own.length === 0 ? [null] : own).map(minutes => minutes ?? context.poll_minutes),
  );
  return spread(context, Math.min(first * 2 ** Math.min(failures - 1, 12), Math.max(longestMinutes, first)));
}

// Up to a twentieth later.
function spread({ random }: Pick<Pace, 'random'>, minutes: number): number {
  return minutes * minute * (1 + random() / 20);
}

const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/**
 * The first time from `date` on that is not in an hour or on a day that the feed wants skipped (RSS 2.0 skipHours,
 * skipDays).
 */
function afterSkipped(date: Date, { skip_hours, skip_days }: PollingWish): Date {
  const allowed = (at: Date) =>
    !skip_hours.includes(at.getUTCHours()) && !skip_days.includes(days[at.getUTCDay()]!);
  for (let hours = 0; hours < 7 * 24; hours += 1) {
    const at =
      hours === 0
        ? date
        : new Date(Math.floor(date.getTime() / (60 * minute)) * 60 * minute + hours * 60 * minute);
    if (allowed(at)) return at;
  }
  return date; // a feed that forbids all hours is not taken literally
}
