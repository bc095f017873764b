import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type Stripe from 'stripe';
import { findSubscriber } from '../audience/subscribers/queries.ts';
import { day_ms, hour_ms } from '../platform/durations.ts';
import { openOutbox } from '../testing/letters.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { type Exchange, type FakeStripe, openStripe } from '../testing/stripe.ts';
import { faultsOfAnswers, faultsOfRequests } from '../testing/stripe-api.ts';
import { catchUp as catchUpWithStripe, readDue } from '../testing/stripe-reads.ts';
import { findAccount } from './account-queries.ts';
import { openCheckout } from './checkout.ts';
import { endLeft } from './leave.ts';
import { takeNotices } from './notice.ts';
import { printDrifts } from './tell-drifts.ts';

let stripe: FakeStripe;
let service: TestService;
/** All requests of these tests to Stripe, and the answers. */
const exchanges: Exchange[] = [];
before(async () => {
  stripe = await openStripe(new Date('2026-05-01T09:00:00Z'));
  stripe.heard = one => exchanges.push(one);
  service = await startTestService({ clock: () => stripe.now(), env: { STRIPE_URL: stripe.url } });
});
after(async () => {
  await service.stop();
  await stripe.close();
});

const account = async () => (await findAccount(service.db, service.newsletter.key))!;
const standingOf = async (id: string) =>
  (await service.api('GET', `/v1/subscribers/${id}/standing`)).body as {
    standing: string;
    until: string | null;
    entitled: boolean;
  };

const catchUp = () => catchUpWithStripe(service);

let people = 0;
async function reader() {
  people += 1;
  const email_address = `payer-${people}@example.org`;
  const { body } = await service.api('POST', '/v1/subscribers', { email_address, type: 'regular' });
  return (await findSubscriber(service.db, service.newsletter.key, body.id))!;
}

let price_id: string;
const buy = (subscriber: Awaited<ReturnType<typeof reader>>) =>
  openCheckout(service, {
    newsletter: service.newsletter,
    subscriber,
    price_id,
    back: 'http://news.example/test/buy',
  });
const sessionIn = (url: string) => url.split('/').at(-1)!;
/** Adds somebody who has just begun to pay. */
async function payer() {
  const subscriber = await reader();
  const { url } = await buy(subscriber);
  stripe.pay(sessionIn(url));
  await catchUp();
  const customer = stripe.subscriptions().at(-1)!.customer as string;
  return { subscriber, customer, subscription: stripe.subscriptions().at(-1)! };
}

test('without a connection, every answer says what to do', async () => {
  const { body } = await service.api('GET', '/v1/payments');
  assert.equal(body.connected, false);
  const prices = await service.api('GET', '/v1/prices');
  assert.deepEqual([prices.status, prices.body.code], [400, 'paid_subscriptions_uninitialized']);
  assert.equal((await service.api('PUT', '/v1/payments', {})).status, 400);
});

test('a key that lacks rights is refused, and the error names them', async () => {
  stripe.world.missing_rights = ['webhook_endpoint_write', 'event_read'];
  const { status, body } = await service.api('PUT', '/v1/payments', { key: 'rk_test_abc' });
  assert.deepEqual([status, body.code], [400, 'payments_refused']);
  assert.match(body.detail, /Webhook Endpoints: Write, Events: Read/);
  stripe.world.missing_rights = [];
});

test('a key is checked right by right before it connects, and the check keeps nothing of it', async () => {
  stripe.world.missing_rights = ['coupon_read'];
  const { body: lacking } = await service.api('POST', '/v1/payments/check', { key: 'rk_live_abc' });
  assert.deepEqual(
    [lacking.ok, lacking.mode, lacking.missing, lacking.account_id],
    [false, 'live', ['Coupons: Read'], `acct_${stripe.world.seed}`],
  );
  stripe.world.missing_rights = [];
  const { body: good } = await service.api('POST', '/v1/payments/check', { key: 'rk_test_abc' });
  assert.deepEqual([good.ok, good.mode, good.products], [true, 'test', []]);
  const { body } = await service.api('GET', '/v1/payments');
  assert.equal(body.connected, false);
  assert.ok(body.key_rights.includes('Coupons: Read'));
  assert.match(body.new_key_url, /permissions%5B%5D=rak_customer_write&.*rak_coupon_read/);
});

test('a good key connects although it may not read the account, and the first price makes the product', async () => {
  stripe.world.missing_rights = ['connected_account_read'];
  const { status, body, text } = await service.api('PUT', '/v1/payments', {
    key: 'rk_test_secret',
    grace_days: 5,
  });
  assert.equal(status, 200, text);
  assert.deepEqual([body.connected, body.mode, body.grace_days], [true, 'test', 5]);
  assert.equal(body.account_id, `acct_${stripe.world.seed}`);
  stripe.world.missing_rights = [];
  assert.doesNotMatch(text, /rk_test_secret/);
  const price = await service.api('POST', '/v1/prices', { amount: 500, cadence: 'month', currency: 'usd' });
  assert.equal(price.status, 201, price.text);
  assert.equal(price.body.product.name, 'Test');
  price_id = price.body.id;
  const { body: listed } = await service.api('GET', '/v1/prices');
  assert.deepEqual([listed.count, listed.results[0].amount], [1, 500]);
  const stored = await account();
  assert.match(stored.restricted_key, /^sealed:/);
});

test('a subscriber who pays becomes premium after a read, with the events', async () => {
  const subscriber = await reader();
  const way = await buy(subscriber);
  assert.equal(way.to, 'checkout');
  await readDue(service);
  assert.equal((await standingOf(subscriber.id)).standing, 'regular');
  stripe.pay(sessionIn(way.url));
  await catchUp();
  assert.equal((await standingOf(subscriber.id)).standing, 'premium');
  const { body } = await service.api('GET', '/v1/events?event_type=subscriber.paid');
  assert.equal(body.results[0].subscriber_id ?? body.results[0].data?.subscriber_id, subscriber.id);
  const again = await buy(subscriber);
  assert.equal(again.to, 'portal', 'nobody gets a second subscription');
});

test('one checkout is open at a time, and its predecessor can no longer be paid', async () => {
  const subscriber = await reader();
  const first = await buy(subscriber);
  const second = await buy(subscriber);
  assert.notEqual(first.url, second.url);
  stripe.pay(sessionIn(first.url));
  stripe.pay(sessionIn(second.url));
  const mine = stripe.subscriptions().filter(one => one.metadata.postrider_subscriber === subscriber.id);
  assert.equal(mine.length, 1);
});

test('a reader who paid a moment ago is sent to the portal, although the payment was not read yet', async () => {
  const subscriber = await reader();
  const { url } = await buy(subscriber);
  stripe.pay(sessionIn(url));
  assert.equal((await buy(subscriber)).to, 'portal');
});

test('a planned end makes the reader churning until then, and the right ends when Stripe says so', async () => {
  const { subscriber, customer } = await payer();
  stripe.act(customer, 'cancel');
  await catchUp();
  const planned = await standingOf(subscriber.id);
  assert.deepEqual([planned.standing, planned.until?.slice(0, 10)], ['churning', '2026-06-01']);
  stripe.act(customer, 'keep');
  await catchUp();
  assert.equal((await standingOf(subscriber.id)).standing, 'premium');
  stripe.act(customer, 'cancel');
  await catchUp();
  stripe.wait((32 * day_ms) / 1000);
  assert.equal((await standingOf(subscriber.id)).entitled, true, 'a clock alone takes nothing away');
  await catchUp();
  assert.equal((await standingOf(subscriber.id)).standing, 'churned');
});

test('while Stripe does not answer, rights go on for three days after their end, and no longer', async () => {
  const { subscriber, customer } = await payer();
  stripe.act(customer, 'cancel');
  await catchUp();
  const { until } = await standingOf(subscriber.id);
  stripe.wait((Date.parse(until!) - stripe.now().getTime() + 71 * hour_ms) / 1000);
  assert.equal((await standingOf(subscriber.id)).entitled, true);
  stripe.wait((2 * hour_ms) / 1000);
  assert.equal((await standingOf(subscriber.id)).entitled, false);
});

test('a failed payment entitles for the days of grace, a paused plan does not, and both come back', async () => {
  const { subscriber, customer } = await payer();
  stripe.act(customer, 'fail');
  stripe.wait((32 * day_ms) / 1000);
  await catchUp();
  assert.equal((await standingOf(subscriber.id)).standing, 'past_due');
  stripe.wait((5 * day_ms) / 1000);
  await sql`update payment_objects set work_date = now()`.execute(service.db);
  await readDue(service);
  assert.equal((await standingOf(subscriber.id)).standing, 'churned');
  stripe.act(customer, 'mend');
  await catchUp();
  assert.equal((await standingOf(subscriber.id)).standing, 'premium');
  stripe.act(customer, 'pause');
  await catchUp();
  assert.equal((await standingOf(subscriber.id)).standing, 'paused');
  stripe.act(customer, 'resume');
  await catchUp();
  assert.equal((await standingOf(subscriber.id)).standing, 'premium');
});

test('a plan that is resumed entitles from the time of that at Stripe, however late the news arrives', async () => {
  const { subscriber, customer } = await payer();
  stripe.act(customer, 'pause');
  await catchUp();
  stripe.wait(hour_ms / 1000);
  stripe.act(customer, 'resume');
  const resumed = stripe.now().toISOString();
  stripe.wait(hour_ms / 1000);
  await catchUp();
  const { body } = await service.api('GET', `/v1/subscribers/${subscriber.id}/standing`);
  assert.deepEqual([body.standing, body.grants[0].start_date], ['premium', resumed]);
});

test('an answer of Stripe is noted once a minute, because all reads share the row of the account', async () => {
  const { customer } = await payer();
  const noted = async () => (await service.api('GET', '/v1/payments')).body.answer_date;
  const first = await noted();
  stripe.wait(30);
  stripe.act(customer, 'pause');
  await catchUp();
  assert.equal(await noted(), first);
  stripe.wait(31);
  stripe.act(customer, 'resume');
  await catchUp();
  assert.equal(await noted(), stripe.now().toISOString());
});

test('unsubscribing ends the plan with its period, once; deleting ends it at once', async () => {
  const { subscriber, customer, subscription } = await payer();
  stripe.wait(60);
  await service.api('PATCH', `/v1/subscribers/${subscriber.id}`, { type: 'unsubscribed' });
  await sql`update payment_objects set creation_date = now() - interval '1 day'`.execute(service.db);
  await openFence();
  await endLeft(service);
  assert.equal(subscription.cancel_at_period_end, true);
  await readDue(service);
  assert.equal((await standingOf(subscriber.id)).standing, 'churning');
  stripe.act(customer, 'keep');
  await catchUp();
  await endLeft(service);
  assert.equal(subscription.cancel_at_period_end, false, 'the reader has taken it up again');
  await service.api('DELETE', `/v1/subscribers/${subscriber.id}`);
  await endLeft(service);
  assert.equal(subscription.status, 'canceled');
});

test('a newsletter whose readers pay is not deleted, because Stripe would go on charging them', async () => {
  await payer();
  const { key, mode } = await account();
  const set = (wanted: typeof mode) =>
    service.db.updateTable('payment_accounts').set({ mode: wanted }).where('key', '=', key).execute();
  await set('live');
  const { status, body } = await service.api('DELETE', `/v1/newsletters/${service.newsletter.id}`);
  await set(mode);
  assert.deepEqual([status, body.code], [409, 'payments_running']);
});

test('a notice counts once, and only if it is signed, and its content decides nothing', async () => {
  const { subscriber, subscription } = await payer();
  const { id, key } = await account();
  const webhook_secret = await service.vault.seal(
    service.db,
    'payment_accounts.webhook_secret',
    id,
    'whsec_test',
  );
  await service.db.updateTable('payment_accounts').set({ webhook_secret }).where('key', '=', key).execute();
  const url = `${service.url}/payments/stripe/${id}`;
  const { forgedEvent } = await import('../testing/stripe.ts');
  const lie = forgedEvent(
    stripe.world,
    { ...subscription, status: 'canceled' },
    stripe.now().getTime() / 1000,
  );
  assert.equal(await stripe.post(url, 'whsec_other', lie), 401);
  assert.equal(
    await stripe.post(`${service.url}/payments/stripe/${crypto.randomUUID()}`, 'whsec_test', lie),
    401,
  );
  assert.equal(await stripe.post(url, 'whsec_test', lie), 200);
  assert.equal(await stripe.post(url, 'whsec_test', lie), 200);
  await readDue(service);
  assert.equal((await standingOf(subscriber.id)).standing, 'premium');
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from payment_notices where event_id = ${lie.id}`.execute(service.db);
  assert.equal(rows[0]!.count, 1);
});

test('Stripe’s news about customers and coming payments is passed on, once', async () => {
  const { subscriber, customer } = await payer();
  const told = (id: string, type: string, object: object) =>
    ({ id, type, created: stripe.now().getTime() / 1000, data: { object } }) as Stripe.Event;
  const events = [
    told('evt_changed', 'customer.updated', { object: 'customer', id: customer }),
    told('evt_soon', 'invoice.upcoming', { object: 'invoice', customer }),
    told('evt_stranger', 'customer.updated', { object: 'customer', id: 'cus_nobody' }),
  ];
  await takeNotices(service.db, await account(), events, true);
  await takeNotices(service.db, await account(), events, true);
  const { body } = await service.api('GET', `/v1/events?subscriber_id=${subscriber.id}`);
  const types = body.results.map((one: { event_type: string }) => one.event_type);
  for (const type of ['stripe.customer.updated', 'stripe.invoice.upcoming'])
    assert.equal(types.filter((one: string) => one === type).length, 1, type);
});

test('the comparison finds changes without a notice, and names those that need a person', async () => {
  await catchUp();
  await service.api('POST', '/v1/payments/sweep');
  await readDue(service);
  const { body: calm } = await service.api('POST', '/v1/payments/sweep');
  assert.equal(calm.agreed, calm.compared);
  const [running] = stripe.subscriptions().filter(one => one.status === 'active');
  running!.application_fee_percent = 10;
  stripe.world.events.length = 0;
  const { body: found } = await service.api('POST', '/v1/payments/sweep');
  const kinds = found.drifts.filter(
    (one: { subscription_id: string }) => one.subscription_id === running!.id,
  );
  assert.deepEqual(kinds.map((one: { kind: string }) => one.kind).toSorted(), ['differs', 'foreign_fee']);
  assert.equal(found.agreed, found.compared - 1);
  await readDue(service);
  const { body: after } = await service.api('POST', '/v1/payments/sweep');
  assert.equal(after.agreed, after.compared);
  running!.application_fee_percent = null;
});

test('the owner is told by mail, once, of differences that last more than an hour; then comparisons are daily again', async () => {
  const letters = async () =>
    (await sql<{ id: string }>`select id from letters where kind = 'tell_drifts'`.execute(service.db)).rows
      .length;
  const next = async () => (Date.parse((await account()).sweep_date) - stripe.now().getTime()) / hour_ms;
  const { subscription } = await payer();
  // The owner is told now about the differences so far.
  await service.api('POST', '/v1/payments/sweep');
  await readDue(service);
  stripe.wait(hour_ms / 1000);
  await service.api('POST', '/v1/payments/sweep');
  await sql`delete from letters where kind = 'tell_drifts'`.execute(service.db);
  assert.equal(await next(), 24);
  subscription.application_fee_percent = 10;
  await service.api('POST', '/v1/payments/sweep');
  await readDue(service);
  assert.deepEqual([await letters(), await next()], [0, 1]);
  stripe.wait(1800);
  await service.api('POST', '/v1/payments/sweep');
  assert.deepEqual([await letters(), await next()], [0, 1]);
  stripe.wait(1800);
  await service.api('POST', '/v1/payments/sweep');
  assert.deepEqual([await letters(), await next()], [1, 24]);
  const outbox = openOutbox(
    service,
    { printers: { tell_drifts: printDrifts(service) }, clock: service.clock, log: service.log },
    () => ({ status: 'accepted', reply: '250 OK', stage: 'dot' }),
  );
  await outbox.deliver();
  assert.match(outbox.mails[0]!.source, /Another service still takes a share/);
  await service.api('POST', '/v1/payments/sweep');
  assert.equal(await letters(), 0);
  subscription.application_fee_percent = null;
});

test('subscriptions of another service are linked by customer, and by address only if asked', async () => {
  const { newSubscription } = await import('./practice/objects.ts');
  const { keep } = await import('./practice/world.ts');
  const price = stripe.world.objects[price_id] as import('stripe').default.Price;
  const now = stripe.now().getTime() / 1000;
  const foreign = [1, 2, 3].map(() =>
    newSubscription(stripe.world, { customer: '', price, metadata: {}, trial_days: 0 }, now),
  );
  const { newCustomer } = await import('./practice/objects.ts');
  const emails = ['kept@example.org', 'same@example.org', 'nobody@example.org'];
  const customers = emails.map(email =>
    keep(stripe.world, newCustomer(stripe.world, { email }, now), null, now),
  );
  foreign.forEach((one, at) => {
    one.customer = customers[at]!.id;
    keep(stripe.world, one, 'customer.subscription.created', now);
  });
  await catchUp();
  await service.api('POST', '/v1/subscribers', {
    email_address: 'other@example.org',
    metadata: { stripe_customer_id: customers[0]!.id },
  });
  await service.api('POST', '/v1/subscribers', { email_address: 'same@example.org' });
  const { body: dry } = await service.api('POST', '/v1/payments/adopt', {});
  const mine = (list: { customer_id: string; match: string }[]) =>
    customers.map(({ id }) => list.find(one => one.customer_id === id)?.match);
  assert.deepEqual(mine(dry.subscriptions), ['customer', 'address', 'none']);
  assert.notEqual((await standingOf('other@example.org')).standing, 'premium');
  await service.api('POST', '/v1/payments/adopt', { dry_run: false });
  await readDue(service);
  assert.equal((await standingOf('other@example.org')).standing, 'premium');
  assert.notEqual((await standingOf('same@example.org')).standing, 'premium');
  await service.api('POST', '/v1/payments/adopt', { dry_run: false, by_address: true });
  await readDue(service);
  assert.equal((await standingOf('same@example.org')).standing, 'premium');
});

test('ending the connection takes back all rights from test mode, as if they had never been given', async () => {
  const { subscriber } = await payer();
  assert.equal((await standingOf(subscriber.id)).standing, 'premium');
  assert.equal((await service.api('PUT', '/v1/payments', { mode: 'practice' })).status, 200);
  assert.equal((await standingOf(subscriber.id)).standing, 'regular');
  const { body } = await service.api('GET', '/v1/prices');
  assert.deepEqual(
    body.results.map((one: { amount: number; cadence: string }) => [one.amount, one.cadence]),
    [
      [500, 'month'],
      [5000, 'year'],
    ],
  );
  await service.api('PUT', '/v1/payments', { grace_days: 3, tax: 'stripe_tax' });
  assert.equal((await service.api('DELETE', '/v1/payments')).status, 204);
  const { body: again } = await service.api('PUT', '/v1/payments', { mode: 'practice' });
  assert.deepEqual([again.grace_days, again.tax], [3, 'stripe_tax'], 'the settings are kept');
  assert.equal((await service.api('DELETE', '/v1/payments')).status, 204);
});

/** As CONTRIBUTING.md says: `go install github.com/stripe/stripe-mock@latest` brings both. */
const { STRIPE_MOCK, STRIPE_OPENAPI } = process.env;

test('every answer of our own Stripe is one that Stripe could give', { skip: !STRIPE_OPENAPI }, () => {
  assert.deepEqual(faultsOfAnswers(STRIPE_OPENAPI!, exchanges), []);
});

test('every request is one that Stripe takes', { skip: !STRIPE_MOCK }, async () => {
  assert.deepEqual(await faultsOfRequests(STRIPE_MOCK!, exchanges), []);
});

/** Lets work go out, which a service without workers would not do. */
async function openFence(): Promise<void> {
  await sql`
    create or replace function fence_open() returns boolean language sql stable as 'select true'`.execute(
    service.db,
  );
}
