import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { typed } from '../../testing/typed.ts';
import { subscriberTypes } from '../filter/fields.ts';
import { settableTypes } from './subscriber.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const create = async (body: object) => {
  const answer = await service.api('POST', '/v1/subscribers', body);
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
};
const patch = (id: string, body: object) => service.api('PATCH', `/v1/subscribers/${id}`, body);

const texts = {
  notes: 'Two\nlines 🎉',
  referrer_url: 'https://ref.example/ü?a=b',
  utm_campaign: 'spring',
  utm_medium: 'social',
  utm_source: 'mastodon',
  ip_address: '2001:db8::1',
  locale: 'pt-BR',
  frequency: 'monthly',
};
const metadata = { first_name: 'Ada', nested: { list: [1, null, { x: 'ü' }] }, empty: {} };

test('a subscriber is returned as it was made, by every route that shows it', async () => {
  const tag = (await service.api('POST', '/v1/tags', { name: 'vip' })).body.id;
  const made = await create({
    email_address: 'ada@example.org',
    type: 'regular',
    tags: ['vip'],
    metadata,
    ...texts,
  });
  const { id, creation_date, modification_date, secondary_id, referral_code, ...fields } = made;
  assert.deepEqual(fields, {
    email_address: 'ada@example.org',
    email: 'ada@example.org',
    type: 'regular',
    subscriber_type: 'regular',
    mail_state: 'subscribed',
    standing: 'regular',
    upgrade_date: null,
    churn_date: null,
    gift_subscription_end_date: null,
    gift_subscription_message: '',
    stripe_customer_id: null,
    stripe_price: '',
    stripe_coupon: null,
    purchased_by: null,
    purchased_message: null,
    tags: [tag],
    metadata,
    source: 'api',
    form_id: null,
    confirmation_date: null,
    unsubscription_date: null,
    unsubscription_reason: '',
    last_open_date: null,
    last_click_date: null,
    ...texts,
  });
  assert.ok(Number.isInteger(secondary_id) && id && creation_date && modification_date);
  assert.match(referral_code, /^[\w-]{22}$/);
  for (const word of [id, id.toUpperCase(), 'ada@example.org', 'ADA%40Example.ORG']) {
    assert.deepEqual((await service.api('GET', `/v1/subscribers/${word}`)).body, made, word);
  }
  assert.deepEqual((await service.api('GET', '/v1/subscribers')).body.results, [made]);
});

test('only an address is required, under either name; omitted and null fields are empty', async () => {
  for (const body of [
    { email_address: 'bare1@example.org' },
    { email: 'bare2@example.org' },
    {
      email: 'bare3@example.org',
      tags: null,
      metadata: null,
      notes: null,
      utm_source: null,
      ip_address: null,
    },
  ]) {
    const { tags, metadata, notes, referrer_url, utm_source, ip_address } = await create(body);
    assert.deepEqual([tags, metadata, notes, referrer_url, utm_source, ip_address], [[], {}, '', '', '', '']);
  }
});

test('a subscriber created without a type waits for confirmation if the newsletter requires it', async () => {
  assert.equal((await create({ email: 'waits@example.org' })).type, 'unactivated');
  const path = `/v1/newsletters/${service.newsletter.id}`;
  await service.api('PATCH', path, { double_opt_in: false });
  assert.equal((await create({ email: 'waits-not@example.org' })).type, 'regular');
  await service.api('PATCH', path, { double_opt_in: true });
});

test('clients can set every type except those that only the service sets, under either name', async () => {
  for (const type of subscriberTypes) {
    for (const field of ['type', 'subscriber_type']) {
      const email = `${type}-${field}@example.org`;
      const made = await service.api('POST', '/v1/subscribers', { email, [field]: type });
      const { id } = made.status === 201 ? made.body : await create({ email });
      const changed = await patch(id, { [field]: type });
      if (settableTypes.includes(type as (typeof settableTypes)[number])) {
        assert.deepEqual([made.status, made.body.type, changed.status], [201, type, 200], type);
      } else {
        assert.deepEqual([made.status, made.body.code], [400, 'request_invalid'], type);
        assert.deepEqual([changed.status, changed.body.code], [400, 'request_invalid'], type);
        assert.match(changed.body.detail, /^type: /);
      }
    }
  }
});

test('PATCH changes the fields it names, and null clears a field', async () => {
  const { id } = await create({
    email: 'patched@example.org',
    type: 'regular',
    tags: ['vip'],
    metadata,
    ...texts,
  });
  const before = (await service.api('GET', `/v1/subscribers/${id}`)).body;
  const after = (await patch(id, { notes: 'other' })).body;
  assert.deepEqual(after, { ...before, notes: 'other', modification_date: after.modification_date });
  const replaced = (await patch(id, { metadata: { only: 1 }, tags: ['vip', 'more'] })).body;
  assert.deepEqual([replaced.metadata, replaced.tags.length], [{ only: 1 }, 2]);
  const nothing = Object.fromEntries(Object.keys(texts).map(field => [field, null]));
  const cleared = (await patch(id, { ...nothing, tags: null, metadata: null, unsubscription_reason: null }))
    .body;
  assert.deepEqual(
    [cleared.notes, cleared.utm_source, cleared.tags, cleared.metadata, cleared.email_address],
    ['', '', [], {}, 'patched@example.org'],
  );
});

test('the whole object may be sent back, whatever its type, with a change under either name of a field', async () => {
  for (const type of subscriberTypes) {
    const { id } = await create({ email: `whole-${type}@example.org`, tags: ['vip'], metadata, ...texts });
    await service.db.updateTable('subscribers').set(typed(type)).where('id', '=', id).execute();
    const { modification_date: _, ...before } = (await service.api('GET', `/v1/subscribers/${id}`)).body;
    const { status, body } = await patch(id, before);
    const { modification_date: __, ...after } = body;
    assert.deepEqual([status, after], [200, before], type);
  }
  const whole = await create({ email: 'two-names@example.org', type: 'regular' });
  const moved = (
    await patch(whole.id, { ...whole, email: 'new-name@example.org', subscriber_type: 'premium' })
  ).body;
  assert.deepEqual([moved.email_address, moved.type], ['new-name@example.org', 'premium']);
});

test('dates show when the subscriber joined and left', async () => {
  const { id } = await create({ email: 'dates@example.org' });
  const confirmed = (await patch(id, { type: 'regular' })).body;
  assert.ok(Date.parse(confirmed.confirmation_date) <= Date.now());
  const left = (await patch(id, { type: 'unsubscribed', unsubscription_reason: 'too much' })).body;
  assert.ok(left.unsubscription_date && left.unsubscription_reason === 'too much');
  assert.equal(left.confirmation_date, confirmed.confirmation_date);
  const back = (await patch(id, { type: 'regular' })).body;
  assert.deepEqual([back.unsubscription_date, back.unsubscription_reason], [null, '']);
  const gone = await create({ email: 'gone@example.org', type: 'unsubscribed' });
  assert.ok(gone.unsubscription_date);
});

test('a complained subscriber cannot be made mailable, not even through another type', async () => {
  const { id } = await create({ email: 'complained@example.org', type: 'regular' });
  await service.db.updateTable('subscribers').set(typed('complained')).where('id', '=', id).execute();
  for (const type of ['regular', 'paused', 'unsubscribed', 'blocked']) {
    const { status, body } = await patch(id, { type });
    assert.deepEqual(
      [status, body.code, body.metadata],
      [400, 'subscriber_suppressed', { subscriber_id: id }],
    );
  }
  assert.equal((await patch(id, { type: 'complained', notes: 'kept' })).body.notes, 'kept');
});

test('another owner’s subscribers and unknown identifiers are 404', async () => {
  const { id } = await create({ email: 'mine@example.org' });
  const headers = await service.foreignKey();
  const words = [
    id,
    'mine@example.org',
    'nobody@example.org',
    'no-address',
    '01900000-0000-7000-8000-000000000000',
    "a'b",
  ];
  for (const word of words) {
    for (const [method, body] of [
      ['GET', undefined],
      ['PATCH', { notes: 'taken over' }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await service.api(method, `/v1/subscribers/${word}`, body, headers);
      assert.deepEqual([answer.status, answer.body.code], [404, 'not_found'], `${method} ${word}`);
    }
  }
  assert.equal((await service.api('GET', `/v1/subscribers/${id}`)).body.notes, '');
  assert.equal((await service.api('GET', '/v1/subscribers', undefined, headers)).body.count, 0);
  assert.equal((await service.api('GET', '/v1/tags', undefined, headers)).body.count, 0);
});

test('a key with settings:write can set the date on which a subscriber joined; future dates are refused', async () => {
  const email = 'early@example.org';
  const early = { email, type: 'regular', creation_date: '2019-05-01T10:00:00+02:00' };
  const made = await create(early);
  assert.equal(made.creation_date, '2019-05-01T08:00:00.000Z');
  assert.equal((await patch(email, { creation_date: '2020-01-01' })).body.creation_date, made.creation_date);

  const overwrite = { 'x-buttondown-collision-behavior': 'overwrite' };
  const earlier = { ...early, creation_date: '2018-01-01T00:00:00Z' };
  const again = await service.api('POST', '/v1/subscribers', earlier, overwrite);
  assert.equal(again.body.creation_date, '2018-01-01T00:00:00.000Z');
  const without = { email, type: 'regular' };
  const same = await service.api('POST', '/v1/subscribers', without, overwrite);
  assert.equal(same.body.creation_date, '2018-01-01T00:00:00.000Z');

  const key = await service.keyWith({ subscribers: 'write', settings: 'read' });
  const refused = await service.api('POST', '/v1/subscribers', { ...early, email: 'no@example.org' }, key);
  assert.deepEqual([refused.status, refused.body.code], [403, 'forbidden']);
  assert.match(refused.body.detail, /settings:write/);
  const plain = await service.api('POST', '/v1/subscribers', { ...without, email: 'yes@example.org' }, key);
  assert.equal(plain.status, 201);

  for (const creation_date of ['2999-01-01T00:00:00Z', 'yesterday', 7]) {
    const answer = await service.api('POST', '/v1/subscribers', { email: 'n@example.org', creation_date });
    assert.equal(answer.status, 400, String(creation_date));
    assert.match(answer.body.detail, /^creation_date: /);
  }
  assert.equal((await service.api('GET', '/v1/subscribers/n@example.org')).status, 404);
});
