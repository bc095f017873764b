import { listNewsletters } from '../accounts/queries.ts';
import { findAccount } from '../payments/account-queries.ts';
import { recount } from '../payments/recount.ts';
import { failureOf } from '../payments/stripe.ts';
import { agrees, sweep } from '../payments/sweep.ts';
import { systemClock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/connect.ts';
import { openSecrets } from '../program/open-secrets.ts';

/**
 * `postrider payments verify`: compares the subscriptions of every newsletter with Stripe's list. The exit code is 1 if any differ, or if
 * Stripe does not answer.
 */
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
  if (!isRight) console.error('The running service reads what differs again. Then run this once more.');
  return isRight ? 0 : 1;
}

/** `postrider payments recount`: computes every figure about money again from the history of reads. The exit code is 1 if one differs. */
export async function recountPayments(db: Database): Promise<number> {
  let isRight = true;
  let count = 0;
  for (const newsletter of await listNewsletters(db)) {
    const account = await findAccount(db, newsletter.key);
    if (!account) continue;
    count += 1;
    const wrong = await recount(db, newsletter, account, systemClock());
    console.log(`${newsletter.username}: ${wrong.length === 0 ? 'every figure is right' : 'these differ'}.`);
    for (const difference of wrong) console.log(`${newsletter.username}: ${difference}`);
    isRight &&= wrong.length === 0;
  }
  if (count === 0) console.log('No newsletter is connected with Stripe.');
  return isRight ? 0 : 1;
}
