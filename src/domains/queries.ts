import { type Insertable, sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import type { DkimKeys } from '../platform/database/schema.ts';
import { isId } from '../platform/ids.ts';
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

type KeptCheck = { from_address: string; faults: string[]; checked_date: string };

/** Keeps what a check of the sender found, unless a later one is kept already. */
export async function keepSenderCheck(
  db: Database,
  newsletter_key: number,
  { from_address, faults, checked_date }: KeptCheck,
): Promise<void> {
  await sql`
    insert into sender_checks (newsletter_key, from_address, faults, checked_date)
    values (${newsletter_key}, ${from_address}, ${faults}, ${checked_date})
    on conflict (newsletter_key) do update set
      from_address = excluded.from_address, faults = excluded.faults, checked_date = excluded.checked_date
    where sender_checks.checked_date < excluded.checked_date`.execute(db);
}

/** Returns what the last check of the newsletter's present sender found. */
export async function findSenderCheck(db: Database, newsletter_key: number): Promise<KeptCheck | undefined> {
  return db
    .selectFrom('sender_checks')
    .innerJoin('newsletters', 'newsletters.key', 'newsletter_key')
    .select(['sender_checks.from_address', 'faults', 'checked_date'])
    .where('newsletter_key', '=', newsletter_key)
    .whereRef('sender_checks.from_address', '=', 'newsletters.from_address')
    .executeTakeFirst();
}

/** Newsletters whose sender was not checked for a day, or, if something is wrong with it, for an hour. */
export async function listSendersDue(db: Database, limit: number) {
  return db
    .selectFrom('newsletters')
    .leftJoin('sender_checks', 'newsletter_key', 'newsletters.key')
    .select(['newsletters.key', 'newsletters.id', 'newsletters.from_address'])
    .where(sql<boolean>`sender_checks.from_address is distinct from newsletters.from_address
      or checked_date < now() - case when faults = '{}' then interval '1 day' else interval '1 hour' end`)
    .orderBy('newsletters.key')
    .limit(limit)
    .execute();
}
