import { sql } from 'kysely';
import { z } from 'zod';
import { countInserted, definePart, recordsOf, stamp, uuid } from '../../platform/bundle/part.ts';
import { line, text } from '../../platform/http/fields.ts';
import { keptFilter } from '../filter/bundle.ts';
import { normalName } from '../tags/tag.ts';

/** The segments, oldest first. */
export const segmentsPart = definePart({
  name: 'segments',
  line: z.strictObject({
    id: uuid,
    name: line(1000),
    description: text(10_000),
    filters: keptFilter,
    creation_date: stamp,
    modification_date: stamp,
  }),
  rows: ({ newsletter }) => sql`
    select id, name, description, filters, creation_date, modification_date
    from segments where newsletter_key = ${newsletter.key} order by key`,
  take: (trx, { newsletter }, lines) =>
    countInserted(
      trx,
      sql`
        insert into segments (newsletter_key, id, name, normal_name, description, filters, creation_date, modification_date)
        select ${newsletter.key}, id, name, normal_name, description, filters, creation_date, modification_date
        from ${recordsOf(
          lines.map(line => ({ ...line, normal_name: normalName(line.name) })),
          `id uuid, name text, normal_name text, description text, filters jsonb, creation_date timestamptz,
          modification_date timestamptz`,
        )} order by place`,
    ),
});
