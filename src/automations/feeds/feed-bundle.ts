import { sql } from 'kysely';
import { z } from 'zod';
import {
  type BundleContext,
  countInserted,
  definePart,
  free,
  recordsOf,
  stamp,
  stampOrNull,
  whole,
} from '../../platform/bundle/part.ts';
import type { Database } from '../../platform/database/connect.ts';
import { webAddress } from '../../platform/http/fields.ts';

/** Feeds and their items have no ids, so bundles number them from 1, in this order. */
export const numbered = ({ newsletter }: BundleContext) => sql`
  bundled_feeds as (
    select row_number() over (order by feeds.url collate "C", feeds.trait_seed collate "C", feeds.key) as number, feeds.*
    from feeds where key in (
      select feed_key from automation_feeds join automations on automations.key = automation_key
      where automations.newsletter_key = ${newsletter.key})
  ), bundled_items as (
    select row_number() over (order by bundled_feeds.number, feed_items.key) as number, bundled_feeds.number as feed,
      feed_items.*
    from bundled_feeds join feed_items on feed_key = bundled_feeds.key
  )`;

export const feedNumber = whole.min(1);

/** The feeds that the automations follow, with everything known about them. */
export const feedsPart = definePart({
  name: 'feeds',
  line: z.strictObject({
    number: feedNumber,
    url: webAddress,
    fetch_url: webAddress,
    trait_seed: free,
    title: free,
    site_url: free,
    last_checked_date: stampOrNull,
    last_success_date: stampOrNull,
    shown: z.array(feedNumber).nullable(),
  }),
  rows: context => sql`
    with ${numbered(context)}
    select number, url, fetch_url, trait_seed, title, site_url, last_checked_date, last_success_date,
      case when shown is not null then coalesce((
        select json_agg(bundled_items.number order by place)
        from unnest(shown) with ordinality as named (item_key, place)
        join bundled_items on bundled_items.key = item_key), '[]') end as shown
    from bundled_feeds order by number`,
  async take(trx, { newsletter }, lines) {
    await openNumbers(trx);
    // These feeds are not fetched until an active automation follows them, and are not shared with other newsletters.
    return countInserted(
      trx,
      sql`
        with line as materialized (
          select * from ${recordsOf(
            lines,
            `number int, url text, fetch_url text, trait_seed text, title text, site_url text,
            last_checked_date timestamptz, last_success_date timestamptz, shown bigint[]`,
          )} order by number
        ), taken as (
          insert into feeds (newsletter_key, url, fetch_url, trait_seed, title, site_url, last_checked_date,
            last_success_date, shown)
          select ${newsletter.key}, url, fetch_url, trait_seed, title, site_url, last_checked_date, last_success_date, shown
          from line order by number
          returning key
        )
        insert into bundle_feeds (number, key)
        select line.number, ordered.key
        from (select number, row_number() over (order by number) as place from line) line
        join (select key, row_number() over (order by key) as place from taken) ordered using (place)`,
    );
  },
});

/** Every item that these feeds ever had, so that none of them looks new after an import. */
export const feedItemsPart = definePart({
  name: 'feed_items',
  line: z.strictObject({
    number: feedNumber,
    feed: feedNumber,
    traits: z.array(whole).max(200),
    url: free,
    title: free,
    publish_date: stamp,
    first_seen_date: stamp,
    content: z
      .strictObject({
        description: free,
        content: free,
        author: free,
        enclosure: z.strictObject({ url: free, type: free, length: z.number().nullable() }).nullable(),
        image: free.nullable(),
        categories: z.array(free),
      })
      .nullable(),
  }),
  rows: context => sql`
    with ${numbered(context)}
    select number, feed, traits, url, title, publish_date, first_seen_date, content from bundled_items order by number`,
  async take(trx, _, lines) {
    await openNumbers(trx);
    return countInserted(
      trx,
      sql`
        with line as materialized (
          select line.*, bundle_feeds.key as feed_key
          from ${recordsOf(
            lines,
            `number bigint, feed int, traits bigint[], url text, title text, publish_date timestamptz,
            first_seen_date timestamptz, content jsonb`,
          )} join bundle_feeds on bundle_feeds.number = feed
        ), taken as (
          insert into feed_items (feed_key, traits, url, title, publish_date, first_seen_date, content)
          select feed_key, traits, url, title, publish_date, first_seen_date, content from line order by line.number
          returning key
        )
        insert into bundle_feed_items (number, key)
        select line.number, ordered.key
        from (select number, row_number() over (order by number) as place from line) line
        join (select key, row_number() over (order by key) as place from taken) ordered using (place)`,
    );
  },
  async end(trx) {
    await openNumbers(trx);
    await sql`
      update feeds set shown = array(
        select bundle_feed_items.key from unnest(shown) with ordinality as named (number, place)
        join bundle_feed_items using (number) order by place)
      where key in (select key from bundle_feeds) and shown is not null`.execute(trx);
  },
});

/** Notes which rows the numbers of feeds and items refer to, within the importing transaction. */
export async function openNumbers(trx: Database): Promise<void> {
  await sql`create temporary table if not exists bundle_feeds (number int primary key, key bigint) on commit drop`.execute(
    trx,
  );
  await sql`create temporary table if not exists bundle_feed_items (number bigint primary key, key bigint) on commit drop`.execute(
    trx,
  );
}
