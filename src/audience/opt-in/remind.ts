import type { Newsletter } from '../../accounts/newsletter.ts';
import { demandTagged, findBoundKey, refuseUnapproved, spend } from '../../emails/recipients-bound.ts';
import type { Database } from '../../platform/database/connect.ts';
import { remind } from '../subscribers/confirm.ts';
import { findSubscriber } from '../subscribers/queries.ts';
import type { Subscriber } from '../subscribers/subscriber.ts';

/**
 * Requests another confirmation mail for an `unactivated` subscriber: at most one reminder in 24 hours, even when
 * requested concurrently. The mail that follows a sign-up is not a reminder. Throws `bound_exceeded` if the key `by`
 * may not mail anybody else.
 */
export async function requestReminder(
  trx: Database,
  newsletter: Newsletter,
  subscriber: Subscriber,
  now: Date,
  by: string | null = null,
): Promise<'asked' | 'too_soon' | 'not_unactivated'> {
  if (await remind(trx, subscriber, now, { days: 1 })) {
    const bound = await findBoundKey(trx, newsletter.key, by, { held: true });
    if (bound) {
      refuseUnapproved(bound);
      await demandTagged(trx, bound, newsletter.key, [subscriber.key]);
      await spend(trx, bound, null, 1);
    }
    return 'asked';
  }
  const present = await findSubscriber(trx, newsletter.key, subscriber.id);
  return present?.type === 'unactivated' ? 'too_soon' : 'not_unactivated';
}
