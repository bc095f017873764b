import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { prepare } from '../../platform/database/prepared.ts';
import { fenceOpen } from '../../platform/fence/queries.ts';
import type { FeedRow } from '../definition/automation.ts';
import { isFollowed, pollMinutesOf, wantsWholeFeed } from '../definition/follower-queries.ts';

/** A feed at the moment when it is asked for. */
export type AskedFeed = FeedRow & {
  /** Changes with every change of the row. */
  row_version: string;
  /** The list of `pollMinutesOf`. */
  follower_minutes: (number | null)[];
  /** Whether an active automation needs the complete response, even if it is unchanged. */
  is_whole_wanted: boolean;
};

const askedColumns = sql`
  feeds.*, pg_current_xact_id()::xid::text as row_version,
  ${pollMinutesOf(sql`feeds.key`)} as follower_minutes, ${wantsWholeFeed(sql`feeds.key`)} as is_whole_wanted`;

/** Notes that the feed is asked for now. */
export async function noteAsking(db: Database, key: number, now: Date): Promise<AskedFeed> {
  const { rows } = await sql<AskedFeed>`
    update feeds set asked_date = ${now.toISOString()} where key = ${key} returning ${askedColumns}`.execute(
    db,
  );
  return rows[0]!;
}

export const hasDueFeeds = (now: RawBuilder<string>) =>
  sql<boolean>`(select key from feeds where next_poll_date <= ${now} order by next_poll_date limit 1) is not null`;

type Lease = { now: string; until: string; most: number };

const leaseStatement = prepare<Lease, AskedFeed>(
  'lease_due_feeds',
  ['now', 'until', 'most'],
  ({ now, until, most }) => sql`
    update feeds set asked_date = ${now}::timestamptz,
      next_poll_date = case when ${isFollowed('feeds.key')} then ${until}::timestamptz end
    where key = any(array(
      select key from feeds where next_poll_date <= ${now}::timestamptz and ${fenceOpen}
      order by next_poll_date limit ${most} for update skip locked
    ))
    returning ${askedColumns}`,
);

/** Leases up to `most` due feeds, which are then fetched. After a crash, others may lease them from `until` on. */
export async function leaseDueFeeds(
  db: Database,
  { now, until, most }: { now: Date; until: Date; most: number },
): Promise<AskedFeed[]> {
  const rows = await leaseStatement(db, { now: now.toISOString(), until: until.toISOString(), most });
  return rows.filter(feed => feed.next_poll_date !== null);
}

/** The stored result of a response that brought nothing new. */
export type QuietPoll = {
  key: number;
  row_version: string;
  etag: string | null;
  last_modified: string | null;
  /** Null if the feed has not moved. */
  fetch_url: string | null;
  next_poll_date: string;
  result: 'fetched' | 'not_modified';
};

type Quiet = {
  now: string;
  keys: number[];
  row_versions: string[];
  etags: (string | null)[];
  last_modifieds: (string | null)[];
  fetch_urls: (string | null)[];
  next_poll_dates: string[];
  results: string[];
};

// A row that somebody has locked is left out too: waiting for several rows could end in a deadlock.
const quietStatement = prepare<Quiet, { key: number }>(
  'store_quiet_polls',
  ['now', 'keys', 'row_versions', 'etags', 'last_modifieds', 'fetch_urls', 'next_poll_dates', 'results'],
  given => sql`
    with quiet as (
      select * from unnest(${given.keys}::bigint[], ${given.row_versions}::xid[], ${given.etags}::text[],
        ${given.last_modifieds}::text[], ${given.fetch_urls}::text[], ${given.next_poll_dates}::timestamptz[], ${given.results}::text[])
        as quiet (key, row_version, etag, last_modified, fetch_url, next_poll_date, result)
    ), locked as materialized (
      select quiet.* from quiet join feeds on feeds.key = quiet.key and feeds.xmin = quiet.row_version
      for update of feeds skip locked
    ), stored as (
      update feeds set etag = locked.etag, last_modified = locked.last_modified,
        fetch_url = coalesce(locked.fetch_url, feeds.fetch_url), next_poll_date = locked.next_poll_date,
        last_checked_date = ${given.now}::timestamptz, last_success_date = ${given.now}::timestamptz, busy_until = null,
        failures = 0, last_error = ''
      from locked where feeds.key = locked.key
      returning feeds.key, locked.result
    ), counted as (
      update feed_fetches set fetch_count = fetch_count + 1, last_date = ${given.now}::timestamptz, result = stored.result
      from stored cross join lateral (
        select key, result, reason, new_count from feed_fetches where feed_key = stored.key order by key desc limit 1
      ) as last
      where feed_fetches.key = last.key and last.new_count = 0 and last.reason = ''
        and last.result in ('fetched', 'not_modified')
      returning feed_key
    ), logged as (
      insert into feed_fetches (feed_key, result, reason, new_count, first_date, last_date)
      select key, result, '', 0, ${given.now}::timestamptz, ${given.now}::timestamptz from stored
      where not exists (select from counted where feed_key = stored.key)
    )
    select key from stored`,
);

/**
 * Stores in one statement that these feeds were fetched and have nothing new, and logs it as logFetch does. Returns the keys of the feeds
 * that nobody has changed since they were leased; nothing happens to the others.
 */
export async function storeQuietPolls(
  db: Database,
  polls: readonly QuietPoll[],
  now: Date,
): Promise<Set<number>> {
  const rows = await quietStatement(db, {
    now: now.toISOString(),
    keys: polls.map(poll => poll.key),
    row_versions: polls.map(poll => poll.row_version),
    etags: polls.map(poll => poll.etag),
    last_modifieds: polls.map(poll => poll.last_modified),
    fetch_urls: polls.map(poll => poll.fetch_url),
    next_poll_dates: polls.map(poll => poll.next_poll_date),
    results: polls.map(poll => poll.result),
  });
  return new Set(rows.map(row => row.key));
}
