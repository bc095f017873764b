import { requestLetter } from '../../letters/request.ts';
import type { Database } from '../../platform/database/connect.ts';
import { lockSubscriber, noteReminder, updateSubscriberRow } from './queries.ts';
import { goneTypes, type Subscriber, suppressedTypes } from './subscriber.ts';
import { mailChange, recordChanges } from './update.ts';

/**
 * Requests another confirmation mail for an `unactivated` subscriber, unless a reminder was requested in the last
 * `days` days. Returns whether it did; of two concurrent calls, one does.
 */
export async function remind(
  trx: Database,
  { key, id }: Pick<Subscriber, 'key' | 'id'>,
  now: Date,
  { days }: { days: number },
): Promise<boolean> {
  if (!(await noteReminder(trx, key, now, days))) return false;
  await requestLetter(trx, 'mail_confirmation', id);
  return true;
}

/**
 * Subscribes the owner of the address that the confirmation was sent to: an `unactivated` one gets mail from now on and is
 * queued for the welcome; others are left as they are. False, changing nothing, if the subscriber does not exist, has
 * another address, has left or is undeliverable.
 */
export async function confirmSubscription(
  trx: Database,
  newsletter_key: number,
  subscriber_id: string,
  isAddress: (normal_address: string) => boolean,
): Promise<boolean> {
  const before = await lockSubscriber(trx, newsletter_key, subscriber_id);
  if (!before || !isAddress(before.normal_address) || !isConfirmable(before)) return false;
  if (before.type === 'unactivated') {
    const after = await updateSubscriberRow(trx, before.key, mailChange(before, 'subscribed'));
    await recordChanges(trx, before, after);
    await requestLetter(trx, 'mail_welcome', after.id);
  }
  return true;
}

/** Whether a confirmation, the first or a repeated one, leads to a subscription. */
export function isConfirmable({ type }: Pick<Subscriber, 'type'>): boolean {
  return !goneTypes.includes(type) && !suppressedTypes.includes(type);
}
