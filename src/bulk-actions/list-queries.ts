import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import type { Page } from '../platform/http/query.ts';
import { readPage } from '../platform/http/read-page.ts';
import type { BulkActionItem, Creator, Reason } from './bulk-action.ts';
import type { TargetName } from './types/targets.ts';

type ActionFilters = Page & { status?: string[] | undefined; type?: string[] | undefined };

/** Returns a page of the newsletter's actions, newest first, and their total. */
export async function listActions(db: Database, newsletter_key: number, filters: ActionFilters) {
  const { status, type } = filters;
  let all = db.selectFrom('bulk_actions').where('newsletter_key', '=', newsletter_key);
  if (status) all = all.where(sql<boolean>`status::text = any(${status}::text[])`);
  if (type) all = all.where(sql<boolean>`type = any(${type}::text[])`);
  return readPage(all.selectAll().orderBy('key', 'desc'), filters);
}

/** Finds the keys and people with these ids, by id. */
export async function findCreators(db: Database, ids: (string | null)[]): Promise<Map<string, Creator>> {
  const { rows } = await sql<Creator>`
    select id, 'key' as type, name from api_keys where id = any(${ids}::uuid[])
    union all
    select id, 'person', coalesce(nullif(name, ''), email_address) from people where id = any(${ids}::uuid[])`.execute(
    db,
  );
  return new Map(rows.map(row => [row.id, row]));
}

type ItemFilters = Page & { status?: string[] | undefined };

/** The names of the objects of each table, for people. */
const names: Record<TargetName, RawBuilder<string>> = {
  subscribers: sql`email_address`,
  emails: sql`subject`,
  tags: sql`name`,
  events: sql`event_type`,
};

/** Returns the names of these items' objects, by key; deleted objects have none. */
export async function nameItems(
  db: Database,
  newsletter_key: number,
  table: TargetName,
  items: BulkActionItem[],
): Promise<Map<number | null, string>> {
  const keys = items.flatMap(({ target_key }) => target_key ?? []);
  const { rows } = await sql<{ key: number; name: string }>`
    select key, ${names[table]} as name from ${sql.table(table)}
    where newsletter_key = ${newsletter_key} and key = any(${keys}::bigint[])`.execute(db);
  return new Map(rows.map(({ key, name }) => [key, name]));
}

/** Returns a page of the action's items, in order, and their total. */
export async function listItems(
  db: Database,
  action_key: number,
  filters: ItemFilters,
): Promise<{ results: BulkActionItem[]; count: number }> {
  const { status } = filters;
  let all = db.selectFrom('bulk_action_items').where('action_key', '=', action_key);
  if (status) all = all.where(sql<boolean>`status::text = any(${status}::text[])`);
  return readPage(all.selectAll().orderBy('position'), filters);
}

/** Returns the reasons why items of the action were skipped or failed, the most frequent first. */
export async function countReasons(db: Database, action_key: number): Promise<Reason[]> {
  const { rows } = await sql<Reason>`
    select status, reason, detail, count(*) as count from bulk_action_items
    where action_key = ${action_key} and status in ('skipped', 'failed')
    group by status, reason, detail order by count desc, min(position) limit 10`.execute(db);
  return rows;
}
