import { recordEvent } from '../../accounts/events/record.ts';
import { suppress } from '../../audience/subscribers/suppress.ts';
import type { Database } from '../../platform/database/connect.ts';
import { type LockedDelivery, noteComplaint } from '../ledger/late-evidence.ts';
import type { Told } from './bounce.ts';

/** Records a complaint in the ledger. The first one also ends the subscription. */
export async function complain(
  trx: Database,
  delivery: LockedDelivery,
  { reason, status }: Told,
): Promise<void> {
  const { newsletter_key, subscriber_id, email_id } = delivery;
  if (!(await noteComplaint(trx, delivery)) || subscriber_id === null) return;
  const words = reason ?? status ?? '';
  await suppress(trx, newsletter_key, subscriber_id, 'complained', words);
  const event = { event_type: 'subscriber.complained', subscriber_id, email_id } as const;
  await recordEvent(trx, newsletter_key, { ...event, data: { reason: words } });
}
