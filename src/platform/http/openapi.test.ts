import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

const document = JSON.parse(await readFile(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'));
const operations = Object.entries<Record<string, Described>>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({ name: `${method} ${path}`, ...described })),
);
type Described = {
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: unknown }>;
};

/** If `anyOf` says so, one of two names is required. */
type Schema = { required?: string[]; anyOf?: Schema[] };

test('the document shows no body for a response without one', () => {
  const wrong = operations.filter(({ responses }) => responses['204']?.content !== undefined);
  assert.deepEqual(
    wrong.map(({ name }) => name),
    [],
  );
  assert.ok(operations.some(({ responses }) => '204' in responses));
});

test('the document shows refusals as JSON, also of operations that give a file', () => {
  const types = operations.flatMap(({ responses }) =>
    Object.entries(responses).flatMap(([status, { content = {} }]) =>
      Number(status) >= 400 ? Object.keys(content as object) : [],
    ),
  );
  assert.deepEqual([...new Set(types)], ['application/json']);
});

test('the document requires a body only if a field is required', () => {
  const json = operations.flatMap(({ name, requestBody }) => {
    const schema = requestBody?.content['application/json']?.schema;
    return schema ? [{ name, asked: requestBody?.required ?? false, needed: needsField(schema) }] : [];
  });
  assert.deepEqual(
    json.filter(({ asked, needed }) => asked !== needed),
    [],
  );
  assert.deepEqual(new Set(json.map(({ asked }) => asked)), new Set([true, false]));
});

function needsField({ required = [], anyOf = [] }: Schema): boolean {
  return required.length > 0 || (anyOf.length > 0 && anyOf.every(needsField));
}
