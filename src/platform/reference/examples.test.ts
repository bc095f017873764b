import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import type { Operation } from './document.ts';
import { curlOf, literal, sample } from './examples.ts';

const operation: Operation = {
  operationId: 'create_thing',
  method: 'POST',
  path: '/v1/things/{id}/parts',
  tags: ['Things'],
  summary: 'Create a thing',
  requestBody: { content: { 'application/json': { schema: {} } } },
  responses: {},
};

test('a shell passes the body of an example on unchanged, whatever is in it', () => {
  const body = { text: `It's "$HOME" \`date\` \\ \n done` };
  const line = curlOf(operation, 'https://news.example', body).replace(/^curl/, 'printf "%s\\0"');
  const words = execFileSync('sh', ['-c', line], { env: { ID: '17', API_KEY: 'k' }, encoding: 'utf8' }).split(
    '\0',
  );
  assert.equal(words[0], 'https://news.example/v1/things/17/parts');
  assert.deepEqual(JSON.parse(words.at(-2)!), body);
});

test('a literal of TypeScript has the value for which it stands', () => {
  const value = {
    subject: `It's "new"\n\\`,
    'content-type': [1, null, { is_on: true }],
    none: [],
    empty: {},
  };
  assert.deepEqual(new Function(`return ${literal(value)}`)(), value);
});

test('a sample has everything that is required, and ends where a shape contains itself', () => {
  const schemas = {
    Group: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        groups: { type: 'array', items: { $ref: '#/components/schemas/Group' } },
      },
      required: ['name', 'groups'],
    },
  };
  assert.match(
    JSON.stringify(sample({ $ref: '#/components/schemas/Group' }, schemas)),
    /^{"name":"text","groups":\[{/,
  );
});
