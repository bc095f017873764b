import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type Stripe from 'stripe';
import { findSubscriber } from '../audience/subscribers/queries.ts';
import { openDice } from '../platform/dice.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { type FakeStripe, openStripe } from '../testing/stripe.ts';
import { numbersAtStripe } from '../testing/stripe-numbers.ts';
import { catchUp as catchUpWithStripe, readDue } from '../testing/stripe-reads.ts';
import { findAccount } from './account-queries.ts';
import { openCheckout } from './checkout.ts';
import type { Numbers } from './numbers.ts';
import { newCustomer, newSubscription } from './practice/objects.ts';
import { all, keep } from './practice/world.ts';
import { recount } from './recount.ts';
import { sweep } from './sweep.ts';

const day = 86_400;
let stripe: FakeStripe;
let service: TestService;
const prices: Record<string, string> = {};
before(async () => {
  stripe = await openStripe(new Date('2026-05-01T09:00:00Z'));
  service = await startTestService({ clock: () => stripe.now(), env: { STRIPE_URL: stripe.url } });
  await service.api('PUT', '/v1/payments', { key: 'rk_test_secret' });
  const wanted = [
    ['month', 500, 'month', 'usd'],
    ['year', 5000, 'year', 'usd'],
    ['yen', 1200, 'month', 'jpy'],
    ['once', 900, 'one-time', 'usd'],
  ] as const;
  for (const [name, amount, cadence, currency] of wanted)
    prices[name] = (await service.api('POST', '/v1/prices', { amount, cadence, currency })).body.id;
});
after(async () => {
  await service.stop();
  await stripe.close();
});

const account = async () => (await findAccount(service.db, service.newsletter.key))!;

const catchUp = () => catchUpWithStripe(service);

let people = 0;
/** Adds somebody who has just bought at this price. */
async function payer(price: keyof typeof prices) {
  people += 1;
  const email_address = `number-${people}@example.org`;
  const { body } = await service.api('POST', '/v1/subscribers', { email_address, type: 'regular' });
  const subscriber = (await findSubscriber(service.db, service.newsletter.key, body.id))!;
  return buyAgain(subscriber, price);
}

async function buyAgain(
  subscriber: NonNullable<Awaited<ReturnType<typeof findSubscriber>>>,
  price: keyof typeof prices,
) {
  const { url } = await openCheckout(service, {
    newsletter: service.newsletter,
    subscriber,
    price_id: prices[price]!,
    back: 'http://news.example/test/buy',
  });
  stripe.pay(url.split('/').at(-1)!);
  await catchUp();
  const subscription = stripe.subscriptions().at(-1)!;
  return { subscriber, subscription, customer: subscription.customer as string };
}

const numbers = async (): Promise<Numbers> =>
  (await service.api('GET', '/v1/payments/numbers?start=2026-04-30')).body;
const usd = async () => (await numbers()).currencies.find(({ currency }) => currency === 'usd')!;

/** Asserts that the figures are Stripe's own, and that their recount finds the same. */
async function areRight(): Promise<void> {
  assert.deepEqual(await recount(service.db, service.newsletter, await account(), stripe.now()), []);
  for (const { currency, mrr, people, totals } of (await numbers()).currencies) {
    const { paid, refunded } = totals;
    assert.deepEqual({ mrr, people, paid, refunded }, numbersAtStripe(stripe, currency), currency);
    assert.equal(totals.revenue, paid - refunded);
  }
}

function discountOf(coupon: Partial<Stripe.Coupon>): Stripe.Discount {
  const off = {
    name: null,
    percent_off: null,
    amount_off: null,
    currency: null,
    duration: 'forever',
    ...coupon,
  };
  return {
    id: `di_${off.percent_off ?? off.amount_off}`,
    object: 'discount',
    source: { type: 'coupon', coupon: { id: 'TIDE', object: 'coupon', ...off } as Stripe.Coupon },
  } as Stripe.Discount;
}

test('months, years and currencies without decimals are told apart, and single payments count only as revenue', async () => {
  await payer('month');
  await payer('year');
  await payer('yen');
  await payer('once');
  const { currencies } = await numbers();
  assert.deepEqual(
    currencies.map(one => [one.currency, one.mrr, one.people, one.totals.revenue]),
    [
      ['jpy', 1200, 1, 1200],
      ['usd', 500 + 417, 2, 500 + 5000 + 900],
    ],
  );
  await areRight();
});

test('a recurring coupon lowers the monthly income, and a coupon for a single payment does not', async () => {
  const { subscription } = await payer('month');
  const before = (await usd()).mrr;
  stripe.edit(subscription.id, { discounts: [discountOf({ percent_off: 25 })] });
  await catchUp();
  assert.equal((await usd()).mrr, before - 125);
  stripe.edit(subscription.id, { discounts: [discountOf({ amount_off: 200, currency: 'usd' })] });
  await catchUp();
  assert.equal((await usd()).mrr, before - 200);
  stripe.edit(subscription.id, { discounts: [discountOf({ percent_off: 50, duration: 'once' })] });
  await catchUp();
  assert.equal((await usd()).mrr, before);
  const { contraction, expansion } = (await usd()).totals.movements;
  assert.deepEqual([contraction.people, contraction.amount, expansion.amount], [2, -200, 200]);
  await areRight();
});

test('a coupon of one item lowers the income too, before one of the whole subscription, and the comparison agrees', async () => {
  const { subscription } = await payer('month');
  const before = (await usd()).mrr;
  const [item] = subscription.items.data;
  const reduce = (discounts: Stripe.Discount[]) => {
    for (const { source } of discounts) keep(stripe.world, source.coupon as Stripe.Coupon, null, 0);
    stripe.edit(subscription.id, {
      discounts: [discountOf({ percent_off: 50 })],
      items: { ...subscription.items, data: [{ ...item!, discounts }] },
    });
  };
  reduce([discountOf({ id: 'item', amount_off: 100, currency: 'usd' })]);
  await catchUp();
  assert.equal((await usd()).mrr, before - 300);
  await areRight();
  const { body: compared } = await service.api('POST', '/v1/payments/sweep');
  assert.equal(compared.agreed, compared.compared);
  reduce([]);
  await sweep(service, await account());
  await readDue(service);
  assert.equal((await usd()).mrr, before - 250);
  await areRight();
});

test('a subscription begun at another service counts with its coupon as soon as it is adopted', async () => {
  const { world } = stripe;
  const now = stripe.now().getTime() / 1000;
  const kept = newCustomer(world, { email: 'kept@example.org' }, now);
  keep(world, kept, null, now);
  const price = world.objects[prices.month!] as Stripe.Price;
  const begun = newSubscription(world, { customer: kept.id, price, metadata: {}, trial_days: 0 }, now);
  begun.discounts = [discountOf({ percent_off: 25 })];
  keep(world, begun, 'customer.subscription.created', now);
  await service.api('POST', '/v1/subscribers', {
    email_address: 'kept@example.org',
    metadata: { stripe_customer_id: kept.id },
  });
  const before = (await usd())?.mrr ?? 0;
  await service.api('POST', '/v1/payments/adopt', { dry_run: false });
  assert.equal((await usd()).mrr, before + 375);
  const { body } = await service.api('POST', '/v1/payments/sweep');
  const drifts: { subscription_id: string }[] = body.drifts;
  assert.ok(!drifts.some(({ subscription_id }) => subscription_id === begun.id));
});

test('leaving and coming back is churn and return, a failed payment puts income at risk, and a refund lowers the revenue', async () => {
  const { subscriber, subscription, customer } = await payer('month');
  const before = await usd();
  stripe.act(customer, 'cancel');
  await catchUp();
  const risk = await usd();
  assert.deepEqual([risk.mrr, risk.at_risk.people, risk.at_risk.amount], [before.mrr, 1, 500]);
  stripe.end(subscription.id);
  await catchUp();
  assert.deepEqual((await usd()).totals.movements.churn, { people: 1, amount: -500 });
  assert.equal((await usd()).people, before.people - 1);
  await buyAgain(subscriber, 'month');
  assert.deepEqual((await usd()).totals.movements.return, { people: 1, amount: 500 });
  stripe.refund(customer);
  await catchUp();
  const { refunded, revenue, paid } = (await usd()).totals;
  assert.deepEqual([refunded, revenue], [1000, paid - 1000]);
  await areRight();
});

test('a comparison finds invoices and refunds that no event mentioned, even an invoice created long before it was paid', async () => {
  const { customer } = await payer('month');
  await areRight();
  const now = () => stripe.now().getTime() / 1000;
  const late = structuredClone(all(stripe.world, 'invoice').at(-1)!);
  Object.assign(late, { id: 'in_late', created: now() - 20 * day, status: 'open', amount_paid: 0 });
  keep(stripe.world, late, null, now());
  await sweep(service, await account());
  stripe.wait(32 * day);
  stripe.refund(customer);
  Object.assign(late, { status: 'paid', amount_paid: 500 });
  late.status_transitions.paid_at = now();
  stripe.world.events.length = 0;
  await sweep(service, await account());
  await readDue(service);
  await areRight();
});

test('people buy, pause, fail, return and get coupons and refunds in any order: every number is Stripe’s and equals its recount', async () => {
  const dice = openDice(7);
  const known: { subscriber: Parameters<typeof buyAgain>[0]; customer: string; id: string }[] = [];
  for (let step = 0; step < 60; step += 1) {
    const one = known.length > 0 ? dice.pick(known) : undefined;
    const what = dice.below(8);
    if (!one || what <= 1) {
      const { subscriber, customer, subscription } = await payer(dice.pick(['month', 'year', 'yen']));
      known.push({ subscriber, customer, id: subscription.id });
    } else if (what === 2) stripe.end(one.id);
    else if (what === 3) stripe.refund(one.customer);
    else if (what === 4)
      stripe.edit(one.id, { discounts: dice.chance(0.5) ? [] : [discountOf({ percent_off: 10 })] });
    else stripe.act(one.customer, dice.pick(['cancel', 'keep', 'pause', 'resume', 'fail', 'mend']));
    stripe.wait(dice.pick([60, 3600, day, 9 * day]));
    // Some of it is found only by the comparison.
    if (dice.chance(0.7)) await catchUp();
    else await sweep(service, await account());
    await readDue(service);
    if (step % 12 === 11) {
      await catchUp();
      await areRight();
    }
  }
  await catchUp();
  await areRight();
});

test('clients see the coupon, customer and subscription of people who pay, and find these people by the coupon', async () => {
  const { subscriber, subscription, customer } = await payer('month');
  stripe.edit(subscription.id, {
    discounts: [discountOf({ id: 'friends', percent_off: 12.5, name: 'Friends' })],
  });
  await catchUp();
  const coupon = {
    coupon_id: 'friends',
    percent_off: '12.5',
    amount_off: null,
    currency: null,
    name: 'Friends',
  };
  const everything = 'expand=stripe_customer,stripe_subscription';
  const { body: found } = await service.api('GET', `/v1/subscribers?coupon=friends&${everything}`);
  assert.equal(found.count, 1);
  const { body: one } = await service.api('GET', `/v1/subscribers/${subscriber.id}?${everything}`);
  assert.deepEqual(one, found.results[0]);
  assert.deepEqual([one.id, one.stripe_coupon], [subscriber.id, coupon]);
  const { link, url } = one.stripe_customer;
  assert.deepEqual([one.stripe_customer.customer_id, link], [customer, 'checkout']);
  assert.equal(url, `https://dashboard.stripe.com/test/customers/${customer}`);
  const { subscription_id, amount, status } = one.stripe_subscription;
  assert.deepEqual([subscription_id, amount, status], [subscription.id, 500, 'active']);
  const { body: plain } = await service.api('GET', `/v1/subscribers/${subscriber.id}`);
  assert.ok(!('stripe_customer' in plain) && !('stripe_subscription' in plain), 'only if they are asked for');

  stripe.end(subscription.id);
  await catchUp();
  const { body: left } = await service.api('GET', `/v1/subscribers/${subscriber.id}?${everything}`);
  assert.deepEqual([left.stripe_coupon, left.stripe_subscription.status], [null, 'canceled']);
  assert.equal((await service.api('GET', '/v1/subscribers?coupon=friends')).body.count, 0);
  const { body: key } = await service.api('POST', '/v1/api_keys', {
    name: 'people',
    permissions: { subscribers: 'read' },
  });
  const refused = await service.api('GET', `/v1/subscribers?${everything}`, undefined, {
    authorization: `Token ${key.api_key}`,
  });
  assert.equal(refused.status, 403, refused.text);
});

test('a recount names the figure that is wrong', async () => {
  await sql`update payment_movements set amount = amount + 7
    where read_key = (select max(read_key) from payment_movements where currency = 'usd')`.execute(
    service.db,
  );
  const wrong = await recount(service.db, service.newsletter, await account(), stripe.now());
  assert.ok(
    wrong.some(line => /^currencies, usd, mrr: \d+ is shown, \d+ was recounted$/.test(line)),
    wrong.join('\n'),
  );
});
