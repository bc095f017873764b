import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
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

test('every operation on emails has an example of its request and its response', async () => {
  const { paths, components } = JSON.parse(await generateOpenapi()) as Document;
  const isShown = ({ example, examples, schema }: Content): boolean =>
    (example ?? examples) !== undefined ||
    (schema.$ref === undefined
      ? Object.keys(schema.properties ?? {}).length === 0
      : components.schemas[schema.$ref.split('/').at(-1)!]?.examples !== undefined);
  let contents = 0;
  for (const [path, item] of Object.entries(paths)) {
    if (!path.startsWith('/v1/emails')) continue;
    for (const [method, { requestBody, responses }] of Object.entries(item)) {
      for (const part of [requestBody, responses[200], responses[201]]) {
        const content = part?.content?.['application/json'];
        if (!content) continue;
        contents += 1;
        assert.ok(isShown(content), `${method} ${path}`);
      }
    }
  }
  assert.ok(contents >= 14);
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
