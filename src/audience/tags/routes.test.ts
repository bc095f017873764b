import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { assertRefused, notText } from '../../testing/refusals.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const create = async (body: object) => (await service.api('POST', '/v1/tags', body)).body;

test('a tag is returned as it was made, by every route that shows it', async () => {
  const input = {
    name: 'Größe & <VIP>',
    color: '#A1b2C3',
    description: 'Two\nlines 🎉',
    subscriber_editable: true,
    public_description: 'For <you>',
  };
  const { id, creation_date, modification_date, secondary_id, ...fields } = await create(input);
  assert.deepEqual(fields, input);
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  assert.ok(Number.isInteger(secondary_id));
  assert.match(creation_date, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const shown = { id, creation_date, modification_date, secondary_id, ...input };
  assert.deepEqual((await service.api('GET', `/v1/tags/${id}`)).body, shown);
  assert.deepEqual((await service.api('GET', `/v1/tags/${id.toUpperCase()}`)).body, shown);
  const list = await service.api('GET', '/v1/tags');
  assert.deepEqual(list.body, { results: [shown], count: 1, next: null, previous: null });
});

test('only a name is required; colour and description have defaults, and the name is trimmed', async () => {
  const { name, color, description } = await create({ name: '  plain  ' });
  assert.deepEqual({ name, color, description }, { name: 'plain', color: '#4f6d8f', description: '' });
});

test('PATCH changes the fields it names, null clears, and the whole object may be sent back', async () => {
  const tag = await create({ name: 'patched', color: '#000000', description: 'x' });
  const path = `/v1/tags/${tag.id}`;
  const recoloured = (await service.api('PATCH', path, { color: '#ffffff' })).body;
  assert.deepEqual(recoloured, { ...tag, color: '#ffffff', modification_date: recoloured.modification_date });
  const cleared = (await service.api('PATCH', path, { color: null, description: null })).body;
  assert.deepEqual([cleared.color, cleared.description, cleared.name], ['#4f6d8f', '', 'patched']);
  assert.equal((await service.api('PATCH', path, { ...cleared, name: 'PATCHED' })).body.name, 'PATCHED');
  assert.equal((await service.api('PATCH', path, cleared)).body.name, 'patched');
});

test('a create may change an existing tag of that name: the given fields with add, all with overwrite', async () => {
  const first = await create({ name: 'Taken', color: '#111111', description: 'd', public_description: 'p' });
  const collide = (behavior: string, body: object) =>
    service.api('POST', '/v1/tags', body, { 'x-buttondown-collision-behavior': behavior });
  for (const behavior of ['no_op', 'fail']) {
    const { status, body } = await collide(behavior, { name: 'taken', color: '#222222' });
    assert.deepEqual([status, body.code], [400, 'name_already_exists'], behavior);
  }
  const { modification_date: _, ...before } = first;
  const added = await collide('add', { name: 'TAKEN', color: '#333333' });
  const { modification_date: __, ...shown } = added.body;
  assert.deepEqual([added.status, shown], [200, { ...before, name: 'TAKEN', color: '#333333' }]);
  const over = await collide('overwrite', { name: 'taken', color: '#444444', subscriber_editable: true });
  assert.equal(over.status, 200);
  assert.deepEqual(
    [over.body.id, over.body.name, over.body.color, over.body.description, over.body.subscriber_editable],
    [first.id, 'taken', '#444444', '', true],
  );
  assert.deepEqual((await service.api('GET', `/v1/tags/${first.id}`)).body, over.body);
  const fresh = await collide('overwrite', { name: 'not taken' });
  assert.deepEqual([fresh.status, fresh.body.color], [201, '#4f6d8f']);
  assert.equal((await collide('merge', { name: 'x' })).status, 400);
});

test('concurrent creates of one name make one tag', async () => {
  const headers = { 'x-buttondown-collision-behavior': 'overwrite' };
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => service.api('POST', '/v1/tags', { name: 'at once' }, headers)),
  );
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [...Array(7).fill(200), 201]);
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
});

test('names are unique within a newsletter, ignoring case, and free in another', async () => {
  await create({ name: 'Ärzte' });
  const other = await create({ name: 'other' });
  for (const name of ['Ärzte', 'ärzte', ' ÄRZTE ']) {
    for (const [method, path] of [
      ['POST', '/v1/tags'],
      ['PATCH', `/v1/tags/${other.id}`],
    ] as const) {
      const { status, body } = await service.api(method, path, { name });
      assert.deepEqual([status, body.code], [400, 'name_already_exists'], name);
      assert.match(body.detail, /^name: /);
    }
  }
  assert.equal(
    (await service.api('POST', '/v1/tags', { name: 'Ärzte' }, await service.foreignKey())).status,
    201,
  );
});

test('twenty concurrent creates of the same tag make one', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => service.api('POST', '/v1/tags', { name: 'race' })),
  );
  assert.deepEqual(
    answers.map(({ body }) => body.code ?? 'made').toSorted(),
    ['made', ...Array(19).fill('name_already_exists')].toSorted(),
  );
});

test('a deleted tag disappears from its subscribers, even if its name is made again', async () => {
  const tag = await create({ name: 'short-lived' });
  const { id } = (await service.api('POST', '/v1/subscribers', { email: 'ada@example.org', tags: [tag.id] }))
    .body;
  assert.equal((await service.api('DELETE', `/v1/tags/${tag.id}`)).status, 204);
  assert.equal((await service.api('GET', `/v1/tags/${tag.id}`)).status, 404);
  assert.equal((await service.api('DELETE', `/v1/tags/${tag.id}`)).status, 404);
  await create({ name: 'short-lived' });
  assert.deepEqual((await service.api('GET', `/v1/subscribers/${id}`)).body.tags, []);
  assert.deepEqual((await service.api('GET', '/v1/subscribers?tag=short-lived')).body.results, []);
});

test('the list is paged in order of creation', async () => {
  const headers = await service.foreignKey();
  for (const name of ['c', 'a', 'b', 'e', 'd']) await service.api('POST', '/v1/tags', { name }, headers);
  const page = async (number: number) =>
    (await service.api('GET', `/v1/tags?page=${number}&page_size=2`, undefined, headers)).body;
  const pages = [await page(1), await page(2), await page(3), await page(4)];
  assert.deepEqual(
    pages.map(({ results }) => results.map(({ name }: { name: string }) => name)),
    [['c', 'a'], ['b', 'e'], ['d'], []],
  );
  assert.deepEqual(
    pages.map(({ count }) => count),
    [5, 5, 5, 5],
  );
  assert.equal(pages[0].next, 'http://news.example/v1/tags?page=2&page_size=2');
  assert.equal(pages[3].previous, 'http://news.example/v1/tags?page=3&page_size=2');
});

const wrong = {
  name: {
    code: 'request_invalid',
    bad: [...notText, '', '  ', 'a,b', 'a\nb', 'a'.repeat(101), '01900000-0000-7000-8000-000000000000'],
  },
  color: {
    code: 'request_invalid',
    bad: [...notText, '', 'red', '#fff', '#gggggg', '#ffffff; x', '#ffffffff'],
  },
  description: { code: 'request_invalid', bad: [...notText, 'a'.repeat(1001)] },
};

test('each invalid field is refused by name, and nothing changes', async () => {
  const tag = await create({ name: 'unchanged' });
  await assertRefused(service, { method: 'POST', path: '/v1/tags', good: { name: 'unmade' }, fields: wrong });
  await assertRefused(service, {
    method: 'PATCH',
    path: `/v1/tags/${tag.id}`,
    good: {},
    fields: { ...wrong, name: { ...wrong.name, bad: [...wrong.name.bad, null] } },
  });
  assert.match((await service.api('POST', '/v1/tags', {})).body.detail, /^name: /);
});

test('another owner’s tag and an invalid id are 404', async () => {
  const tag = await create({ name: 'mine' });
  const headers = await service.foreignKey();
  for (const id of [tag.id, 'mine', '01900000-0000-7000-8000-000000000000', `${tag.id}x`, "a'b", 'null']) {
    for (const [method, body] of [
      ['GET', undefined],
      ['PATCH', { name: 'taken over' }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await service.api(method, `/v1/tags/${id}`, body, headers);
      assert.deepEqual([answer.status, answer.body.code], [404, 'not_found'], `${method} ${id}`);
    }
  }
  assert.equal((await service.api('GET', `/v1/tags/${tag.id}`)).body.name, 'mine');
  assert.equal((await service.api('GET', '/v1/tags', undefined, headers)).body.count, 0);
});
