import { sql } from 'kysely';
import { checked } from '../../platform/database/conditions.ts';
import type { Database } from '../../platform/database/connect.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Page } from '../../platform/http/query.ts';
import { readPage } from '../../platform/http/read-page.ts';
import { isId } from '../../platform/ids.ts';
import type { Note } from './note.ts';

export const { insert: insertNote, lock: lockNote, remove: deleteNoteRow } = rowsOf('notes');

export type NoteFilters = { id?: string; model_id?: string[] | undefined };

/** Returns a page of the newsletter's notes, latest first. */
export async function listNotes(
  db: Database,
  newsletter_key: number,
  { id, model_id }: NoteFilters,
  page: Page,
): Promise<{ results: Note[]; count: number }> {
  let notes = db
    .selectFrom('notes')
    .innerJoin('subscribers', 'subscribers.key', 'subscriber_key')
    .leftJoin('people', 'people.id', 'written_by')
    .select(['notes.id', 'body', 'notes.metadata', 'notes.creation_date'])
    .select(['subscribers.id as subscriber_id', 'people.id as user_id'])
    .where(
      id === undefined
        ? sql<boolean>`notes.newsletter_key = ${newsletter_key}`
        : sql<boolean>`notes.id = ${id} and ${checked('notes.newsletter_key', newsletter_key)}`,
    )
    .orderBy('notes.key', 'desc');
  if (model_id) {
    const ids = model_id.filter(isId);
    notes = notes.where(
      sql<boolean>`subscriber_key = any(array(
        select key from subscribers owners where ${checked('owners.newsletter_key', newsletter_key)} and owners.id = any(${ids}::uuid[])))`,
    );
  }
  return readPage(notes, page);
}

/** Reads the id of the subscriber whom a note is about. */
export async function readSubscriberId(trx: Database, key: number): Promise<string> {
  const { id } = await trx
    .selectFrom('subscribers')
    .select('id')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns how many notes there are on this person. */
export async function countNotes(db: Database, subscriber_key: number): Promise<number> {
  const { count } = await db
    .selectFrom('notes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('subscriber_key', '=', subscriber_key)
    .executeTakeFirstOrThrow();
  return Number(count);
}
