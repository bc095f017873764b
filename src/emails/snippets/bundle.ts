import { sql } from 'kysely';
import { z } from 'zod';
import { countInserted, definePart, free, recordsOf, stamp, uuid } from '../../platform/bundle/part.ts';
import { snippetFields } from './snippet.ts';

/** The snippets, oldest first. */
export const snippetsPart = definePart({
  name: 'snippets',
  line: z.strictObject({
    id: uuid,
    identifier: snippetFields.identifier,
    name: free,
    content: free,
    mode: snippetFields.mode,
    creation_date: stamp,
    modification_date: stamp,
  }),
  rows: ({ newsletter }) => sql`
    select id, identifier, name, content, mode, creation_date, modification_date
    from snippets where newsletter_key = ${newsletter.key} order by key`,
  take: (trx, { newsletter }, lines) =>
    countInserted(
      trx,
      sql`
        insert into snippets (newsletter_key, id, identifier, name, content, mode, creation_date, modification_date)
        select ${newsletter.key}, id, identifier, name, content, mode, creation_date, modification_date
        from ${recordsOf(
          lines,
          `id uuid, identifier text, name text, content text, mode snippet_mode, creation_date timestamptz,
          modification_date timestamptz`,
        )} order by place`,
    ),
});
