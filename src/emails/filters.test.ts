import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../testing/postrider.ts';

let service: TestService;
const ids: Record<string, string> = {};
before(async () => {
  service = await startTestService();
  for (const name of ['a', 'b', 'c']) ids[name] = (await service.api('POST', '/v1/tags', { name })).body.id;
});
after(() => service.stop());

async function create(fields: object) {
  const { status, body, text } = await service.api('POST', '/v1/emails', {
    subject: 'Filters',
    status: 'draft',
    ...fields,
  });
  assert.equal(status, 201, text);
  return body;
}
const patch = (id: string, changes: object) => service.api('PATCH', `/v1/emails/${id}`, changes);

const has = (value: unknown, field = 'subscriber.tags') => ({ field, operator: 'contains', value });
const hasNot = (value: unknown) => ({ field: 'subscriber.tags', operator: 'not_contains', value });
const named = (list: string[]) =>
  Object.keys(ids)
    .filter(name => list.includes(ids[name]!))
    .join('');

for (const [filters, included, excluded] of [
  [null, '', ''],
  [{}, '', ''],
  [[], '', ''],
  [{ filters: [], groups: [], predicate: 'and' }, '', ''],
  [{ filters: [has('a')], groups: [], predicate: 'and' }, 'a', ''],
  [{ filters: [has('a')], groups: [], predicate: 'or' }, 'a', ''],
  [{ filters: [has(['a', 'b']), hasNot('c')] }, 'ab', 'c'],
  [{ filters: [hasNot(['a', 'b'])] }, '', 'ab'],
  [[has('A', 'tag'), has('b', 'tags')], 'ab', ''],
] as const) {
  test(`filters ${JSON.stringify(filters)} mean included tags ${included || 'none'}, excluded tags ${excluded || 'none'}`, async () => {
    const made = await create({ filters });
    assert.deepEqual([named(made.included_tags), named(made.excluded_tags)], [included, excluded]);
    const { id } = await create({});
    const changed = (await patch(id, { filters })).body;
    assert.deepEqual([named(changed.included_tags), named(changed.excluded_tags)], [included, excluded]);
  });
}

test('filters and tags always agree, whichever was sent', async () => {
  const { id, filters } = await create({ included_tags: ['a'], excluded_tags: ['c'] });
  assert.deepEqual(filters, {
    filters: [has(ids.a), hasNot(ids.c)],
    groups: [],
    predicate: 'and',
  });
  const changed = (await patch(id, { filters: { ...filters, filters: [has('b')] } })).body;
  assert.deepEqual([changed.included_tags, changed.excluded_tags], [[ids.b], []]);
  assert.deepEqual(changed.filters.filters, [has(ids.b)]);
  assert.deepEqual((await patch(id, { included_tags: ['a'] })).body.filters.filters, [has(ids.a)]);
});

test('empty filters and null clear the tags, as empty tags do', async () => {
  for (const cleared of [
    { filters: { filters: [], groups: [], predicate: 'and' } },
    { filters: {} },
    { filters: [] },
    { filters: null },
    { included_tags: [], excluded_tags: null },
    { filters: null, included_tags: [] },
  ]) {
    const { id } = await create({ included_tags: ['a'], excluded_tags: ['c'] });
    const { body } = await patch(id, cleared);
    const what = JSON.stringify(cleared);
    assert.deepEqual([body.included_tags, body.excluded_tags, body.filters.filters], [[], [], []], what);
  }
});

test('contradictory filters and tags are refused, and nothing changes', async () => {
  const { id } = await create({ included_tags: ['a'] });
  const before = await service.api('GET', `/v1/emails/${id}`);
  for (const audience of [
    { filters: { filters: [] }, included_tags: ['a'] },
    { filters: null, included_tags: ['b'] },
    { filters: { filters: [has('a')] }, included_tags: [] },
    { filters: { filters: [has('a'), hasNot('c')] }, included_tags: ['a'], excluded_tags: ['b'] },
    { filters: { filters: [has('a')] }, included_tags: ['a', 'b'] },
  ]) {
    const refused = await patch(id, audience);
    assert.deepEqual([refused.status, refused.body.code], [400, 'email_invalid'], JSON.stringify(audience));
    if (audience.filters === null) continue;
    const { status, body } = await service.api('POST', '/v1/emails', { subject: 'Which?', ...audience });
    assert.deepEqual([status, body.code], [400, 'email_invalid'], JSON.stringify(audience));
  }
  assert.deepEqual((await service.api('GET', `/v1/emails/${id}`)).body, before.body);
  const alike = {
    filters: { filters: [has('a'), hasNot(ids.c)] },
    included_tags: [ids.a],
    excluded_tags: ['C'],
  };
  assert.equal((await patch(id, alike)).status, 200);
});

test('an email that a client pulls, pushes and creates again keeps its audience', async () => {
  const { id } = await create({ filters: { filters: [has('a'), has('b'), hasNot('c')] } });
  const pulled = (await service.api('GET', `/v1/emails/${id}`)).body;
  assert.deepEqual((await patch(id, pulled)).body, pulled);
  const { included_tags, excluded_tags, ...later } = pulled; // as seen by a client that knows only filters
  const made = await create({ filters: later.filters });
  assert.deepEqual([made.included_tags, made.excluded_tags], [included_tags, excluded_tags]);
});

test('a filter by an unknown tag is refused', async () => {
  const { status, body } = await service.api('POST', '/v1/emails', {
    subject: 'x',
    filters: [has('nobody')],
  });
  assert.deepEqual([status, body.code], [400, 'tag_invalid']);
});
