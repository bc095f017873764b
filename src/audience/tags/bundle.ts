import { sql } from 'kysely';
import { z } from 'zod';
import { countInserted, definePart, recordsOf, stamp, uuid } from '../../platform/bundle/part.ts';
import { line, text } from '../../platform/http/fields.ts';
import { normalName } from './tag.ts';

/** The tags, oldest first. */
export const tagsPart = definePart({
  name: 'tags',
  line: z.strictObject({
    id: uuid,
    name: line(1000),
    color: line(100),
    description: text(10_000),
    subscriber_editable: z.boolean(),
    public_description: text(10_000),
    creation_date: stamp,
    modification_date: stamp,
  }),
  rows: ({ newsletter }) => sql`
    select id, name, color, description, subscriber_editable, public_description, creation_date, modification_date
    from tags where newsletter_key = ${newsletter.key} order by key`,
  take: (trx, { newsletter }, lines) =>
    countInserted(
      trx,
      sql`
        insert into tags (newsletter_key, id, name, normal_name, color, description, subscriber_editable, public_description,
          creation_date, modification_date)
        select ${newsletter.key}, id, name, normal_name, color, description, subscriber_editable, public_description,
          creation_date, modification_date
        from ${recordsOf(
          lines.map(line => ({ ...line, normal_name: normalName(line.name) })),
          `id uuid, name text, normal_name text, color text, description text, subscriber_editable boolean,
          public_description text, creation_date timestamptz, modification_date timestamptz`,
        )} order by place`,
    ),
});
