import { sql } from 'kysely';
import { z } from 'zod';
import { keptFilter, tagIdsOf, tagKeysOf } from '../audience/filter/bundle.ts';
import { emailTypes } from '../emails/email.ts';
import {
  type BundleContext,
  countInserted,
  definePart,
  free,
  json,
  recordsOf,
  stamp,
  stampOrNull,
  uuid,
  whole,
} from '../platform/bundle/part.ts';
import type { Database } from '../platform/database/connect.ts';
import { line, webAddress } from '../platform/http/fields.ts';
import { automationFields } from './input.ts';
import { itemStatuses } from './item.ts';
import { itemFiltersSchema } from './item-filters.ts';

const restReason =
  'It was active where its newsletter was exported. Activate it to follow its feeds from here.';

/** Feeds and their items have no ids, so bundles number them from 1, in this order. */
const numbered = ({ newsletter }: BundleContext) => sql`
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

const feedNumber = whole.min(1);

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
    // Not fetched until an automation that follows them is active, and not shared with other newsletters.
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

/** The automations, oldest first, inactive. */
export const automationsPart = definePart({
  name: 'automations',
  line: z.strictObject({
    id: uuid,
    name: line(200),
    behavior: automationFields.behavior,
    cadence: automationFields.cadence,
    cadence_metadata: json,
    subject: line(2000),
    body: free,
    included_tags: z.array(uuid),
    excluded_tags: z.array(uuid),
    filters: keptFilter.nullable(),
    item_filters: itemFiltersSchema,
    email_type: z.enum(emailTypes),
    status_reason: free,
    skip_old_items: z.boolean(),
    poll_minutes: automationFields.poll_minutes.nullable(),
    hold_minutes: automationFields.hold_minutes,
    metadata: json,
    last_run_date: stampOrNull,
    last_error: free,
    creation_date: stamp,
    modification_date: stamp,
    feeds: z
      .array(
        z.strictObject({
          feed: feedNumber,
          on_next_poll: z.enum(itemStatuses).nullable(),
          creation_date: stamp,
        }),
      )
      .min(1),
  }),
  rows: context => sql`
    with ${numbered(context)}
    select id, name, behavior, cadence, cadence_metadata, subject, body, ${tagIdsOf(sql`included_tags`)} as included_tags,
      ${tagIdsOf(sql`excluded_tags`)} as excluded_tags, filters, item_filters, email_type,
      case when status = 'active' then ${sql.lit(restReason)} else status_reason end as status_reason, skip_old_items,
      poll_minutes, hold_minutes, metadata, last_run_date, last_error, creation_date, modification_date,
      coalesce((
        select json_agg(json_build_object('feed', number, 'on_next_poll', on_next_poll,
          'creation_date', automation_feeds.creation_date) order by place)
        from automation_feeds join bundled_feeds on bundled_feeds.key = feed_key
        where automation_key = automations.key), '[]') as feeds
    from automations where newsletter_key = ${context.newsletter.key} order by key`,
  async take(trx, { newsletter }, lines) {
    await openNumbers(trx);
    return countInserted(
      trx,
      sql`
        with line as materialized (
          select * from ${recordsOf(
            lines,
            `id uuid, name text, behavior automation_behavior, cadence automation_cadence, cadence_metadata jsonb,
            subject text, body text, included_tags jsonb, excluded_tags jsonb, filters jsonb, item_filters jsonb,
            email_type email_type, status_reason text, skip_old_items boolean, poll_minutes int, hold_minutes int,
            metadata jsonb, last_run_date timestamptz, last_error text, creation_date timestamptz,
            modification_date timestamptz, feeds jsonb`,
          )}
        ), taken as (
          insert into automations (newsletter_key, id, name, behavior, cadence, cadence_metadata, subject, body,
            included_tags, excluded_tags, filters, item_filters, email_type, status, status_reason, skip_old_items,
            poll_minutes, hold_minutes, metadata, last_run_date, last_error, creation_date, modification_date)
          select ${newsletter.key}, id, name, behavior, cadence, cadence_metadata, subject, body,
            ${tagKeysOf(newsletter.key, sql`included_tags`)}, ${tagKeysOf(newsletter.key, sql`excluded_tags`)}, filters,
            item_filters, email_type, 'inactive', status_reason, skip_old_items, poll_minutes, hold_minutes, metadata,
            last_run_date, last_error, creation_date, modification_date
          from line order by place
          returning id, key
        ), followed as (
          insert into automation_feeds (automation_key, feed_key, place, on_next_poll, creation_date)
          select taken.key, bundle_feeds.key, feed.place - 1, (feed.line ->> 'on_next_poll')::automation_item_status,
            (feed.line ->> 'creation_date')::timestamptz
          from line join taken using (id)
          cross join lateral jsonb_array_elements(feeds) with ordinality as feed (line, place)
          join bundle_feeds on bundle_feeds.number = (feed.line ->> 'feed')::int
          returning automation_key
        )
        select from taken
        where (select count(*) from followed) = (select sum(jsonb_array_length(feeds)) from line)`,
    );
  },
});

/** What became of each item in each automation. */
export const automationItemsPart = definePart({
  name: 'automation_items',
  line: z.strictObject({
    automation_id: uuid,
    id: uuid,
    item: feedNumber,
    status: z.enum(itemStatuses),
    reason: free,
    email_id: uuid.nullable(),
    creation_date: stamp,
    modification_date: stamp,
    queued_date: stampOrNull,
    withdrawn_date: stampOrNull,
  }),
  rows: context => sql`
    with ${numbered(context)}
    select automations.id as automation_id, automation_items.id, bundled_items.number as item, automation_items.status,
      reason, email_id, automation_items.creation_date, automation_items.modification_date, queued_date, withdrawn_date
    from automation_items
    join automations on automations.key = automation_key
    join bundled_items on bundled_items.key = item_key
    where automations.newsletter_key = ${context.newsletter.key}
    order by automations.key, automation_items.key`,
  async take(trx, { newsletter }, lines) {
    await openNumbers(trx);
    return countInserted(
      trx,
      sql`
        insert into automation_items (automation_key, item_key, id, status, reason, email_id, creation_date,
          modification_date, queued_date, withdrawn_date)
        select automations.key, bundle_feed_items.key, line.id, line.status, reason, email_id, line.creation_date,
          line.modification_date, queued_date, withdrawn_date
        from ${recordsOf(
          lines,
          `automation_id uuid, id uuid, item bigint, status automation_item_status, reason text, email_id uuid,
          creation_date timestamptz, modification_date timestamptz, queued_date timestamptz, withdrawn_date timestamptz`,
        )}
        join automations on automations.id = automation_id and newsletter_key = ${newsletter.key}
        join bundle_feed_items on bundle_feed_items.number = item
        order by place`,
    );
  },
});

/** Which rows the numbers of feeds and items refer to, within the importing transaction. */
async function openNumbers(trx: Database): Promise<void> {
  await sql`create temporary table if not exists bundle_feeds (number int primary key, key bigint) on commit drop`.execute(
    trx,
  );
  await sql`create temporary table if not exists bundle_feed_items (number bigint primary key, key bigint) on commit drop`.execute(
    trx,
  );
}
