import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { findDiscrepancies } from '../../delivery/ledger/counts.ts';
import { signLink } from '../../links/unsubscribe.ts';
import type { SubscriberType } from '../../platform/database/schema.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { readContents } from '../../testing/contents.ts';
import { assertOpeningChangesNothing, ask as request } from '../../testing/pages.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { typed } from '../../testing/typed.ts';

const form = 'application/x-www-form-urlencoded';
const oneClick = 'List-Unsubscribe=One-Click';

let service: TestService;
let secret: Secret;
before(async () => {
  service = await startTestService();
  secret = service.secret;
});
after(async () => {
  try {
    assert.deepEqual(await findDiscrepancies(service.db), [], 'the stored counts match the rows');
  } finally {
    await service.stop();
  }
});

let number = 0;
/** Somebody who got an email, and the link in it. */
async function makeReader(type: SubscriberType = 'regular') {
  number += 1;
  const subscriber = (
    await service.api('POST', '/v1/subscribers', { email: `r${number}@example.org`, type: 'regular' })
  ).body;
  const email = (await service.api('POST', '/v1/emails', { subject: `Email ${number}`, status: 'draft' }))
    .body;
  await service.db.updateTable('subscribers').set(typed(type)).where('id', '=', subscriber.id).execute();
  await service.db.updateTable('emails').set({ status: 'sent' }).where('id', '=', email.id).execute();
  const { key } = await service.db
    .selectFrom('emails')
    .select('key')
    .where('id', '=', email.id)
    .executeTakeFirstOrThrow();
  const delivery = { email_key: key, subscriber_key: subscriber.secondary_id, status: 'accepted' } as const;
  await service.db.insertInto('deliveries').values(delivery).execute();
  const { email_key, subscriber_key } = delivery;
  const chunk = {
    email_key,
    first_key: subscriber_key,
    last_key: subscriber_key,
    accepted: 1,
    first_pass_done: true,
    next_attempt_date: null,
  };
  await service.db.insertInto('delivery_chunks').values(chunk).execute();
  return { subscriber, email, token: signLink(secret, { subscriber_id: subscriber.id, email_id: email.id }) };
}

const ask = (method: string, token: string, body?: string | FormData, content_type?: string) =>
  request(service, method, `/unsubscribe/${token}`, body, content_type);

const typeOf = async (id: string) => (await service.api('GET', `/v1/subscribers/${id}`)).body.type;
const countOf = async (id: string) =>
  (await service.api('GET', `/v1/emails/${id}/analytics`)).body.unsubscriptions;

function fields(entries: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(entries)) data.append(name, value);
  return data;
}

test('opening the link changes nothing, whoever opens it and however often', async () => {
  const { token } = await makeReader();
  await assertOpeningChangesNothing(service, `/unsubscribe/${token}`);
});

for (const [what, body] of [
  ['a urlencoded form', () => oneClick],
  ['a multipart form', () => fields({ 'List-Unsubscribe': 'One-Click' })],
] as const) {
  test(`one click as ${what} ends the subscription immediately, without a redirect, and counts once`, async () => {
    const { token, subscriber, email } = await makeReader();
    const content_type = what === 'a urlencoded form' ? form : undefined;
    const first = await ask('POST', token, body(), content_type);
    assert.deepEqual([first.status, first.headers.get('location')], [200, null]);
    assert.deepEqual([await typeOf(subscriber.id), await countOf(email.id)], ['unsubscribed', 1]);
    const before = await readContents(service.db);
    assert.equal((await ask('POST', token, body(), content_type)).status, 200);
    assert.deepEqual(await readContents(service.db), before);
  });
}

test('the page’s button does the same', async () => {
  const { token, subscriber, email } = await makeReader('premium');
  const page = (await ask('GET', token)).text;
  assert.match(page, /<form method="post">/);
  const [, name, value] = /<input type="hidden" name="(\w+)" value="(\w+)">/.exec(page)!;
  assert.equal((await ask('POST', token, `${name}=${value}`, form)).status, 200);
  assert.deepEqual([await typeOf(subscriber.id), await countOf(email.id)], ['unsubscribed', 1]);
});

test('what somebody writes on the page is kept as text, and shown with the email they left through', async () => {
  const { subscriber, email, token } = await makeReader();
  const body = new URLSearchParams({ confirm: 'unsubscribe', reason: `Too\r\nmuch <b>${'y'.repeat(9000)}` });
  assert.equal((await ask('POST', token, body.toString(), form)).status, 200);
  const { results } = (await service.api('GET', `/v1/emails/${email.id}/analytics/unsubscriptions`)).body;
  assert.equal(results[0].subscriber_id, subscriber.id);
  assert.match(results[0].reason, /^Too\nmuch <b>y{1,2000}$/);
  assert.equal(results[0].reason.length, 2000);
});

test('twenty simultaneous clicks count once', async () => {
  const { token, subscriber, email } = await makeReader();
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask('POST', token, oneClick, form)));
  assert.ok(answers.every(({ status }) => status === 200));
  assert.equal(await countOf(email.id), 1);
  const events = await service.db
    .selectFrom('events')
    .select('event_type')
    .where('subscriber_id', '=', subscriber.id)
    .execute();
  assert.equal(events.filter(({ event_type }) => event_type === 'subscriber.unsubscribed').length, 1);
});

test('a POST with any other body is refused and changes nothing', async () => {
  const { token } = await makeReader();
  const before = await readContents(service.db);
  const boundary = 'multipart/form-data; boundary=x';
  for (const [body, content_type, status] of [
    [undefined, undefined, 400],
    ['', form, 400],
    ['x=y', form, 400],
    ['list-unsubscribe=One-Click', form, 400],
    ['List-Unsubscribe=one-click', form, 400],
    ['List-Unsubscribe=One-Click2', form, 400],
    ['List-Unsubscribe', form, 400],
    ['confirm=yes', form, 400],
    ['__proto__=1', form, 400],
    ['{}', 'application/json', 400],
    ['[]', 'application/json', 400],
    ['"List-Unsubscribe=One-Click"', 'application/json', 400],
    ['{', 'application/json', 400],
    [oneClick, 'text/plain', 415],
    [oneClick, 'application/xml', 415],
    [`${oneClick}&x=${'y'.repeat(20_000)}`, form, 413],
    [fields({ other: 'One-Click' }), undefined, 400],
    [fields({ __proto__: 'x' }), undefined, 400],
    [fields({ 'List-Unsubscribe': 'x'.repeat(2000) }), undefined, 400],
    ['--y\r\n', boundary, 400],
    ['--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Cl', boundary, 400],
    ['', boundary, 400],
    [oneClick, 'multipart/form-data', 400],
  ] as const) {
    const answer = await ask('POST', token, body, content_type);
    assert.equal(answer.status, status, `${content_type} ${body}: ${answer.text.slice(0, 200)}`);
  }
  assert.deepEqual(await readContents(service.db), before);
});

test('a token that is forged, cut or from another installation is 404 for GET and POST', async () => {
  const { token, subscriber, email } = await makeReader();
  const foreign = signLink([randomBytes(32)], { subscriber_id: subscriber.id, email_id: email.id });
  const before = await readContents(service.db);
  for (const wrong of [
    foreign,
    token.slice(0, -1),
    `${token}A`,
    `B${token.slice(1)}`,
    subscriber.id,
    '%20',
    'x'.repeat(600),
  ]) {
    assert.equal((await ask('GET', wrong)).status, 404, wrong);
    assert.equal((await ask('POST', wrong, oneClick, form)).status, 404, wrong);
  }
  assert.deepEqual(await readContents(service.db), before);
});

test('the link still works after the address has changed or the email was deleted', async () => {
  const { token, subscriber, email } = await makeReader();
  await service.api('PATCH', `/v1/subscribers/${subscriber.id}`, { email_address: 'moved@example.org' });
  assert.equal((await service.api('DELETE', `/v1/emails/${email.id}`)).status, 204);
  assert.equal((await ask('POST', token, oneClick, form)).status, 200);
  assert.deepEqual([await typeOf(subscriber.id), await countOf(email.id)], ['unsubscribed', 1]);
});

test('a deleted subscriber’s link gets a friendly page and changes nothing', async () => {
  const { token, subscriber } = await makeReader();
  await service.api('DELETE', `/v1/subscribers/${subscriber.id}`);
  const before = await readContents(service.db);
  const page = await ask('GET', token);
  assert.equal(page.status, 200);
  assert.doesNotMatch(page.text, /<form/);
  assert.equal((await ask('POST', token, oneClick, form)).status, 200);
  assert.deepEqual(await readContents(service.db), before);
});

test('complained and blocked subscribers keep their type', async () => {
  for (const type of ['complained', 'blocked'] as const) {
    const { token, subscriber } = await makeReader(type);
    assert.equal((await ask('POST', token, oneClick, form)).status, 200);
    assert.equal(await typeOf(subscriber.id), type);
  }
});

test('the pages run no scripts, load nothing, leak no address, and show names as text', async () => {
  const { token } = await makeReader();
  const path = `/v1/newsletters/${service.newsletter.id}`;
  await service.api('PATCH', path, { name: '<img src=x onerror=alert(1)> & "Co"' });
  for (const answer of [
    await ask('GET', token),
    await ask('POST', token, 'x=y', form),
    await ask('POST', token, oneClick, form),
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
  }
  await service.api('PATCH', path, { name: 'Test' });
});

test('a subscriber who has left sees the archive and the sign-up form', async () => {
  const { token } = await makeReader();
  const { text } = await ask('POST', token, 'confirm=unsubscribe', form);
  for (const path of ['/test/archive/', '/test#subscribe']) assert.ok(text.includes(`href="${path}"`), path);
});
