import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { confirmAddress } from '../../links/confirmation.ts';
import { signLink } from '../../links/unsubscribe.ts';
import type { SubscriberType } from '../../platform/database/schema.ts';
import { newId } from '../../platform/ids.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { holdTransaction, untilBlocked } from '../../testing/barriers.ts';
import { readContents } from '../../testing/contents.ts';
import { assertOpeningChangesNothing, ask as request } from '../../testing/pages.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { typed } from '../../testing/typed.ts';

const form = 'application/x-www-form-urlencoded';
const yes = 'confirm=subscription';

const since = Date.now();
let service: TestService;
let secret: Secret;
before(async () => {
  service = await startTestService();
  secret = service.secret;
});
after(() => service.stop());

let number = 0;
/** Somebody who has signed up, and the mailed link. */
async function signUp(type?: SubscriberType) {
  number += 1;
  const { body } = await service.api('POST', '/v1/subscribers', { email: `r${number}@example.org` });
  if (type) await service.db.updateTable('subscribers').set(typed(type)).where('id', '=', body.id).execute();
  return { id: body.id as string, token: tokenOf({ id: body.id, normal_address: body.email_address }) };
}

function tokenOf(person: { id: string; normal_address: string }, by = secret): string {
  return confirmAddress('', by, person).slice('/confirm/'.length);
}

const ask = (method: string, token: string, body?: string, content_type?: string) =>
  request(service, method, `/confirm/${token}`, body, content_type);

const press = (token: string) => ask('POST', token, yes, form);
const present = async (id: string) => (await service.api('GET', `/v1/subscribers/${id}`)).body;
const eventsOf = async (id: string) =>
  (
    await service.db
      .selectFrom('events')
      .select('event_type')
      .where('subscriber_id', '=', id)
      .orderBy('key')
      .execute()
  ).map(({ event_type }) => event_type);

test('opening the link changes nothing, whoever opens it and however often', async () => {
  const { token } = await signUp();
  await assertOpeningChangesNothing(service, `/confirm/${token}`);
});

test('the page’s button subscribes, and pressing it again shows the same and changes nothing', async () => {
  const { id, token } = await signUp();
  const page = (await ask('GET', token)).text;
  assert.match(page, /<form method="post">/);
  const [, name, value] = /<input type="hidden" name="(\w+)" value="(\w+)">/.exec(page)!;
  const first = await ask('POST', token, `${name}=${value}`, form);
  assert.equal(first.status, 200);
  const { type, confirmation_date } = await present(id);
  assert.equal(type, 'regular');
  const date = Date.parse(confirmation_date);
  assert.ok(date > since - 60_000 && date < Date.now() + 60_000);
  assert.equal((await eventsOf(id)).filter(event => event === 'subscriber.confirmed').length, 1);
  const before = await readContents(service.db);
  const second = await press(token);
  assert.deepEqual([second.status, second.text], [first.status, first.text]);
  assert.deepEqual(await readContents(service.db), before);
});

test('two simultaneous presses confirm once', async () => {
  const { id, token } = await signUp();
  await using held = await holdTransaction(service.db, trx =>
    trx.selectFrom('subscribers').select('key').where('id', '=', id).forUpdate().execute(),
  );
  const answers = Promise.all([press(token), press(token)]);
  await untilBlocked(service.db, 2);
  await held.release();
  assert.deepEqual(
    (await answers).map(({ status }) => status),
    [200, 200],
  );
  assert.equal((await eventsOf(id)).filter(event => event === 'subscriber.confirmed').length, 1);
});

test('a subscriber deleted while pressing the button stays deleted and is told so', async () => {
  const { id, token } = await signUp();
  await using held = await holdTransaction(service.db, trx =>
    trx.deleteFrom('subscribers').where('id', '=', id).execute(),
  );
  const answer = press(token);
  await untilBlocked(service.db);
  await held.release();
  const { status, text } = await answer;
  assert.equal(status, 410);
  assert.match(text, /no longer works/);
  assert.ok(!(await eventsOf(id)).includes('subscriber.confirmed'));
});

test('the link does not bring back a subscriber who has left, is undeliverable or is deleted', async () => {
  const left = ['unsubscribed', 'complained', 'blocked', 'removed', 'undeliverable'] as const;
  const people = await Promise.all([...left.map(signUp), signUp()]);
  await service.api('DELETE', `/v1/subscribers/${people.at(-1)!.id}`);
  const before = await readContents(service.db);
  for (const { token } of people) {
    const page = await ask('GET', token);
    assert.equal(page.status, 410);
    assert.doesNotMatch(page.text, /<form/);
    assert.equal((await press(token)).status, 410);
  }
  assert.deepEqual(await readContents(service.db), before);
});

test('confirming does not change the type of a subscriber', async () => {
  for (const type of ['regular', 'premium', 'gifted', 'paused', 'unpaid'] as const) {
    const { id, token } = await signUp(type);
    const before = await readContents(service.db);
    assert.equal((await press(token)).status, 200);
    assert.deepEqual(await readContents(service.db), before);
    assert.equal((await present(id)).type, type);
  }
});

test('the link stops working when the address changes, but not when only its case does', async () => {
  const moved = await signUp();
  await service.api('PATCH', `/v1/subscribers/${moved.id}`, { email_address: 'victim@example.org' });
  assert.equal((await ask('GET', moved.token)).status, 410);
  assert.equal((await press(moved.token)).status, 410);
  assert.equal((await present(moved.id)).type, 'unactivated');
  const same = await signUp();
  const { email_address } = await present(same.id);
  await service.api('PATCH', `/v1/subscribers/${same.id}`, { email_address: email_address.toUpperCase() });
  assert.equal((await press(same.token)).status, 200);
  assert.equal((await present(same.id)).type, 'regular');
});

test('a POST with any other body is refused and changes nothing', async () => {
  const { token } = await signUp();
  const before = await readContents(service.db);
  for (const [body, content_type, status] of [
    [undefined, undefined, 400],
    ['', form, 400],
    ['confirm=', form, 400],
    ['confirm=yes', form, 400],
    ['Confirm=subscription', form, 400],
    ['confirm=unsubscribe', form, 400],
    ['List-Unsubscribe=One-Click', form, 400],
    ['{"confirm":"subscription"}', 'application/json', 400],
    ['{', 'application/json', 400],
    [yes, 'text/plain', 415],
    [`${yes}&x=${'y'.repeat(20_000)}`, form, 413],
  ] as const) {
    const answer = await ask('POST', token, body, content_type);
    assert.equal(answer.status, status, `${content_type} ${body}: ${answer.text.slice(0, 200)}`);
  }
  assert.deepEqual(await readContents(service.db), before);
});

test('a token that is forged, cut, for unsubscribing or from another installation is 404', async () => {
  const { id, token } = await signUp();
  const { email_address } = await present(id);
  const before = await readContents(service.db);
  for (const wrong of [
    tokenOf({ id, normal_address: email_address }, [randomBytes(32)]),
    signLink(secret, { subscriber_id: id, email_id: newId() }),
    token.slice(0, -1),
    `${token}A`,
    `B${token.slice(1)}`,
    id,
    '%20',
    'x'.repeat(600),
  ]) {
    assert.equal((await ask('GET', wrong)).status, 404, wrong);
    assert.equal((await press(wrong)).status, 404, wrong);
  }
  const unsubscribing = await fetch(`${service.url}/unsubscribe/${token}`, {
    method: 'POST',
    body: new URLSearchParams('List-Unsubscribe=One-Click'),
  });
  assert.equal(unsubscribing.status, 404);
  assert.deepEqual(await readContents(service.db), before);
});

test('the pages run no scripts, load nothing, leak no address, and show names as text', async () => {
  const { token } = await signUp();
  const gone = await signUp('unsubscribed');
  const path = `/v1/newsletters/${service.newsletter.id}`;
  await service.api('PATCH', path, { name: '<img src=x onerror=alert(1)> & "Co"' });
  for (const answer of [
    await ask('GET', token),
    await ask('POST', token, 'x=y', form),
    await press(token),
    await ask('GET', gone.token),
    await ask('GET', 'none'),
  ]) {
    assert.match(answer.headers.get('content-type')!, /^text\/html/);
    assert.match(
      answer.headers.get('content-security-policy')!,
      /default-src 'none'.*frame-ancestors 'none'/,
    );
    assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
    assert.match(answer.headers.get('cache-control')!, /no-store/);
    assert.doesNotMatch(answer.text, /<img|<script|@example\.org/);
    assert.match(answer.text, /<title>[^<]+<\/title>/);
  }
  await service.api('PATCH', path, { name: 'Test' });
});

test('the final page links to the issues published so far', async () => {
  const { token } = await signUp();
  assert.match((await press(token)).text, /href="\/test\/archive\/"/);
  const gone = await signUp('unsubscribed');
  assert.match((await press(gone.token)).text, /<a href="\/test#subscribe">/, 'an expired link leads on too');
});

test('where subscriptions must be paid for, new people get no mail and read nothing until they pay, and those who were there stay', async () => {
  const settings = (fields: object) =>
    service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, fields);
  const { id: there } = await signUp('regular');
  const { id: asked, token: old } = await signUp();
  await settings({ free_subscriptions: false, premium_url: 'https://pay.example/plans' });
  const { text } = await request(service, 'GET', '/test');
  assert.match(text, /Choose a plan next. Then you will get/);
  const { id, token } = await signUp();
  for (const joins of [token, old]) {
    const page = await press(joins);
    assert.match(page.text, /One step is left[\s\S]*href="https:\/\/pay\.example\/plans"/);
    assert.match(page.headers.get('set-cookie') ?? '', /^reader=/, 'they can choose a plan at once');
    assert.equal((await press(joins)).status, 200);
  }
  assert.deepEqual(
    [(await present(id)).type, (await present(asked)).type, (await present(there)).type],
    ['unpaid', 'unpaid', 'regular'],
  );
  const { body: standing } = await service.api('GET', `/v1/subscribers/${id}/standing`);
  assert.deepEqual([standing.standing, standing.entitled, standing.can_sign_in], ['unpaid', false, true]);

  const given = await service.api('POST', `/v1/subscribers/${id}/grants`, {
    kind: 'outside',
    source: 'bank',
    reference: 'transfer-1',
  });
  assert.equal(given.status, 201, given.text);
  assert.equal((await present(id)).type, 'premium');
  await service.api('POST', `/v1/subscribers/${id}/grants/${given.body.id}/revoke`, {
    reason: 'It is over.',
  });
  assert.equal((await present(id)).type, 'unpaid', 'what they paid for is over');
  await service.api('PATCH', `/v1/subscribers/${id}`, { type: 'regular' });
  assert.equal((await present(id)).type, 'churned', 'the team lets them read for free');

  await settings({ double_opt_in: false });
  const { id: direct } = await signUp();
  const { body: chosen } = await service.api('POST', '/v1/subscribers', {
    email: 'guest@example.org',
    type: 'regular',
  });
  assert.deepEqual([(await present(direct)).type, chosen.type], ['unpaid', 'regular']);
  await settings({ free_subscriptions: true, premium_url: '', double_opt_in: true });
});
