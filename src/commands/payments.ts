import { listNewsletters } from '../accounts/queries.ts';
import { findAccount } from '../payments/queries.ts';
import { failureOf } from '../payments/stripe.ts';
import { agrees, sweep } from '../payments/sweep.ts';
import { systemClock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/connect.ts';
import { openSecrets } from '../program/open-secrets.ts';

/** `postrider payments verify`: compares the subscriptions of every newsletter with Stripe's list. The exit code is 1 if any differ, or if Stripe does not answer. */
export async function verifyPayments(config: Config, db: Database): Promise<number> {
  const { vault } = await openSecrets(db, config);
  const context = { db, clock: systemClock, vault, base_url: config.BASE_URL, stripe_url: config.STRIPE_URL };
  let isRight = true;
  let count = 0;
  for (const newsletter of await listNewsletters(db)) {
    const account = await findAccount(db, newsletter.key);
    if (!account) continue;
    count += 1;
    try {
      const found = await sweep(context, account);
      const { compared, agreed, drifts } = found;
      console.log(`${newsletter.username}: ${agreed} of ${compared} subscriptions agree with Stripe.`);
      for (const { kind, subscription_id } of drifts)
        console.log(`${newsletter.username}: ${subscription_id}: ${kind.replaceAll('_', ' ')}`);
      isRight &&= agrees(found);
    } catch (error) {
      const failure = failureOf(error);
      if (!failure) throw error;
      console.error(`${newsletter.username}: Stripe could not be asked: ${failure.message}`);
      isRight = false;
    }
  }
  if (count === 0) console.log('No newsletter is connected with Stripe.');
  if (!isRight)
    console.error('Whatever differs is read again while the service runs. Then run this once more.');
  return isRight ? 0 : 1;
}
