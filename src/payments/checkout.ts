import type Stripe from 'stripe';
import type { Newsletter } from '../accounts/newsletter.ts';
import { lockSubscriber } from '../audience/subscribers/queries.ts';
import type { Subscriber } from '../audience/subscribers/subscriber.ts';
import { recordEvent } from '../journal/record.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { domainError, found } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { PaymentAccount } from './account.ts';
import {
  addSession,
  type Checkout,
  dropUnmade,
  findOpen,
  insertCheckout,
  setState,
} from './checkout-queries.ts';
import { demandAccount } from './connect.ts';
import { metadataNames } from './facts.ts';
import { type Gift, type GiftWish, lastsOf } from './gift.ts';
import { insertGift } from './gift-queries.ts';
import { metadataOf, sessionOf } from './new-session.ts';
import { offersOf, type Price } from './offers.ts';
import { findCustomer, linkPayers, listSubscriptions } from './payer-queries.ts';
import { requestReads } from './queries.ts';
import { sessionFacts } from './session.ts';
import { asking, failureOf, refuseOnHold, type StripeContext, stripeOf } from './stripe.ts';

/** The place to which a reader who wants to pay is sent. `portal`: they have a subscription already, and can change it there. */
export type Way = { to: 'checkout' | 'portal'; url: string };

type Wish = {
  newsletter: Newsletter;
  subscriber: Pick<Subscriber, 'id' | 'email_address'>;
  price_id: string;
  /** If the reader buys the product once for somebody else: the gift. */
  gift?: GiftWish;
  /** The address to which the reader returns. */
  back: string;
};

/**
 * Opens a checkout for the reader. Opens the portal instead if they buy for themselves and have a subscription that runs or may run. A
 * reader has one open checkout: a former one is closed at Stripe first, so that nobody pays twice. Every step may be repeated after a
 * crash, under the same Idempotency-Key. Throws `not_found` for a price that is not offered, `payments_away` and `payments_refused`.
 */
export async function openCheckout(context: StripeContext, wish: Wish): Promise<Way> {
  const { db } = context;
  await refuseOnHold(db);
  const account = await demandAccount(db, wish.newsletter.key);
  const price = found(
    offersOf(account).find(({ id }) => id === wish.price_id),
    'price',
  );
  if (wish.gift) found(lastsOf(price), 'price');
  for (;;) {
    const begun = await begin(db, account, wish, price);
    if (begun.is === 'subscribed') return { to: 'portal', url: await openPortal(context, account, wish) };
    if (begun.is === 'begun') {
      const url = await makeSession(context, account, begun, wish, price);
      if (url !== null) return { to: 'checkout', url };
    } else await closeFormer(context, account, begun.checkout, wish);
  }
}

type Begun =
  | { is: 'subscribed' }
  | { is: 'open'; checkout: Checkout }
  | { is: 'begun'; checkout: Checkout; gift: Gift | undefined };

/** Decides, with the reader locked, whether an attempt may begin. */
async function begin(db: Database, account: PaymentAccount, wish: Wish, price: Price): Promise<Begun> {
  return inTransaction(db, async trx => {
    const { newsletter, subscriber } = wish;
    const { key } = found(await lockSubscriber(trx, newsletter.key, subscriber.id), 'subscriber');
    const subscriptions = await listSubscriptions(trx, account.key, key);
    if (!wish.gift && subscriptions.some(({ is_running }) => is_running)) return { is: 'subscribed' };
    const open = await findOpen(trx, account.key, key);
    if (open) return { is: 'open', checkout: open };
    const checkout = await insertCheckout(trx, {
      id: newId(),
      account_key: account.key,
      subscriber_key: key,
      price_id: wish.price_id,
      back: wish.back,
    });
    await recordEvent(trx, newsletter.key, {
      event_type: 'subscriber.viewed_checkout_page',
      subscriber_id: subscriber.id,
      data: { checkout_id: checkout.id, price_id: wish.price_id },
    });
    const gift =
      wish.gift &&
      (await insertGift(trx, {
        ...wish.gift,
        id: newId(),
        account_key: account.key,
        checkout_key: checkout.key,
        buyer_key: key,
        lasts: lastsOf(price)!,
      }));
    return { is: 'begun', checkout, gift };
  });
}

/** Ends the former attempt at Stripe, or records that it was completed. */
async function closeFormer(
  context: StripeContext,
  account: PaymentAccount,
  checkout: Checkout,
  { subscriber }: Wish,
): Promise<void> {
  const { db } = context;
  const stripe = stripeOf(context, account);
  await asking(async () => {
    const session_id =
      checkout.session_id ?? (await findLost(stripe, subscriber.id, checkout.id))?.id ?? null;
    if (session_id === null) return dropUnmade(db, checkout.key);
    const session = await stripe.checkout.sessions.expire(session_id).catch(async error => {
      if (failureOf(error)?.kind !== 'refused') throw error;
      return stripe.checkout.sessions.retrieve(session_id);
    });
    const facts = sessionFacts(session);
    if (facts.status === 'complete')
      await inTransaction(db, async trx => {
        await setState(trx, checkout.key, 'completed');
        const objects = facts.subscription
          ? [{ object_id: facts.subscription, kind: 'subscription' as const, customer_id: facts.customer }]
          : [];
        await requestReads(
          trx,
          account.key,
          [{ object_id: session_id, kind: 'checkout' }, ...objects],
          'checkout',
        );
      });
    else await setState(db, checkout.key, 'expired');
  });
}

/** Finds the session of an attempt that a crash interrupted after Stripe had made it. */
async function findLost(
  stripe: Stripe,
  subscriber_id: string,
  checkout_id: string,
): Promise<Stripe.Checkout.Session | undefined> {
  for await (const session of stripe.checkout.sessions.list({ limit: 100 })) {
    if (session.client_reference_id === checkout_id) return session;
    // This session was made before the attempt, and the list is in order of time.
    if (session.metadata?.[metadataNames.subscriber] === subscriber_id) return undefined;
  }
  return undefined;
}

/** Makes the session. Returns null if another request of the reader has ended this attempt meanwhile; then nobody has seen its address. */
async function makeSession(
  context: StripeContext,
  account: PaymentAccount,
  { checkout, gift }: { checkout: Checkout; gift: Gift | undefined },
  wish: Wish,
  price: Price,
): Promise<string | null> {
  const { db, clock } = context;
  const stripe = stripeOf(context, account);
  return asking(async () => {
    const customer = await demandCustomer(context, account, wish.subscriber, checkout.subscriber_key);
    const now = Math.floor(clock().getTime() / 1000);
    const session = await stripe.checkout.sessions.create(
      sessionOf(account, checkout, wish.subscriber, { price, customer, gift }, now),
      { idempotencyKey: checkout.id },
    );
    const { id, url } = session;
    if (url === null) throw domainError('payments_refused', 'payments.no_page');
    const isOpen = await inTransaction(db, async trx => {
      if (!(await addSession(trx, checkout.key, id, url))) return false;
      await requestReads(trx, account.key, [{ object_id: id, kind: 'checkout' }], 'checkout');
      return true;
    });
    if (!isOpen) await stripe.checkout.sessions.expire(id);
    return isOpen ? url : null;
  });
}

/**
 * Returns the reader's customer at Stripe, who is made before any payment: which reader it is never depends on an address that somebody
 * types at Stripe.
 */
async function demandCustomer(
  context: StripeContext,
  account: PaymentAccount,
  subscriber: Wish['subscriber'],
  subscriber_key: number,
): Promise<string> {
  const { db } = context;
  const known = await findCustomer(db, account.key, subscriber_key);
  if (known) return known;
  const { id } = await stripeOf(context, account).customers.create(
    { email: subscriber.email_address, metadata: metadataOf(account, subscriber) },
    { idempotencyKey: `customer-${account.id}-${subscriber.id}` },
  );
  await linkPayers(db, account.key, [{ customer_id: id, subscriber_key }], 'checkout');
  return id;
}

/** Opens Stripe's portal for the reader, where they change their card and plan, and see their invoices. Throws `not_found` for somebody who has never paid. */
export async function openPortal(
  context: StripeContext,
  account: PaymentAccount,
  { newsletter, subscriber, back }: Pick<Wish, 'newsletter' | 'subscriber' | 'back'>,
): Promise<string> {
  await refuseOnHold(context.db);
  const { key } = found(
    await context.db
      .selectFrom('subscribers')
      .select('key')
      .where('newsletter_key', '=', newsletter.key)
      .where('id', '=', subscriber.id)
      .executeTakeFirst(),
    'subscriber',
  );
  const [running] = (await listSubscriptions(context.db, account.key, key)).filter(one => one.is_running);
  const customer = running?.customer_id || (await findCustomer(context.db, account.key, key));
  const { url } = await asking(() =>
    stripeOf(context, account).billingPortal.sessions.create({
      customer: found(customer, 'customer'),
      return_url: back,
    }),
  );
  return url;
}
