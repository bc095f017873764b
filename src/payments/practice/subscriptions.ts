import type Stripe from 'stripe';
import { type Fields, flag, group, text } from './form.ts';
import { demand, expands, type Here, invalid, list, missing, type Operation } from './operation.ts';
import { endNow } from './pass.ts';
import { all, keep, tell } from './world.ts';

/**
 * Shows discounts by their ids, and their coupons too, unless the request expands them. `below` is the place of the subscription in the
 * answer.
 */
function shownDiscounts(subscription: Stripe.Subscription, fields: Fields, below = ''): Stripe.Subscription {
  const shown = (discounts: Discounts, path: string) =>
    discounts.map(one => {
      if (typeof one === 'string' || expands(fields, `${below}${path}.source.coupon`)) return one;
      if (!expands(fields, `${below}${path}`)) return one.id;
      return { ...one, source: { ...one.source, coupon: idOf(one.source.coupon) } };
    });
  const data = subscription.items.data.map(item => ({
    ...item,
    discounts: shown(item.discounts, 'items.data.discounts'),
  }));
  return {
    ...subscription,
    discounts: shown(subscription.discounts, 'discounts'),
    items: { ...subscription.items, data },
  };
}

type Discounts = (string | Stripe.Discount)[];

function idOf(coupon: string | { id: string } | null): string | null {
  return typeof coupon === 'string' ? coupon : (coupon?.id ?? null);
}

/** The operations on subscriptions. */
export const subscriptions: readonly Operation[] = [
  {
    method: 'GET',
    path: /^\/v1\/subscriptions$/,
    right: 'subscription_read',
    answer({ world }, fields) {
      const status = text(fields.status);
      const customer = text(fields.customer);
      const found = all(world, 'subscription').filter(
        one =>
          (status === 'all' || (status === undefined ? one.status !== 'canceled' : one.status === status)) &&
          (customer === undefined || one.customer === customer),
      );
      const page = list('/v1/subscriptions', found, fields);
      const hasCustomer = expands(fields, 'data.customer');
      const data = page.data.map(one => ({
        ...shownDiscounts(one, fields, 'data.'),
        ...(hasCustomer && { customer: world.objects[one.customer as string] }),
      }));
      return { ...page, data };
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/subscriptions\/(\w+)$/,
    right: 'subscription_read',
    answer: (here, fields, id) => shownDiscounts(demand(here, 'subscription', id), fields),
  },
  {
    method: 'POST',
    path: /^\/v1\/subscriptions\/(\w+)$/,
    right: 'subscription_write',
    answer(here, fields, id) {
      const subscription = demand(here, 'subscription', id);
      if (subscription.ended_at !== null)
        throw invalid('A canceled subscription can only update its cancellation_details and metadata.');
      if (fields.cancel_at_period_end !== undefined) {
        subscription.cancel_at_period_end = flag(fields.cancel_at_period_end);
        subscription.canceled_at = subscription.cancel_at_period_end ? here.now : null;
      }
      if (fields.pause_collection !== undefined)
        subscription.pause_collection =
          fields.pause_collection === '' ? null : { behavior: 'void', resumes_at: null };
      const [item] = Object.values(group(fields.items)).map(group);
      if (item) subscription.items.data[0]!.price = demand(here, 'price', text(item.price));
      return keep(here.world, subscription, 'customer.subscription.updated', here.now);
    },
  },
  {
    method: 'DELETE',
    path: /^\/v1\/subscriptions\/(\w+)$/,
    right: 'subscription_write',
    answer(here, _, id) {
      const subscription = demand(here, 'subscription', id);
      if (subscription.ended_at !== null) throw missing('subscription', id);
      endNow(here.world, subscription, here.now);
      return subscription;
    },
  },
];

/** Changes a subscription as its owner may in Stripe's Dashboard, without notices to anybody who did not ask. */
export function edit(here: Here, id: string, changes: object): void {
  const subscription = demand(here, 'subscription', id);
  Object.assign(subscription, changes);
  tell(here.world, 'customer.subscription.updated', subscription, here.now);
}
