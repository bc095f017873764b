import { inTransaction } from '../platform/database/connect.ts';
import type { PaymentAccount } from './account.ts';
import { holdAccount } from './account-queries.ts';
import type { SubscriptionFacts } from './facts.ts';
import { keepSubscription } from './keep-subscription.ts';
import { insertObject, lockUntouched, settleRead, type Touches } from './listed-queries.ts';
import { requestReads } from './queries.ts';
import type { StripeContext } from './stripe.ts';

/**
 * Stores subscriptions as Stripe has listed them, as if each had been read, each in a transaction of its own. If somebody has read or
 * requested one since `before`, which was taken before the list, the stored one may be newer than the list, so it is read again instead.
 */
export async function keepListed(
  { db, clock }: Pick<StripeContext, 'db' | 'clock'>,
  account: PaymentAccount,
  listed: ReadonlyMap<string, SubscriptionFacts>,
  before: ReadonlyMap<string, Touches>,
): Promise<void> {
  const touched: string[] = [];
  for (const [object_id, facts] of listed) {
    const isKept = await inTransaction(db, async trx => {
      if (!(await holdAccount(trx, account.key))) return true;
      const known = before.get(object_id);
      const object = known
        ? await lockUntouched(trx, account.key, object_id, known)
        : await insertObject(trx, account.key, object_id);
      if (!object) return false;
      await settleRead(
        trx,
        object.key,
        await keepSubscription(trx, account, { ...object, cause: 'sweep' }, facts, clock()),
      );
      return true;
    });
    if (!isKept) touched.push(object_id);
  }
  await requestReads(
    db,
    account.key,
    touched.map(object_id => ({ object_id, kind: 'subscription' as const })),
    'sweep',
  );
}
