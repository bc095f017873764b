import { sql } from 'kysely';
import { z } from 'zod';
import { countInserted, definePart, json, recordsOf, stamp, uuid } from '../platform/bundle/part.ts';

/**
 * The journal, oldest first, without exports and imports, and without the numbers that deleted subscribers had here. No
 * webhook is notified of imported events.
 */
export const eventsPart = definePart({
  name: 'events',
  line: z.strictObject({
    id: uuid,
    event_type: z.string().regex(/^[a-z_.]{1,100}$/, 'must be the type of an event'),
    subscriber_id: uuid.nullable(),
    email_id: uuid.nullable(),
    automation_id: uuid.nullable(),
    data: json,
    creation_date: stamp,
  }),
  rows: ({ newsletter }) => sql`
    select id, event_type, subscriber_id, email_id, automation_id, data - 'secondary_id' as data, creation_date
    from events
    where newsletter_key = ${newsletter.key} and event_type not like 'export.%' and event_type not like 'import.%'
    order by key`,
  take: (trx, { newsletter }, lines) =>
    countInserted(
      trx,
      sql`
        insert into events (newsletter_key, id, event_type, subscriber_id, email_id, automation_id, data, creation_date)
        select ${newsletter.key}, id, event_type, subscriber_id, email_id, automation_id, data, creation_date
        from ${recordsOf(
          lines,
          `id uuid, event_type text, subscriber_id uuid, email_id uuid, automation_id uuid, data jsonb,
          creation_date timestamptz`,
        )} order by place`,
    ),
});
