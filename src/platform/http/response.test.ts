import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ResponseSerializationError, serializerCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { sentenceSchema, sentencesSchema } from '../sentences/schema.ts';
import { sentence } from '../sentences/sentence.ts';
import { compileResponse } from './response.ts';

const group = z.object({
  words: z.array(z.string()),
  get groups() {
    return z.array(group);
  },
});

const schema = z.object({
  id: z.string(),
  count: z.int(),
  rate: z.number().nullable(),
  is_open: z.boolean(),
  status: z.enum(['draft', 'sent']),
  none: z.literal(false),
  body: z.string().optional(),
  level: z.string().default('low'),
  short: z.string().max(3),
  anything: z.unknown(),
  either: z.union([z.string(), z.object({ name: z.string() })]),
  metadata: z.record(z.string(), z.unknown()),
  group,
});

const valid = {
  id: 'é "quoted" \ud83d\ude00 \ud83d',
  count: 3,
  rate: null,
  is_open: true,
  status: 'sent',
  none: false,
  body: 'text',
  level: 'high',
  short: 'abc',
  anything: { of: ['any', { kind: 1 }] },
  either: { name: 'one', secret: 'never shown' },
  metadata: { constructor: 'a word', list: [1] },
  group: { words: ['a'], groups: [{ words: [], groups: [], secret: 'never shown' }] },
};

const write = (compile: typeof serializerCompiler, value: unknown) =>
  compile({ schema, method: 'GET', url: '/v1/things' })(value);

test('a response has the fields of its schema, in its order, and no others', () => {
  const text = write(compileResponse, { secret: 'never shown', ...valid, key: 7 });
  assert.ok(!text.includes('never shown'));
  assert.deepEqual(Object.keys(JSON.parse(text)), Object.keys(schema.shape));
});

test('a valid response is written as zod would write it', () => {
  const { body: _, ...withoutBody } = valid;
  for (const value of [valid, withoutBody, { ...valid, body: undefined }, { ...valid, rate: 0.5 }])
    assert.equal(write(compileResponse, value), write(serializerCompiler, value));
});

test('a response that does not match its schema fails, whichever of its fields is wrong', () => {
  const wrong: [keyof typeof valid, unknown][] = [
    ['id', 7],
    ['id', null],
    ['count', 1.5],
    ['count', '3'],
    ['rate', Number.NaN],
    ['rate', undefined],
    ['is_open', 'true'],
    ['status', 'open'],
    ['none', true],
    ['body', null],
    ['level', undefined],
    ['short', 'long'],
    ['either', { name: 1 }],
    ['metadata', []],
    ['group', { words: [], groups: [{ words: [], groups: {} }] }],
    ['group', []],
  ];
  for (const [name, value] of wrong)
    assert.throws(
      () => write(compileResponse, { ...valid, [name]: value }),
      (error: Error) =>
        error instanceof ResponseSerializationError && JSON.stringify(error.cause).includes(`\\"${name}\\"`),
      `${name}: ${JSON.stringify(value)}`,
    );
  const { anything: _, ...withoutAnything } = valid;
  assert.throws(() => write(compileResponse, withoutAnything), ResponseSerializationError);
});

test('a text is accompanied by its sentence, if the schema has a place for it', () => {
  const told = z.object({
    detail: z.string(),
    detail_sentence: sentenceSchema,
    notes: z.array(z.string()),
    notes_sentences: sentencesSchema,
  });
  const answer = (value: unknown) =>
    JSON.parse(compileResponse({ schema: told, method: 'GET', url: '/v1/things' })(value));
  const text = sentence('emails.slug_taken', { slug: 'tides' });
  const said = { code: 'emails.slug_taken', values: { slug: 'tides' } };
  assert.deepEqual(answer({ detail: text, notes: [text, '550 No'] }), {
    detail: text,
    detail_sentence: said,
    notes: [text, '550 No'],
    notes_sentences: [said, null],
  });
  assert.deepEqual(answer({ detail: '550 No', notes: [] }), {
    detail: '550 No',
    notes: [],
    notes_sentences: [],
  });
});
