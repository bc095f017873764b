import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { isId } from '../../platform/ids.ts';
import { normalName } from '../tags/tag.ts';
import { issueStatuses } from './statuses.ts';

type Row = { id: string; key: number };

/** Which of these ids are tags or emails of the newsletter, with their keys. */
export async function listKeys(
  db: Database,
  table: 'tags' | 'emails',
  newsletter_key: number,
  ids: string[],
): Promise<Row[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Row>`
    select id, key from ${sql.table(table)}
    where newsletter_key = ${newsletter_key} and id = any(${ids.filter(isId)}::uuid[])`.execute(db);
  return rows;
}

/** One of these emails of the newsletter whose deliveries are no longer kept, if any. */
export async function findDropped(
  db: Database,
  newsletter_key: number,
  ids: string[],
): Promise<string | undefined> {
  if (ids.length === 0) return undefined;
  const row = await db
    .selectFrom('emails')
    .select('id')
    .where('newsletter_key', '=', newsletter_key)
    .where('id', '=', sql<string>`any(${ids.filter(isId)}::uuid[])`)
    .where('deliveries_dropped_date', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Lists the keys of the emails that went out last, newest first. */
export async function listRecentEmails(
  db: Database,
  newsletter_key: number,
  count: number,
): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await sql<{ key: number }>`
    select key from emails
    where newsletter_key = ${newsletter_key} and status in ${issueStatuses}
    order by publish_date desc nulls last, key desc
    limit ${count}`.execute(db);
  return rows.map(({ key }) => key);
}

/** Lists the segments with one of these ids or names, ignoring case. */
export async function listSegmentsNamed(
  db: Database,
  newsletter_key: number,
  words: string[],
): Promise<{ id: string; normal_name: string; filters: unknown }[]> {
  return selectSegmentsNamed(db, newsletter_key, words).execute();
}

/**
 * Like listSegmentsNamed, but also keeps the segments from being deleted until the end of the transaction, which then visibly uses them.
 */
export async function holdSegmentsNamed(trx: Database, newsletter_key: number, words: string[]) {
  return selectSegmentsNamed(trx, newsletter_key, words).forKeyShare().execute();
}

function selectSegmentsNamed(db: Database, newsletter_key: number, words: string[]) {
  return db
    .selectFrom('segments')
    .select(['id', 'normal_name', 'filters'])
    .where('newsletter_key', '=', newsletter_key)
    .where(({ or, eb }) =>
      or([
        eb('id', '=', sql<string>`any(${words.filter(isId)}::uuid[])`),
        eb('normal_name', '=', sql<string>`any(${words.map(normalName)}::text[])`),
      ]),
    );
}

/** Lists the names of the tags and emails with these keys, and of the segments with these ids. */
export async function listNames(
  db: Database,
  newsletter_key: number,
  { tags, emails, segments }: { tags: number[]; emails: number[]; segments: string[] },
): Promise<{ kind: 'tag' | 'email' | 'segment'; id: string; key: number; name: string }[]> {
  const { rows } = await sql<{ kind: 'tag' | 'email' | 'segment'; id: string; key: number; name: string }>`
    select 'tag' as kind, id, key, name from tags
    where newsletter_key = ${newsletter_key} and key = any(${tags}::int[])
    union all
    select 'email', id, key, subject from emails
    where newsletter_key = ${newsletter_key} and key = any(${emails}::bigint[])
    union all
    select 'segment', id, key, name from segments
    where newsletter_key = ${newsletter_key} and id = any(${segments.filter(isId)}::uuid[])`.execute(db);
  return rows;
}
