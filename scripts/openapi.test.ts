import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { derivedEventTypes } from '../src/journal/names.ts';
import { eventTypes } from '../src/journal/record.ts';
import { onFirstUse } from '../src/platform/first-use.ts';
import { generateOpenapi, openapiFile } from './openapi.ts';

const generated = onFirstUse(generateOpenapi);

test('docs/openapi.json matches what the service shows (npm run generate writes it)', async () => {
  assert.equal(await readFile(openapiFile, 'utf8'), await generated());
});

test('every operation of the document has a summary, and every schema it names exists', async () => {
  const document = JSON.parse(await generated());
  for (const [path, item] of Object.entries<Record<string, { summary?: string }>>(document.paths)) {
    for (const [method, operation] of Object.entries(item)) assert.ok(operation.summary, `${method} ${path}`);
  }
  for (const [, name] of JSON.stringify(document).matchAll(/#\/components\/schemas\/([\w-]+)/g)) {
    assert.ok(document.components.schemas[name!], name);
  }
});

test('the document names an operation of every path once, and describes a request to webhooks for every event', async () => {
  const { paths, webhooks } = JSON.parse(await generated());
  const named = [...Object.values<object>(paths), ...Object.values<object>(webhooks)].flatMap(item =>
    Object.values<{ operationId: string }>(item as Record<string, { operationId: string }>),
  );
  const ids = named.map(({ operationId }) => operationId);
  for (const id of ids) assert.match(id, /^[a-z][a-z0-9_]*$/);
  assert.deepEqual(ids.toSorted(), [...new Set(ids)].toSorted());
  assert.deepEqual(Object.keys(webhooks).toSorted(), [...eventTypes, ...derivedEventTypes].toSorted());
});

test('operations say which access they take: a key, a session with its newsletter, or either', async () => {
  const { paths, security, components } = JSON.parse(await generated());
  const [key, session] = [{ key: [] }, { session: [], newsletter: [] }];
  const waysOf = (method: string, path: string) => paths[path][method].security ?? security;
  assert.deepEqual(waysOf('get', '/v1/emails'), [key, session]);
  assert.deepEqual(waysOf('post', '/v1/invitations'), [key, session]);
  assert.deepEqual(waysOf('patch', '/v1/me'), [session], 'a key is nobody');
  assert.deepEqual(waysOf('get', '/v1/newsletters'), [key, session, { session: [] }]);
  assert.deepEqual(waysOf('get', '/metrics'), [key]);
  assert.deepEqual(waysOf('get', '/healthz'), []);
  const { session: cookie, newsletter: header } = components.securitySchemes;
  assert.deepEqual([cookie.type, cookie.in], ['apiKey', 'cookie']);
  assert.deepEqual([header.type, header.in, header.name], ['apiKey', 'header', 'Postrider-Newsletter']);
});
