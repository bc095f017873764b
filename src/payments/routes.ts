import type { FastifyReply, FastifyRequest } from 'fastify';
import type Stripe from 'stripe';
import { z } from 'zod';
import { demandProofOf } from '../accounts/people/me.ts';
import { findSubscriber } from '../audience/subscribers/queries.ts';
import { type Coupon, couponSchema, subscriptionSchema } from '../audience/subscribers/stripe.ts';
import { found } from '../platform/errors.ts';
import { operations } from '../platform/http/operations.ts';
import { listOf, sendPage } from '../platform/http/pages.ts';
import { type Page, pageParameters } from '../platform/http/query.ts';
import type { App } from '../platform/http/server.ts';
import {
  checkInput,
  checkSchema,
  type PaymentAccount,
  paymentsInput,
  paymentsSchema,
  sweepSchema,
} from './account.ts';
import { findAccount } from './account-queries.ts';
import { adopt, adoptInput, adoptionSchema } from './adopt.ts';
import { accountIdOf, connectPayments, demandAccount, disconnectPayments, modeOf } from './connect.ts';
import { showCoupon } from './discounts.ts';
import { offersOf, priceSchema } from './offers.ts';
import { listSubscriptions } from './payer-queries.ts';
import { archivePrice, createPrice, listProducts, priceInput } from './prices.ts';
import { missingRights } from './probe.ts';
import { showPayments } from './show.ts';
import { asking, clientOf, failureOf, type StripeContext, stripeOf } from './stripe.ts';
import { showSubscription } from './subscription.ts';
import { sweep } from './sweep.ts';

const api = operations('Payments', {
  show: {
    summary: 'Show how the newsletter is paid for',
    access: { payments: 'read' },
    answers: paymentsSchema,
  },
  connect: {
    summary: 'Connect with Stripe, or change the settings of the connection',
    description:
      'With `key`, a restricted key of your account; with `mode: practice`, without an account: everything works, and nothing is charged. Other fields are settings. Another account or mode ends all rights that came from practice or test mode. People can send a key only within 15 minutes of signing in (403 `sign_in_again`).',
    access: { payments: 'write' },
    body: paymentsInput,
    answers: paymentsSchema,
    fails: [409, 503],
  },
  disconnect: {
    summary: 'End the connection with Stripe',
    description:
      'Rights that came from practice or test mode end. While readers pay to a live account, it answers 409. People can do it only within 15 minutes of signing in (403 `sign_in_again`).',
    access: { payments: 'write' },
    fails: [409],
  },
  check: {
    summary: 'Ask Stripe whether the key has every right, and which products there are',
    description: 'Checks the key that is connected, or `key`, which is not kept.',
    access: { payments: 'write' },
    body: checkInput.nullish(),
    answers: checkSchema,
    fails: [400],
  },
  sweep: {
    summary: 'Compare everything with Stripe now',
    description: 'What differs is put right. It also happens once a day.',
    access: { payments: 'write' },
    answers: sweepSchema,
    fails: [400, 503],
  },
  adopt: {
    summary: 'Link subscriptions that another service began',
    access: { payments: 'write' },
    body: adoptInput,
    answers: adoptionSchema,
    fails: [503],
  },
  prices: {
    summary: 'List prices',
    description: 'The active prices of the products of this newsletter, the lowest first.',
    access: { payments: 'read' },
    query: z.object(pageParameters),
    answers: listOf(priceSchema),
  },
  createPrice: {
    summary: 'Create a price',
    access: { payments: 'write' },
    body: priceInput,
    answers: { 201: priceSchema },
    fails: [409, 503],
  },
  archivePrice: {
    summary: 'Archive a price',
    description: 'Nobody can buy it from then on. Readers who have it keep it.',
    access: { payments: 'write' },
    params: z.object({ price_id: z.string() }),
    fails: [400, 409, 503],
  },
  coupons: {
    summary: 'List coupons',
    description: 'Those of the Stripe account, where they are made.',
    access: { payments: 'read' },
    query: z.object(pageParameters),
    answers: listOf(couponSchema),
    fails: [503],
  },
  subscriptions: {
    summary: 'List the Stripe subscriptions of a subscriber',
    description: 'As they were read last, the newest first.',
    access: { payments: 'read', subscribers: 'read' },
    params: z.object({ id_or_email: z.string() }),
    query: z.object(pageParameters),
    answers: listOf(subscriptionSchema),
  },
});

/** Adds the routes of paid subscriptions: the connection with Stripe, its prices and coupons, and the people who pay. */
export function paymentRoutes(app: App, context: StripeContext): void {
  const asked = ({ db }: FastifyRequest): StripeContext => ({ ...context, db });

  app.get('/v1/payments', api.show, async request => showPayments(asked(request), request.newsletter));

  app.put('/v1/payments', api.connect, async request => {
    const { newsletter, body } = request;
    if (body.key !== undefined) await demandProofOf(request, context.clock());
    return showPayments(asked(request), newsletter, await connectPayments(asked(request), newsletter, body));
  });

  app.delete('/v1/payments', api.disconnect, async request => {
    await demandProofOf(request, context.clock());
    await disconnectPayments(asked(request), request.newsletter);
  });

  app.post('/v1/payments/check', api.check, async request => {
    const key = request.body?.key;
    const { db, newsletter } = request;
    return key === undefined
      ? checkConnection(asked(request), await demandAccount(db, newsletter.key))
      : checkKey(asked(request), key, await findAccount(db, newsletter.key));
  });

  app.post('/v1/payments/sweep', api.sweep, async request => {
    const account = await demandAccount(request.db, request.newsletter.key);
    const found = await asking(() => sweep(asked(request), account));
    return { ...found, date: context.clock().toISOString() };
  });

  app.post('/v1/payments/adopt', api.adopt, async request => {
    const account = await demandAccount(request.db, request.newsletter.key);
    return adopt(asked(request), account, request.body);
  });

  priceRoutes(app, context);

  app.get('/v1/subscribers/:id_or_email/stripe-subscriptions', api.subscriptions, async (request, reply) => {
    const { db, newsletter, params } = request;
    const subscriber = found(await findSubscriber(db, newsletter.key, params.id_or_email), 'subscriber');
    const account = await findAccount(db, newsletter.key);
    const all = account ? await listSubscriptions(db, account.key, subscriber.key) : [];
    return pageOf(
      reply,
      all.filter(({ facts }) => facts !== null).map(one => showSubscription(context.base_url, account!, one)),
    );
  });
}

function priceRoutes(app: App, context: StripeContext): void {
  const asked = ({ db }: FastifyRequest): StripeContext => ({ ...context, db });

  app.get('/v1/prices', api.prices, async ({ db, newsletter }, reply) =>
    pageOf(reply, offersOf(await demandAccount(db, newsletter.key))),
  );

  app.post('/v1/prices', api.createPrice, async request => {
    const { db, newsletter, body } = request;
    return createPrice(asked(request), await demandAccount(db, newsletter.key), newsletter, body);
  });

  app.delete('/v1/prices/:price_id', api.archivePrice, async request => {
    const account = await demandAccount(request.db, request.newsletter.key);
    await archivePrice(asked(request), account, request.params.price_id);
  });

  app.get('/v1/coupons', api.coupons, async (request, reply) => {
    const account = await demandAccount(request.db, request.newsletter.key);
    const coupons: Coupon[] = [];
    await asking(async () => {
      for await (const one of stripeOf(asked(request), account).coupons.list({ limit: 100 }))
        coupons.push(showCoupon(one));
    });
    return pageOf(reply, coupons);
  });
}

type Check = z.input<typeof checkSchema>;

async function checkConnection(context: StripeContext, account: PaymentAccount): Promise<Check> {
  const account_id = account.mode === 'practice' ? null : account.stripe_id;
  return check(stripeOf(context, account), account.product_ids, {
    mode: account.mode as Check['mode'],
    account_id,
  });
}

/** Tries a key without connecting it. If it is a key of the same account, the chosen products stay chosen. */
async function checkKey(
  { stripe_url }: StripeContext,
  key: string,
  present: PaymentAccount | undefined,
): Promise<Check> {
  const stripe = clientOf(key, stripe_url);
  const account_id = await accountIdOf(stripe).catch(() => null);
  const chosen = present && present.stripe_id === account_id ? present.product_ids : [];
  return check(stripe, chosen, { mode: modeOf(key), account_id });
}

async function check(
  stripe: Stripe,
  chosen: readonly string[],
  about: Pick<Check, 'mode' | 'account_id'>,
): Promise<Check> {
  try {
    const missing = await missingRights(stripe);
    const lists = !missing.some(right => right.startsWith('Products'));
    const products = lists ? await listProducts(stripe, chosen) : [];
    return { ...about, ok: missing.length === 0, missing, products, trouble: '' };
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    return { ...about, ok: false, missing: [], products: [], trouble: failure.message };
  }
}

function pageOf<Item>(reply: FastifyReply, items: Item[]) {
  const { page, page_size } = reply.request.query as Page;
  const start = (page - 1) * page_size;
  return sendPage(reply, { results: items.slice(start, start + page_size), count: items.length });
}
