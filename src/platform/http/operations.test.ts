import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { operations } from './operations.ts';

const answers = z.object({});
const params = z.object({ id: z.string() });

function statuses(operation: { schema: { response: object } }): string[] {
  return Object.keys(operation.schema.response);
}

test('refusals follow from what an operation requires and accepts', () => {
  const api = operations('Tags', {
    open: { summary: 'Open', access: 'public', answers },
    any: { summary: 'For any caller', access: {}, answers },
    area: { summary: 'For an area', access: { emails: 'read' }, params, answers },
    person: { summary: 'For a person', access: 'person', body: params, answers, fails: [409] },
    probe: { summary: 'For a monitor', rateLimit: false, answers },
  });
  assert.deepEqual(statuses(api.open), ['200', '429']);
  assert.deepEqual(statuses(api.any), ['200', '401', '429']);
  assert.deepEqual(statuses(api.area), ['200', '401', '403', '404', '429']);
  assert.deepEqual(statuses(api.person), ['200', '400', '401', '403', '409', '413', '415', '429']);
  assert.deepEqual(statuses(api.probe), ['200']);
});

test('an operation with one answer has its status, and one without has 204', () => {
  const api = operations('Tags', {
    create: { summary: 'Create', access: 'public', answers: { 201: answers } },
    delete: { summary: 'Delete', access: 'public' },
    either: { summary: 'Create or change', access: 'public', answers: { 200: answers, 201: answers } },
  });
  assert.equal(api.create.config.status, 201);
  assert.equal(api.delete.config.status, 204);
  assert.equal(api.either.config.status, undefined);
});
