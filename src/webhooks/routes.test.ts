import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readContents } from '../testing/contents.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { openReceiver, type Receiver } from '../testing/receiver.ts';
import { assertRefused, notList, notText } from '../testing/refusals.ts';

let service: TestService;
let receiver: Receiver;
before(async () => {
  receiver = await openReceiver();
  service = await startTestService({ env: { ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' } });
});
after(async () => {
  await service.stop();
  await receiver.close();
});

const url = 'https://93.184.215.14/hook';
const create = async (body: object, headers?: Record<string, string>) =>
  (await service.api('POST', '/v1/webhooks', body, headers)).body;

test('a webhook is returned as it was created, by every route that shows it', async () => {
  const headers = await service.foreignKey();
  const input = {
    url: 'https://user:pass@93.184.215.14:8443/hook?a=%20b#c',
    event_types: ['subscriber.created', 'email.sent'],
    status: 'disabled',
    description: 'Größe\n🎉',
    signing_key: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  };
  const { id, creation_date, modification_date, disabled_date, ...fields } = await create(input, headers);
  const untouched = {
    email_ids: [],
    automation_ids: [],
    filters: { filters: [], groups: [], predicate: 'and' },
    disabled_reason: '',
    last_success_date: null,
    failing_since: null,
    former_key_until: null,
  };
  assert.deepEqual(fields, { ...input, ...untouched });
  assert.match(disabled_date, /^\d{4}-/);
  const shown = { id, ...fields, creation_date, modification_date, disabled_date };
  const get = async (path: string) => (await service.api('GET', path, undefined, headers)).body;
  assert.deepEqual(await get(`/v1/webhooks/${id}`), shown);
  assert.deepEqual(await get('/v1/webhooks'), { results: [shown], count: 1, next: null, previous: null });
});

test('only a url is required; by default a webhook is enabled, gets every event, and has a key of its own', async () => {
  const one = await create({ url });
  const other = await create({ url, event_types: ['email.sent', '*'], signing_key: null });
  for (const webhook of [one, other]) {
    assert.deepEqual([webhook.status, webhook.event_types, webhook.description], ['enabled', [], '']);
    assert.match(webhook.signing_key, /^whsec_[A-Za-z0-9+/]{43}=$/);
  }
  assert.notEqual(one.signing_key, other.signing_key);
  assert.equal((await create({ url, signing_key: 'open sesame' })).signing_key, 'open sesame');
});

test('PATCH changes the fields it names, null clears, and the whole object may be sent back', async () => {
  const webhook = await create({ url, event_types: ['email.sent'], description: 'one' });
  const path = `/v1/webhooks/${webhook.id}`;
  const patch = async (changes: object) => {
    const { status, body, text } = await service.api('PATCH', path, changes);
    assert.equal(status, 200, text);
    return body;
  };
  const off = await patch({ status: 'disabled' });
  assert.deepEqual(off, {
    ...webhook,
    status: 'disabled',
    disabled_date: off.disabled_date,
    modification_date: off.modification_date,
  });
  assert.ok(off.disabled_date);
  assert.equal((await patch({ status: 'disabled' })).disabled_date, off.disabled_date);
  const emptied = await patch({ event_types: null, description: null });
  assert.deepEqual([emptied.event_types, emptied.description], [[], '']);
  const rotated = await patch({ signing_key: null });
  assert.match(rotated.signing_key, /^whsec_/);
  assert.notEqual(rotated.signing_key, webhook.signing_key);
  const back = await patch(webhook);
  const { modification_date, former_key_until } = back;
  assert.deepEqual(back, { ...webhook, modification_date, former_key_until });
});

test('DELETE removes the webhook with its log', async () => {
  const { id } = await create({ url: receiver.url });
  await service.api('POST', `/v1/webhooks/${id}/test`);
  const answer = await service.api('DELETE', `/v1/webhooks/${id}`);
  assert.deepEqual([answer.status, answer.text], [204, '']);
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['GET', '/attempts'],
    ['POST', '/test'],
  ] as const)
    assert.equal((await service.api(method, `/v1/webhooks/${id}${path}`)).status, 404, path);
});

test('a sample is posted immediately, even to a disabled webhook, and its response is shown and logged', async () => {
  const webhook = await create({
    url: receiver.url,
    status: 'disabled',
    event_types: ['subscriber.unsubscribed'],
  });
  receiver.answer = response => void response.writeHead(418).end('short and stout');
  const { status, body } = await service.api('POST', `/v1/webhooks/${webhook.id}/test`);
  const { id, event_id, duration_ms, creation_date, ...line } = body;
  assert.deepEqual(
    [status, line],
    [
      200,
      {
        webhook_id: webhook.id,
        event_type: 'subscriber.unsubscribed',
        kind: 'test',
        attempt: null,
        outcome: 'failed',
        status_code: 418,
        reason: 'The endpoint answered 418.',
        reason_sentence: { code: 'webhooks.answered', values: { status: '418' } },
        response_body: 'short and stout',
        next_attempt_date: null,
      },
    ],
  );
  const posted = JSON.parse(receiver.received.at(-1)!.body);
  assert.deepEqual(
    [posted.id, posted.event_type, posted.data.test],
    [event_id, 'subscriber.unsubscribed', true],
  );
  assert.match(posted.data.subscriber, /^[0-9a-f-]{36}$/);
  const log = await service.api('GET', `/v1/webhooks/${webhook.id}/attempts`);
  assert.deepEqual(log.body, { results: [body], count: 1, next: null, previous: null });
  const after = await service.api('GET', `/v1/webhooks/${webhook.id}`);
  assert.deepEqual(after.body, webhook, 'a test does not count');
  const chosen = await service.api('POST', `/v1/webhooks/${webhook.id}/test`, { event_type: 'email.sent' });
  assert.equal(chosen.body.event_type, 'email.sent');
  const asked = await service.api('POST', `/v1/webhooks/${webhook.id}/test?event_type=email.deleted`);
  assert.equal(asked.body.event_type, 'email.deleted');
  assert.equal(
    (await service.api('POST', `/v1/webhooks/${webhook.id}/test`, { event_type: 'x' })).status,
    400,
  );
});

test('an attempt shows what was sent and received, but no secrets to callers who may not change the webhook', async () => {
  const webhook = await create({ url: receiver.url.replace('//', '//user:pass@') });
  receiver.answer = response =>
    void response.writeHead(500, { 'set-cookie': 'session=1', 'x-trace': 'abc' }).end('no');
  const { id } = (await service.api('POST', `/v1/webhooks/${webhook.id}/test`)).body;
  const path = `/v1/webhooks/${webhook.id}/attempts/${id}`;
  const { body } = await service.api('GET', path);
  const received = receiver.received.at(-1)!;
  assert.deepEqual(
    [body.url, body.request_body, body.response_body, body.response_headers['x-trace']],
    [`${receiver.url}/`, received.body, 'no', 'abc'],
  );
  assert.equal(body.response_headers['set-cookie'], 'session=1');
  for (const name of ['webhook-id', 'webhook-signature', 'x-buttondown-signature', 'content-type'])
    assert.equal(body.request_headers[name], received.headers[name], name);
  assert.ok(!JSON.stringify(body).includes('pass'), 'credentials are not kept');

  const reader = await service.keyWith({ settings: 'read', subscribers: 'read' });
  const seen = (await service.api('GET', path, undefined, reader)).body;
  assert.deepEqual(seen, {
    ...body,
    request_headers: {
      ...body.request_headers,
      'webhook-signature': '***',
      'x-buttondown-signature': '***',
    },
    response_headers: { ...body.response_headers, 'set-cookie': '***' },
  });
  const shown = (await service.api('GET', `/v1/webhooks/${webhook.id}`, undefined, reader)).body;
  assert.equal(shown.url, `${receiver.url}/`);
  const missing = await service.api('GET', path.replace(id, webhook.id));
  assert.equal(missing.status, 404);
});

test('a sample sent to an address where nothing listens says so', async () => {
  const gone = await openReceiver();
  const { id } = await create({ url: gone.url });
  await gone.close();
  const { body } = await service.api('POST', `/v1/webhooks/${id}/test`);
  assert.deepEqual([body.outcome, body.status_code], ['failed', null]);
  assert.match(body.reason, /nothing is listening/);
});

test('the log is paged, newest first', async () => {
  const { id } = await create({ url: receiver.url });
  const made: string[] = [];
  for (let n = 0; n < 3; n += 1) made.unshift((await service.api('POST', `/v1/webhooks/${id}/test`)).body.id);
  const page = async (number: number) =>
    (await service.api('GET', `/v1/webhooks/${id}/attempts?page_size=2&page=${number}`)).body;
  const pages = [await page(1), await page(2), await page(3)];
  assert.deepEqual(
    pages.map(({ results, count }) => [results.map((line: { id: string }) => line.id), count]),
    [
      [made.slice(0, 2), 3],
      [made.slice(2), 3],
      [[], 3],
    ],
  );
});

const code = 'request_invalid';
const wrong = {
  url: {
    code: 'url_invalid',
    bad: [
      ...notText,
      null,
      '',
      'example.org/hook',
      'ftp://example.org/',
      'http://93.184.215.14/hook',
      'http://nobody.invalid/hook',
      'https://10.0.0.1/hook',
      'https://192.168.1.1:8443/hook',
      'https://169.254.169.254/latest/meta-data/',
      'https://[::1]/hook',
      'https://[::ffff:10.0.0.1]/hook',
      'https://2130706433.0/',
      'https://0x0a000001/hook',
      'https://93.184.215.14:22/hook',
      'https://93.184.215.14/a\nb',
      `https://93.184.215.14/${'a'.repeat(2000)}`,
    ],
  },
  event_types: {
    code,
    bad: [...notList, ['email.opened'], ['subscriber.sent'], [5], Array(101).fill('email.sent')],
  },
  status: { code, bad: [...notText, null, 'active', ''] },
  description: { code, bad: [...notText, 'a'.repeat(1001)] },
  signing_key: {
    code,
    bad: [
      ...notText,
      'short',
      'a\nbcdefghij',
      'a'.repeat(201),
      'whsec_',
      'whsec_c2hvcnQ=',
      'whsec_!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!',
    ],
  },
};

test('each invalid field is refused by name, and nothing changes', async () => {
  const { id } = await create({ url });
  await assertRefused(service, { method: 'POST', path: '/v1/webhooks', good: { url }, fields: wrong });
  await assertRefused(service, { method: 'PATCH', path: `/v1/webhooks/${id}`, good: {}, fields: wrong });
  const { body } = await service.api('POST', '/v1/webhooks', {});
  assert.equal(body.code, 'url_invalid');
});

test('ledger event types are accepted under both names and shown under the webhook name', async () => {
  const made = await create({ url, event_types: ['opened', 'subscriber.opened', 'rejected'] });
  assert.deepEqual(made.event_types, ['subscriber.opened', 'subscriber.rejected']);
});

test('a newsletter has at most 50 webhooks, even if many are created at the same time', async () => {
  const headers = await service.foreignKey();
  const made = await Promise.all(
    Array.from({ length: 55 }, () => service.api('POST', '/v1/webhooks', { url }, headers)),
  );
  assert.equal(made.filter(({ status }) => status === 201).length, 50);
  assert.match(made.find(({ status }) => status === 400)!.body.detail, /50 webhooks/);
});

test('another owner’s webhook and an invalid id are 404', async () => {
  const { id } = await create({ url });
  const headers = await service.foreignKey();
  for (const word of [id, '01900000-0000-7000-8000-000000000000', `${id}x`, "a'b", 'null']) {
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { description: 'taken over' }],
      ['DELETE', '', undefined],
      ['GET', '/attempts', undefined],
      ['POST', '/test', undefined],
    ] as const) {
      const answer = await service.api(method, `/v1/webhooks/${word}${path}`, body, headers);
      assert.deepEqual([answer.status, answer.body.code], [404, 'not_found'], `${method} ${word}${path}`);
    }
  }
});

test('reading requires settings:read, changing and testing settings:write, and anything about people subscribers:read', async () => {
  const { id } = await create({ url: receiver.url });
  const reader = await service.keyWith({ settings: 'read', subscribers: 'read' });
  const nobody = await service.keyWith({ subscribers: 'write', emails: 'write' });
  for (const [method, path, body, least] of [
    ['GET', '/v1/webhooks', undefined, 'read'],
    ['GET', `/v1/webhooks/${id}`, undefined, 'read'],
    ['GET', `/v1/webhooks/${id}/attempts`, undefined, 'read'],
    ['POST', '/v1/webhooks', { url }, 'write'],
    ['PATCH', `/v1/webhooks/${id}`, {}, 'write'],
    ['POST', `/v1/webhooks/${id}/test`, {}, 'write'],
    ['DELETE', `/v1/webhooks/${id}`, undefined, 'write'],
  ] as const) {
    assert.equal((await service.api(method, path, body, nobody)).status, 403, `${method} ${path}`);
    assert.equal(
      (await service.api(method, path, body, reader)).status,
      least === 'read' ? 200 : 403,
      `${method} ${path}`,
    );
  }
});

test('a signing key is shown only to keys that may change it, and is not readable in the database', async () => {
  const { body: webhook } = await service.api('POST', '/v1/webhooks', {
    url,
    signing_key: 'open sesame now',
  });
  const reader = await service.keyWith({ settings: 'read' });
  const writer = await service.keyWith({ settings: 'write', subscribers: 'read' });
  for (const [key, shown] of [
    [reader, '***'],
    [writer, 'open sesame now'],
  ] as const) {
    const one = await service.api('GET', `/v1/webhooks/${webhook.id}`, undefined, key);
    const list = await service.api('GET', '/v1/webhooks?page_size=100', undefined, key);
    const listed = list.body.results.find(({ id }: { id: string }) => id === webhook.id);
    assert.deepEqual([one.body.signing_key, listed.signing_key], [shown, shown]);
  }
  const refused = await service.api('PATCH', `/v1/webhooks/${webhook.id}`, { signing_key: '***' }, writer);
  assert.equal(refused.status, 400, 'a masked key is not stored as a key');
  const once = { 'idempotency-key': 'webhook' };
  const first = await service.api('POST', '/v1/webhooks', { url, signing_key: 'kept nowhere' }, once);
  const again = await service.api('POST', '/v1/webhooks', { url, signing_key: 'kept nowhere' }, once);
  assert.deepEqual([first.body.signing_key, again.body.signing_key], ['kept nowhere', '']);
  assert.equal(again.body.id, first.body.id);
  const contents = JSON.stringify(await readContents(service.db));
  for (const key of ['open sesame now', 'kept nowhere']) assert.ok(!contents.includes(key));
});
