import { sql } from 'kysely';
import { z } from 'zod';
import { definePart, recordsOf, stamp, stampOrNull, uuid } from '../../platform/bundle/part.ts';

/** The feeds of readers. Bundles of earlier versions have none. */
export const privateFeedsPart = definePart({
  name: 'private_feeds',
  may_be_missing: true,
  line: z.strictObject({
    id: uuid,
    subscriber_id: uuid,
    creation_date: stamp,
    fetches: z.int().nonnegative(),
    last_fetch_date: stampOrNull,
  }),
  rows: ({ newsletter }) => sql`
    select private_feeds.id, subscribers.id as subscriber_id, private_feeds.creation_date, fetches, last_fetch_date
    from private_feeds join subscribers on subscribers.key = subscriber_key
    where private_feeds.newsletter_key = ${newsletter.key} order by subscriber_key`,
  insert: ({ newsletter }, lines) => sql`
    insert into private_feeds (subscriber_key, newsletter_key, id, creation_date, fetches, last_fetch_date)
    select subscribers.key, newsletter_key, line.id, line.creation_date, fetches, last_fetch_date
    from ${recordsOf(lines, 'id uuid, subscriber_id uuid, creation_date timestamptz, fetches bigint, last_fetch_date timestamptz')}
    join subscribers on subscribers.id = subscriber_id and newsletter_key = ${newsletter.key}
    order by place`,
});
