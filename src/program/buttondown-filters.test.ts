import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { buttondownFilters } from './buttondown-filters.ts';

type Operation = { parameters?: { in: string; name: string }[] };

let service: TestService;
let lists: { path: string; names: string[] }[];
before(async () => {
  service = await startTestService();
  const { paths } = (await service.api('GET', '/v1/openapi.json')).body;
  lists = Object.entries<{ get?: Operation }>(paths).flatMap(([path, { get }]) => {
    const names = (get?.parameters ?? []).filter(one => one.in === 'query').map(one => one.name);
    return names.includes('page') ? [{ path, names }] : [];
  });
});
after(() => service.stop());

const get = (path: string) => service.api('GET', path.replace(/\{\w+\}/g, crypto.randomUUID()));

test('filters of Buttondown’s API work here too or are refused', async () => {
  let seen = 0;
  for (const { path, names } of lists) {
    const filters = buttondownFilters[path.replace(/\{(\w+)\}/g, ':$1')] ?? [];
    for (const filter of filters.filter(filter => !names.includes(filter))) {
      seen += 1;
      const { status, body } = await get(`${path}?${filter}=x`);
      assert.deepEqual([status, body.code], [400, 'filter_unsupported'], `${path} ${filter}`);
      assert.ok(body.detail.startsWith(`${filter}: `), body.detail);
    }
  }
  assert.ok(seen > 20);
});

test('a filter that cannot exclude is not silently ignored with a -', async () => {
  for (const path of [
    '/v1/emails?-subject=x',
    '/v1/events?-email_id=x',
    '/v1/webhooks?-status=x',
    '/v1/subscribers?-email=x',
  ]) {
    const { status, body } = await get(path);
    assert.deepEqual([status, body.code], [400, 'filter_unsupported'], path);
  }
});

test('tags can be filtered by id, and webhooks by whether they are enabled', async () => {
  const tags = await Promise.all(
    ['one', 'two', 'three'].map(async name => (await service.api('POST', '/v1/tags', { name })).body.id),
  );
  assert.equal((await get(`/v1/tags?ids=${tags[0]}&ids=${tags[2]},nonsense`)).body.count, 2);
  for (const status of ['enabled', 'disabled'])
    await service.api('POST', '/v1/webhooks', {
      url: `https://hooks.example/${status}`,
      event_types: ['subscriber.created'],
      status,
    });
  const { results } = (await get('/v1/webhooks?status=disabled,nonsense')).body;
  assert.deepEqual(
    results.map((webhook: { url: string }) => webhook.url),
    ['https://hooks.example/disabled'],
  );
});

test('other parameters are ignored, for clients of newer versions', async () => {
  for (const { path } of lists) {
    if (path === '/v1/subscribers' || path.includes('{')) continue;
    assert.equal((await get(`${path}?later=x&utm_source=y`)).status, 200, path);
  }
});

test('an empty filter finds nothing in any list, and an empty page or ordering is ignored', async () => {
  const { id } = (await service.api('POST', '/v1/tags', { name: 'a tag' })).body;
  await service.api('POST', '/v1/subscribers', { email: 'ada@example.org', type: 'regular', tags: [id] });
  await service.api('POST', '/v1/emails', { subject: 'A draft', status: 'draft' });
  await service.api('POST', '/v1/bulk_actions', { type: 'apply_tags', metadata: { tag: id } });
  const filled = ['/v1/tags', '/v1/subscribers', '/v1/emails', '/v1/events', '/v1/bulk_actions'];
  for (const { path, names } of lists.filter(({ path }) => !path.includes('{'))) {
    const all = (await get(`${path}?page=&page_size=${names.includes('ordering') ? '&ordering=' : ''}`)).body;
    if (filled.includes(path)) assert.ok(all.count > 0, path);
    for (const name of names) {
      if (['page', 'page_size', 'cursor', 'ordering', 'excluded_fields', 'expand', 'metadata'].includes(name))
        continue;
      const { status, body } = await get(`${path}?${name}=`);
      assert.deepEqual([status, body.count, body.results], [200, 0, []], `${path}?${name}=`);
    }
  }
});
