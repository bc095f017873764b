import type { Database } from '../../platform/database/connect.ts';
import type { SubscriberType } from '../../platform/database/schema.ts';
import { lockSubscriber, noteLeft, updateSubscriberRow } from './queries.ts';
import { mailChange, recordChanges } from './update.ts';

/**
 * The types that each of the two suppressions leaves unchanged. Somebody who complained may have unsubscribed before, but not the other way
 * round.
 */
const stays: Record<'undeliverable' | 'complained', readonly SubscriberType[]> = {
  undeliverable: ['undeliverable', 'unsubscribed', 'complained', 'blocked', 'removed'],
  complained: ['complained', 'blocked', 'removed'],
};

/**
 * Stops all mail to the subscriber and records the reason: the mailbox is gone (`undeliverable`), or they reported a
 * mail as spam (`complained`). Those who have already left stay as they are.
 */
export async function suppress(
  trx: Database,
  newsletter_key: number,
  subscriber_id: string,
  type: 'undeliverable' | 'complained',
  reason: string,
): Promise<void> {
  const before = await lockSubscriber(trx, newsletter_key, subscriber_id);
  if (!before) return;
  if (type === 'complained') await noteLeft(trx, before.key);
  if (stays[type].includes(before.type)) return;
  const after = await updateSubscriberRow(trx, before.key, {
    ...mailChange(before, type),
    confirmation_date: before.confirmation_date, // this confirms nothing
    unsubscription_reason: reason,
  });
  await recordChanges(trx, before, after);
}
