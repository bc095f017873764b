import type { Insertable } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { DkimKeys } from '../../platform/database/schema.ts';
import { isId } from '../../platform/ids.ts';
import type { DkimKeyRow } from './dkim-key.ts';

export async function insertDkimKeys(trx: Database, rows: Insertable<DkimKeys>[]): Promise<DkimKeyRow[]> {
  return trx.insertInto('dkim_keys').values(rows).returningAll().execute();
}

/** Newest first. */
export async function listDkimKeys(db: Database, newsletter_key: number): Promise<DkimKeyRow[]> {
  return db
    .selectFrom('dkim_keys')
    .selectAll()
    .where('newsletter_key', '=', newsletter_key)
    .orderBy('key', 'desc')
    .execute();
}

/** Guarded: returns nothing if the key has none of the statuses it may leave. */
export async function moveDkimKey(
  db: Database,
  newsletter_key: number,
  id: string,
  from: DkimKeyRow['status'][],
  status: DkimKeyRow['status'],
): Promise<DkimKeyRow | undefined> {
  if (!isId(id)) return undefined;
  return db
    .updateTable('dkim_keys')
    .set(({ fn }) => ({ status, status_date: fn('now') }))
    .where('newsletter_key', '=', newsletter_key)
    .where('id', '=', id)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteDkimKeyRow(db: Database, newsletter_key: number, id: string): Promise<boolean> {
  if (!isId(id)) return false;
  const row = await db
    .deleteFrom('dkim_keys')
    .where('newsletter_key', '=', newsletter_key)
    .where('id', '=', id)
    .returning('key')
    .executeTakeFirst();
  return row !== undefined;
}
