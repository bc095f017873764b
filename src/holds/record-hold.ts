import { recordAudit } from '../accounts/audit/record.ts';
import { recordEvent } from '../accounts/events/record.ts';
import { listNewsletters } from '../accounts/queries.ts';
import type { Database } from '../platform/database/connect.ts';
import type { HoldReason } from '../platform/fence/hold-reasons.ts';

/** Records, in the transaction that begins the hold, that and why nothing goes out. */
export async function recordHold(trx: Database, reason: HoldReason): Promise<void> {
  await recordAudit(
    trx,
    { type: 'service' },
    { newsletter_id: null, action: 'installation.held', object_id: null, details: { reason } },
  );
  for (const { key } of await listNewsletters(trx))
    await recordEvent(trx, key, { event_type: 'installation.held', data: { reason } });
}
