import { sql } from 'kysely';
import { z } from 'zod';
import { date, id, idOrNull, object, tablePart } from '../platform/bundle/columns.ts';
import { sentence } from '../platform/sentences/sentence.ts';

/**
 * The journal, oldest first. Left out are exports and imports, and the numbers that deleted subscribers had here. No webhook is notified of
 * imported events.
 */
export const eventsPart = tablePart({
  name: 'events',
  columns: {
    id,
    event_type: {
      line: z.string().regex(/^[a-z_.]{1,100}$/, sentence('input.event_type')),
      type: 'text',
    },
    subscriber_id: idOrNull,
    email_id: idOrNull,
    automation_id: idOrNull,
    data: { ...object, out: sql`data - 'secondary_id'` },
    creation_date: date,
  },
  only: sql`event_type not like 'export.%' and event_type not like 'import.%'`,
});
