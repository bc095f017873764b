import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { derivedEventTypes } from '../src/journal/names.ts';
import { eventTypes } from '../src/journal/record.ts';
import { generateOpenapi, openapiFile } from './openapi.ts';

test('docs/openapi.json matches what the service shows (npm run generate writes it)', async () => {
  assert.equal(await readFile(openapiFile, 'utf8'), await generateOpenapi());
});

test('every operation of the document has a summary, and every schema it names exists', async () => {
  const document = JSON.parse(await generateOpenapi());
  for (const [path, item] of Object.entries<Record<string, { summary?: string }>>(document.paths)) {
    for (const [method, operation] of Object.entries(item)) assert.ok(operation.summary, `${method} ${path}`);
  }
  for (const [, name] of JSON.stringify(document).matchAll(/#\/components\/schemas\/([\w-]+)/g)) {
    assert.ok(document.components.schemas[name!], name);
  }
});

test('the document names an operation of every path once, and describes a request to webhooks for every event', async () => {
  const { paths, webhooks } = JSON.parse(await generateOpenapi());
  const named = [...Object.values<object>(paths), ...Object.values<object>(webhooks)].flatMap(item =>
    Object.values<{ operationId: string }>(item as Record<string, { operationId: string }>),
  );
  const ids = named.map(({ operationId }) => operationId);
  for (const id of ids) assert.match(id, /^[a-z][a-z0-9_]*$/);
  assert.deepEqual(ids.toSorted(), [...new Set(ids)].toSorted());
  assert.deepEqual(Object.keys(webhooks).toSorted(), [...eventTypes, ...derivedEventTypes].toSorted());
});

test('every operation on emails, people and sessions has an example of its request and its response', async () => {
  const { paths, components } = JSON.parse(await generateOpenapi()) as Document;
  const isShown = ({ example, examples, schema }: Content): boolean =>
    (example ?? examples) !== undefined ||
    (schema.$ref === undefined
      ? Object.keys(schema.properties ?? {}).length === 0
      : components.schemas[schema.$ref.split('/').at(-1)!]?.examples !== undefined);
  let contents = 0;
  for (const [path, item] of Object.entries(paths)) {
    if (!/^\/v1\/(emails|me|people|invitations|setup)\b/.test(path)) continue;
    for (const [method, { requestBody, responses }] of Object.entries(item)) {
      for (const part of [requestBody, responses[200], responses[201]]) {
        const content = part?.content?.['application/json'];
        if (!content) continue;
        contents += 1;
        assert.ok(isShown(content), `${method} ${path}`);
      }
    }
  }
  assert.ok(contents >= 40, String(contents));
});

test('operations say which way in they take: a key, a session with its newsletter, or either', async () => {
  const { paths, security, components } = JSON.parse(await generateOpenapi());
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

type Content = {
  example?: unknown;
  examples?: unknown;
  schema: { $ref?: string; properties?: object };
};
type Part = { content?: Record<string, Content> };
type Document = {
  paths: Record<string, Record<string, { requestBody?: Part; responses: Record<number, Part> }>>;
  components: { schemas: Record<string, { examples?: unknown }> };
};
