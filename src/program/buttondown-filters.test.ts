import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { buttondownFilters } from './buttondown-filters.ts';

type Schema = { $ref?: string; properties?: object };
type Operation = {
  parameters?: { in: string; name: string }[];
  responses?: Record<string, { content?: Record<string, { schema?: Schema }> }>;
};

function isList({ responses }: Operation, schemas: Record<string, Schema>): boolean {
  const content = responses?.['200']?.content ?? {};
  const { $ref, properties = {} } = content['application/json']?.schema ?? {};
  if ($ref) return 'entries' in (schemas[$ref.split('/').at(-1)!]?.properties ?? {});
  const isTable = Object.keys(content).some(type => type.startsWith('text/csv'));
  return isTable || 'results' in properties;
}

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

test('filters of Buttondown’s API either work here too or are refused', async () => {
  let seen = 0;
  const elsewhere = new Set(Object.keys(buttondownFilters));
  for (const { path, names } of lists) {
    const place = path.replace(/\{(\w+)\}/g, ':$1');
    elsewhere.delete(place);
    const filters = buttondownFilters[place] ?? [];
    for (const filter of filters.filter(filter => !names.includes(filter))) {
      seen += 1;
      const { status, body } = await get(`${path}?${filter}=x`);
      assert.deepEqual([status, body.code], [400, 'filter_unsupported'], `${path} ${filter}`);
      assert.ok(body.detail.startsWith(`${filter}: `), body.detail);
    }
  }
  assert.deepEqual([...elsewhere], ['/v1/api_requests'], 'every other list with filters exists here');
  assert.equal(seen, 19, 'filters that are refused; fewer if more are supported');
});

test('a filter that cannot exclude is not silently ignored when it has a -', async () => {
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

test('every list refuses a parameter that it does not know, and suggests the nearest one', async () => {
  const { paths, components } = (await service.api('GET', '/v1/openapi.json')).body;
  const all = Object.entries<{ get?: Operation }>(paths).filter(
    ([, { get }]) => get && isList(get, components.schemas),
  );
  assert.ok(all.length > lists.length, 'also lists without pages');
  for (const [path, { get: operation }] of all) {
    if (path.startsWith('/v1/me/')) continue; // for people only
    const names = (operation?.parameters ?? []).filter(one => one.in === 'query').map(one => one.name);
    const [first] = names;
    const misspelt = first ? `${first}z` : 'anything';
    const { status, body } = await get(`${path}?${misspelt}=x`);
    assert.deepEqual([status, body.code], [400, 'request_invalid'], path);
    const hint = first
      ? ': unknown parameter\\. Did you mean \\w+\\?'
      : ': unknown parameter\\. This list takes none';
    assert.match(body.detail, new RegExp(`^${misspelt}${hint}`), path);
  }
  const { body } = await get('/v1/emails?stauts=draft');
  assert.match(body.detail, /^stauts: unknown parameter\. Did you mean status\?/);
  for (const path of ['/v1/exports/csv/subscribers', '/v1/emails/{id}/deliveries/export', '/v1/calendar'])
    assert.ok(
      all.some(([known]) => known === path),
      path,
    );
});

test('parameters of Buttondown’s lists that only choose what is shown, or the order, are accepted', async () => {
  const shown: Record<string, string> = {
    '/v1/emails': 'ordering=creation_date&excluded_fields=body&page=1',
    '/v1/events': 'ordering=creation_date&expand=email&page=1&page_size=10',
    '/v1/subscribers': 'ordering=creation_date&expand=tags&page=1',
    '/v1/attachments': 'page=1&page_size=10',
    '/v1/images': 'page=1&page_size=10',
    '/v1/tags': 'page=1&page_size=10',
  };
  for (const path of ['automations', 'exports', 'external_feeds', 'imports', 'newsletters', 'segments'])
    shown[`/v1/${path}`] = 'page=1';
  for (const path of ['snippets', 'webhooks', 'bulk_actions']) shown[`/v1/${path}`] = 'page=1';
  for (const [path, query] of Object.entries(shown)) {
    const { status, text } = await get(`${path}?${query}`);
    assert.equal(status, 200, `${path}?${query} ${text.slice(0, 200)}`);
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
