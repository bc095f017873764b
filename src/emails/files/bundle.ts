import { sql } from 'kysely';
import { z } from 'zod';
import { date, id, type LineOf, object, tablePart } from '../../platform/bundle/columns.ts';
import type { Database } from '../../platform/database/connect.ts';
import { line } from '../../platform/http/fields.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { cleanName } from './file.ts';

const columns = {
  id,
  kind: { line: z.enum(['attachment', 'image']), type: 'file_kind' },
  name: {
    line: line(1000).refine(name => cleanName(name) === name, sentence('input.file_name')),
    type: 'text',
  },
  content_type: { line: line(500), type: 'text' },
  size: { line: z.int().min(0), type: 'int' },
  metadata: object,
  hash: {
    line: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .nullable(),
    type: 'text',
    out: sql`encode(hash, 'hex')`,
    in: () => sql`decode(hash, 'hex')`,
  },
  creation_date: date,
} as const;
/** A line about an attachment or image. The file itself is `files/ID` in the bundle. */
export type FileLine = LineOf<typeof columns>;

/** Attachments and images, oldest first. */
export const filesPart = tablePart({ name: 'files', columns });

/** Returns those of these ids that belong to files in this installation, of any newsletter. */
export async function findFileIds(db: Database, ids: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('files')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return rows.map(({ id }) => id);
}
