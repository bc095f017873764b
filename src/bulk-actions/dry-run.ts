import { sql } from 'kysely';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import type { BulkAction, BulkActionItem } from './bulk-action.ts';
import { type BulkCaller, type BulkRequest, plan } from './create.ts';
import { findActionByKey, listItems } from './queries.ts';
import { workNextGroup } from './run.ts';
import type { BulkContext } from './type.ts';

const shownRefusals = 10;

/** What a bulk action would come to. */
export type Forecast = { action: BulkAction; refusals: BulkActionItem[] };

/**
 * Does the action and takes it back: nothing is changed, and nobody is mailed or called. Throws what createBulkAction
 * throws.
 */
export async function forecast(
  db: Database,
  context: BulkContext,
  caller: BulkCaller,
  request: BulkRequest,
): Promise<Forecast> {
  return inTransaction(db, async trx => {
    await sql`savepoint dry_run`.execute(trx);
    const { key } = await plan(trx, caller, request);
    // Group by group, so that no lock is held for longer than the action itself would.
    while (await workNextGroup(trx, context, key, { taken_back: true }));
    const action = await findActionByKey(trx, key);
    const page = { page: 1, page_size: shownRefusals, status: ['skipped', 'failed'] };
    const { results: refusals } = await listItems(trx, key, page);
    await sql`rollback to savepoint dry_run`.execute(trx);
    return { action, refusals };
  });
}
