import type { Database } from '../../platform/database/connect.ts';
import type { SubscriberType } from '../../platform/database/schema.ts';
import { lockSubscriber, updateSubscriberRow } from './queries.ts';
import { recordChanges, typeChange } from './update.ts';

/** Whom each of the two leaves as they are. Who complained may have unsubscribed before, but not the other way round. */
const stays: Record<'undeliverable' | 'complained', readonly SubscriberType[]> = {
  undeliverable: ['undeliverable', 'unsubscribed', 'complained', 'blocked', 'removed'],
  complained: ['complained', 'blocked', 'removed'],
};

/**
 * Nothing is mailed to the subscriber from now on, and the reason is kept: their mailbox is gone (`undeliverable`), or
 * they reported a mail as spam (`complained`). Who has left already, or is gone, stays so.
 */
export async function suppress(
  trx: Database,
  newsletter_key: number,
  subscriber_id: string,
  type: 'undeliverable' | 'complained',
  reason: string,
): Promise<void> {
  const before = await lockSubscriber(trx, newsletter_key, subscriber_id);
  if (!before || stays[type].includes(before.type)) return;
  const after = await updateSubscriberRow(trx, before.key, {
    ...typeChange(before, type),
    confirmation_date: before.confirmation_date, // they have confirmed nothing by this
    unsubscription_reason: reason,
  });
  await recordChanges(trx, before, after);
}
