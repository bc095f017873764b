import type { Database } from '../../platform/database/connect.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { enqueueConfirmation, enqueueWelcome } from './jobs.ts';
import { lockSubscriber, noteReminder, updateSubscriberRow } from './queries.ts';
import { goneTypes, type Subscriber, suppressedTypes } from './subscriber.ts';
import { recordChanges, typeChange } from './update.ts';

/**
 * Asks for another confirmation mail to who is `unactivated`, unless a reminder was asked for in the last `days` days.
 * Returns whether it did; of two at once one does.
 */
export async function remind(
  trx: Database,
  jobs: Jobs,
  { key, id }: Pick<Subscriber, 'key' | 'id'>,
  now: Date,
  { days }: { days: number },
): Promise<boolean> {
  if (!(await noteReminder(trx, key, now, days))) return false;
  await enqueueConfirmation(trx, jobs, id);
  return true;
}

/**
 * The subscriber, if one is there under the address that the confirmation was asked of, is subscribed afterwards:
 * `regular`, and to be welcomed, if it was `unactivated`, else left as it is. False, and nothing is changed, when there is nobody, another
 * address, or somebody who has left or cannot be reached.
 */
export async function confirmSubscription(
  trx: Database,
  jobs: Jobs,
  newsletter_key: number,
  subscriber_id: string,
  isAddress: (normal_address: string) => boolean,
): Promise<boolean> {
  const before = await lockSubscriber(trx, newsletter_key, subscriber_id);
  if (!before || !isAddress(before.normal_address) || !isConfirmable(before)) return false;
  if (before.type === 'unactivated') {
    const after = await updateSubscriberRow(trx, before.key, typeChange(before, 'regular'));
    await recordChanges(trx, before, after);
    await enqueueWelcome(trx, jobs, after.id);
  }
  return true;
}

/** Whether a confirmation, the first or another, finds somebody who is or will be subscribed. */
export function isConfirmable({ type }: Pick<Subscriber, 'type'>): boolean {
  return !goneTypes.includes(type) && !suppressedTypes.includes(type);
}
