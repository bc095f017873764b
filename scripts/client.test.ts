import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { clientFile, generateClient, typeOf } from './client.ts';
import { openapiFile } from './openapi.ts';

test('src/client/schema.ts matches the document (npm run generate writes it)', async () => {
  assert.equal(await readFile(clientFile, 'utf8'), generateClient(await readFile(openapiFile, 'utf8')));
});

test('every kind of schema becomes its type', () => {
  const schemas: [Parameters<typeof typeOf>[0], string][] = [
    [{ $ref: '#/components/schemas/Email' }, 'Email'],
    [{ type: 'string', enum: ["it's", 'b'] }, String.raw`'it\'s' | 'b'`],
    [{ const: 1 }, '1'],
    [{ anyOf: [{ type: 'integer' }, { type: 'number' }, { type: 'null' }] }, 'number | null'],
    [{ allOf: [{ $ref: '#/components/schemas/A' }, { type: 'object' }] }, '(A) & (Record<string, never>)'],
    [{ type: ['boolean', 'null'] }, 'boolean | null'],
    [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, 'Array<string | null>'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
    [{ type: 'object', additionalProperties: {} }, 'Record<string, unknown>'],
    [{ type: 'string', format: 'binary' }, 'Blob'],
    [{}, 'unknown'],
    [
      { type: 'object', properties: { '-id': { type: 'string' }, b: { type: 'null' } }, required: ['b'] },
      "{\n  '-id'?: string;\n  b: null;\n}",
    ],
  ];
  for (const [schema, type] of schemas) assert.equal(typeOf(schema), type);
});

test('an unknown kind of schema is refused, not written loosely', () => {
  assert.throws(() => typeOf({ type: 'tuple' }), /no type can be written/);
});
