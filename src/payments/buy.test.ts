import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { signSession } from '../links/readers.ts';
import { day_ms } from '../platform/durations.ts';
import { putOnHold } from '../platform/fence/queries.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { until } from '../testing/until.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ works: true });
});
after(() => service.stop());

/** A browser in which a reader has signed in, or nobody. */
async function browserOf(email_address?: string) {
  let cookie = '';
  if (email_address) {
    const { body } = await service.api('POST', '/v1/subscribers', { email_address, type: 'regular' });
    const reader = await service.db
      .selectFrom('subscribers')
      .select(['id', 'email_address'])
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow();
    cookie = `reader=${signSession(service.secret, reader, new Date(Date.now() + day_ms))}`;
  }
  return async (method: 'GET' | 'POST', address: string, form?: Record<string, string>) => {
    const path = address.replace('http://news.example', '');
    const response = await fetch(service.url + path, {
      method,
      redirect: 'manual',
      headers: { cookie },
      ...(form && { body: new URLSearchParams(form) }),
    });
    return {
      status: response.status,
      text: await response.text(),
      to: response.headers.get('location') ?? '',
    };
  };
}

const priceIn = (text: string) => /name="price" value="([^"]+)"/.exec(text)?.[1] ?? '';

test('without a connection there are no plans', async () => {
  const browse = await browserOf();
  assert.equal((await browse('GET', '/test/buy')).status, 404);
});

test('a reader practises: chooses, pays, and reads everything once it was read; the return page gives nothing', async () => {
  assert.equal((await service.api('PUT', '/v1/payments', { mode: 'practice' })).status, 200);
  const { body: newsletter } = await service.api('GET', `/v1/newsletters/${service.newsletter.id}`);
  assert.equal(newsletter.premium_url, 'http://news.example/test/buy');

  const visitor = await browserOf();
  const seen = await visitor('GET', '/test/buy');
  assert.match(seen.text, /\$5 a month[\s\S]*\$50 a year/);
  assert.match(seen.text, /sign-in\?to=buy/);
  assert.equal(
    (await visitor('POST', '/test/buy', { price: priceIn(seen.text) })).status,
    200,
    'nobody is charged',
  );

  const browse = await browserOf('ada@example.org');
  const plans = await browse('GET', '/test/buy?issue=hello');
  assert.match(plans.text, /archive\/hello/);
  const chosen = await browse('POST', '/test/buy', { price: priceIn(plans.text), issue: 'hello' });
  assert.equal(chosen.status, 303);
  assert.match(chosen.to, /\/payments\/practice\/[\w-]+\/checkout\/cs_test_/);
  const thanks = await browse('GET', '/test/buy?paid=1');
  assert.match(thanks.text, /As soon as your payment is confirmed/);
  const standing = await service.api('GET', '/v1/subscribers/ada@example.org/standing');
  assert.equal(standing.body.entitled, false);

  assert.match((await browse('GET', chosen.to)).text, /Pay \$5/);
  const back = await browse('POST', chosen.to, { do: 'pay' });
  assert.equal(back.to, 'http://news.example/test/buy?issue=hello&paid=1');
  await until('the payment is read', async () => {
    const { body } = await service.api('GET', '/v1/subscribers/ada@example.org/standing');
    return body.standing === 'premium';
  });
  assert.match((await browse('GET', back.to)).text, /You can read everything now/);

  const again = await browse('POST', '/test/buy', { price: priceIn(plans.text) });
  assert.match(again.to, /\/portal\/cus_/, 'nobody gets a second plan');
  const portal = await browse('GET', again.to);
  assert.match(portal.text, /active, next payment on/);
  await browse('POST', again.to, { do: 'cancel' });
  await until('the end is read, without waiting for the next question to Stripe', async () => {
    const { body } = await service.api('GET', '/v1/subscribers/ada@example.org/standing');
    return body.standing === 'churning';
  });
  const { body } = await service.api('GET', '/v1/subscribers/ada@example.org/stripe-subscriptions');
  assert.deepEqual([body.count, body.results[0].amount], [1, 500]);
});

test('a practice page that somebody makes up does not exist', async () => {
  const browse = await browserOf();
  assert.equal((await browse('GET', `/payments/practice/${crypto.randomUUID()}/portal/cus_1`)).status, 404);
  assert.equal((await browse('GET', '/payments/practice/x/checkout/cs_1')).status, 404);
});

test('a copy on hold changes nothing at Stripe, and readers are told that it does not answer', async () => {
  await putOnHold(service.db, 'restored', '');
  const browse = await browserOf('eve@example.org');
  const plans = await browse('GET', '/test/buy');
  const chosen = await browse('POST', '/test/buy', { price: priceIn(plans.text) });
  assert.equal(chosen.status, 503);
  assert.match(chosen.text, /does not answer. Nothing was charged/);
  for (const [method, path, body] of [
    ['POST', '/v1/prices', { amount: 700, cadence: 'month', currency: 'usd' }],
    ['PUT', '/v1/payments', { grace_days: 3 }],
    ['DELETE', '/v1/payments', undefined],
  ] as const)
    assert.equal((await service.api(method, path, body)).body.code, 'on_hold', path);
});
