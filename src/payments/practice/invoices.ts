import type Stripe from 'stripe';
import { all, find, keep, nextId, type World } from './world.ts';

type Paid = {
  customer: string;
  amount: number;
  currency: string;
  product: string;
  payment_intent: string;
  subscription: string | null;
};

/** Stores the paid invoice of a payment. Returns its id. */
export function keepInvoice(world: World, paid: Paid, now: number): string {
  const id = nextId(world, 'in_');
  return keep(world, newInvoice(world, id, paid, now), 'invoice.paid', now).id;
}

/** Returns the rest of an amount after the discounts of the item, and then of its subscription. */
export function dueOf({ discounts, items }: Stripe.Subscription, amount: number): number {
  const all = [...items.data[0]!.discounts, ...discounts];
  const coupons = all.map(one => (one as Stripe.Discount).source.coupon as Stripe.Coupon);
  const left = coupons.reduce(
    (sum, { percent_off, amount_off }) =>
      sum - (percent_off === null ? (amount_off ?? 0) : Math.round((sum * percent_off) / 100)),
    amount,
  );
  return Math.max(0, left);
}

/** Stores the refund of a charge. */
export function keepRefund(world: World, charge: Stripe.Charge, now: number): void {
  const refund: Stripe.Refund = {
    id: nextId(world, 're_'),
    object: 'refund',
    amount: charge.amount,
    balance_transaction: null,
    charge: charge.id,
    created: now,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
  keep(world, refund, 'refund.created', now);
}

/** Returns the product of a session that is paid once: that of its price, or the one that the session names itself. */
export function productOf(world: World, { metadata }: Stripe.Checkout.Session): string {
  const price = find(world, 'price', metadata?.practice_price);
  const [first] = all(world, 'product');
  return (price?.product as string | undefined) ?? metadata?.practice_product ?? first?.id ?? '';
}

function parentOf(subscription: string): Stripe.Invoice.Parent {
  return {
    quote_details: null,
    subscription_details: { metadata: {}, subscription },
    type: 'subscription_details',
  };
}

function newInvoice(world: World, id: string, paid: Paid, now: number): Stripe.Invoice {
  const { customer, amount, currency, subscription } = paid;
  const transitions = { finalized_at: now, marked_uncollectible_at: null, paid_at: now, voided_at: null };
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: null,
    account_tax_ids: null,
    amount_due: amount,
    amount_overpaid: 0,
    amount_paid: amount,
    amount_paid_off_stripe: 0,
    amount_remaining: 0,
    amount_shipping: 0,
    application: null,
    attempt_count: 1,
    attempted: true,
    auto_advance: false,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: subscription === null ? 'manual' : 'subscription_cycle',
    collection_method: 'charge_automatically',
    created: now,
    currency,
    custom_fields: null,
    customer,
    customer_account: null,
    customer_address: null,
    customer_email: null,
    customer_name: null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: now,
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: listOf(newLine(world, id, paid, now), `/v1/invoices/${id}/lines`),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: subscription === null ? null : parentOf(subscription),
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    payments: listOf(newPayment(world, id, paid, now), '/v1/invoice_payments'),
    period_end: now,
    period_start: now,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'paid',
    status_transitions: transitions,
    subtotal: amount,
    subtotal_excluding_tax: amount,
    test_clock: null,
    total: amount,
    total_discount_amounts: [],
    total_excluding_tax: amount,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: now,
  };
}

function listOf<Item>(item: Item, url: string): Stripe.ApiList<Item> {
  return { object: 'list', data: [item], has_more: false, url };
}

function newLine(
  world: World,
  invoice: string,
  { amount, currency, product, subscription }: Paid,
  now: number,
): Stripe.InvoiceLineItem {
  return {
    id: nextId(world, 'il_'),
    object: 'line_item',
    amount,
    currency,
    description: null,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent: null,
    period: { end: now, start: now },
    pretax_credit_amounts: [],
    pricing: { price_details: { price: '', product }, type: 'price_details', unit_amount_decimal: null },
    quantity: 1,
    quantity_decimal: null,
    subscription,
    subtotal: amount,
    taxes: [],
  };
}

function newPayment(
  world: World,
  invoice: string,
  { amount, currency, payment_intent }: Paid,
  now: number,
): Stripe.InvoicePayment {
  return {
    id: nextId(world, 'inpay_'),
    object: 'invoice_payment',
    amount_paid: amount,
    amount_requested: amount,
    created: now,
    currency,
    invoice,
    is_default: true,
    livemode: false,
    payment: { payment_intent, type: 'payment_intent' },
    status: 'paid',
    status_transitions: { canceled_at: null, paid_at: now },
  };
}
