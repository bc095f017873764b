import { type Insertable, sql, type Updateable } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import type { Backups } from '../platform/database/schema.ts';
import type { Page } from '../platform/http/query.ts';
import { readPage } from '../platform/http/read-page.ts';
import { sentence } from '../platform/sentences/sentence.ts';

/** Records that a backup has begun. A database of an earlier version has no table for this, and needs none. */
export async function insertBackup(
  db: Database,
  row: Pick<Insertable<Backups>, 'id' | 'kind' | 'place' | 'file_name' | 'is_encrypted'>,
): Promise<void> {
  if (await hasTable(db)) await db.insertInto('backups').values(row).execute();
}

/** Records how a backup ended. Returns whether it was still in progress. */
export async function settleBackup(
  trx: Database,
  id: string,
  changes: Pick<Updateable<Backups>, 'status' | 'status_reason' | 'size' | 'row_count' | 'file_count'>,
): Promise<boolean> {
  if (!(await hasTable(trx))) return false;
  const { numUpdatedRows } = await trx
    .updateTable('backups')
    .set({ ...changes, completion_date: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', 'in_progress')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether the database has the table of backups; databases of early versions do not. */
export async function hasTable(db: Database): Promise<boolean> {
  const { rows } = await sql<{ is_there: boolean }>`
    select to_regclass('public.backups') is not null as is_there`.execute(db);
  return rows[0]!.is_there;
}

/** Removes the row of a backup that was given up because its process stops; the backup is due again. */
export async function forgetBackup(db: Database, id: string): Promise<void> {
  await db.deleteFrom('backups').where('id', '=', id).execute();
}

/** Finds the newest scheduled backup, however it went. */
export async function findLastScheduled(db: Database) {
  return db
    .selectFrom('backups')
    .select([
      'creation_date',
      'status',
      sql<boolean>`creation_date > now() + interval '1 minute'`.as('is_future'),
    ])
    .where('kind', '=', 'scheduled')
    .orderBy('key', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns SQL for the number of the lock that a process holds while it makes the backup with this id, which is an SQL expression. */
export function lockOf(id: string): string {
  return `hashtextextended('backup ' || ${id}::text, 38)`;
}

/** Marks backups in progress as failed if no process is making them any more. Returns where they were written. */
export async function settleInterrupted(db: Database): Promise<{ place: string; file_name: string }[]> {
  return db
    .updateTable('backups')
    .set({
      status: 'failed',
      status_reason: sentence('backups.killed'),
      completion_date: sql`now()`,
    })
    .where('status', '=', 'in_progress')
    .where(sql<boolean>`pg_try_advisory_xact_lock(${sql.raw(lockOf('id'))})`)
    .returning(['place', 'file_name'])
    .execute();
}

/** Lists backups, newest first; with `status`, only those with this status. */
export async function listBackups(
  db: Database,
  { status, ...page }: Page & { status?: string[] | undefined },
) {
  let rows = db.selectFrom('backups').selectAll();
  if (status) rows = rows.where(sql<boolean>`status::text = any(${status}::text[])`);
  return readPage(rows.orderBy('key', 'desc'), page);
}

/** Finds the newest backup with this status. */
export async function findLast(db: Database, status: 'good' | 'failed') {
  return db
    .selectFrom('backups')
    .selectAll()
    .where('status', '=', status)
    .orderBy('key', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Finds the newsletter that has been here longest. */
export async function findOldestNewsletter(db: Database) {
  return db
    .selectFrom('newsletters')
    .select(['key', 'creation_date'])
    .orderBy('key')
    .limit(1)
    .executeTakeFirst();
}
