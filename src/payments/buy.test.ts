import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { signSession } from '../links/readers.ts';
import { day_ms } from '../platform/durations.ts';
import { putOnHold } from '../platform/fence/queries.ts';
import { continueWorkAfterSetBack } from '../platform/work/set-back.ts';
import { readMail } from '../testing/mail-readers.ts';
import { noonZone } from '../testing/noon.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { until } from '../testing/until.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ works: true });
});
after(() => service.stop());

/** Opens a browser in which a reader has signed in; without an address, one in which nobody has. */
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

test('a reader practises: chooses, pays, and reads everything once the payment was read; the return page gives nothing', async () => {
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

test('a practice page at a made-up address does not exist', async () => {
  const browse = await browserOf();
  assert.equal((await browse('GET', `/payments/practice/${crypto.randomUUID()}/portal/cus_1`)).status, 404);
  assert.equal((await browse('GET', '/payments/practice/x/checkout/cs_1')).status, 404);
});

/** Returns the address of the gift in the newest mail to this address, without its host. */
async function giftIn(to: string): Promise<string> {
  let link = '';
  await until('the mail with the gift', async () => {
    for (const { source } of service.sink.accepted.filter(one => one.to === to)) {
      const { text } = await readMail(Buffer.from(source, 'latin1'));
      link = /\/test\/gift\/[\w-]+/.exec(text)?.[0] ?? link;
    }
    return link !== '';
  });
  return link;
}

const subjectsTo = (to: string) =>
  service.sink.accepted.filter(one => one.to === to).map(one => /^Subject: (.*)$/m.exec(one.source)?.[1]);

/** Buys a gift at the first price. Returns the address where it was paid. */
async function buyGift(browse: Awaited<ReturnType<typeof browserOf>>, form: Record<string, string>) {
  const plans = await browse('GET', '/test/buy');
  const price = /<option value="([^"]+)"/.exec(plans.text)![1]!;
  return browse('POST', '/test/buy', { do: 'gift', price, ...form });
}

test('a gift is paid once; its link changes nothing until its button is pressed; both people are told, and a refund ends it', async () => {
  const buyer = 'giver@example.org';
  // Gifts for today go out at 8:00, or at once if it is later than that.
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { timezone: noonZone() });
  const browse = await browserOf(buyer);
  const wrong = await buyGift(browse, { recipient: 'nobody', message: 'For <you>' });
  assert.equal(wrong.status, 422);
  assert.match(wrong.text, /Check the email address and the day[\s\S]*For &lt;you&gt;/);
  const chosen = await buyGift(browse, { recipient: 'friend@example.org', message: 'For <you>' });
  assert.equal(chosen.status, 303, chosen.text);
  assert.match((await browse('GET', chosen.to)).text, /Pay \$5/);
  const back = await browse('POST', chosen.to, { do: 'pay' });
  assert.match((await browse('GET', back.to)).text, /we will send you an email about your gift/);
  // In a practice the gift goes to the buyer, so that nobody can have mail sent to others.
  const link = await giftIn(buyer);
  assert.deepEqual(subjectsTo('friend@example.org'), []);
  await until('the buyer is told', async () =>
    subjectsTo(buyer).some(one => /^Your gift for/.test(one ?? '')),
  );
  const visitor = await browserOf();
  const offer = await visitor('GET', link);
  assert.match(offer.text, /giver@example\.org gives you a paid subscription[\s\S]*For &lt;you&gt;/);
  assert.match((await visitor('POST', link, { other: '1' })).text, /Accept the gift/, 'not a person');
  const standingOf = async () => (await service.api('GET', `/v1/subscribers/${buyer}/standing`)).body;
  assert.equal((await standingOf()).entitled, false, 'looking at it gives nothing');
  assert.match((await visitor('POST', link, { confirm: 'gift' })).text, /The gift is yours/);
  const given = await standingOf();
  assert.deepEqual([given.standing, given.grants.length], ['gifted', 1]);
  assert.ok(given.until > new Date(Date.now() + 27 * day_ms).toISOString());
  assert.equal(given.grants[0].message, 'For <you>');
  const { body: reader } = await service.api('GET', `/v1/subscribers/${buyer}`);
  assert.deepEqual([reader.purchased_by, reader.purchased_message], [reader.id, 'For <you>']);
  const { body: happened } = await service.api('GET', `/v1/events?subscriber_id=${reader.id}`);
  const told = happened.results.map((one: { event_type: string }) => one.event_type);
  for (const type of ['stripe.checkout.session.completed', 'subscriber.type.changed'])
    assert.ok(told.includes(type), `${type} is in the person’s history: ${told}`);
  await visitor('POST', link, { confirm: 'gift' });
  assert.equal((await standingOf()).grants.length, 1, 'once');
  await until('the buyer is told', async () =>
    subjectsTo(buyer).some(one => /has accepted your gift/.test(one ?? '')),
  );
  const { rows } = await sql<{ due: string }>`
    select work_date as due from letters where kind = 'mail_ending'`.execute(service.db);
  assert.equal(Date.parse(given.until) - Date.parse(rows[0]!.due), 3 * day_ms, 'a reminder waits');
  const { rows: customers } = await sql<{ customer_id: string; account_id: string }>`
    select customer_id, account.id as account_id from payers
    join payment_accounts account on account.key = account_key
    join subscribers on subscribers.key = subscriber_key where email_address = ${buyer}`.execute(service.db);
  const portal = `/payments/practice/${customers[0]!.account_id}/portal/${customers[0]!.customer_id}`;
  assert.match((await browse('GET', portal)).text, /\$5 paid/);
  await browse('POST', portal, { do: 'refund' });
  await until('the gift is over', async () => !(await standingOf()).entitled);
  assert.equal((await visitor('GET', link)).status, 410);
  assert.match((await visitor('POST', link, { confirm: 'gift' })).text, /cannot be accepted/);
});

test('a gift for a later day waits for it, and one that is refunded before that day is not mailed', async () => {
  const buyer = 'early@example.org';
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { timezone: 'UTC' });
  const browse = await browserOf(buyer);
  const day = new Date(Date.now() + 10 * day_ms).toISOString().slice(0, 10);
  const chosen = await buyGift(browse, { recipient: buyer, day });
  await browse('POST', chosen.to, { do: 'pay' });
  await until('the buyer is told', async () =>
    subjectsTo(buyer).some(one => /^Your gift for/.test(one ?? '')),
  );
  const waiting = () =>
    sql<{ due: string }>`
      select work_date as due from letters join gift_purchases on gift_purchases.id::text = subject
      where kind = 'mail_gift_offer' and recipient_address = ${buyer}`.execute(service.db);
  assert.equal((await waiting()).rows[0]!.due.slice(0, 10), day);
  assert.equal(await continueWorkAfterSetBack(service.db), 0, 'no clock that was set back has made it wait');
  const { body } = await service.api('GET', `/v1/subscribers/${buyer}`);
  const { rows } = await sql<{ customer_id: string; account_id: string }>`
    select customer_id, account.id as account_id from payers
    join payment_accounts account on account.key = account_key
    join subscribers on subscribers.key = subscriber_key where subscribers.id = ${body.id}`.execute(
    service.db,
  );
  await browse('POST', `/payments/practice/${rows[0]!.account_id}/portal/${rows[0]!.customer_id}`, {
    do: 'refund',
  });
  await until('it is refunded', async () => {
    const { rows } = await sql<{ state: string }>`
      select state from gift_purchases where recipient_address = ${buyer}`.execute(service.db);
    return rows[0]?.state === 'refunded';
  });
  await sql`update letters set work_date = now() where kind = 'mail_gift_offer'`.execute(service.db);
  await until('the letter is dropped', async () => (await waiting()).rows.length === 0);
  assert.equal(
    subjectsTo(buyer).some(one => /^A gift for you/.test(one ?? '')),
    false,
  );
});

test('an email is credited with the people who buy after a click in it, and with nobody else', async () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
  const names = ['clicks-pays', 'clicks-looks', 'pays-without'].map(name => `${name}@example.org`);
  const [pays, looks, without] = await Promise.all(names.map(browserOf));
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { track_clicks: true });
  const { body: email } = await service.api('POST', '/v1/emails', {
    subject: 'Support the tide',
    body: '[The plans](http://news.example/test/buy)',
  });
  await until('the email is sent', async () => {
    const { body } = await service.api('GET', `/v1/emails/${email.id}`);
    return body.status === 'sent';
  });
  // A click within seconds of the delivery would be a scanner's.
  await sql`update deliveries set status_date = status_date - interval '1 hour'`.execute(service.db);
  for (const name of names.slice(0, 2)) {
    const { source } = service.sink.accepted.find(
      one => one.to === name && /^Subject: Support the tide$/m.test(one.source),
    )!;
    const { html } = await readMail(Buffer.from(source, 'latin1'));
    const [, path] = /href="http:\/\/news\.example(\/c\/[^"]+)"[^>]*>The plans</.exec(html)!;
    const clicked = await fetch(service.url + path, {
      redirect: 'manual',
      headers: { 'user-agent': firefox },
    });
    assert.equal(clicked.headers.get('location'), 'http://news.example/test/buy');
    await until('the click is written', async () => {
      const { body } = await service.api('GET', `/v1/subscribers/${name}`);
      return body.last_click_date !== null;
    });
  }
  for (const browse of [pays!, looks!, without!]) {
    const chosen = await browse('POST', '/test/buy', {
      price: priceIn((await browse('GET', '/test/buy')).text),
    });
    if (browse !== looks) await browse('POST', chosen.to, { do: 'pay' });
  }
  const read = async () => (await service.api('GET', '/v1/payments/numbers')).body;
  await until('both payments are known', async () => {
    const paid = ['clicks-pays', 'pays-without'].map(async name => {
      const { body } = await service.api('GET', `/v1/subscribers/${name}@example.org`);
      return body.standing === 'premium';
    });
    return (await Promise.all(paid)).every(Boolean);
  });
  assert.deepEqual((await read()).emails, [
    { email_id: email.id, subject: 'Support the tide', checkouts: 2, paid: 1 },
  ]);
});

test('bulk actions end, pause and reprice subscriptions of subscribers, and the journal tells of it', async () => {
  const address = 'many@example.org';
  const browse = await browserOf(address);
  const plans = await browse('GET', '/test/buy');
  const chosen = await browse('POST', '/test/buy', { price: priceIn(plans.text) });
  await browse('POST', chosen.to, { do: 'pay' });
  const standing = async () =>
    (await service.api('GET', `/v1/subscribers/${address}/standing`)).body.standing;
  await until('the payment is read', async () => (await standing()) === 'premium');
  const { body: subscriber } = await service.api('GET', `/v1/subscribers/${address}`);
  const plan = async () =>
    (await service.api('GET', `/v1/subscribers/${address}/stripe-subscriptions`)).body.results[0];
  const act = (type: string, metadata: object = {}) =>
    service.api('POST', '/v1/bulk_actions', { type, metadata: { ids: [subscriber.id], ...metadata } });
  /** Runs the action, and returns the reason why nothing was done; empty if it was done. */
  const run = async (type: string, metadata: object = {}) => {
    const { body, text } = await act(type, metadata);
    assert.ok(body.id, text);
    await until(type, async () => {
      const { body: now } = await service.api('GET', `/v1/bulk_actions/${body.id}`);
      return now.status === 'processed';
    });
    const { body: items } = await service.api('GET', `/v1/bulk_actions/${body.id}/items`);
    return items.results[0].reason;
  };
  const refused = await act('modify_stripe_subscriptions', { price_id: 'price_none' });
  assert.deepEqual([refused.status, refused.body.code], [400, 'bulk_action_invalid_price']);
  const { body: prices } = await service.api('GET', '/v1/prices');
  const yearly = prices.results.find((one: { cadence: string }) => one.cadence === 'year').id;
  assert.equal(await run('modify_stripe_subscriptions', { price_id: yearly }), 'other_cadence');
  const dearer = { amount: 700, cadence: 'month', currency: 'usd' };
  const { body: price } = await service.api('POST', '/v1/prices', dearer);
  assert.equal(await run('modify_stripe_subscriptions', { price_id: price.id }), '');
  await until('the price', async () => (await plan()).amount === 700);
  const found = async (query: string) =>
    (await service.api('GET', `/v1/subscribers?${query}`)).body.results.map((one: { id: string }) => one.id);
  const { body: payer } = await service.api('GET', `/v1/subscribers/${address}`);
  assert.equal(payer.stripe_price, price.id);
  assert.match(payer.stripe_customer_id, /^cus_/);
  assert.deepEqual(await found(`current_price=${price.id}`), [subscriber.id]);
  assert.deepEqual(await found(`price=${price.id}`), [subscriber.id]);
  const filters = {
    filters: [{ field: 'subscriber.price', operator: 'equals', value: price.id }],
    groups: [],
    predicate: 'and',
  };
  const counted = await service.api('POST', '/v1/segments', { name: 'Dear', filters });
  assert.equal(counted.status, 201, counted.text);
  assert.deepEqual(await found('segment=Dear'), [subscriber.id]);
  assert.equal(await run('modify_stripe_subscriptions', { price_id: price.id }), 'unchanged');
  assert.equal(await run('pause_stripe_subscriptions'), '');
  await until('the pause', async () => (await standing()) === 'paused');
  assert.equal(await run('cancel_stripe_subscriptions'), '');
  await until('the end', async () => (await plan()).ending_date !== null);
  assert.equal(await run('cancel_stripe_subscriptions'), 'unchanged');
  const { body: events } = await service.api('GET', `/v1/events?subscriber_id=${subscriber.id}`);
  const told = events.results.map((one: { event_type: string }) => one.event_type);
  for (const type of [
    'stripe.checkout.session.completed',
    'stripe.subscription.activated',
    'stripe.subscription.churning',
  ])
    assert.ok(told.includes(type), `${type} among ${told}`);
});

test('a copy on hold changes nothing at Stripe, and readers are told that Stripe does not answer', async () => {
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
