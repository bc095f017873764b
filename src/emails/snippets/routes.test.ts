import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { assertRefused, notText } from '../../testing/refusals.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const create = async (body: object, headers?: Record<string, string>) =>
  (await service.api('POST', '/v1/snippets', body, headers)).body;

test('a snippet is returned as it was created, by every route that shows it', async () => {
  const headers = await service.foreignKey();
  const input = {
    identifier: 'sign-off_1',
    name: 'Größe & <VIP>',
    content: '# Bye\n{{ subscriber.email }} 🎉',
    mode: 'fancy',
  };
  const { id, creation_date, modification_date, ...fields } = await create(input, headers);
  assert.deepEqual(fields, { ...input, reference_count: 0 });
  assert.match(creation_date, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const shown = { id, ...input, reference_count: 0, creation_date, modification_date };
  const get = async (path: string) => (await service.api('GET', path, undefined, headers)).body;
  assert.deepEqual(await get(`/v1/snippets/${id}`), shown);
  assert.deepEqual(await get('/v1/snippets'), { results: [shown], count: 1, next: null, previous: null });
});

test('without a name, the identifier of a snippet is its name; its content may be empty', async () => {
  const { name, content } = await create({ identifier: 'bare', content: '' });
  assert.deepEqual([name, content], ['bare', '']);
});

test('PATCH changes the fields it names, null empties the content, and the whole object may be sent back', async () => {
  const snippet = await create({ identifier: 'patched', content: 'one' });
  const path = `/v1/snippets/${snippet.id}`;
  const patch = async (changes: object) => {
    const { status, body } = await service.api('PATCH', path, changes);
    assert.equal(status, 200);
    return body;
  };
  const renamed = await patch({ identifier: 'renamed' });
  assert.deepEqual(renamed, {
    ...snippet,
    identifier: 'renamed',
    modification_date: renamed.modification_date,
  });
  assert.ok(renamed.modification_date > snippet.modification_date);
  assert.equal((await patch({ content: null })).content, '');
  const { content, name } = await patch({ ...snippet, name: 'Called' });
  assert.deepEqual([content, name], ['one', 'Called']);
  assert.equal((await patch({})).content, 'one');
});

test('a snippet shows how many emails and automations use it', async () => {
  const headers = await service.foreignKey();
  const { id } = await create({ identifier: 'used', content: 'x' }, headers);
  await create({ identifier: 'used-2', content: 'x' }, headers);
  const email = async (fields: object) =>
    (await service.api('POST', '/v1/emails', { subject: 'x', status: 'draft', ...fields }, headers)).body;
  const { id: first } = await email({ body: '{{ snippets.used }} {{snippets.used}}{{- snippets.used-2 -}}' });
  await email({ body: 'x', custom_teaser: '{{ snippets.used }}' });
  await email({ body: '`snippets.used`' });
  const feed = {
    url: 'http://127.0.0.1:9/feed.xml',
    behavior: 'draft',
    cadence: 'every',
    subject: 's',
    body: '{{ item.content }} {{ snippets.used }}',
  };
  assert.equal((await service.api('POST', '/v1/automations', feed, headers)).status, 201);
  const counts = async () =>
    (await service.api('GET', '/v1/snippets', undefined, headers)).body.results.map(
      ({ reference_count }: { reference_count: number }) => reference_count,
    );
  assert.deepEqual(await counts(), [3, 1]);
  await service.api('DELETE', `/v1/emails/${first}`, undefined, headers);
  assert.deepEqual(await counts(), [2, 0]);
  const { body } = await service.api('PATCH', `/v1/snippets/${id}`, { mode: 'naked' }, headers);
  assert.deepEqual([body.mode, body.reference_count], ['naked', 2]);
});

test('DELETE removes a snippet', async () => {
  const { id } = await create({ identifier: 'short-lived', content: 'x' });
  const answer = await service.api('DELETE', `/v1/snippets/${id}`);
  assert.deepEqual([answer.status, answer.text], [204, '']);
  for (const method of ['GET', 'DELETE'])
    assert.equal((await service.api(method, `/v1/snippets/${id}`)).status, 404);
  assert.equal(
    (await service.api('POST', '/v1/snippets', { identifier: 'short-lived', content: 'y' })).status,
    201,
  );
});

test('identifiers are unique within a newsletter and free in another', async () => {
  await create({ identifier: 'taken', content: 'x' });
  const other = await create({ identifier: 'other', content: 'x' });
  for (const [method, path] of [
    ['POST', '/v1/snippets'],
    ['PATCH', `/v1/snippets/${other.id}`],
  ] as const) {
    const { status, body } = await service.api(method, path, { identifier: 'taken', content: 'y' });
    assert.deepEqual([status, body.code], [400, 'name_already_exists']);
    assert.match(body.detail, /^identifier: .*taken/);
  }
  assert.equal(
    (await create({ identifier: 'taken', content: 'x' }, await service.foreignKey())).identifier,
    'taken',
  );
});

test('twenty concurrent requests to create the same snippet create one', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => create({ identifier: 'race', content: 'x' })),
  );
  assert.deepEqual(
    answers.map(({ code }) => code ?? 'made').toSorted(),
    ['made', ...Array(19).fill('name_already_exists')].toSorted(),
  );
});

const code = 'request_invalid';
const wrong = {
  identifier: { code, bad: [...notText, null, '', '1a', '-a', 'a b', 'a.b', 'ä', 'a\n', 'a'.repeat(101)] },
  name: { code, bad: [...notText, null, 'a\nb', 'a'.repeat(201)] },
  content: { code, bad: [...notText, 'a'.repeat(100_001)] },
  mode: { code, bad: [...notText, 'Fancy'] },
};

test('each invalid field is refused by name, and nothing changes', async () => {
  const good = { identifier: 'unmade', content: 'x' };
  const { id } = await create({ identifier: 'unchanged', content: 'x' });
  const fields = {
    ...wrong,
    content: { code, bad: [...wrong.content.bad, null] },
    mode: { code, bad: [...wrong.mode.bad, ''] },
  };
  await assertRefused(service, { method: 'POST', path: '/v1/snippets', good, fields });
  await assertRefused(service, { method: 'PATCH', path: `/v1/snippets/${id}`, good: {}, fields: wrong });
  for (const field of ['identifier', 'content']) {
    const { body } = await service.api('POST', '/v1/snippets', { ...good, [field]: undefined });
    assert.equal(body.code, code);
    assert.ok(body.detail.startsWith(`${field}: `), body.detail);
  }
});

test('values at their limits are accepted', async () => {
  const limits = { identifier: 'a'.repeat(100), name: 'a'.repeat(200), content: 'a'.repeat(100_000) };
  assert.equal((await service.api('POST', '/v1/snippets', limits)).status, 201);
});

test('the list is paged in order of creation', async () => {
  const headers = await service.foreignKey();
  for (const identifier of ['c', 'a', 'b']) await create({ identifier, content: 'x' }, headers);
  const page = async (number: number) =>
    (await service.api('GET', `/v1/snippets?page=${number}&page_size=2`, undefined, headers)).body;
  const pages = [await page(1), await page(2), await page(3)];
  assert.deepEqual(
    pages.map(({ results }) => results.map(({ identifier }: { identifier: string }) => identifier)),
    [['c', 'a'], ['b'], []],
  );
  assert.equal(pages[0].next, 'http://news.example/v1/snippets?page=2&page_size=2');
});

test('another owner’s snippet and an invalid id are 404', async () => {
  const { id } = await create({ identifier: 'mine', content: 'x' });
  const headers = await service.foreignKey();
  for (const word of [id, 'mine', '01900000-0000-7000-8000-000000000000', `${id}x`, "a'b", 'null']) {
    for (const [method, body] of [
      ['GET', undefined],
      ['PATCH', { content: 'taken over' }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await service.api(method, `/v1/snippets/${word}`, body, headers);
      assert.deepEqual([answer.status, answer.body.code], [404, 'not_found'], `${method} ${word}`);
    }
  }
  assert.equal((await service.api('GET', `/v1/snippets/${id}`)).body.content, 'x');
});

test('reading requires emails:read and changing emails:write', async () => {
  const { id } = await create({ identifier: 'guarded', content: 'x' });
  const reader = await service.keyWith({ emails: 'read' });
  const nobody = await service.keyWith({ sending: 'write', settings: 'write' });
  for (const [method, path, body, least] of [
    ['GET', '/v1/snippets', undefined, 'read'],
    ['GET', `/v1/snippets/${id}`, undefined, 'read'],
    ['POST', '/v1/snippets', { identifier: 'no', content: 'x' }, 'write'],
    ['PATCH', `/v1/snippets/${id}`, { content: 'no' }, 'write'],
    ['DELETE', `/v1/snippets/${id}`, undefined, 'write'],
  ] as const) {
    assert.equal((await service.api(method, path, body, nobody)).status, 403, `${method} ${path}`);
    assert.equal(
      (await service.api(method, path, body, reader)).status,
      least === 'read' ? 200 : 403,
      method,
    );
  }
});
