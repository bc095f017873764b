import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { confirmAddress } from '../../links/confirmation.ts';
import { day_ms, hour_ms } from '../../platform/durations.ts';
import { post } from '../../testing/pages.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';

const time = { now: Date.now() };
const inDays = (days: number) => new Date(time.now + days * day_ms).toISOString();
let service: TestService;
let number = 0;
before(async () => {
  service = await startTestService({ works: true, clock: () => new Date(time.now) });
});
after(() => service.stop());

async function reader(fields: object = {}) {
  number += 1;
  const person = { email: `g${number}@example.org`, type: 'regular', ...fields };
  const { body, text } = await service.api('POST', '/v1/subscribers', person);
  assert.ok(body.id, text);
  return body.id as string;
}
const path = (id: string) => `/v1/subscribers/${id}`;
const present = async (id: string) => (await service.api('GET', path(id))).body;
const standingOf = async (id: string) => (await service.api('GET', `${path(id)}/standing`)).body;
const give = (id: string, grant: object) => service.api('POST', `${path(id)}/grants`, grant);
const patch = (id: string, fields: object) => service.api('PATCH', path(id), fields);
async function eventsOf(id: string) {
  const rows = await service.db
    .selectFrom('events')
    .select('event_type')
    .where('subscriber_id', '=', id)
    .orderBy('key')
    .execute();
  return rows
    .map(({ event_type }) => event_type)
    .filter(type => /paid|churned|trial|paused|resumed/.test(type));
}

test('the same source and reference is the same grant, whatever else is sent, and nobody else can have it', async () => {
  const id = await reader();
  const grant = { source: 'mollie', reference: 'sub_1', end_date: inDays(30) };
  const made = await give(id, grant);
  assert.equal(made.status, 201, made.text);
  assert.deepEqual(
    [made.body.kind, made.body.state, made.body.end_date, made.body.created_by],
    ['outside', 'running', grant.end_date, 'first key'],
  );
  const again = await give(id, { ...grant, end_date: inDays(90), kind: 'gift' });
  assert.deepEqual([again.status, again.body], [200, made.body]);
  const foreign = await give(await reader(), grant);
  assert.deepEqual(
    [foreign.status, foreign.body.code, foreign.body.metadata],
    [409, 'grant_reference_taken', { grant_id: made.body.id }],
  );
  assert.equal((await present(id)).type, 'premium');
});

test('a grant that could not entitle anybody, or takes a reserved source, is refused with the field', async () => {
  const id = await reader();
  for (const [grant, field] of [
    [{ end_date: inDays(-1) }, 'end_date'],
    [{ start_date: inDays(3), end_date: inDays(3) }, 'end_date'],
    [{ source: 'client' }, 'source'],
    [{ kind: 'free' }, 'kind'],
    [{ state: 'expired' }, 'state'],
    [{ reference: ' ' }, 'reference'],
  ] as const) {
    const { status, body } = await give(id, grant);
    assert.deepEqual([status, body.code], [400, 'request_invalid'], JSON.stringify(grant));
    assert.ok(body.detail.startsWith(`${field}:`), body.detail);
  }
  assert.equal((await give('nobody@example.org', {})).status, 404);
  assert.deepEqual((await standingOf(id)).grants, []);
});

test('a gift, which is mailed, needs the permission to send; free access does not', async () => {
  const id = await reader();
  const headers = await service.keyWith({ subscribers: 'write' });
  const giveWith = (grant: object) => service.api('POST', `${path(id)}/grants`, grant, headers);
  const refused = await giveWith({ kind: 'gift', message: 'Buy this' });
  assert.deepEqual([refused.status, refused.body.code], [403, 'forbidden'], refused.text);
  assert.equal((await giveWith({ kind: 'comp' })).status, 201);
});

test('standing says why, since when and until when, and how that came about', async () => {
  const id = await reader();
  assert.deepEqual((await standingOf(id)).why, 'They have no grant.');
  const { body: gift } = await give(id, { kind: 'gift', end_date: inDays(10), message: 'For your help' });
  const now = await standingOf(id);
  assert.deepEqual(
    [now.standing, now.entitled, now.since, now.until],
    ['gifted', true, gift.start_date, gift.end_date],
  );
  assert.equal(now.why, `They are entitled by a gift until ${gift.end_date.slice(0, 10)}.`);
  const shown = await present(id);
  assert.deepEqual(
    [shown.gift_subscription_end_date, shown.gift_subscription_message],
    [gift.end_date, 'For your help'],
  );
  time.now += hour_ms;
  const { body: revoked } = await service.api('POST', `${path(id)}/grants/${gift.id}/revoke`, {
    reason: 'A mistake.',
  });
  assert.deepEqual([revoked.revoked_reason, revoked.revoked_by], ['A mistake.', 'first key']);
  const again = await service.api('POST', `${path(id)}/grants/${gift.id}/revoke`, { reason: 'Another' });
  assert.deepEqual(again.body, revoked, 'it is revoked once');
  const later = await standingOf(id);
  assert.match(later.why, /^They were entitled by a gift until it was revoked on [\d-]+\. A mistake\.$/);
  assert.deepEqual(
    later.history.map((move: { standing: string }) => move.standing),
    ['regular', 'gifted'],
  );
});

test('standings follow the clock, two ends at one instant too, with one event each', async () => {
  const id = await reader();
  await give(id, { kind: 'subscription', source: 'a', end_date: inDays(5) });
  await give(id, { kind: 'trial', source: 'b', start_date: inDays(1), end_date: inDays(5) });
  const upcoming = await reader();
  await give(upcoming, { start_date: inDays(2), end_date: inDays(4) });
  assert.equal((await present(upcoming)).type, 'upcoming');
  assert.equal((await present(id)).type, 'churning');
  time.now += 2 * day_ms;
  await until('it has begun', async () => (await present(upcoming)).type === 'premium');
  time.now += 3 * day_ms;
  for (const one of [id, upcoming])
    await until('it has ended', async () => (await present(one)).type === 'churned');
  assert.deepEqual(await eventsOf(id), ['subscriber.churned']);
  assert.deepEqual(await eventsOf(upcoming), ['subscriber.paid', 'subscriber.churned']);
});

test('the type that a client sets is a grant that the next one replaces; regular leaves the grants of others', async () => {
  const id = await reader();
  for (const type of [
    'premium',
    'churning',
    'trialed',
    'gifted',
    'past_due',
    'paused',
    'unpaid',
    'regular',
  ]) {
    assert.equal((await patch(id, { type })).body.type, type);
    const { standing, grants } = await standingOf(id);
    assert.equal(standing, type);
    assert.equal(
      grants.filter((grant: { revoked_date: string | null }) => grant.revoked_date === null).length,
      type === 'regular' ? 0 : 1,
    );
  }
  await patch(id, { type: 'premium' });
  await give(id, { kind: 'gift', source: 'shop' });
  const { body } = await patch(id, { type: 'regular' });
  assert.deepEqual([body.type, body.churn_date], ['gifted', null]);
});

test('a payer who unsubscribes keeps what they pay for, and comes back to it', async () => {
  const id = await reader({ type: 'premium' });
  const since = (await present(id)).upgrade_date;
  await patch(id, { type: 'unsubscribed' });
  const { mail_state, standing, type } = await present(id);
  assert.deepEqual([mail_state, standing, type], ['unsubscribed', 'premium', 'unsubscribed']);
  const action = { type: 'resubscribe_subscribers', metadata: { ids: [id] } };
  await service.api('POST', '/v1/bulk_actions', action);
  await until('they are back', async () => (await present(id)).type === 'premium');
  assert.equal((await present(id)).upgrade_date, since);
});

test('a grant that somebody pays for may change while they get no mail', async () => {
  const id = await reader({ type: 'premium' });
  await patch(id, { type: 'blocked' });
  const [grant] = (await standingOf(id)).grants;
  time.now += hour_ms;
  await service.api('POST', `${path(id)}/grants/${grant.id}/revoke`, {});
  assert.equal((await present(id)).type, 'blocked');
  assert.deepEqual(await eventsOf(id), ['subscriber.churned']);
});

test('lists and filters know mail state, standing and the dates', async () => {
  const id = await reader();
  await give(id, { kind: 'gift', end_date: inDays(100) });
  await patch(id, { type: 'unsubscribed' });
  const lists = async (query: string) =>
    (await service.api('GET', `/v1/subscribers?page_size=100&${query}`)).body.results.map(
      (one: { id: string }) => one.id,
    );
  assert.deepEqual(await lists('standing=gifted&mail_state=unsubscribed'), [id]);
  assert.deepEqual(
    await lists(
      `gift_subscription_end_date__start=${inDays(99)}&gift_subscription_end_date__end=${inDays(101)}`,
    ),
    [id],
  );
  const filters = [
    { field: 'subscriber.standing', operator: 'equals', value: 'gifted' },
    { field: 'subscriber.mail_state', operator: 'equals', value: 'unsubscribed' },
    { field: 'subscriber.gift_subscription_end_date', operator: 'is_not_empty', value: '' },
  ];
  const found = await service.api('POST', '/v1/subscribers/search', {
    filters: { filters, groups: [], predicate: 'and' },
  });
  assert.deepEqual(
    found.body.results.map((one: { id: string }) => one.id),
    [id],
  );
});

test('a newsletter’s trial begins when somebody confirms, once', async () => {
  const newsletter = `/v1/newsletters/${service.newsletter.id}`;
  assert.equal((await service.api('PATCH', newsletter, { trial_days: 7 })).body.trial_days, 7);
  const { body } = await service.api('POST', '/v1/subscribers', { email: 'trial@example.org' });
  assert.equal(body.type, 'unactivated');
  const person = { id: body.id, normal_address: 'trial@example.org' };
  const { pathname } = new URL(confirmAddress('http://news.example', service.secret, person));
  for (const _ of ['once', 'twice'])
    assert.equal((await post(service, pathname, { confirm: 'subscription' })).status, 200);
  const { standing, until: end, grants } = await standingOf(body.id);
  assert.deepEqual([standing, end, grants.length], ['trialed', inDays(7), 1]);
  time.now += 7 * day_ms - hour_ms;
  assert.equal((await standingOf(body.id)).standing, 'trialed');
  time.now += hour_ms;
  await until('it has ended', async () => (await present(body.id)).type === 'regular');
  assert.deepEqual(await eventsOf(body.id), ['subscriber.trial_started', 'subscriber.trial_ended']);
  await service.api('PATCH', newsletter, { trial_days: 0 });
});

test('gifts for many are given, kept if they last, and taken back, without touching what is paid for', async () => {
  const [plain, payer] = [await reader(), await reader({ type: 'premium' })];
  const act = async (type: string, metadata: object) => {
    const { body, text } = await service.api('POST', '/v1/bulk_actions', { type, metadata });
    assert.ok(body.id, text);
    return until('it has ended', async () => {
      const action = (await service.api('GET', `/v1/bulk_actions/${body.id}`)).body;
      return action.status === 'processed' && [action.done_count, action.skipped_count, action.failed_count];
    });
  };
  const ids = [plain, payer];
  const gift = { ids, end_date: inDays(30), message: 'Merry Christmas' };
  assert.deepEqual(await act('gift_subscribers', gift), [2, 0, 0]);
  assert.deepEqual(await act('gift_subscribers', { ids, end_date: inDays(20) }), [0, 2, 0]);
  assert.deepEqual([(await present(plain)).type, (await present(payer)).type], ['gifted', 'premium']);
  assert.equal((await present(plain)).gift_subscription_message, 'Merry Christmas');
  assert.deepEqual(await act('ungift_subscribers', { ids }), [2, 0, 0]);
  assert.deepEqual([(await present(plain)).type, (await present(payer)).type], ['regular', 'premium']);
  assert.deepEqual(await act('gift_subscribers', { ids: [plain], end_date: inDays(-1) }), [0, 1, 0]);

  await patch(plain, { type: 'blocked', notes: 'First' });
  assert.deepEqual(await act('unban_subscribers', { ids }), [1, 1, 0]);
  assert.equal((await present(plain)).type, 'regular');
  assert.deepEqual(await act('add_notes', { ids: [plain], notes: 'Second' }), [1, 0, 0]);
  assert.equal((await present(plain)).notes, 'First\n\nSecond');
  await patch(plain, { metadata: { plan: 'a' } });
  await patch(payer, { metadata: { plan: 'b', tier: 'c' } });
  assert.deepEqual(await act('rename_metadata', { ids, from: 'plan', to: 'tier' }), [1, 1, 0]);
  assert.deepEqual(
    [(await present(plain)).metadata, (await present(payer)).metadata],
    [{ tier: 'a' }, { plan: 'b', tier: 'c' }],
  );
});
