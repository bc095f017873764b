import { sql } from 'kysely';
import { z } from 'zod';
import { definePart, free, recordsOf, stamp, uuid } from '../../platform/bundle/part.ts';

/**
 * The notes on people, oldest first, without their authors, who belong to the installation. Bundles of earlier versions have none.
 */
export const notesPart = definePart({
  name: 'notes',
  may_be_missing: true,
  line: z.strictObject({
    id: uuid,
    subscriber_id: uuid,
    body: free,
    metadata: z.record(z.string(), z.unknown()),
    creation_date: stamp,
  }),
  rows: ({ newsletter }) => sql`
    select notes.id, subscribers.id as subscriber_id, body, notes.metadata, notes.creation_date
    from notes join subscribers on subscribers.key = subscriber_key
    where notes.newsletter_key = ${newsletter.key} order by notes.key`,
  insert: ({ newsletter }, lines) => sql`
    insert into notes (id, newsletter_key, subscriber_key, body, metadata, creation_date)
    select line.id, ${newsletter.key}, subscribers.key, body, line.metadata, line.creation_date
    from ${recordsOf(lines, 'id uuid, subscriber_id uuid, body text, metadata jsonb, creation_date timestamptz')}
    join subscribers on subscribers.id = subscriber_id and subscribers.newsletter_key = ${newsletter.key}
    order by place`,
});
