import { sql } from 'kysely';
import { z } from 'zod';
import type { FetchedFeed } from '../../engines/feeds/fetch.ts';
import type { Database } from '../../platform/database/connect.ts';
import { prepare } from '../../platform/database/prepared.ts';
import { timestamp } from '../../platform/http/fields.ts';
import type { Page } from '../../platform/http/query.ts';
import { readPage } from '../../platform/http/read-page.ts';
import { sentenceSchema } from '../../platform/sentences/schema.ts';
import { hideCredentials, itemFeedOf } from '../items/queries.ts';

const results = ['fetched', 'not_modified', 'gone', 'busy', 'no_feed', 'failed', 'refused'] as const;
export type FetchResult = (typeof results)[number] & FetchedFeed['kind'];

export const fetchSchema = z
  .object({
    id: z.string(),
    feed: z.object({ title: z.string(), url: z.string() }),
    result: z.enum(results).describe('not_modified: its server said that nothing has changed'),
    reason: z.string().describe('Why it failed; empty if it did not'),
    reason_sentence: sentenceSchema,
    new_count: z.int().describe('How many items the feed did not have before'),
    fetch_count: z.int().describe('How many consecutive fetches this entry covers'),
    first_date: timestamp.describe('The first of them'),
    last_date: timestamp.describe('The last of them'),
  })
  .meta({ id: 'FeedFetch' });

type Outcome = { result: FetchResult; reason: string; new_count: number };

/**
 * Adds a fetch to the log of the feed. A fetch that found nothing new, or failed like the one before, is only counted there; the first
 * fetch for an automation (`is_first`) always has a row of its own.
 */
export async function logFetch(
  trx: Database,
  feed_key: number,
  { result, reason, new_count }: Outcome,
  now: Date,
  { is_first }: { is_first: boolean },
): Promise<void> {
  await logFetchStatement(trx, { feed_key, result, reason, new_count, is_first, date: now.toISOString() });
}

const logFetchStatement = prepare<Outcome & { feed_key: number; is_first: boolean; date: string }, object>(
  'log_fetch',
  ['feed_key', 'result', 'reason', 'new_count', 'is_first', 'date'],
  ({ feed_key, result, reason, new_count, is_first, date }) => sql`
    with last as (
      select key, result, reason, new_count from feed_fetches where feed_key = ${feed_key} order by key desc limit 1
    ), counted as (
      update feed_fetches set fetch_count = fetch_count + 1, last_date = ${date}::timestamptz, result = ${result}::text
      from last where feed_fetches.key = last.key and not ${is_first}::boolean
        and ${new_count}::int = 0 and last.new_count = 0 and last.reason = ${reason}::text
        and (last.result = ${result}::text
          or ${result}::text in ('fetched', 'not_modified') and last.result in ('fetched', 'not_modified'))
      returning feed_fetches.key
    )
    insert into feed_fetches (feed_key, result, reason, new_count, first_date, last_date)
    select ${feed_key}::bigint, ${result}::text, ${reason}::text, ${new_count}::int, ${date}::timestamptz, ${date}::timestamptz
    where not exists (select from counted)`,
);

/** Lists the fetches of an automation's feeds since it began to follow them, latest first. */
export async function listFetches(db: Database, automation_key: number, page: Page) {
  const all = db
    .selectFrom('feed_fetches')
    .innerJoin('feeds', 'feeds.key', 'feed_fetches.feed_key')
    .innerJoin('automation_feeds', 'automation_feeds.feed_key', 'feed_fetches.feed_key')
    .where('automation_key', '=', automation_key)
    .whereRef('first_date', '>=', 'automation_feeds.creation_date')
    .select([
      sql<string>`feed_fetches.key::text`.as('id'),
      'result',
      'reason',
      'new_count',
      'fetch_count',
      'first_date',
      'last_date',
      itemFeedOf.as('feed'),
    ])
    .$narrowType<{ result: FetchResult }>();
  const { results: rows, count } = await readPage(all.orderBy('feed_fetches.key', 'desc'), page);
  return { results: rows.map(hideCredentials), count };
}

/** Deletes at most `limit` entries of the log that ended before that time. Returns how many. */
export async function pruneFetches(db: Database, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from feed_fetches where key in (
      select key from feed_fetches where last_date < ${before.toISOString()}::timestamptz limit ${limit})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}
