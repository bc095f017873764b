import type { Updateable } from 'kysely';
import { sql } from 'kysely';
import type { Newsletter } from '../accounts/newsletter.ts';
import { findNewsletterOf } from '../accounts/queries.ts';
import { triggerNothing } from '../journal/enter.ts';
import { recordEvent } from '../journal/record.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import type { BulkActionResult, BulkActions } from '../platform/database/schema.ts';
import { day_ms } from '../platform/durations.ts';
import { DomainError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { bulkItems } from '../platform/metrics/metrics.ts';
import { isDatabaseOutage } from '../platform/outage.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import type { Claim } from '../platform/work/claim.ts';
import type { Outcome, Work } from '../platform/work/work.ts';
import { type BulkActionItem, workedCount } from './bulk-action.ts';
import { updateAction } from './queries.ts';
import {
  addCounts,
  findUnfinished,
  isNext,
  lockAction,
  nextItems,
  noteStumble,
  type RunningAction,
  writeRest,
  writeResults,
} from './run-queries.ts';
import { bulkUndoDays, noteFormer, releaseUndone } from './types/former-queries.ts';
import { failed, notFound, type Result } from './types/result.ts';
import type { Target } from './types/targets.ts';
import type { AnyBulkType, BulkContext } from './types/type.ts';
import { typeOf } from './types.ts';

export type RunContext = BulkContext & { log: Log };
type Counts = Record<BulkActionResult, number>;

/** How long a worker stays with one newsletter before it lets others have their turn. */
const shiftMilliseconds = 5000;

/** This many failures in a row on our side count as temporary. */
const patience = 10;

/** The smallest group of a dry run: its groups share one transaction, which many small ones would bog down. */
const dryGroup = 100;

/** The work of running bulk actions. Those of a newsletter run one after another: an action is ready when no older one is unfinished. */
export function bulkActionsWork(db: Database, context: RunContext): Work {
  const handle = ({ id }: Claim) => runBulkAction(db, context, id);
  return { table: 'bulk_actions', leaves: true, ready: isNext, at_once: 2, handle };
}

/**
 * Processes the action group by group. Each group is one transaction with its results and counts, so after a crash the next worker
 * continues at the next item. When its time is up, others have their turn. If another worker has the action, it is tried again later, since
 * that worker may have died in a way that leaves its lock for hours.
 */
export async function runBulkAction(db: Database, context: RunContext, id: string): Promise<Outcome> {
  const end = Date.now() + shiftMilliseconds;
  for (;;) {
    const action = await findUnfinished(db, id);
    if (action === undefined) return 'done';
    if (Date.now() >= end) return 0;
    if (!(await workOrStumble(db, context, action))) return shiftMilliseconds;
  }
}

async function workOrStumble(
  db: Database,
  context: RunContext,
  { key, id }: { key: number; id: string },
): Promise<boolean> {
  try {
    const counts = await inTransaction(db, trx => workNextGroup(trx, context, key));
    if (counts) noteCounts(counts);
    return counts !== null;
  } catch (error) {
    context.log.warn({ err: error, bulk_action: id }, 'a bulk action failed for now');
    if (isDatabaseOutage(error)) throw error; // this does not count as a failure of the action
    if ((await noteStumble(db, key)) < patience) throw error;
    const counts = await inTransaction(db, trx => giveUp(trx, context, key));
    if (counts) noteCounts(counts);
    throw error;
  }
}

function noteCounts(counts: Counts): void {
  for (const [result, number] of Object.entries(counts)) bulkItems.inc({ result }, number);
}

/**
 * Processes the next items of the action, and ends it after the last. Returns the counts of the results; null if the
 * action has ended or another worker has it. With `taken_back`, results are kept but their effects are rolled back.
 */
export async function workNextGroup(
  trx: Database,
  context: BulkContext,
  key: number,
  { taken_back = false } = {},
): Promise<Counts | null> {
  const action = await lockAction(trx, key, { is_rehearsal: taken_back });
  if (!action) return null;
  const begun = started(action, context);
  const type = typeOf(action);
  const group = taken_back ? Math.max(type.group, dryGroup) : type.group;
  const newsletter = await findNewsletterOf(trx, action);
  const items = await nextItems(trx, key, workedCount(action), group);
  const targets = items.flatMap(({ target_key, target_id }) =>
    target_key === null ? [] : [{ key: target_key, id: target_id }],
  );
  if (!action.starts_sequences) await triggerNothing(trx);
  await sql`savepoint work`.execute(trx);
  let worked: Map<number, Result>;
  try {
    worked = await workSome(type, trx, context, newsletter, action, targets);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    await sql`rollback to savepoint work`.execute(trx);
    return failRest(trx, context, action, failed(error.code, error.detail));
  }
  if (taken_back) await sql`rollback to savepoint work`.execute(trx);
  await sql`release savepoint work`.execute(trx);
  const results = items.map(item => ({ position: item.position, ...resultOf(item, worked) }));
  await writeResults(trx, key, results);
  const counts = count(results);
  const counted = await addCounts(trx, key, counts, begun);
  if (items.length < group) await finish(trx, context, counted, { status: 'processed' });
  return counts;
}

async function workSome(
  type: AnyBulkType,
  trx: Database,
  context: BulkContext,
  newsletter: Newsletter,
  action: RunningAction,
  targets: Target[],
): Promise<Map<number, Result>> {
  if (targets.length === 0) return new Map();
  const { settings, created_by } = action;
  const keys = targets.map(({ key }) => key);
  if (type.inverse) await noteFormer(trx, action, keys, type.inverse.former(settings));
  return type.work(trx, { ...context, by: created_by }, newsletter, settings, targets);
}

function resultOf({ target_key }: BulkActionItem, worked: Map<number, Result>): Result {
  return (target_key === null ? undefined : worked.get(target_key)) ?? notFound;
}

function count(results: Result[]): Counts {
  const of = (status: Result['status']) => results.filter(result => result.status === status).length;
  return { done: of('done'), skipped: of('skipped'), failed: of('failed') };
}

function started(
  { start_date }: RunningAction,
  { clock }: Pick<BulkContext, 'clock'>,
): Updateable<BulkActions> {
  return { status: 'in_progress', start_date: start_date ?? clock().toISOString(), stumbles: 0 };
}

/** Ends an action that cannot continue: the remaining items fail with the same reason. */
export async function failRest(
  trx: Database,
  context: Pick<BulkContext, 'clock'>,
  action: RunningAction,
  result: Result,
): Promise<Counts> {
  const rest = await writeRest(trx, action.key, workedCount(action), result);
  const counts = { done: 0, skipped: 0, failed: rest };
  const counted = await addCounts(trx, action.key, counts, started(action, context));
  await finish(trx, context, counted, { status: 'failed', status_reason: result.detail });
  return counts;
}

async function giveUp(trx: Database, context: BulkContext, key: number): Promise<Counts | null> {
  const action = await lockAction(trx, key);
  const detail = sentence('bulk_actions.failed_often', { times: patience });
  return action ? failRest(trx, context, action, failed('internal_error', detail)) : null;
}

async function finish(
  trx: Database,
  { clock }: Pick<BulkContext, 'clock'>,
  action: RunningAction,
  { status, status_reason = '' }: { status: 'processed' | 'failed'; status_reason?: string },
): Promise<void> {
  const type = typeOf(action);
  await type.end?.(trx, await findNewsletterOf(trx, action), action.settings);
  const now = clock();
  const is_undoable = type.inverse !== undefined && action.done_count > 0;
  await updateAction(trx, action.key, {
    status,
    status_reason,
    completion_date: now.toISOString(),
    undo_until: is_undoable ? new Date(now.getTime() + bulkUndoDays * day_ms).toISOString() : null,
  });
  if (status === 'failed' && action.undoes !== null) await releaseUndone(trx, action);
  const { id, total_count, done_count, skipped_count, failed_count } = action;
  await recordEvent(trx, action.newsletter_key, {
    event_type: `bulk_action.${status}`,
    data: { bulk_action_id: id, type: action.type, total_count, done_count, skipped_count, failed_count },
  });
}
