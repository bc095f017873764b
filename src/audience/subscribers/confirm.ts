import type { Newsletter } from '../../accounts/newsletter.ts';
import { requestLetter } from '../../letters/request.ts';
import type { Database } from '../../platform/database/connect.ts';
import { day_ms } from '../../platform/durations.ts';
import { newId } from '../../platform/ids.ts';
import { noteUnpaid } from '../standing/joining.ts';
import { insertGrants } from '../standing/queries.ts';
import { lockSubscriber, noteReminder, updateSubscriberRow } from './queries.ts';
import { settleStandings } from './settle.ts';
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
 * Subscribes the owner of the address that the confirmation was sent to: an `unactivated` one gets mail from now on, is queued for the
 * welcome, and begins the newsletter's trial; others are left as they are. Returns false, changing nothing, if the subscriber does not
 * exist, has another address, has left or is undeliverable.
 */
export async function confirmSubscription(
  trx: Database,
  newsletter: Newsletter,
  subscriber_id: string,
  isAddress: (normal_address: string) => boolean,
  now: Date,
): Promise<boolean> {
  const before = await lockSubscriber(trx, newsletter.key, subscriber_id);
  if (!before || !isAddress(before.normal_address) || !isConfirmable(before)) return false;
  if (before.type === 'unactivated') {
    const after = await updateSubscriberRow(trx, before.key, mailChange(before, 'subscribed'));
    await recordChanges(trx, before, after);
    const isUnpaid = await noteUnpaid(trx, newsletter, after.key, now);
    const isOnTrial = await beginTrial(trx, newsletter, after, now);
    if (isUnpaid || isOnTrial) await settleStandings(trx, newsletter.key, [after.key], now);
    await requestLetter(trx, 'mail_welcome', after.id);
  }
  return true;
}

/** Gives somebody who confirms the trial that the newsletter offers; only once to the same person. Returns whether it did. */
async function beginTrial(
  trx: Database,
  { key: newsletter_key, trial_days }: Newsletter,
  { key, id }: Subscriber,
  now: Date,
): Promise<boolean> {
  if (trial_days === 0) return false;
  const added = await insertGrants(trx, [
    {
      id: newId(),
      newsletter_key,
      subscriber_key: key,
      ...{ kind: 'trial', source: 'trial', reference: id },
      start_date: now.toISOString(),
      end_date: new Date(now.getTime() + trial_days * day_ms).toISOString(),
    },
  ]);
  return added.length > 0;
}

/** Whether a confirmation, the first or a repeated one, leads to a subscription. */
export function isConfirmable({ type }: Pick<Subscriber, 'type'>): boolean {
  return !goneTypes.includes(type) && !suppressedTypes.includes(type);
}
