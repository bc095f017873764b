import { z } from 'zod';
import { findOffer, type Order, type Ordered, order } from '../../payments/order.ts';
import { domainError } from '../../platform/errors.ts';
import { line } from '../../platform/http/fields.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { done, failed, type Result, skipped, unchanged } from './result.ts';
import { bulkType } from './type.ts';

const results: Record<Ordered, Result> = {
  ordered: done,
  unchanged,
  no_subscription: skipped('no_subscription', sentence('bulk_actions.no_subscription')),
  other_cadence: failed('other_cadence', sentence('bulk_actions.other_cadence')),
};

/** A type that requests a change of the subscribers' Stripe subscriptions. Stripe is asked for it within seconds. */
function ordering<Metadata extends object>(
  metadata: z.ZodType<Metadata>,
  settle: Parameters<typeof bulkType<Metadata, Order>>[0]['settle'],
) {
  return bulkType<Metadata, Order>({
    acts_on: 'subscribers',
    needs: ['subscribers', 'payments'],
    without_ids: 'refused',
    metadata,
    settle,
    group: 100,
    async work(trx, _context, newsletter, wanted, targets) {
      const all = new Map<number, Result>();
      for (const { key } of targets) all.set(key, results[await order(trx, newsletter.key, key, wanted)]);
      return all;
    },
  });
}

/** Ends the subscriptions of subscribers at Stripe with the period that they have paid for. */
export const cancelStripeSubscriptions = ordering(z.object({}), async () => ({ do: 'end' }));

/** Stops collecting money for subscriptions at Stripe until somebody resumes them. Meanwhile the subscribers get free mail. */
export const pauseStripeSubscriptions = ordering(z.object({}), async () => ({ do: 'pause' }));

/** Gives subscriptions at Stripe another price of the same cadence from their next period on, without proration. */
export const modifyStripeSubscriptions = ordering(
  z.object({ price_id: line(100).optional() }),
  async (trx, newsletter, { price_id = '' }) => {
    if (!(await findOffer(trx, newsletter.key, price_id)))
      throw domainError('bulk_action_invalid_price', 'bulk_actions.invalid_price');
    return { do: 'price', price_id };
  },
);
