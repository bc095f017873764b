import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { generateOpenapi, openapiFile } from './openapi.ts';

test('docs/openapi.json is what the service shows (npm run generate writes it)', async () => {
  assert.equal(await readFile(openapiFile, 'utf8'), await generateOpenapi());
});

test('every operation of the document has a summary and every schema it names is there', async () => {
  const document = JSON.parse(await generateOpenapi());
  for (const [path, item] of Object.entries<Record<string, { summary?: string }>>(document.paths)) {
    for (const [method, operation] of Object.entries(item)) assert.ok(operation.summary, `${method} ${path}`);
  }
  for (const [, name] of JSON.stringify(document).matchAll(/#\/components\/schemas\/([\w-]+)/g)) {
    assert.ok(document.components.schemas[name!], name);
  }
});
