import { sql } from 'kysely';
import { z } from 'zod';
import { tagIdsOf, tagKeysOf } from '../audience/filter/bundle.ts';
import { type Column, date, dateOrNull, freeText, id, statementsOf } from '../platform/bundle/columns.ts';
import {
  countInserted,
  definePart,
  free,
  recordsOf,
  stamp,
  stampOrNull,
  uuid,
} from '../platform/bundle/part.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { type Field, type FieldName, fieldNames, fields } from './definition/fields.ts';
import { feedNumber, numbered, openNumbers } from './feeds/feed-bundle.ts';
import { itemStatuses } from './items/item.ts';

const restReason = sentence('automations.was_active');

const followed = z.strictObject({
  feed: feedNumber,
  on_next_poll: z.enum(itemStatuses).nullable(),
  creation_date: stamp,
});

const columns: Record<string, Column> = {
  id,
  ...Object.fromEntries(fieldNames.flatMap(columnOf)),
  status: { type: 'automation_status' },
  status_reason: {
    ...freeText,
    out: sql`case when status = 'active' then ${sql.lit(restReason)} else status_reason end`,
  },
  last_run_date: dateOrNull,
  last_error: freeText,
  creation_date: date,
  modification_date: date,
};

/** In a bundle, tags are named by id instead of key. */
function columnOf(name: FieldName): [string, Column][] {
  const { shown, line = shown, column, bundled }: Field = fields[name];
  if (bundled === false) return [];
  if (column !== 'int[]') return [[name, { line, type: column }]];
  const value = sql.ref(name);
  return [
    [name, { line: z.array(uuid), type: 'jsonb', out: tagIdsOf(value), in: key => tagKeysOf(key, value) }],
  ];
}

const { line, types, names, selected, inserted } = statementsOf(columns);

/** The automations, oldest first, inactive. */
export const automationsPart = definePart({
  name: 'automations',
  line: z.strictObject({ ...line.shape, feeds: z.array(followed).min(1) }),
  rows: context => sql`
    with ${numbered(context)}
    select ${selected},
      coalesce((
        select json_agg(json_build_object('feed', number, 'on_next_poll', on_next_poll,
          'creation_date', automation_feeds.creation_date) order by place)
        from automation_feeds join bundled_feeds on bundled_feeds.key = feed_key
        where automation_key = automations.key), '[]') as feeds
    from automations where newsletter_key = ${context.newsletter.key} order by key`,
  async take(trx, { newsletter }, lines) {
    await openNumbers(trx);
    const rows = lines.map(line => ({ ...line, status: 'inactive' }));
    return countInserted(
      trx,
      sql`
        with line as materialized (select * from ${recordsOf(rows, `${types}, feeds jsonb`)}), taken as (
          insert into automations (newsletter_key, ${names})
          select ${newsletter.key}, ${inserted(newsletter.key)} from line order by place
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
