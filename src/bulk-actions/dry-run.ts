import { sql } from 'kysely';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import type { BulkAction, BulkActionItem, Reason } from './bulk-action.ts';
import { type BulkCaller, type BulkRequest, plan } from './create.ts';
import { countReasons, listItems } from './list-queries.ts';
import { findActionByKey } from './queries.ts';
import { workNextGroup } from './run.ts';
import type { BulkContext } from './types/type.ts';

const shownRefusals = 10;

/** The result that a bulk action would have had. */
export type Forecast = { action: BulkAction; reasons: Reason[]; refusals: BulkActionItem[] };

/** Runs the action and rolls it back: nothing is changed, and nobody is mailed or called. Throws like createBulkAction. */
export async function forecast(
  db: Database,
  context: BulkContext,
  caller: BulkCaller,
  request: BulkRequest,
): Promise<Forecast> {
  return inTransaction(db, async trx => {
    await sql`savepoint dry_run`.execute(trx);
    const { key } = await plan(trx, caller, request);
    // Each group is rolled back separately, so that locks are held no longer than by the action itself.
    while (await workNextGroup(trx, context, key, { taken_back: true }));
    const action = await findActionByKey(trx, key);
    const page = { page: 1, page_size: shownRefusals, status: ['skipped', 'failed'] };
    const { results: refusals } = await listItems(trx, key, page);
    const reasons = await countReasons(trx, key);
    await sql`rollback to savepoint dry_run`.execute(trx);
    return { action, reasons, refusals };
  });
}
