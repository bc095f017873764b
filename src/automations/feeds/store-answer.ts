import type { FetchedFeed } from '../../engines/feeds/fetch.ts';
import { recordEvent } from '../../journal/record.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import { withoutCredentials } from '../../platform/safe-fetch/credentials.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import type { FeedRow } from '../definition/automation.ts';
import {
  findFollowersElsewhere,
  isWholeFeedWanted,
  listPollMinutes,
  lockFollowers,
} from '../definition/follower-queries.ts';
import { updateAutomationRow } from '../definition/queries.ts';
import { noteHub } from '../hubs/queries.ts';
import { type FetchResult, logFetch } from './fetch-queries.ts';
import { delay, nextPoll, type Pace, soonAfter } from './next-poll.ts';
import { updateFeed } from './queries.ts';
import { takeIn } from './take-in.ts';

/** After this many failures in a row, the followers of the feed are notified. */
const tellAfter = 3;

export type StoreContext = Pace & {
  clock: Clock;
  emails_per_poll: number;
  /** Whether to subscribe to the hubs of feeds. */
  websub: boolean;
};

/** Returns the result of a fetch, in one word. */
export function resultOf({ kind }: FetchedFeed): FetchResult {
  return kind === 'same' ? 'fetched' : kind;
}

/**
 * Stores the response that was requested at `asked`, in the transaction that holds the feed locked. `is_first`: an automation begins to
 * follow the feed with this response.
 */
export async function storeAnswer(
  trx: Database,
  context: StoreContext,
  feed: FeedRow,
  answer: FetchedFeed,
  { asked = context.clock(), is_first = false }: { asked?: Date; is_first?: boolean } = {},
): Promise<void> {
  const now = context.clock();
  const told = { result: resultOf(answer), reason: '', new_count: 0 };
  if (answer.kind === 'fetched') {
    const { new_count, shown, poll_minutes } = await takeIn(trx, context, feed, answer.feed, now);
    told.new_count = new_count;
    if (context.websub) await noteHub(trx, feed.key, answer.hub, now);
    const { polling } = answer.feed;
    const next = nextPoll(context, feed, poll_minutes, { now, asked }, answer.least_minutes, polling);
    await noteSuccess(trx, feed, now, next, {
      ...answer.validators,
      shown,
      title: answer.feed.title,
      site_url: answer.feed.url ?? '',
      document_hash: answer.document_hash,
      polling: JSON.stringify(polling),
      ...(answer.moved_to && { fetch_url: answer.moved_to }),
    });
  } else if (answer.kind === 'not_modified' || answer.kind === 'same') {
    // The document was not read, but an automation may need it since the fetch began.
    const next = (await isWholeFeedWanted(trx, feed.key))
      ? soonAfter(now)
      : nextPoll(context, feed, await listPollMinutes(trx, feed.key), { now, asked }, answer.least_minutes);
    await noteSuccess(trx, feed, now, next, {
      ...answer.validators,
      ...(answer.moved_to && { fetch_url: answer.moved_to }),
    });
  } else if (answer.kind === 'gone') {
    told.reason = await stop(trx, feed, now);
  } else if (answer.kind === 'busy') {
    // "Retry-After: 0" does not mean to retry without a pause.
    const least = now.getTime() + (await delay(trx, context, feed, answer.until ? 1 : feed.failures + 1));
    const next = new Date(Math.max(least, answer.until?.getTime() ?? 0));
    const busy = answer.until && { busy_until: answer.until.toISOString() };
    told.reason = answer.until
      ? sentence('feeds.busy_until', { date: answer.until.toISOString() })
      : sentence('feeds.busy');
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

async function noteSuccess(
  trx: Database,
  feed: FeedRow,
  now: Date,
  next: Date,
  changes: FeedChanges,
): Promise<void> {
  await updateFeed(trx, feed.key, {
    ...changes,
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

// Handles a 410: the feed is gone. Automations that follow no other feed become inactive, with a reason, until somebody activates them.
async function stop(trx: Database, feed: FeedRow, now: Date): Promise<string> {
  const last_error = sentence('feeds.gone');
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
        status_reason: sentence('feeds.set_another', { error: last_error }),
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
