import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import { deleteSome } from '../platform/database/delete-some.ts';
import { readPage } from '../platform/database/page.ts';
import type { BulkActionResult, BulkActionStatus, BulkActions } from '../platform/database/schema.ts';
import type { Page } from '../platform/http/query.ts';
import { isId } from '../platform/ids.ts';
import type { BulkAction, BulkActionItem } from './bulk-action.ts';
import type { Result } from './result.ts';
import type { Target, TargetName } from './targets.ts';

const unfinished: BulkActionStatus[] = ['not_started', 'in_progress'];

export async function insertAction(trx: Database, row: Insertable<BulkActions>): Promise<BulkAction> {
  return trx.insertInto('bulk_actions').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateAction(
  trx: Database,
  key: number,
  changes: Updateable<BulkActions>,
): Promise<BulkAction> {
  return trx
    .updateTable('bulk_actions')
    .set(changes)
    .where('key', '=', key)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Inserts an item for each id, in order. An id that is not in the newsletter gets no key. */
export async function insertNamed(
  trx: Database,
  action: BulkAction,
  table: TargetName,
  ids: string[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into bulk_action_items (action_key, position, target_id, target_key)
    select ${action.key}, place, given.id, target.key
    from unnest(${ids}::text[], ${ids.map(id => (isId(id) ? id : null))}::uuid[])
      with ordinality as given (id, uuid, place)
    left join ${sql.table(table)} target on target.id = uuid and target.newsletter_key = ${action.newsletter_key}`.execute(
    trx,
  );
  return Number(numAffectedRows);
}

/**
 * Inserts an item for each row of `all` except the given ids, oldest first. Unknown exceptions come first, without a
 * key.
 */
export async function insertAll(
  trx: Database,
  action: BulkAction,
  table: TargetName,
  all: RawBuilder<Target>,
  except: string[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    with exception as materialized (
      select given.id, uuid, place, target.key
      from unnest(${except}::text[], ${except.map(id => (isId(id) ? id : null))}::uuid[])
        with ordinality as given (id, uuid, place)
      left join ${sql.table(table)} target on target.id = uuid and target.newsletter_key = ${action.newsletter_key}
    ), item as (
      select 0 as part, place, '-' || id as id, null::bigint as key from exception where key is null
      union all
      select 1, key, id::text, key from (${all}) wanted
      where not exists (select from exception where uuid = wanted.id)
    )
    insert into bulk_action_items (action_key, position, target_id, target_key)
    select ${action.key}, row_number() over (order by part, place), id, key from item`.execute(trx);
  return Number(numAffectedRows);
}

export async function findAction(
  db: Database,
  newsletter_key: number,
  id: string,
): Promise<BulkAction | undefined> {
  if (!isId(id)) return undefined;
  return db
    .selectFrom('bulk_actions')
    .selectAll()
    .where('newsletter_key', '=', newsletter_key)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function findActionByKey(db: Database, key: number): Promise<BulkAction> {
  return db.selectFrom('bulk_actions').selectAll().where('key', '=', key).executeTakeFirstOrThrow();
}

type ActionFilters = Page & { status?: string[] | undefined; type?: string[] | undefined };

/** A page of the newsletter's actions, newest first, and their total. */
export async function listActions(db: Database, newsletter_key: number, filters: ActionFilters) {
  const { status, type } = filters;
  let all = db.selectFrom('bulk_actions').where('newsletter_key', '=', newsletter_key);
  if (status) all = all.where(sql<boolean>`status::text = any(${status}::text[])`);
  if (type) all = all.where(sql<boolean>`type = any(${type}::text[])`);
  return readPage(all.selectAll().orderBy('key', 'desc'), filters);
}

type ItemFilters = Page & { status?: string[] | undefined };

/** A page of the action's items, in order, and their total. */
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

/** The newsletter's oldest action that has not ended, which runs next. */
export async function findNextAction(
  db: Database,
  newsletter_key: number,
): Promise<{ key: number; id: string } | undefined> {
  return db
    .selectFrom('bulk_actions')
    .select(['key', 'id'])
    .where('newsletter_key', '=', newsletter_key)
    .where('status', 'in', unfinished)
    .where(({ exists, selectFrom }) => exists(selectFrom('newsletters').where('key', '=', newsletter_key)))
    .orderBy('key')
    .limit(1)
    .executeTakeFirst();
}

// Without metadata: it may hold ten thousand ids, which would be read again with each group.
const runColumns = [
  'key',
  'id',
  'newsletter_key',
  'type',
  'settings',
  'created_by',
  'start_date',
  'total_count',
  'done_count',
  'skipped_count',
  'failed_count',
] as const;

/** What a worker needs to know about an action. */
export type RunningAction = Pick<BulkAction, (typeof runColumns)[number]>;

/** The action, locked, if it has not ended and no other worker has it. */
export async function lockAction(trx: Database, key: number): Promise<RunningAction | undefined> {
  return trx
    .selectFrom('bulk_actions')
    .select(runColumns)
    .where('key', '=', key)
    .where('status', 'in', unfinished)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** The next items after the first `worked`. */
export async function nextItems(
  trx: Database,
  action_key: number,
  worked: number,
  limit: number,
): Promise<BulkActionItem[]> {
  return trx
    .selectFrom('bulk_action_items')
    .selectAll()
    .where('action_key', '=', action_key)
    .where('position', '>', worked)
    .where('position', '<=', worked + limit)
    .orderBy('position')
    .execute();
}

/** Writes the results of consecutive items. Naming their range keeps the update from scanning others. */
export async function writeResults(
  trx: Database,
  action_key: number,
  results: (Result & { position: number })[],
): Promise<void> {
  await sql`
    update bulk_action_items item set status = result.status, reason = result.reason, detail = result.detail
    from unnest(
      ${results.map(result => result.position)}::int[],
      ${results.map(result => result.status)}::bulk_action_result[],
      ${results.map(result => result.reason)}::text[],
      ${results.map(result => result.detail)}::text[]
    ) as result (position, status, reason, detail)
    where action_key = ${action_key} and item.position = result.position
      and item.position between ${results[0]?.position ?? 0} and ${results.at(-1)?.position ?? 0}`.execute(
    trx,
  );
}

/** Gives every item after the first `worked` this result; returns how many. */
export async function writeRest(
  trx: Database,
  action_key: number,
  worked: number,
  { status, reason, detail }: Result,
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('bulk_action_items')
    .set({ status, reason, detail })
    .where('action_key', '=', action_key)
    .where('position', '>', worked)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Adds these results to the action's counts, which always match the rows of its items. */
export async function addCounts(
  trx: Database,
  key: number,
  counts: Record<BulkActionResult, number>,
  changes: Updateable<BulkActions>,
): Promise<RunningAction> {
  return trx
    .updateTable('bulk_actions')
    .set({
      ...changes,
      done_count: sql`done_count + ${counts.done}`,
      skipped_count: sql`skipped_count + ${counts.skipped}`,
      failed_count: sql`failed_count + ${counts.failed}`,
    })
    .where('key', '=', key)
    .returning(runColumns)
    .executeTakeFirstOrThrow();
}

/** Counts a failure on our side to process a group; returns how many there were in a row. */
export async function noteStumble(db: Database, key: number): Promise<number> {
  const row = await db
    .updateTable('bulk_actions')
    .set({ stumbles: sql`stumbles + 1` })
    .where('key', '=', key)
    .returning('stumbles')
    .executeTakeFirst();
  return row?.stumbles ?? 0;
}

/** Deletes at most `limit` items of the newsletter's bulk actions, or an action that has none left. Returns how many rows. */
export async function removeActions(db: Database, newsletter_key: number, limit: number): Promise<number> {
  const own = sql`select key from bulk_actions where newsletter_key = ${newsletter_key} order by key limit 1`;
  const items = await deleteSome(
    db,
    'bulk_action_items',
    ['action_key', 'position'],
    sql`action_key = (${own})`,
    limit,
  );
  return items > 0 ? items : deleteSome(db, 'bulk_actions', ['key'], sql`key = (${own})`, 1);
}
