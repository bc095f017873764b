import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import './issues.ts';

const of = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;

test('every issue says what is allowed, in our words instead of the library’s', () => {
  const cases: [z.ZodType, unknown, string][] = [
    [z.string(), undefined, 'this field is required'],
    [z.enum(['a']), undefined, 'this field is required'],
    [z.union([z.string(), z.number()]), undefined, 'this field is required'],
    [z.string(), 5, 'use text, not a number'],
    [z.number(), 'five', 'use a number, not text'],
    [z.int(), 1.5, 'use a whole number, not a number'],
    [z.boolean(), 'yes', 'use true or false, not text'],
    [z.boolean(), null, 'use true or false, not null'],
    [z.array(z.string()), { a: 1 }, 'use a list, not an object'],
    [z.record(z.string(), z.unknown()), 'x', 'use an object, not text'],
    [z.object({}), [1], 'use an object, not a list'],
    [z.object({}), true, 'use an object, not true'],
    [z.enum(['a', 'b']), 'c', 'use one of a, b'],
    [z.literal('a'), 'c', 'use a'],
    [
      z.strictObject({ tags: z.string().optional(), name: z.string().optional() }),
      { tagz: 1 },
      'there is no field tagz. Did you mean tags? The fields are tags, name.',
    ],
    [z.strictObject({}), { a: 1 }, 'there is no field a.'],
    [z.union([z.string(), z.array(z.string())]), 5, 'use text or a list, not a number'],
    [z.union([z.string(), z.array(z.string())]), [5], '0: use text, not a number'],
    [z.string().max(5), 'abcdef', 'use at most 5 characters'],
    [z.string().min(3), 'a', 'use at least 3 characters'],
    [z.string().min(1), '', 'must not be empty'],
    [z.array(z.any()).max(1), [1, 2], 'use at most 1 entry'],
    [z.array(z.any()).min(2), [1], 'use at least 2 entries'],
    [z.number().min(1), 0, 'use 1 or more'],
    [z.number().max(9), 10, 'use 9 or less'],
    [z.number().positive(), 0, 'use more than 0'],
    [z.number().multipleOf(5), 3, 'use a multiple of 5'],
    [z.iso.datetime(), 'soon', 'use a timestamp such as 2026-11-20T09:00:00Z'],
    [z.email(), 'x', 'use an email address such as ada@example.org'],
    [z.string().regex(/^x$/), 'y', 'this does not have the required form; /docs shows an example'],
    [z.string().refine(() => false), 'y', 'this value is not allowed; /docs says which are'],
    [
      z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') })]),
      { kind: 'b' },
      'kind: this value is not one of those that /docs lists',
    ],
  ];
  assert.deepEqual(
    cases.map(([schema, value]) => of(schema, value)),
    cases.map(([, , expected]) => expected),
  );
});

test('a schema’s own message comes first', () => {
  assert.equal(of(z.string('give a name'), 5), 'give a name');
});
