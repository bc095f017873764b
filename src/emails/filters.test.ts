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
  test(`filters ${JSON.stringify(filters)} are read as included ${included || 'nobody in particular'}, excluded ${excluded || 'nobody'}`, async () => {
    const draft = { subject: 'Filters', status: 'draft' };
    const made = (await service.api('POST', '/v1/emails', { ...draft, filters })).body;
    assert.deepEqual([named(made.included_tags), named(made.excluded_tags)], [included, excluded]);
    const { id } = (await service.api('POST', '/v1/emails', draft)).body;
    const changed = (await service.api('PATCH', `/v1/emails/${id}`, { filters })).body;
    assert.deepEqual([named(changed.included_tags), named(changed.excluded_tags)], [included, excluded]);
  });
}

test('filters add to the tags that come beside them, and empty ones leave the email’s tags alone', async () => {
  const email = {
    subject: 'Beside',
    status: 'draft',
    included_tags: ['a'],
    filters: { filters: [has('b'), hasNot('c')] },
  };
  const { id, included_tags, excluded_tags } = (await service.api('POST', '/v1/emails', email)).body;
  assert.deepEqual([named(included_tags), named(excluded_tags)], ['ab', 'c']);
  for (const filters of [null, {}, []]) {
    const { body } = await service.api('PATCH', `/v1/emails/${id}`, { filters });
    assert.deepEqual([body.included_tags, body.excluded_tags], [included_tags, excluded_tags]);
  }
});

test('a filter by a tag that is not there is refused', async () => {
  const { status, body } = await service.api('POST', '/v1/emails', {
    subject: 'x',
    filters: [has('nobody')],
  });
  assert.deepEqual([status, body.code], [400, 'tag_invalid']);
});
