import { type Database, inTransaction } from '../platform/database/connect.ts';
import { DomainError, found } from '../platform/errors.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { requestWork } from '../platform/work/request.ts';
import type { BulkAction } from './bulk-action.ts';
import { type BulkCaller, plan } from './create.ts';
import { type Forecast, forecast } from './dry-run.ts';
import { findAction, updateAction } from './queries.ts';
import { bulkUndoDays, lockNamed } from './types/former-queries.ts';
import type { BulkContext } from './types/type.ts';
import { inverses } from './types/undo.ts';

/**
 * Creates the action that restores the former values of another action's items, and enqueues its run. If there is one already, returns
 * that. Throws `not_found`, `forbidden` if the caller may not do what the action did, and `bulk_action_not_undoable`.
 */
export async function undoBulkAction(
  db: Database,
  context: BulkContext,
  caller: BulkCaller,
  id: string,
): Promise<BulkAction> {
  return inTransaction(db, async trx => {
    const { key } = await findUndoable(trx, caller, id);
    const action = await lockNamed(trx, key);
    if (action.undone_by !== null) {
      const undo = await findAction(trx, caller.newsletter.key, action.undone_by);
      if (undo) return undo;
    }
    refuseUnlessUndoable(action, context.clock());
    const undo = await plan(trx, caller, undoOf(action));
    await updateAction(trx, action.key, { undone_by: undo.id });
    await requestWork(trx, 'bulk_actions', undo.id);
    return updateAction(trx, undo.key, { undoes: action.id });
  });
}

/** Forecasts the undo of the action. Changes nothing. Throws like undoBulkAction, also if the action has been undone. */
export async function forecastUndo(
  db: Database,
  context: BulkContext,
  caller: BulkCaller,
  id: string,
): Promise<Forecast> {
  return inTransaction(db, async trx => {
    const action = await findUndoable(trx, caller, id);
    if (action.undone_by !== null)
      throw refusal(sentence('bulk_actions.undone_already', { id: action.undone_by }));
    refuseUnlessUndoable(action, context.clock());
    return forecast(trx, context, caller, undoOf(action));
  });
}

const undoOf = ({ id }: BulkAction) => ({ type: 'undo', metadata: { bulk_action_id: id } }) as const;

async function findUndoable(trx: Database, { newsletter }: BulkCaller, id: string): Promise<BulkAction> {
  const action = found(await findAction(trx, newsletter.key, id), 'bulk action');
  if (action.type === 'undo') throw refusal(sentence('bulk_actions.undo_of_undo'));
  if (!(action.type in inverses))
    throw refusal(
      sentence('bulk_actions.type_not_undoable', {
        type: action.type,
        types: Object.keys(inverses).join(', '),
      }),
    );
  return action;
}

function refuseUnlessUndoable({ status, completion_date, done_count, undo_until }: BulkAction, now: Date) {
  if (completion_date === null) throw refusal(sentence('bulk_actions.not_ended', { status }));
  if (done_count === 0) throw refusal(sentence('bulk_actions.changed_nothing'));
  if (undo_until === null || Date.parse(undo_until) < now.getTime())
    throw refusal(sentence('bulk_actions.undo_too_late', { days: bulkUndoDays }));
}

function refusal(detail: string): DomainError {
  return new DomainError('bulk_action_not_undoable', detail);
}
