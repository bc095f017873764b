import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import { deleteSome } from '../database/delete-some.ts';
import { prepare } from '../database/prepared.ts';

/**
 * Gives the caller or the process with this id a new mark, after its changes were committed. Does not wait for the disk: a crash loses the
 * last commits first, so it never loses a change and keeps its mark.
 */
export const setMark = prepare<{ id: string }, { mark: string }>(
  'set_replication_mark',
  ['id'],
  ({ id }) => sql`
    with quickly as (select set_config('synchronous_commit', 'off', true))
    insert into replication_marks (id, mark) select ${id}::uuid, gen_random_uuid() from quickly
    on conflict (id) do update set mark = excluded.mark, date = excluded.date
    returning mark`,
);

/** Returns the mark of a caller or a process, if it has one. */
export const findMark = prepare<{ id: string }, { mark: string }>(
  'find_replication_mark',
  ['id'],
  ({ id }) => sql`select mark from replication_marks where id = ${id}::uuid`,
);

/** Deletes at most `limit` marks that were made before this time. Returns how many. */
export async function pruneMarks(db: Database, before: Date, limit: number): Promise<number> {
  return deleteSome(db, 'replication_marks', sql`date < ${before.toISOString()}`, limit);
}
