import { type RawBuilder, sql, type Updateable } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import { deleteSome } from '../platform/database/delete-some.ts';
import { rowsOf } from '../platform/database/rows.ts';
import type { BulkActions } from '../platform/database/schema.ts';
import { isId } from '../platform/ids.ts';
import type { BulkAction } from './bulk-action.ts';
import type { Target, TargetName } from './types/targets.ts';

/** The items of a new action come from `insertNamed` or `insertAll`. */
export const { insert: insertAction, find: findAction } = rowsOf('bulk_actions');

/** Changes the action and returns it as it is now. */
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

export async function findActionByKey(db: Database, key: number): Promise<BulkAction> {
  return db.selectFrom('bulk_actions').selectAll().where('key', '=', key).executeTakeFirstOrThrow();
}

/** Deletes at most `limit` items of the newsletter's bulk actions, or an action that has none left. Returns the number of rows. */
export async function removeActions(db: Database, newsletter_key: number, limit: number): Promise<number> {
  const own = sql`select key from bulk_actions where newsletter_key = ${newsletter_key} order by key limit 1`;
  const items = await deleteSome(db, 'bulk_action_items', sql`action_key = (${own})`, limit);
  return items > 0 ? items : deleteSome(db, 'bulk_actions', sql`key = (${own})`, 1);
}
