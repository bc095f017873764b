import { dropDeliveries } from '../delivery/ledger/drop.ts';
import { removeDeliveries } from '../delivery/ledger/remove.ts';
import { removeHits } from '../delivery/tracking/hit-queries.ts';
import { findDropping, noteAllDropped } from '../emails/queries.ts';
import type { Database } from '../platform/database/connect.ts';

/**
 * Deletes at most `limit` deliveries or hits of an email that its newsletter keeps no longer, and returns how many rows that
 * was; 0 when there is no such email. After a crash it goes on: the email knows that some of its rows are still there.
 */
export async function dropOutdated(db: Database, now: Date, limit: number): Promise<number> {
  const key = await findDropping(db);
  if (key === undefined) return Number(await dropDeliveries(db, now));
  const rows = (await removeDeliveries(db, key, limit)) || (await removeHits(db, key, limit));
  if (rows > 0) return rows;
  await noteAllDropped(db, key);
  return 1;
}
