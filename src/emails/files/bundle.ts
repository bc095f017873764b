import { sql } from 'kysely';
import { z } from 'zod';
import {
  countInserted,
  definePart,
  json,
  recordsOf,
  stamp,
  uuid,
  whole,
} from '../../platform/bundle/part.ts';
import type { Database } from '../../platform/database/connect.ts';
import { line } from '../../platform/http/fields.ts';
import { cleanName } from './file.ts';

const fileLine = z.strictObject({
  id: uuid,
  kind: z.enum(['attachment', 'image']),
  name: line(1000).refine(name => cleanName(name) === name, 'must be the name of a file, without a path'),
  content_type: line(500),
  size: whole.min(0),
  metadata: json,
  hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  creation_date: stamp,
});
/** A line about an attachment or image. The file itself is `files/ID` in the bundle. */
export type FileLine = z.output<typeof fileLine>;

/** Attachments and images, oldest first. */
export const filesPart = definePart({
  name: 'files',
  line: fileLine,
  rows: ({ newsletter }) => sql`
    select id, kind, name, content_type, size, metadata, encode(hash, 'hex') as hash, creation_date
    from files where newsletter_key = ${newsletter.key} order by key`,
  take: (trx, { newsletter }, lines) =>
    countInserted(
      trx,
      sql`
        insert into files (newsletter_key, id, kind, name, content_type, size, metadata, hash, creation_date)
        select ${newsletter.key}, id, kind, name, content_type, size, metadata, decode(hash, 'hex'), creation_date
        from ${recordsOf(
          lines,
          `id uuid, kind file_kind, name text, content_type text, size int, metadata jsonb, hash text,
          creation_date timestamptz`,
        )} order by place`,
    ),
});

/** Which of these ids belong to files in this installation, of any newsletter. */
export async function findFileIds(db: Database, ids: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('files')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return rows.map(({ id }) => id);
}
