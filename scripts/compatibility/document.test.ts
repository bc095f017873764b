import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { openapiFile } from '../openapi.ts';
import { compare, type Names, type OpenApi, readNames } from './compare.ts';
import { compatibilityFile, describeCompatibility } from './document.ts';
import { nameReasons, reasonFor } from './reasons.ts';

test('docs/compatibility.md is current and gives a reason for every difference', async () => {
  assert.equal(
    await readFile(compatibilityFile, 'utf8'),
    describeCompatibility(await readFile(openapiFile, 'utf8')),
    'run: npm run generate',
  );
});

test('an operation here has the same name as in clients generated from Buttondown’s document', async () => {
  const openapi = JSON.parse(await readFile(openapiFile, 'utf8')) as OpenApi;
  const ids = compare(readNames(), openapi).flatMap(({ ids }) => ids ?? []);
  assert.ok(ids.length >= 115, String(ids.length));
  assert.deepEqual(
    ids.filter(({ theirs, ours }) => theirs !== ours),
    [],
  );
});

test('an unexplained difference prevents the page from being written', () => {
  assert.throws(() => reasonFor(nameReasons, 'Email', 'colour'), /say why Email colour is not here/);
});

test('operations, parameters, fields and values are compared by their names', () => {
  const names: Names = {
    version: 'x',
    operations: [
      {
        operation: 'GET /cats/{id}',
        id: 'retrieve_cat',
        parameters: ['kind', 'age'],
        answers: { 200: 'Cat' },
      },
      { operation: 'POST /dogs', id: 'create_dog', answers: { 201: null } },
    ],
    shapes: { Cat: { id: 'string', mood: 'Mood', age: 'integer' }, Mood: ['calm', 'cross'] },
  };
  const cat = { properties: { id: {}, mood: { anyOf: [{ enum: ['calm'] }, { type: 'null' }] } } };
  const openapi = {
    paths: {
      '/v1/cats/{cat}': {
        get: {
          operationId: 'find_cat',
          parameters: [{ name: 'kind', in: 'query' }],
          responses: {
            200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Cat' } } } },
          },
        },
      },
    },
    components: { schemas: { Cat: cat } },
  };
  assert.deepEqual(compare(names, openapi), [
    {
      operation: 'GET /cats/{id}',
      ids: { theirs: 'retrieve_cat', ours: 'find_cat' },
      parts: [
        { name: 'parameters', same: ['kind'], absent: ['age'] },
        { name: 'answers', same: ['200'], absent: [] },
        { name: 'Cat', same: ['id', 'mood'], absent: ['age'] },
        { name: 'Cat.mood', same: ['calm'], absent: ['cross'] },
      ],
    },
    { operation: 'POST /dogs', ids: null, parts: null },
  ]);
});
