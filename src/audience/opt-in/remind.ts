import type { Newsletter } from '../../accounts/newsletter.ts';
import { demandTagged, findBoundKey, spend } from '../../emails/recipients-bound.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { remind } from '../subscribers/confirm.ts';
import { findSubscriber } from '../subscribers/queries.ts';
import type { Subscriber } from '../subscribers/subscriber.ts';

/**
 * Asks for another confirmation mail to somebody who is `unactivated`; at most one reminder in 24 hours, and of two at
 * once one is asked for. The mail that follows the sign-up itself is no reminder. Throws `bound_exceeded` where the key `by`
 * may mail nobody more.
 */
export async function requestReminder(
  trx: Database,
  jobs: Jobs,
  newsletter: Newsletter,
  subscriber: Subscriber,
  now: Date,
  by: string | null = null,
): Promise<'asked' | 'too_soon' | 'not_unactivated'> {
  if (await remind(trx, jobs, subscriber, now, { days: 1 })) {
    const bound = await findBoundKey(trx, by, { held: true });
    if (bound) {
      await demandTagged(trx, bound, newsletter.key, [subscriber.key]);
      await spend(trx, bound, null, 1);
    }
    return 'asked';
  }
  const present = await findSubscriber(trx, newsletter.key, subscriber.id);
  return present?.type === 'unactivated' ? 'too_soon' : 'not_unactivated';
}
