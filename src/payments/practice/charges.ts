import type Stripe from 'stripe';
import { keepRefund } from './invoices.ts';
import { find, keep, nextId, tell, type World } from './world.ts';

type Paid = { amount: number; currency: string; customer: string };

/** Stores a payment that the card has made, with its charge. Returns its id. */
export function keepPayment(world: World, paid: Paid, now: number): string {
  const id = nextId(world, 'pi_');
  const charge = keep(world, newCharge(world, id, paid, now), 'charge.succeeded', now);
  keep(world, newIntent(id, charge.id, paid, now), 'payment_intent.succeeded', now);
  return id;
}

/** Refunds the whole payment, as its owner may in Stripe's Dashboard. */
export function refund(world: World, payment_intent: string, now: number): void {
  const intent = find(world, 'payment_intent', payment_intent);
  const charge = find(world, 'charge', intent?.latest_charge as string | undefined);
  if (!charge || charge.refunded) return;
  charge.refunded = true;
  charge.amount_refunded = charge.amount;
  keepRefund(world, charge, now);
  tell(world, 'charge.refunded', charge, now);
}

function newCharge(
  world: World,
  payment_intent: string,
  { amount, currency, customer }: Paid,
  now: number,
): Stripe.Charge {
  return {
    id: nextId(world, 'ch_'),
    object: 'charge',
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: true,
    created: now,
    currency,
    customer,
    description: null,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: null,
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent,
    payment_method: null,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: null,
  };
}

function newIntent(
  id: string,
  latest_charge: string,
  { amount, currency, customer }: Paid,
  now: number,
): Stripe.PaymentIntent {
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount,
    amount_capturable: 0,
    amount_received: amount,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: null,
    confirmation_method: 'automatic',
    created: now,
    currency,
    customer,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'succeeded',
    transfer_group: null,
  };
}
