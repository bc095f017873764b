import { sql, type Updateable } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import type { BulkActionResult, BulkActionStatus, BulkActions } from '../platform/database/schema.ts';
import { fenceOpen } from '../platform/fence/queries.ts';
import type { BulkAction, BulkActionItem } from './bulk-action.ts';
import type { Result } from './types/result.ts';

const unfinished: BulkActionStatus[] = ['not_started', 'in_progress'];

/** A condition on the row `work`: it is the newsletter's oldest action that has not ended. */
export const isNext = sql<boolean>`coalesce((
  select key from bulk_actions oldest
  where oldest.newsletter_key = work.newsletter_key and oldest.status in ('not_started', 'in_progress')
  order by oldest.key limit 1), work.key) >= work.key`;

/** Finds the action, if it has not ended and its newsletter exists. */
export async function findUnfinished(
  db: Database,
  id: string,
): Promise<{ key: number; id: string } | undefined> {
  return db
    .selectFrom('bulk_actions')
    .innerJoin('newsletters', 'newsletters.key', 'bulk_actions.newsletter_key')
    .select(['bulk_actions.key', 'bulk_actions.id'])
    .where('bulk_actions.id', '=', id)
    .where('status', 'in', unfinished)
    .executeTakeFirst();
}

/** Lists the actions of all newsletters that have not ended. */
export async function listUnfinished(db: Database): Promise<{ key: number }[]> {
  return db
    .selectFrom('bulk_actions')
    .select('key')
    .where('status', 'in', unfinished)
    .orderBy('key')
    .execute();
}

// Without metadata: it may hold ten thousand ids, which would be read again with each group.
const runColumns = [
  'key',
  'id',
  'newsletter_key',
  'type',
  'starts_sequences',
  'settings',
  'created_by',
  'undoes',
  'start_date',
  'total_count',
  'done_count',
  'skipped_count',
  'failed_count',
] as const;

/** The columns of an action that a worker needs. */
export type RunningAction = Pick<BulkAction, (typeof runColumns)[number]>;

/** Returns the action, locked, if it has not ended, no other worker has it, and the fence is open (for which a rehearsal need not wait). */
export async function lockAction(
  trx: Database,
  key: number,
  { is_rehearsal = false } = {},
): Promise<RunningAction | undefined> {
  return trx
    .selectFrom('bulk_actions')
    .select(runColumns)
    .where('key', '=', key)
    .where('status', 'in', unfinished)
    .$if(!is_rehearsal, query => query.where(fenceOpen))
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** Returns the next items after the first `worked`. */
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

/** Writes the results of consecutive items. The range of their positions keeps the update from scanning others. */
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

/** Gives every item after the first `worked` this result, and returns how many items. */
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

/** Counts a failure on our side to process a group, and returns how many there have been in a row. */
export async function noteStumble(db: Database, key: number): Promise<number> {
  const row = await db
    .updateTable('bulk_actions')
    .set({ stumbles: sql`stumbles + 1` })
    .where('key', '=', key)
    .returning('stumbles')
    .executeTakeFirst();
  return row?.stumbles ?? 0;
}
