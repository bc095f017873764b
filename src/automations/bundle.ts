import { sql } from 'kysely';
import { z } from 'zod';
import { keptFilter, tagIdsOf, tagKeysOf } from '../audience/filter/bundle.ts';
import { emailTypes } from '../emails/email.ts';
import {
  countInserted,
  definePart,
  free,
  json,
  recordsOf,
  stamp,
  stampOrNull,
  uuid,
} from '../platform/bundle/part.ts';
import { line } from '../platform/http/fields.ts';
import { automationFields } from './definition/input.ts';
import { itemFiltersSchema } from './definition/item-filters.ts';
import { feedNumber, numbered, openNumbers } from './feeds/feed-bundle.ts';
import { itemStatuses } from './items/item.ts';

const restReason =
  'It was active where its newsletter was exported. Activate it to follow its feeds from here.';

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

/** The result for each item in each automation. */
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
