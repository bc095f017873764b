import { type ExpressionBuilder, sql, type Updateable } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { DB, ImportStatus, Imports } from '../../platform/database/schema.ts';
import type { Page } from '../../platform/http/query.ts';
import { readPage } from '../../platform/http/read-page.ts';
import type { Import } from './import.ts';

export const {
  insert: insertImport,
  find: findImport,
  any: findAnyImport,
  remove: deleteImportRow,
} = rowsOf('imports');

export const runningStatuses = ['not_started', 'validating', 'in_progress'] as const;
const unfinished = [...runningStatuses, 'undoing'] as const;

/** Finds the import, if it is unfinished and its newsletter exists. */
export async function findUnfinished(db: Database, id: string): Promise<Import | undefined> {
  return db
    .selectFrom('imports')
    .innerJoin('newsletters', 'newsletters.key', 'imports.newsletter_key')
    .selectAll('imports')
    .where('imports.id', '=', id)
    .where('imports.status', 'in', unfinished)
    .executeTakeFirst();
}

/** Lists a page of the newsletter's imports, newest first, and their total. */
export async function listImports(db: Database, newsletter_key: number, page: Page) {
  const all = db.selectFrom('imports').where('newsletter_key', '=', newsletter_key);
  return readPage(all.selectAll().orderBy('key', 'desc'), page);
}

/** Changes an import that is running or waits to run. Returns whether it was changed. */
export async function updateRunning(
  db: Database,
  id: string,
  changes: Updateable<Imports>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set(changes)
    .where('id', '=', id)
    .where('status', 'in', runningStatuses)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether the file of the import is still needed. */
export async function needsFile(db: Database, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('imports')
    .select('key')
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('status', 'in', runningStatuses), isWaiting(eb)]))
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the key of the import; undefined if it was deleted. */
export async function findKeyOf(db: Database, id: string): Promise<number | undefined> {
  const row = await db.selectFrom('imports').select('key').where('id', '=', id).executeTakeFirst();
  return row?.key;
}

/** Returns the condition that the dry run has ended, with or without success, so that somebody may change its options or run the import. */
function isWaiting({ and, or }: ExpressionBuilder<DB, 'imports'>) {
  return or([
    sql<boolean>`imports.status = 'validated'`,
    and([sql<boolean>`imports.status = 'failed'`, sql<boolean>`imports.dry_run`]),
  ]);
}

/** Lists imports from before that time whose dry run has ended and that nobody has run. */
export async function listForgotten(db: Database, before: Date, limit: number): Promise<Import[]> {
  return db
    .selectFrom('imports')
    .selectAll()
    .where(isWaiting)
    .where('creation_date', '<', before.toISOString())
    .limit(limit)
    .execute();
}

/** Changes an import that has one of these statuses, and returns it after the change. */
export async function moveImport(
  trx: Database,
  key: number,
  from: readonly ImportStatus[],
  changes: Updateable<Imports>,
): Promise<Import | undefined> {
  return trx
    .updateTable('imports')
    .set(changes)
    .where('key', '=', key)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst();
}

/** Counts an internal failure. Returns how many there have been in a row. */
export async function noteStumble(db: Database, id: string): Promise<number> {
  const row = await db
    .updateTable('imports')
    .set({ stumbles: sql`stumbles + 1` })
    .where('id', '=', id)
    .returning('stumbles')
    .executeTakeFirst();
  return row?.stumbles ?? 0;
}

/** Adds `count` to the number of people who have been imported. Returns false, and changes nothing, if the import is not running. */
export async function advance(trx: Database, key: number, count: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('imports')
    .set({
      people_done: sql`people_done + ${count}`,
      done_count: sql`people_done + ${count}`,
      current_part: 'people',
      stumbles: 0,
    })
    .where('key', '=', key)
    .where('status', '=', 'in_progress')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes that the issue at `from` is finished. Returns false, and changes nothing, if the import is not running or not at that issue. */
export async function advanceIssues(
  trx: Database,
  key: number,
  { from, done_count }: { from: number; done_count: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('imports')
    .set({ issue_place: from + 1, done_count, current_part: 'issues', stumbles: 0 })
    .where('key', '=', key)
    .where('status', '=', 'in_progress')
    .where('issue_place', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns who published the emails that the import has created; null stands for somebody unknown. */
export async function findPublishers(trx: Database, key: number): Promise<(string | null)[]> {
  const { rows } = await sql<{ by: string | null }>`
    select distinct coalesce(sent_by, changed_by) as by
    from import_issues join emails on emails.id = email_id
    where import_key = ${key} and emails.status not in ('draft', 'deleted')`.execute(trx);
  return rows.map(({ by }) => by);
}
