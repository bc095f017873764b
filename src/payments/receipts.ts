import type Stripe from 'stripe';
import type { Database } from '../platform/database/connect.ts';
import type { PaymentAccount } from './account.ts';
import { idOf } from './facts.ts';
import { keepRead, type PaymentObject } from './queries.ts';

/** The parts of an invoice that matter here. Times are in seconds since 1970; amounts are in the smallest unit of the currency. */
export type InvoiceFacts = {
  customer: string;
  currency: string;
  /** The amount with taxes. */
  paid: number;
  tax: number;
  paid_at: number | null;
  subscription: string | null;
  products: string[];
  payment_intents: string[];
};

export type RefundFacts = {
  currency: string;
  amount: number;
  created: number;
  /** Whether the money goes back. A refund may also fail, or be cancelled. */
  is_good: boolean;
  payment_intent: string;
};

/** The fields to fetch with an invoice so that its payments are known. */
export const invoiceExpansion = ['payments'];

function invoiceFacts(invoice: Stripe.Invoice): InvoiceFacts {
  const isPaid = invoice.status === 'paid';
  return {
    customer: idOf(invoice.customer),
    currency: invoice.currency,
    paid: isPaid ? invoice.amount_paid : 0,
    tax: isPaid ? (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0) : 0,
    paid_at: invoice.status_transitions.paid_at,
    subscription: idOf(invoice.parent?.subscription_details?.subscription) || null,
    products: [
      ...new Set(invoice.lines.data.flatMap(({ pricing }) => pricing?.price_details?.product ?? [])),
    ],
    payment_intents: (invoice.payments?.data ?? []).flatMap(
      ({ payment }) => idOf(payment.payment_intent) || [],
    ),
  };
}

function refundFacts(refund: Stripe.Refund): RefundFacts {
  return {
    currency: refund.currency,
    amount: refund.amount,
    created: refund.created,
    is_good: refund.status !== 'failed' && refund.status !== 'canceled',
    payment_intent: idOf(refund.payment_intent),
  };
}

/** Stores the result of reading an invoice. The invoice belongs to the newsletter if one of its products does. */
export async function keepInvoiceRead(
  trx: Database,
  account: PaymentAccount,
  object: PaymentObject,
  invoice: Stripe.Invoice | null,
  now: Date,
): Promise<null> {
  if (invoice === null) return null;
  const facts = invoiceFacts(invoice);
  const in_scope = facts.products.some(product => account.product_ids.includes(product));
  const { customer: customer_id, currency } = facts;
  await keepRead(trx, object, { facts, is_running: false, customer_id, currency, in_scope, worth: 0 }, now);
  return null;
}

/** Stores the result of reading a refund. Whether it counts depends on the invoice whose payment it returns. */
export async function keepRefundRead(
  trx: Database,
  object: PaymentObject,
  refund: Stripe.Refund | null,
  now: Date,
): Promise<null> {
  if (refund === null) return null;
  const facts = refundFacts(refund);
  const { currency } = facts;
  await keepRead(
    trx,
    object,
    { facts, is_running: false, customer_id: idOf(refund.customer), currency, in_scope: true, worth: 0 },
    now,
  );
  return null;
}
