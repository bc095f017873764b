import { type Insertable, sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import type { DkimKeys } from '../platform/database/schema.ts';
import { isId } from '../platform/ids.ts';
import type { DkimKeyRow } from './dkim-key.ts';

export async function insertDkimKeys(trx: Database, rows: Insertable<DkimKeys>[]): Promise<DkimKeyRow[]> {
  return trx.insertInto('dkim_keys').values(rows).returningAll().execute();
}

/** Lists the DKIM keys of the newsletter, newest first. */
export async function listDkimKeys(db: Database, newsletter_key: number): Promise<DkimKeyRow[]> {
  return db
    .selectFrom('dkim_keys')
    .selectAll()
    .where('newsletter_key', '=', newsletter_key)
    .orderBy('key', 'desc')
    .execute();
}

/** Lists the selectors of the domain, including those of other newsletters, because a name can have only one key. */
export async function listSelectors(db: Database, domain: string): Promise<string[]> {
  const rows = await db.selectFrom('dkim_keys').select('selector').where('domain', '=', domain).execute();
  return rows.map(({ selector }) => selector);
}

/** Keeps others from making keys for the newsletter until the transaction ends. */
export async function lockDkimKeys(trx: Database, newsletter_key: number): Promise<void> {
  await sql`select from newsletters where key = ${newsletter_key} for no key update`.execute(trx);
}

/** Moves a key in a guarded update. Returns nothing if the key is in a status that it may not leave this way, or can no longer sign. */
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
    .set(({ fn }) => ({ status, status_date: fn('now'), told_date: null }))
    .where('newsletter_key', '=', newsletter_key)
    .where('id', '=', id)
    .where('status', 'in', from)
    .where('private_key', '<>', '')
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

/**
 * Keeps what a check of the sender found, and makes it due again in a day. Returns the database's time, and whether the last check was due
 * within the day before; undefined if a later check is kept already, unless that check has a wrong date, ahead of the clock.
 */
export async function keepSenderCheck(
  db: Database,
  newsletter_key: number,
  { from_address, faults, checked_date }: KeptCheck,
): Promise<{ now: Date; is_steady: boolean } | undefined> {
  const { rows } = await sql<{ now: string; is_steady: boolean }>`
    with former as (
      select due_date from sender_checks where newsletter_key = ${newsletter_key}
    ), kept as (
      insert into sender_checks (newsletter_key, from_address, faults, checked_date, due_date)
      values (${newsletter_key}, ${from_address}, ${faults}, ${checked_date}, now() + interval '1 day')
      on conflict (newsletter_key) do update set from_address = excluded.from_address, faults = excluded.faults,
        checked_date = excluded.checked_date, due_date = excluded.due_date
      where sender_checks.checked_date < excluded.checked_date
        or sender_checks.checked_date > now() + interval '1 hour'
      returning 1
    )
    select now()::timestamptz(3) as now, coalesce((
      select due_date between now() - interval '1 day' and now() + interval '2 days' from former
    ), false) as is_steady
    from kept`.execute(db);
  return rows[0] && { now: new Date(rows[0].now), is_steady: rows[0].is_steady };
}

/** Makes the check of the newsletter's sender due again in an hour. */
export async function checkSoon(db: Database, newsletter_key: number): Promise<void> {
  await db
    .updateTable('sender_checks')
    .set({ due_date: sql`now() + interval '1 hour'` })
    .where('newsletter_key', '=', newsletter_key)
    .execute();
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

/** Lists newsletters whose sender is due for a check. A due date that is too far ahead was written by a clock that was wrong. */
export async function listSendersDue(db: Database, limit: number) {
  return db
    .selectFrom('newsletters')
    .leftJoin('sender_checks', 'newsletter_key', 'newsletters.key')
    .select([
      'newsletters.key',
      'newsletters.id',
      'newsletters.from_address',
      'bounce_domain',
      'dkim_rotation_months',
    ])
    .where(sql<boolean>`sender_checks.from_address is distinct from newsletters.from_address
      or due_date <= now() or due_date > now() + interval '2 days'`)
    .orderBy('newsletters.key')
    .limit(limit)
    .execute();
}
