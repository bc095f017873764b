import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../../testing/postrider.ts';

let service: TestService;
const tags: Record<string, string> = {};
before(async () => {
  service = await startTestService();
  for (const name of ['beta', 'vip']) tags[name] = (await service.api('POST', '/v1/tags', { name })).body.id;
  for (const [email, fields] of Object.entries({
    'ada@example.org': { tags: ['beta'], metadata: { city: 'Lisbon', score: 7 } },
    'bob@example.com': { tags: ['beta', 'vip'], metadata: { city: 'Porto', score: '12' } },
    'cleo@example.org': { metadata: { city: 'lisbon' }, utm_source: 'spring' },
  }))
    await create('/v1/subscribers', { email_address: email, type: 'regular', ...fields });
});
after(() => service.stop());

async function create(path: string, body: object) {
  const answer = await service.api('POST', path, body);
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}
const filter = (field: string, operator: string, value: string | number = '') => ({
  field: `subscriber.${field}`,
  operator,
  value,
});
const names = (results: { email_address: string }[]) =>
  results
    .map(({ email_address }) => email_address.split('@')[0])
    .sort()
    .join(' ');

async function search(filters: unknown, query = '') {
  const answer = await service.api('POST', `/v1/subscribers/search${query}`, { filters });
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.body.results.length, answer.body.count);
  return names(answer.body.results);
}

for (const [filters, found] of [
  [null, 'ada bob cleo'],
  [{}, 'ada bob cleo'],
  [[filter('tags', 'contains', 'beta')], 'ada bob'],
  [{ filters: [filter('tags', 'contains', 'BETA'), filter('tags', 'not_contains', 'vip')] }, 'ada'],
  [
    {
      filters: [filter('tags', 'contains', 'vip'), filter('utm_source', 'equals', 'spring')],
      predicate: 'or',
    },
    'bob cleo',
  ],
  [
    {
      filters: [filter('tags', 'contains', 'vip'), filter('utm_source', 'equals', 'spring')],
      predicate: 'not',
    },
    'ada',
  ],
  [{ groups: [{ filters: [filter('tags', 'is_empty')] }, { filters: [] }], predicate: 'or' }, 'cleo'],
  [[filter('metadata.city', 'contains', 'LISBON')], 'ada cleo'],
  [[filter('metadata.city', 'equals', 'Lisbon')], 'ada'],
  [[filter('metadata.score', 'greater_than', 6.5)], 'ada bob'],
  [[filter('metadata.score', 'is_empty')], 'cleo'],
  [[filter('domain', 'equals', 'EXAMPLE.com')], 'bob'],
  [[filter('creation_date', 'greater_than', '1 day ago')], 'ada bob cleo'],
  [[filter('creation_date', 'less_than', '1 day ago')], ''],
  [[filter('status', 'equals', 'premium')], ''],
] as const) {
  test(`a search by ${JSON.stringify(filters)} finds ${found || 'nobody'}`, async () => {
    assert.equal(await search(filters), found);
  });
}

test('posting the same search to the next address gives the next page', async () => {
  const body = { filters: [filter('domain', 'contains', 'example')] };
  const first = (await service.api('POST', '/v1/subscribers/search?page_size=2&ordering=email_address', body))
    .body;
  assert.deepEqual([names(first.results), first.count], ['ada bob', 3]);
  const { pathname, search: query } = new URL(first.next);
  const next = (await service.api('POST', pathname + query, body)).body;
  assert.deepEqual([names(next.results), next.next], ['cleo', null]);
});

for (const [what, filters, detail] of [
  ['an unknown field', [filter('gold', 'equals', '5')], /field: subscriber\.gold does not exist$/],
  ['a misspelt field', [filter('opne_rate', 'equals', '5')], /did you mean subscriber\.open_rate/],
  [
    'a field named like a part of JavaScript',
    [{ ...filter('x', 'equals'), field: 'constructor' }],
    /constructor/,
  ],
  [
    'thousands of unknown fields in a group',
    {
      groups: [
        { filters: Array.from({ length: 1990 }, (_, at) => filter(`${'x'.repeat(90)}${at}`, 'equals', 'y')) },
      ],
    },
    /^filters\.groups\.0\.filters\.0: field: subscriber\.x+ does not exist/,
  ],
  [
    'an operator that the field does not support',
    [filter('type', 'contains', 'premium')],
    /equals, not_equals/,
  ],
  ['an unknown operator', [filter('type', 'like', 'premium')], /is_empty/],
  ['an unknown type', [filter('type', 'equals', 'gold')], /regular/],
  ['an invalid date', [filter('creation_date', 'less_than', '2026-02-31')], /30 days ago/],
  ['a rate above 1', [filter('open_rate', 'less_than', '25')], /0 to 1/],
  ['a value that is neither number nor date', [filter('metadata.score', 'less_than', 'much')], /number/],
  ['an unknown member', { filters: [], group: [] }, /filters/],
  ['an empty list of tags', { filters: [{ ...filter('tags', 'contains'), value: [] }] }, /at least one tag/],
  ['an unknown predicate', { predicate: 'xor' }, /and, or, or not/],
  ['text instead of an object', 'everybody', /./],
  ['a group nested too deeply', deep(12), /at most 10/],
  ['an unknown email', [filter('opened', 'contains', 'nothing')], /no email/],
  ['an unknown segment', [filter('segment', 'equals', 'nothing')], /segment/],
  ['too long a list of tags', [{ ...filter('tags', 'contains'), value: Array(2001).fill('beta') }], /2000/],
  ['too many conditions', Array.from({ length: 2001 }, () => filter('tags', 'is_empty')), /2000/],
] as const) {
  test(`filters with ${what} are refused, in a search and in a segment`, async () => {
    for (const answer of [
      await service.api('POST', '/v1/subscribers/search', { filters }),
      await service.api('POST', '/v1/segments', { name: what, filters }),
    ]) {
      assert.deepEqual([answer.status, answer.body.code], [400, 'filter_invalid'], answer.text);
      assert.match(answer.body.detail, detail);
    }
  });
}

function deep(levels: number): object {
  return levels === 0 ? { filters: [] } : { groups: [deep(levels - 1)] };
}

test('a group with a hundred thousand levels is refused like any other', async () => {
  const filters = `${'{"groups":['.repeat(100_000)}${']}'.repeat(100_000)}`;
  const answer = await fetch(`${service.url}/v1/subscribers/search`, {
    method: 'POST',
    body: `{"filters":${filters}}`,
    headers: { ...(await service.keyWith({ subscribers: 'read' })), 'content-type': 'application/json' },
  });
  assert.equal(answer.status, 400, await answer.text());
});

test('a misspelt search body is refused rather than finding everybody', async () => {
  const { status, body } = await service.api('POST', '/v1/subscribers/search', { filter: [] });
  assert.deepEqual([status, body.code], [400, 'request_invalid']);
});

test('a segment can be created, found by name, changed and deleted, and keeps its filters as written', async () => {
  const filters = {
    filters: [filter('tags', 'contains', 'beta')],
    groups: [
      {
        filters: [filter('metadata.city', 'equals', 'Porto'), filter('type', 'equals', 'premium')],
        groups: [],
        predicate: 'or',
      },
    ],
    predicate: 'and',
  };
  const made = await create('/v1/segments', { name: 'Northerners', filters });
  assert.deepEqual(made.filters, { ...filters, filters: [filter('tags', 'contains', tags.beta)] });
  const path = `/v1/segments/${made.id}`;
  assert.deepEqual((await service.api('GET', path)).body, made);
  assert.deepEqual(
    (await service.api('PATCH', path, made)).body,
    made,
    'sent back as it was read: no change',
  );
  assert.equal((await service.api('GET', '/v1/subscribers?segment=northerners')).body.count, 1);
  assert.equal(
    names((await service.api('GET', `/v1/subscribers?-segment=${made.id}`)).body.results),
    'ada cleo',
  );
  assert.equal((await service.api('GET', '/v1/subscribers?segment=nobody')).body.count, 0);
  assert.equal(await search([filter('segment', 'not_equals', 'Northerners')]), 'ada cleo');
  const twin = await service.api('POST', '/v1/segments', { name: 'NORTHERNERS', filters });
  assert.deepEqual([twin.status, twin.body.code], [400, 'name_already_exists']);
  const changed = await service.api('PATCH', path, {
    filters: [filter('tags', 'contains', 'vip')],
    description: 'x',
  });
  assert.equal(changed.status, 200, changed.text);
  assert.equal((await service.api('GET', '/v1/segments')).body.count, 1);
  assert.equal((await service.api('DELETE', path)).status, 204);
  assert.equal((await service.api('GET', path)).status, 404);
});

test('a segment needs filters and cannot name a segment', async () => {
  const { id } = await create('/v1/segments', { name: 'first', filters: [filter('tags', 'is_empty')] });
  for (const filters of [{}, { groups: [{}] }, [filter('segment', 'equals', id)], undefined, null]) {
    const { status, body } = await service.api('POST', '/v1/segments', { name: 'second', filters });
    assert.deepEqual([status, body.code], [400, 'filter_invalid'], JSON.stringify(filters));
  }
});

test('a tag that a segment names cannot be deleted', async () => {
  const tag = await create('/v1/tags', { name: 'held' });
  const segment = await create('/v1/segments', {
    name: 'holders',
    filters: { groups: [{ filters: [filter('tags', 'not_contains', 'held')], predicate: 'or' }] },
  });
  const { status, body } = await service.api('DELETE', `/v1/tags/${tag.id}`);
  assert.deepEqual([status, body.code, body.metadata.segment_ids], [400, 'tag_in_use', segment.id]);
  assert.equal((await service.api('DELETE', `/v1/segments/${segment.id}`)).status, 204);
  assert.equal((await service.api('DELETE', `/v1/tags/${tag.id}`)).status, 204);
});

test('segments belong to their newsletter, and a key needs subscribers:write to change them', async () => {
  const { id } = await create('/v1/segments', { name: 'ours', filters: [filter('tags', 'is_empty')] });
  const foreign = await service.foreignKey();
  assert.equal((await service.api('GET', `/v1/segments/${id}`, undefined, foreign)).status, 404);
  const theirs = await service.api(
    'POST',
    '/v1/subscribers/search',
    { filters: [filter('segment', 'equals', id)] },
    foreign,
  );
  assert.equal(theirs.body.code, 'filter_invalid');
  const reader = await service.keyWith({ subscribers: 'read' });
  assert.equal((await service.api('GET', '/v1/segments', undefined, reader)).status, 200);
  assert.equal((await service.api('DELETE', `/v1/segments/${id}`, undefined, reader)).status, 403);
  const author = await service.keyWith({ emails: 'write' });
  assert.equal((await service.api('POST', '/v1/subscribers/search', {}, author)).status, 403);
});

test('the conditions of segments count wherever a filter uses them', async () => {
  const filters = Array.from({ length: 2000 }, (_, at) => filter('metadata.number', 'not_equals', at));
  const { id } = await create('/v1/segments', { name: 'large', filters });
  const using = (times: number) => Array.from({ length: times }, () => filter('segment', 'equals', id));
  for (const times of [3, 1000]) {
    const found = await service.api('POST', '/v1/subscribers/search', { filters: using(times) });
    assert.deepEqual([found.status, found.body.code], [400, 'filter_invalid'], found.text);
    assert.match(found.body.detail, new RegExp(`${times * 2000} conditions, and 5000`));
  }
  const draft = await create('/v1/emails', { subject: 'Too large', status: 'draft', filters: using(1000) });
  const sent = await service.api('PATCH', `/v1/emails/${draft.id}`, { status: 'about_to_send' });
  assert.deepEqual([sent.status, sent.body.code], [400, 'filter_invalid'], sent.text);
});
