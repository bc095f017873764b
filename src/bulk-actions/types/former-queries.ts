import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { deleteSome } from '../../platform/database/delete-some.ts';
import type { BulkActions } from '../../platform/database/schema.ts';
import type { Target } from './targets.ts';

type BulkAction = Selectable<BulkActions>;

/** How long an action can be undone. */
export const bulkUndoDays = 30;

/**
 * Notes the values of these subscribers before the action changes them: `former` over a row of `subscribers`, unless it is null. All of
 * them are locked until the transaction ends, also those for whom nothing is noted, because their locks would otherwise be taken later and
 * out of order, which may end in a deadlock. PostgreSQL would move a condition into a subquery, but not into `with`.
 */
export async function noteFormer(
  trx: Database,
  { key, newsletter_key }: Pick<BulkAction, 'key' | 'newsletter_key'>,
  keys: number[],
  former: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    with found as materialized (
      select key, ${former} as former from subscribers
      where newsletter_key = ${newsletter_key} and key = any(${keys}::bigint[])
      order by key for update
    )
    insert into bulk_action_former (action_key, subscriber_key, former)
    select ${key}, key, former from found where former is not null`.execute(trx);
}

/** Selects the values that the action noted of these subscribers, as rows of (key, date, former). */
export function selectFormer(action_key: number, keys: number[]): RawBuilder<unknown> {
  return sql`
    select subscriber_key as key, date, former from bulk_action_former
    where action_key = ${action_key} and subscriber_key = any(${keys}::bigint[])`;
}

/** Selects the items that the action has changed. */
export function selectChanged(action_key: number): RawBuilder<Target> {
  return sql`
    select target_key as key, target_id::uuid as id
    from bulk_action_items join bulk_action_former on subscriber_key = target_key
    where bulk_action_items.action_key = ${action_key} and bulk_action_former.action_key = ${action_key} and status = 'done'`;
}

/** Returns the facts about the action with this id that an undo needs. */
export async function readUndone(trx: Database, newsletter_key: number, id: string) {
  return trx
    .selectFrom('bulk_actions')
    .select(['key', 'id', 'type', 'settings'])
    .where('newsletter_key', '=', newsletter_key)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Returns the action, locked until the transaction ends. */
export async function lockNamed(trx: Database, key: number): Promise<BulkAction> {
  return trx
    .selectFrom('bulk_actions')
    .selectAll()
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Allows the action that `undo` was to undo to be undone again. */
export async function releaseUndone(trx: Database, undo: Pick<BulkAction, 'id'>): Promise<void> {
  await trx.updateTable('bulk_actions').set({ undone_by: null }).where('undone_by', '=', undo.id).execute();
}

/** Deletes at most `limit` former values of actions that ended before this time, unless they are being undone. */
export async function pruneFormer(db: Database, before: Date, limit: number): Promise<number> {
  const outdated = sql`
    undo_until is not null and completion_date < ${before.toISOString()} and not exists (
      select from bulk_actions undo where undo.id = bulk_actions.undone_by and undo.completion_date is null)`;
  const deleted = await deleteSome(
    db,
    'bulk_action_former',
    sql`action_key in (select key from bulk_actions where ${outdated})`,
    limit,
  );
  if (deleted === 0) await sql`update bulk_actions set undo_until = null where ${outdated}`.execute(db);
  return deleted;
}
