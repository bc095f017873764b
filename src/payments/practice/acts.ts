import type Stripe from 'stripe';
import { keepPayment, refund } from './charges.ts';
import { keepInvoice, productOf } from './invoices.ts';
import { metadataFor, newSubscription } from './objects.ts';
import { bringForward, charge, settle } from './pass.ts';
import { all, find, keep, tell, type World } from './world.ts';

/** The acts of people at Stripe: of readers on its pages, and of owners in its Dashboard. */

/** Pays for the contents of the session. Does nothing if the session is not open. */
export function pay(world: World, session_id: string, now: number): void {
  const session = find(world, 'checkout.session', session_id);
  if (session?.status !== 'open') return;
  const customer = session.customer as string;
  session.status = 'complete';
  session.url = null;
  if (session.mode === 'subscription') {
    const price = find(world, 'price', session.metadata?.practice_price)!;
    const trial_days = Number(session.metadata?.practice_trial_days ?? 0);
    const wanted = { customer, price, metadata: metadataFor(session), trial_days };
    const made = keep(world, newSubscription(world, wanted, now), 'customer.subscription.created', now);
    session.subscription = made.id;
    if (trial_days === 0) charge(world, made, now);
    session.payment_status = trial_days > 0 ? 'no_payment_required' : 'paid';
  } else {
    const { amount, currency } = costOf(world, session);
    const payment_intent = keepPayment(world, { amount, currency, customer }, now);
    const product = productOf(world, session);
    session.payment_intent = payment_intent;
    session.invoice = keepInvoice(
      world,
      { customer, amount, currency, product, payment_intent, subscription: null },
      now,
    );
    session.payment_status = 'paid';
    session.amount_total = amount;
    session.currency = currency;
  }
  tell(world, 'checkout.session.completed', session, now);
}

/** Returns the price of a session: the price that it names, or an amount of its own. */
export function costOf(
  world: World,
  { metadata }: Stripe.Checkout.Session,
): { amount: number; currency: string } {
  const price = find(world, 'price', metadata?.practice_price);
  return {
    amount: price?.unit_amount ?? Number(metadata?.practice_amount ?? 0),
    currency: price?.currency ?? metadata?.practice_currency ?? 'usd',
  };
}

/** Pays back all payments of the customer. */
export function refundAll(world: World, customer: string, now: number): void {
  for (const intent of all(world, 'payment_intent'))
    if (intent.customer === customer) refund(world, intent.id, now);
}

/** The acts that are possible on the subscriptions of a customer, as in Stripe's portal. */
export type PortalAct = 'cancel' | 'keep' | 'pause' | 'resume' | 'fail' | 'mend' | 'due';

/** Does the act to every subscription of the customer that has not ended. */
export function actInPortal(world: World, customer: string, act: PortalAct, now: number): void {
  if (act === 'fail') world.refused = [...new Set([...world.refused, customer])];
  if (act === 'mend') world.refused = world.refused.filter(one => one !== customer);
  for (const subscription of all(world, 'subscription')) {
    if (subscription.customer !== customer || subscription.ended_at !== null) continue;
    change(world, subscription, act, now);
    tell(world, 'customer.subscription.updated', subscription, now);
  }
}

function change(world: World, subscription: Stripe.Subscription, act: PortalAct, now: number): void {
  switch (act) {
    case 'cancel':
      subscription.cancel_at_period_end = true;
      subscription.canceled_at = now;
      return;
    case 'keep':
      subscription.cancel_at_period_end = false;
      subscription.cancel_at = null;
      subscription.canceled_at = null;
      return;
    case 'pause':
      subscription.pause_collection = { behavior: 'void', resumes_at: null };
      return;
    case 'resume':
      subscription.pause_collection = null;
      return;
    case 'mend':
      if (subscription.status === 'past_due') settle(world, subscription, now);
      return;
    case 'due':
      bringForward(world, subscription, now);
      return;
    case 'fail': // shows at the next payment
  }
}
