import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { manageAddress } from '../../links/readers.ts';
import { signLink } from '../../links/unsubscribe.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { readContents } from '../../testing/contents.ts';
import { post, visit } from '../../testing/pages.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';

let service: TestService;
let secret: Secret;
let number = 0;
before(async () => {
  service = await startTestService({ env: { SIGN_UPS_PER_HOUR: '1000' } });
  secret = service.secret;
});
after(() => service.stop());

async function reader(fields: object = {}) {
  number += 1;
  const { status, body } = await service.api('POST', '/v1/subscribers', {
    email: `r${number}@example.org`,
    type: 'regular',
    ...fields,
  });
  assert.equal(status, 201, JSON.stringify(body));
  return {
    id: body.id as string,
    path: manageAddress('', secret, body),
    email: body.email_address as string,
  };
}
const present = async (id: string) => (await service.api('GET', `/v1/subscribers/${id}`)).body;
const eventsOf = async (id: string) =>
  (
    await service.db
      .selectFrom('events')
      .select('event_type')
      .where('subscriber_id', '=', id)
      .orderBy('key')
      .execute()
  ).map(row => row.event_type);

test('opening the page changes nothing, whatever the method, and reveals nothing to others', async () => {
  const { path, email } = await reader();
  const before = await readContents(service.db);
  for (const method of ['GET', 'HEAD', 'GET']) {
    const response = await fetch(service.url + path, { method, headers: { 'sec-purpose': 'prefetch' } });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    if (method === 'GET') assert.match(await response.text(), new RegExp(email));
  }
  assert.deepEqual(await readContents(service.db), before);
});

test('forged, cut, foreign and expired links open and reveal nothing', async () => {
  const { id, path, email } = await reader();
  const token = path.slice('/manage/'.length);
  const other = (await visit(service, path)).text;
  assert.match(other, /Your subscription/);
  const bad = [
    '',
    'x',
    token.slice(0, -1),
    `${token}A`,
    token.toLowerCase(),
    manageAddress('', [randomBytes(32)], { id, email_address: email }).slice('/manage/'.length),
    signLink(secret, { subscriber_id: id, email_id: id }),
    'A'.repeat(480),
  ];
  const before = await readContents(service.db);
  for (const one of bad)
    for (const answer of [
      await visit(service, `/manage/${one}`),
      await post(service, `/manage/${one}`, { do: 'unsubscribe' }),
    ]) {
      assert.ok([404, 405].includes(answer.status), `${one}: ${answer.status}`);
      assert.doesNotMatch(answer.text, new RegExp(email));
    }
  assert.deepEqual(await readContents(service.db), before);
  await service.api('PATCH', `/v1/subscribers/${id}`, { email: `moved-${email}` });
  assert.equal((await visit(service, path)).status, 404, 'the mail is in a mailbox that is no longer theirs');
});

test('a POST without one of the page’s actions changes nothing', async () => {
  const { path } = await reader();
  const before = await readContents(service.db);
  const wishes: Record<string, string>[] = [
    {},
    { do: '' },
    { do: 'nonsense' },
    { do: 'toString' },
    { do: '__proto__' },
    { do: 'erase' },
    { 'List-Unsubscribe': 'One-Click' },
  ];
  for (const wish of wishes)
    assert.equal((await post(service, path, wish)).status, 400, JSON.stringify(wish));
  const json = await fetch(service.url + path, {
    method: 'POST',
    body: '{"do":"unsubscribe"}',
    headers: { 'content-type': 'application/json' },
  });
  assert.equal(json.status, 400);
  assert.deepEqual(await readContents(service.db), before);
});

test('topics are the tags that the newsletter offers; all other tags stay as they are', async () => {
  const tag = async (fields: object) => (await service.api('POST', '/v1/tags', fields)).body.id as string;
  const sailing = await tag({ name: 'Sailing <b>', subscriber_editable: true });
  const weather = await tag({
    name: 'Weather',
    subscriber_editable: true,
    public_description: 'Rain & shine',
  });
  const own = await tag({ name: 'Own' });
  const vip = await tag({ name: 'VIP' });
  const { id, path } = await reader({ tags: [sailing, own] });
  const { text } = await visit(service, path);
  assert.match(text, new RegExp(`value="${sailing}" checked`));
  assert.match(text, /Sailing &lt;b&gt;[\s\S]*Rain &amp; shine/);
  assert.doesNotMatch(text, /VIP|Own/);
  const { status } = await post(service, path, [
    ['do', 'topics'],
    ['topic', weather],
    ['topic', vip],
    ['topic', 'x'],
  ]);
  assert.equal(status, 200);
  assert.deepEqual(new Set((await present(id)).tags), new Set([own, weather]));
  assert.ok((await eventsOf(id)).includes('subscriber.tags.changed'));
  await post(service, path, { do: 'topics' });
  assert.deepEqual((await present(id)).tags, [own]);
});

test('a pause ends once and restores the earlier type, for paying readers too', async () => {
  for (const type of ['regular', 'premium', 'gifted']) {
    const { id, path } = await reader({ type });
    for (let twice = 0; twice < 2; twice += 1) {
      assert.match((await post(service, path, { do: 'pause' })).text, /name="do" value="resume"/);
      assert.equal((await present(id)).type, 'paused');
    }
    for (let twice = 0; twice < 2; twice += 1) {
      assert.equal((await post(service, path, { do: 'resume' })).status, 200);
      assert.equal((await present(id)).type, type);
    }
    assert.equal((await eventsOf(id)).filter(type => type === 'subscriber.type.changed').length, 2);
  }
});

test('a reader’s entitlement may change while they pause mail', async () => {
  const { id, path } = await reader({ type: 'premium' });
  await post(service, path, { do: 'pause' });
  const { mail_state, standing } = await present(id);
  assert.deepEqual([mail_state, standing], ['paused', 'premium']);
  const { body } = await service.api('GET', `/v1/subscribers/${id}/standing`);
  const gift = await service.api('POST', `/v1/subscribers/${id}/grants`, { kind: 'gift' });
  assert.equal(gift.status, 201, gift.text);
  await service.api('POST', `/v1/subscribers/${id}/grants/${body.grants[0].id}/revoke`, {});
  assert.equal((await present(id)).type, 'paused');
  await post(service, path, { do: 'resume' });
  assert.equal((await present(id)).type, 'gifted');
});

test('only the reader pauses mail: a plan that a client pauses leaves free mail as it was', async () => {
  const { id, path } = await reader({ type: 'premium' });
  await service.api('PATCH', `/v1/subscribers/${id}`, { type: 'paused' });
  const { type, mail_state, standing } = await present(id);
  assert.deepEqual([type, mail_state, standing], ['paused', 'subscribed', 'paused']);
  await post(service, path, { do: 'resume' });
  assert.equal((await present(id)).type, 'paused');
});

test('unsubscribing takes effect immediately and keeps the reason as text', async () => {
  const { id, path } = await reader();
  const reason = 'Too\r\nmuch <b>\0x';
  const { text } = await post(service, path, { do: 'unsubscribe', reason: reason + 'y'.repeat(9000) });
  assert.match(text, /You are unsubscribed/);
  const { type, unsubscription_reason } = await present(id);
  assert.equal(type, 'unsubscribed');
  assert.equal(unsubscription_reason.length, 2000);
  assert.ok(unsubscription_reason.startsWith('Too\nmuch <b>xyyy'));
  await post(service, path, { do: 'unsubscribe', reason: 'again' });
  assert.ok((await present(id)).unsubscription_reason.startsWith('Too'), 'a second time changes nothing');
});

test('the export contains everything kept about the person, except the publisher’s notes', async () => {
  const { id, path, email } = await reader({
    metadata: { name: 'Ada' },
    tags: ['Exported'],
    notes: 'a secret note',
  });
  const { headers, text } = await post(service, path, { do: 'export' });
  assert.match(headers.get('content-type')!, /^application\/json/);
  assert.match(headers.get('content-disposition')!, /^attachment; filename="test-my-data\.json"$/);
  const data = JSON.parse(text);
  assert.equal(data.subscriber.id, id);
  assert.equal(data.subscriber.email_address, email);
  assert.deepEqual(data.subscriber.metadata, { name: 'Ada' });
  assert.deepEqual(data.subscriber.tags, ['Exported']);
  assert.equal(data.events[0].event_type, 'subscriber.created');
  assert.doesNotMatch(text, /secret note/);
});

test('erasing removes all personal data immediately, and only if confirmed', async () => {
  const { id, path, email } = await reader({ metadata: { name: 'Adalbert' } });
  assert.equal((await post(service, path, { do: 'erase' })).status, 400);
  assert.equal((await present(id)).type, 'regular');
  assert.match(
    (await post(service, path, { do: 'erase', sure: 'yes' })).text,
    /Your data is erased[\s\S]*SHA-256 of the address: [0-9a-f]{64}[\s\S]*Grants of access: \d/,
  );
  assert.doesNotMatch(JSON.stringify(await readContents(service.db)), new RegExp(`${email}|Adalbert`));
  assert.equal((await post(service, path, { do: 'erase', sure: 'yes' })).status, 404);
});

test('a blocked subscriber cannot lift the block by erasing their data', async () => {
  const { id, path } = await reader({ type: 'blocked' });
  assert.doesNotMatch((await visit(service, path)).text, /value="erase"|value="return"/);
  assert.equal((await post(service, path, { do: 'erase', sure: 'yes' })).status, 400);
  await post(service, path, { do: 'return' });
  assert.equal((await present(id)).type, 'blocked');
});

test('a link is useless at another newsletter and shows only its own subscriber’s data', async () => {
  const key = await service.foreignKey();
  const foreign = (
    await service.api('POST', '/v1/subscribers', { email: 'f@example.org', type: 'regular' }, key)
  ).body;
  const { id, path } = await reader();
  await post(service, path, { do: 'unsubscribe' });
  assert.equal((await present(id)).type, 'unsubscribed');
  const after = (await service.api('GET', `/v1/subscribers/${foreign.id}`, undefined, key)).body;
  assert.equal(after.type, 'regular');
});

test('the page says what the reader can read, until when and with which words; a pause of mail changes none of it', async () => {
  const { id, path } = await reader();
  assert.doesNotMatch((await visit(service, path)).text, /What you can read/);
  const given = { kind: 'gift', end_date: '2099-05-03T12:00:00Z', message: 'Thank you, <b>Ada</b>' };
  assert.equal((await service.api('POST', `/v1/subscribers/${id}/grants`, given)).status, 201);
  const gifted = (await visit(service, path)).text;
  assert.match(gifted, /You were given everything, including paid issues\. This lasts until 3 May 2099\./);
  assert.match(gifted, /Thank you, &lt;b&gt;Ada/);
  await post(service, path, { do: 'pause' });
  await service.api('POST', `/v1/subscribers/${id}/grants`, { kind: 'subscription' });
  const { mail_state, standing } = await present(id);
  assert.deepEqual([mail_state, standing], ['paused', 'premium'], 'a payment does not end the pause');
  const paused = (await visit(service, path)).text;
  assert.match(paused, /is paused and gets no mail/);
  assert.match(paused, /You can read everything, including paid issues\./);
  assert.match(paused, /You get no mail, but you can sign in/);
});
