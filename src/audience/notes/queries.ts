import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import { isId } from '../../platform/ids.ts';
import type { Note } from './note.ts';

export const { insert: insertNote, find: findNote, remove: deleteNoteRow } = rowsOf('notes');

export type NoteFilters = { id?: string; model_id?: string[] | undefined };

/** A page of the newsletter's notes, latest first. */
export async function listNotes(
  db: Database,
  newsletter_key: number,
  { id, model_id }: NoteFilters,
  { page, page_size }: { page: number; page_size: number },
): Promise<{ results: Note[]; count: number }> {
  const ids = model_id?.filter(isId);
  const { rows } = await sql<Note & { count: number }>`
    select notes.id, body, notes.metadata, notes.creation_date, subscribers.id as subscriber_id, people.id as user_id,
      count(*) over () as count
    from notes
    join subscribers on subscribers.key = subscriber_key
    left join people on people.id = written_by
    where notes.newsletter_key = ${newsletter_key}
      and ${id === undefined ? sql`true` : sql`notes.id = ${id}`}
      and ${
        ids === undefined
          ? sql`true`
          : sql`subscriber_key = any(array(
            select key from subscribers owners where owners.newsletter_key = ${newsletter_key} and owners.id = any(${ids}::uuid[])))`
      }
    order by notes.key desc limit ${page_size} offset ${(page - 1) * page_size}`.execute(db);
  return { results: rows.map(({ count: _, ...note }) => note), count: Number(rows[0]?.count ?? 0) };
}

/** How many notes there are on this person. */
export async function countNotes(db: Database, subscriber_key: number): Promise<number> {
  const { count } = await db
    .selectFrom('notes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('subscriber_key', '=', subscriber_key)
    .executeTakeFirstOrThrow();
  return Number(count);
}
