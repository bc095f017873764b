import type Stripe from 'stripe';
import type { Database } from '../platform/database/connect.ts';
import { inTransaction } from '../platform/database/connect.ts';
import { minute_ms } from '../platform/durations.ts';
import type { Claim } from '../platform/work/claim.ts';
import type { Outcome, Work } from '../platform/work/work.ts';
import type { PaymentAccount } from './account.ts';
import { findAccountByKey, holdAccount, noteAnswer } from './account-queries.ts';
import { factsOf } from './facts.ts';
import { fetchSubscription } from './fetch-subscriptions.ts';
import { tellOf } from './happened.ts';
import { keepSubscription } from './keep-subscription.ts';
import { findPayer } from './payer-queries.ts';
import {
  findObject,
  keepRead,
  lockClaimed,
  type ObjectKind,
  type PaymentObject,
  requestReads,
} from './queries.ts';
import { invoiceExpansion, keepInvoiceRead, keepRefundRead } from './receipts.ts';
import { settleRight } from './rights.ts';
import { closeCheckout, nextLook, sessionExpansion, sessionFacts } from './session.ts';
import { settleGift } from './settle-gift.ts';
import { failureOf, type StripeContext, stripeOf } from './stripe.ts';

/** How soon an object is read again if Stripe did not answer. */
const away_ms = 2 * minute_ms;
const refused_ms = 10 * minute_ms;

/** Reads the objects of Stripe that are due. */
export function readsWork(context: StripeContext): Work {
  return {
    table: 'payment_objects',
    leaves: true,
    at_once: 8,
    handle: claim => readObject(context, claim),
  };
}

/**
 * Asks Stripe for the object, and then, in one transaction, stores it and updates rights, standing and events accordingly. If somebody has
 * requested the object meanwhile, nothing is stored, because a later read may have been stored already. So reads of one object follow each
 * other.
 */
export async function readObject(context: StripeContext, claim: Claim): Promise<Outcome> {
  const { db, clock } = context;
  const object = await findObject(db, claim.id);
  const account = object && (await findAccountByKey(db, object.account_key));
  if (!object || !account) return 'gone';
  try {
    const read = await fetchObject(stripeOf(context, account), object);
    const outcome = await inTransaction(db, async trx => {
      if (!(await holdAccount(trx, account.key))) return 'gone';
      const present = await lockClaimed(trx, claim);
      if (!present) return 'gone'; // the row is due again, and this claim on it has ended
      const now = clock();
      return (await keep(trx, account, present, read, now)) ?? 'done';
    });
    await noteAnswer(db, account.key, '', clock());
    return outcome;
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    await noteAnswer(db, account.key, failure.message, clock());
    return failure.kind === 'away' ? away_ms : refused_ms;
  }
}

type Read =
  | { kind: 'subscription'; subscription: Stripe.Subscription | null }
  | { kind: 'checkout'; session: Stripe.Checkout.Session | null }
  | { kind: 'invoice'; invoice: Stripe.Invoice | null }
  | { kind: 'refund'; refund: Stripe.Refund | null };

/** The worth of an object without monthly income. */
const nothing = { is_running: false, customer_id: '', currency: '', in_scope: true, worth: 0 };

/** Stores the result, with everything that follows from it. Returns how long until the object should be read again; null means never. */
async function keep(
  trx: Database,
  account: PaymentAccount,
  object: PaymentObject,
  read: Read,
  now: Date,
): Promise<number | null> {
  switch (read.kind) {
    case 'subscription':
      return keepSubscription(trx, account, object, read.subscription && factsOf(read.subscription), now);
    case 'checkout':
      return keepSession(trx, account, object, read.session, now);
    case 'invoice':
      return keepInvoiceRead(trx, account, object, read.invoice, now);
    case 'refund':
      return keepRefundRead(trx, object, read.refund, now);
  }
}

/** Returns the object as Stripe has it now; null if there is none. */
async function fetchObject(stripe: Stripe, { kind, object_id }: PaymentObject): Promise<Read> {
  const orNull = (error: unknown) => {
    if (failureOf(error)?.kind === 'missing') return null;
    throw error;
  };
  switch (kind as ObjectKind) {
    case 'subscription':
      return {
        kind: 'subscription',
        subscription: await fetchSubscription(stripe, object_id).catch(orNull),
      };
    case 'checkout':
      return { kind: 'checkout', session: await retrieveSession(stripe, object_id).catch(orNull) };
    case 'invoice': {
      const expand = invoiceExpansion;
      return {
        kind: 'invoice',
        invoice: await stripe.invoices.retrieve(object_id, { expand }).catch(orNull),
      };
    }
    case 'refund':
      return { kind: 'refund', refund: await stripe.refunds.retrieve(object_id).catch(orNull) };
  }
}

function retrieveSession(stripe: Stripe, id: string): Promise<Stripe.Checkout.Session> {
  return stripe.checkout.sessions.retrieve(id, { expand: sessionExpansion });
}

async function keepSession(
  trx: Database,
  account: PaymentAccount,
  object: PaymentObject,
  session: Stripe.Checkout.Session | null,
  now: Date,
): Promise<number | null> {
  const facts = sessionFacts(session);
  await keepRead(
    trx,
    object,
    { ...nothing, facts, is_running: facts.status === 'open', customer_id: facts.customer },
    now,
  );
  if (await closeCheckout(trx, account.key, object.object_id, facts.status))
    await tellOf(trx, account, { session_id: object.object_id }, facts.customer, [
      'stripe.checkout.session.completed',
    ]);
  if (facts.subscription)
    await requestReads(
      trx,
      account.key,
      [{ object_id: facts.subscription, kind: 'subscription', customer_id: facts.customer }],
      'checkout',
    );
  else if (facts.gift !== null)
    await settleGift(trx, account, object.object_id, { ...facts, gift: facts.gift }, now);
  else if (facts.mode === 'payment' && facts.is_paid)
    await settleRight(
      trx,
      account,
      {
        object_id: object.object_id,
        subscriber_key: (await findPayer(trx, account.key, facts.customer))?.subscriber_key ?? null,
        kind: 'one_time',
        start_date: new Date(facts.created * 1000).toISOString(),
        again_date: now.toISOString(),
        wanted: facts.is_refunded ? null : { state: 'running', end_date: null, grace_until: null },
      },
      now,
    );
  return nextLook(facts, object.creation_date, now);
}
