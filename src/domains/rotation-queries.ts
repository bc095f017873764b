import { sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import { overlapDays } from './dkim-key.ts';

/** How many days after its retirement a destroyed key is still listed: as long as reports about its mail come in. */
const listedDays = 42;

/** Notes since when DNS has had the records of these waiting keys, and that DNS does not have the records of the others. */
export async function noteSeen(
  trx: Database,
  newsletter_key: number,
  { seen, unseen }: { seen: string[]; unseen: string[] },
): Promise<void> {
  await sql`
    update dkim_keys set seen_date = case when id = any(${seen}::uuid[]) then now() end
    where newsletter_key = ${newsletter_key} and status = 'waiting'
      and (id = any(${seen}::uuid[]) and (seen_date is null or seen_date > now())
        or id = any(${unseen}::uuid[]) and seen_date is not null)`.execute(trx);
}

/** Destroys the private half of keys that were retired a week ago. */
export async function destroyRetired(trx: Database, newsletter_key: number): Promise<void> {
  await sql`
    update dkim_keys set private_key = '', told_date = null
    where newsletter_key = ${newsletter_key} and status = 'retired' and private_key <> ''
      and status_date <= now() - make_interval(days => ${overlapDays})`.execute(trx);
}

/** Forgets keys that were destroyed long ago, unless the owner has not been told yet that their record may be removed. */
export async function forgetDestroyed(trx: Database, newsletter_key: number): Promise<void> {
  await sql`
    delete from dkim_keys
    where newsletter_key = ${newsletter_key} and private_key = '' and (told_date is not null or target <> '')
      and status_date <= now() - make_interval(days => ${listedDays})`.execute(trx);
}

/** Replaces dates that lie ahead, because a clock was wrong, by the present date. */
export async function correctDates(trx: Database, newsletter_key: number): Promise<void> {
  await sql`
    update dkim_keys set status_date = now()
    where newsletter_key = ${newsletter_key} and status_date > now() + interval '1 hour'`.execute(trx);
}

/** Notes that the owner was told what to do about these keys. */
export async function noteKeysTold(db: Database, ids: string[]): Promise<void> {
  await sql`update dkim_keys set told_date = now() where id = any(${ids}::uuid[])`.execute(db);
}

/** Lists the keys whose records belong in the zone, for all newsletters. */
export async function listZoneKeys(
  db: Database,
  zone: string,
): Promise<{ target: string; record: string }[]> {
  return db
    .selectFrom('dkim_keys')
    .select(['target', 'record'])
    .where('private_key', '<>', '')
    .where(sql<boolean>`right(target, length(${zone}::text) + 1) = '.' || ${zone}::text`)
    .orderBy('target')
    .execute();
}
