import { dropDeliveries } from '../delivery/ledger/drop.ts';
import { removeDeliveries } from '../delivery/ledger/remove.ts';
import { removeHits } from '../delivery/tracking/hit-queries.ts';
import { findDropping, noteAllDropped } from '../emails/queries.ts';
import type { Database } from '../platform/database/connect.ts';

/**
 * Deletes at most `limit` deliveries or hits of an email whose newsletter no longer keeps them, and returns how many rows
 * that was; 0 if there is no such email. After a crash it continues: the email records that some of its rows still exist.
 */
export async function dropOutdated(db: Database, now: Date, limit: number): Promise<number> {
  const key = await findDropping(db);
  if (key === undefined) return Number(await dropDeliveries(db, now));
  const rows = (await removeDeliveries(db, key, limit)) || (await removeHits(db, key, limit));
  if (rows > 0) return rows;
  await noteAllDropped(db, key);
  return 1;
}
