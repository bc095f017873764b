import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '../platform/database/connect.ts';
import { pieceSize } from '../platform/storage/pieces.ts';

/** The files that belong to a snapshot: how many, and up to which key. */
export type FileList = { count: number; last_key: number; imports: string[] };

/** Counts the files that a backup contains: attachments, images, and the files of unfinished imports. */
export async function countFiles(client: pg.ClientBase): Promise<FileList> {
  const { rows } = await client.query(
    'select count(*)::int as count, coalesce(max(key), 0)::float8 as last_key from files',
  );
  const imports = await client.query(`
    select folder || '/' || number as key
    from imports, generate_series(0, ceil(size / ${pieceSize}.0)::int - 1) number
    where status in ('not_started', 'validating', 'validated', 'in_progress') order by imports.key, number`);
  return {
    count: rows[0].count + imports.rows.length,
    last_key: rows[0].last_key,
    imports: imports.rows.map(({ key }) => key),
  };
}

/** Yields the keys of these files in the file store, always in the same order. */
export async function* listFileKeys(db: Database, { last_key, imports }: FileList): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ key: number; id: string }>`
      select key, id from files where key > ${after} and key <= ${last_key} order by key limit 1000`.execute(
      db,
    );
    for (const { id } of rows) yield id;
    if (rows.length === 0) break;
    after = rows.at(-1)!.key;
  }
  yield* imports;
}
