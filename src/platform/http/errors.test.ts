import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../../testing/postrider.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ env: { BODY_LIMIT_BYTES: '2048' } });
});
after(() => service.stop());

const json = { 'content-type': 'application/json' };
type Failure = [
  what: string,
  method: string,
  path: string,
  expected: [number, string],
  body?: unknown,
  headers?: Record<string, string>,
];

const failures: Failure[] = [
  ['unknown route', 'GET', '/v1/nowhere', [404, 'not_found']],
  ['unknown route outside /v1', 'GET', '/nowhere', [404, 'not_found']],
  ['unknown route with a broken body', 'POST', '/v1/nowhere', [404, 'not_found'], '{', json],
  ['unknown route with a body too large', 'POST', '/v1/nowhere', [404, 'not_found'], 'x'.repeat(3000), json],
  ['unknown route without a key', 'GET', '/v1/nowhere', [404, 'not_found'], undefined, { authorization: '' }],
  ['wrong method', 'PUT', '/v1/emails', [405, 'method_not_allowed']],
  ['wrong method with a broken body', 'PUT', '/v1/emails', [405, 'method_not_allowed'], '{', json],
  [
    'a wrong method with another type',
    'POST',
    '/healthz',
    [405, 'method_not_allowed'],
    'a',
    { 'content-type': 'a/b' },
  ],
  ['bad percent-encoding', 'GET', '/v1/emails/%zz', [400, 'request_invalid']],
  ['a lone surrogate in the path', 'GET', '/v1/emails/%ED%A0%80', [400, 'request_invalid']],
  ['%00 in the path', 'GET', '/v1/emails/%00', [404, 'not_found']],
  ['%00 in the query', 'GET', '/v1/emails?subject=a%00', [400, 'request_invalid']],
  ['a parameter over 500 characters', 'GET', `/v1/emails/${'a'.repeat(501)}`, [404, 'not_found']],
  ['a parameter of 500 characters', 'GET', `/v1/emails/${'a'.repeat(500)}`, [404, 'not_found']],
  ['no key', 'GET', '/v1/emails', [401, 'authentication_missing'], undefined, { authorization: '' }],
  [
    'an unknown key',
    'GET',
    '/v1/emails',
    [401, 'authentication_invalid'],
    undefined,
    { authorization: 'Token x' },
  ],
  [
    'no key and a broken body',
    'POST',
    '/v1/emails',
    [401, 'authentication_missing'],
    '{',
    { ...json, authorization: '' },
  ],
  ['malformed JSON', 'POST', '/v1/emails', [400, 'request_invalid'], '{"subject":', json],
  ['a list instead of an object', 'POST', '/v1/emails', [400, 'request_invalid'], '[]', json],
  ['null instead of an object', 'POST', '/v1/emails', [400, 'request_invalid'], 'null', json],
  ['text instead of an object', 'PATCH', '/v1/tags/x', [400, 'request_invalid'], '"x"', json],
  [
    'a body nested too deeply',
    'POST',
    '/v1/emails',
    [400, 'request_invalid'],
    '['.repeat(65) + ']'.repeat(65),
    json,
  ],
  [
    'text/plain',
    'POST',
    '/v1/emails',
    [415, 'media_type_unsupported'],
    '{}',
    { 'content-type': 'text/plain' },
  ],
  [
    'a form',
    'POST',
    '/v1/emails',
    [415, 'media_type_unsupported'],
    'a=b',
    { 'content-type': 'application/x-www-form-urlencoded' },
  ],
  [
    'XML',
    'PATCH',
    '/v1/emails/x',
    [415, 'media_type_unsupported'],
    '<a/>',
    { 'content-type': 'application/xml' },
  ],
  [
    'an invalid media type',
    'POST',
    '/v1/emails',
    [415, 'media_type_unsupported'],
    '{}',
    { 'content-type': 'json' },
  ],
  ['an oversized body', 'POST', '/v1/emails', [413, 'payload_too_large'], { subject: 'x'.repeat(3000) }],
  ['a page before the first', 'GET', '/v1/tags?page=0', [400, 'request_invalid']],
  ['a page size over 1000', 'GET', '/v1/tags?page_size=1001', [400, 'request_invalid']],
  ['an unknown ordering', 'GET', '/v1/emails?ordering=colour', [400, 'ordering_invalid']],
  ['an invalid id', 'GET', '/v1/emails/abc', [404, 'not_found']],
  ['a missing field', 'POST', '/v1/emails', [400, 'subject_invalid'], {}],
  [
    'a long Idempotency-Key',
    'POST',
    '/v1/tags',
    [400, 'request_invalid'],
    { name: 'a' },
    { 'idempotency-key': 'x'.repeat(201) },
  ],
];

for (const [what, method, path, expected, body, headers] of failures) {
  test(`${what} is ${expected.join(' ')} in the common error shape`, async () => {
    const answer = await service.api(method, path, body, headers);
    assert.deepEqual([answer.status, answer.body?.code], expected, answer.text);
    assert.match(answer.headers.get('content-type')!, /^application\/json/);
    const { field: _, ...always } = answer.body;
    assert.deepEqual(Object.keys(always), ['code', 'detail', 'detail_sentence']);
    assert.match(answer.body.detail, /^\S.{10,}[.\w)]$/);
  });
}

test('the detail of a wrong field begins with its name and says what to do', async () => {
  for (const [body, detail] of [
    [{}, 'subject: this field is required'],
    [{ subject: 5 }, 'subject: use text, not a number'],
    [[], 'The request body: use an object, not a list'],
    [{ subject: 'a', image: 'x' }, 'image: use an absolute http or https address'],
    [{ subject: 'a', included_tags: ['a', 5] }, 'included_tags.1: use text, not a number'],
  ] as const) {
    assert.equal((await service.api('POST', '/v1/emails', body)).body.detail, detail);
  }
});

test('a refusal says which field it is about, and gives its sentence as a code with values', async () => {
  await service.api('POST', '/v1/tags', { name: 'Tides' });
  const taken = await service.api('POST', '/v1/tags', { name: 'tides' });
  assert.equal(taken.body.field, 'name');
  assert.deepEqual(taken.body.detail_sentence, { code: 'audience.tag_taken', values: { name: 'tides' } });
  const number = await service.api('POST', '/v1/emails', { subject: 5 });
  assert.equal(number.body.field, 'subject');
  assert.deepEqual(number.body.detail_sentence, {
    code: 'input.use_not',
    values: { wanted: 'text', given: 'a number' },
  });
});

test('an address of the API without /v1 says what is missing', async () => {
  const { id } = (await service.api('POST', '/v1/emails', { subject: 'a', status: 'draft' })).body;
  for (const [method, path] of [
    ['GET', '/emails'],
    ['POST', '/emails?x=1'],
    ['GET', `/emails/${id}`],
    ['DELETE', '/subscribers/ada@example.org'],
    ['POST', '/bulk_actions'],
  ] as const) {
    const { status, body } = await service.api(method, path, method === 'GET' ? undefined : {});
    assert.ok([404, 405].includes(status), `${method} ${path}: ${status}`);
    assert.match(body.detail, /all addresses of the API begin with \/v1\. Use \/v1\/[^?]+\.$/, path);
  }
  const { body } = await service.api('GET', '/nothing-of-the-api');
  assert.doesNotMatch(body.detail, /begin with/);
});

test('helpful identifiers are returned as strings in metadata', async () => {
  const { body } = await service.api('POST', '/v1/subscribers', { email: 'ada@example.org' });
  const again = await service.api('POST', '/v1/subscribers', { email: 'ada@example.org' });
  assert.deepEqual([again.status, again.body.metadata], [400, { subscriber_id: body.id }]);
});
