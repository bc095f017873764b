import { deleteTenantRow, findDeletedTenant } from '../accounts/queries.ts';
import { forgetCounts } from '../audience/subscribers/counts.ts';
import { removeSubscribers } from '../audience/subscribers/remove.ts';
import { removeActions } from '../bulk-actions/queries.ts';
import { removeFeedback } from '../delivery/feedback/queries.ts';
import { removeDeliveries } from '../delivery/ledger/remove.ts';
import { removeHits } from '../delivery/tracking/hit-queries.ts';
import { removeFile } from '../emails/files/change.ts';
import { deleteEmailRow, findFirstEmail } from '../emails/queries.ts';
import { deleteServed } from '../emails/stop.ts';
import { removeEvents } from '../journal/prune.ts';
import { removeExport } from '../moving/exports/clean.ts';
import { removeImport } from '../moving/imports/clean.ts';
import type { Database } from '../platform/database/connect.ts';
import type { FileStore } from '../platform/storage/file-store.ts';
import { removeSequences } from '../sequences/remove.ts';

/**
 * Deletes at most `limit` rows that a deleted newsletter has left behind, and returns how many. After a crash it continues: a newsletter's
 * tenant is deleted last, together with rows added meanwhile.
 */
export async function removeDeletedNewsletter(
  db: Database,
  store: FileStore,
  limit: number,
): Promise<number> {
  const key = await findDeletedTenant(db);
  if (key === undefined) return 0;
  await deleteServed(db, key); // somebody may have been added at the moment of the deletion
  const parts = [
    () => removeActions(db, key, limit),
    () => removeSequences(db, key, limit),
    () => removeEvents(db, key, limit),
    () => removeFeedback(db, key, limit),
    () => removeEmail(db, key, limit),
    () => removeSubscribers(db, key, limit),
    () => removeFile(db, store, key),
    () => removeExport(db, store, key),
    () => removeImport(db, store, key),
  ];
  for (const part of parts) {
    const removed = await part();
    if (removed > 0) return removed;
  }
  await deleteTenantRow(db, key);
  await forgetCounts(db, key);
  return 1;
}

/** Deletes rows of the newsletter's first email: its deliveries and hits, and then the email itself. */
async function removeEmail(db: Database, newsletter_key: number, limit: number): Promise<number> {
  const email_key = await findFirstEmail(db, newsletter_key);
  if (email_key === undefined) return 0;
  const rows = (await removeDeliveries(db, email_key, limit)) || (await removeHits(db, email_key, limit));
  if (rows > 0) return rows;
  await deleteEmailRow(db, email_key);
  return 1;
}
