import type { PollingWish } from '../../engines/feeds/feed.ts';
import type { Database } from '../../platform/database/connect.ts';
import { hour_ms, minute_ms } from '../../platform/durations.ts';
import type { FeedRow } from '../definition/automation.ts';
import { listPollMinutes } from '../definition/follower-queries.ts';
import { pingPauseMilliseconds } from './queries.ts';

/** The longest interval: every feed is fetched at least once a day. */
const longestMinutes = 24 * 60;

/**
 * Whether the feed has not been fetched today. Then it is fetched unconditionally: some servers never change their ETag or Last-Modified,
 * and would respond with 304 for ever. Days begin at different times for different feeds, so that not all of them are read whole at
 * midnight.
 */
export function isFirstToday({ key, last_checked_date }: FeedRow, now: Date): boolean {
  const dayOf = (date: Date) => Math.floor((date.getTime() / minute_ms + key) / longestMinutes);
  return last_checked_date === null || dayOf(new Date(last_checked_date)) < dayOf(now);
}

export type Pace = {
  poll_minutes: number;
  /** From 0 to below 1: spreads the next polls, so that feeds do not stay synchronised. */
  random: () => number;
};

/**
 * Returns when to fetch a feed again that has responded to the request made at `asked`: as the feed wishes (`least_minutes` by its headers,
 * `wish` by its content), or earlier if an automation says so (`own`, in minutes; null for one that leaves it to the feed).
 */
export function nextPoll(
  context: Pace,
  feed: FeedRow,
  own: (number | null)[],
  { now, asked }: { now: Date; asked: Date },
  least_minutes: number | null,
  wish = feed.polling as PollingWish,
): Date {
  // A ping during the fetch may announce something that is not in the response.
  const isPinged = feed.pinged_date !== null && new Date(feed.pinged_date) >= asked;
  return isPinged ? soonAfter(now) : asWished(context, now, own, least_minutes, wish);
}

/** Returns the earliest time at which a ping may have a feed fetched again. */
export function soonAfter(now: Date): Date {
  return new Date(now.getTime() + pingPauseMilliseconds);
}

function asWished(
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
export async function delay(
  trx: Database,
  context: Pace,
  { key }: FeedRow,
  failures: number,
): Promise<number> {
  const own = await listPollMinutes(trx, key);
  const first = Math.min(
    ...(own.length === 0 ? [null] : own).map(minutes => minutes ?? context.poll_minutes),
  );
  return spread(context, Math.min(first * 2 ** Math.min(failures - 1, 12), Math.max(longestMinutes, first)));
}

// Adds up to a twentieth.
function spread({ random }: Pick<Pace, 'random'>, minutes: number): number {
  return minutes * minute_ms * (1 + random() / 20);
}

const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Returns the first time from `date` on that is not in an hour or on a day that the feed wants skipped (RSS 2.0 skipHours, skipDays). */
function afterSkipped(date: Date, { skip_hours, skip_days }: PollingWish): Date {
  const allowed = (at: Date) =>
    !skip_hours.includes(at.getUTCHours()) && !skip_days.includes(days[at.getUTCDay()]!);
  for (let hours = 0; hours < 7 * 24; hours += 1) {
    const at =
      hours === 0 ? date : new Date(Math.floor(date.getTime() / hour_ms) * hour_ms + hours * hour_ms);
    if (allowed(at)) return at;
  }
  return date; // a feed that forbids all hours is not taken literally
}
