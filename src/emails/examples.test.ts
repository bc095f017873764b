import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { z } from 'zod';
import { listOf } from '../platform/http/pages.ts';
import {
  analyticsExample,
  createExample,
  emailExample,
  listExample,
  previewExample,
  updateExample,
} from './examples.ts';
import { emailCreate, emailPreview, emailUpdate } from './input.ts';
import { analyticsSchema, emailSchema } from './schema.ts';

const requests: [name: string, z.ZodType, example: object][] = [
  ['create', emailCreate, createExample],
  ['update', emailUpdate, updateExample],
  ['preview', emailPreview, previewExample],
];
for (const [name, schema, example] of requests) {
  test(`the example of ${name} is accepted, and every field in it is a known one`, () => {
    const read = schema.parse(example) as object;
    assert.deepEqual(
      Object.keys(example).filter(field => !(field in read)),
      [],
    );
  });
}

test('the example of every response matches its schema', () => {
  assert.deepEqual(emailSchema.strict().parse(emailExample), emailExample);
  assert.deepEqual(analyticsSchema.strict().parse(analyticsExample), analyticsExample);
  assert.deepEqual(listOf(emailSchema).strict().parse(listExample), listExample);
});

test('the examples agree with each other', () => {
  const { recipients, deliveries, temporary_failures, permanent_failures } = analyticsExample;
  assert.equal(recipients, deliveries + temporary_failures + permanent_failures);
});
