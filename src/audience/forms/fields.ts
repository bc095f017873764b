import { z } from 'zod';
import { line } from '../../platform/http/fields.ts';
import { lineOf } from '../../platform/http/words.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { metadataKey } from '../sign-ups/form.ts';

const types = ['text', 'choice', 'date', 'consent'] as const;
const most = 20;
const longestAnswer = 500;

const shown = line(200)
  .trim()
  .refine(words => words !== '', sentence('input.not_empty'));

const field = z.object({
  name: z
    .string()
    .regex(metadataKey, sentence('input.field_name'))
    .refine(name => name !== '__proto__', sentence('input.field_name'))
    .describe('The key of the answer in the metadata of the subscriber'),
  label: shown.describe('What readers are asked'),
  type: z
    .enum(types, sentence('input.one_of', { values: types.join(', ') }))
    .describe(
      'text: a line. choice: one of the options. date: a day. consent: a box to tick, true in the metadata',
    ),
  required: z.boolean().default(false).describe('Whether an answer is required'),
  options: z
    .array(shown)
    .max(50, sentence('input.most_options', { most: 50 }))
    .refine(given => new Set(given).size === given.length, sentence('input.option_twice'))
    .default([])
    .describe('The options to choose from; only for the type choice'),
});
export type Field = z.output<typeof field>;

export const fieldsSchema = z.array(field);
export const fieldsInput = z
  .array(
    field.superRefine(({ type, options }, context) => {
      const fault =
        type === 'choice'
          ? options.length < 2 && sentence('input.two_options')
          : options.length > 0 && sentence('input.options_of_choice');
      if (fault) context.addIssue({ code: 'custom', path: ['options'], message: fault });
    }),
  )
  .max(most, sentence('input.most_fields', { most }))
  .refine(
    fields => new Set(fields.map(({ name }) => name)).size === fields.length,
    sentence('input.field_twice'),
  )
  .describe('What the form asks in addition to the address');

/** A person's answers, by field, and the fields that need another answer. */
export type Answers = { values: Record<string, string | true>; missing: string[] };

/** Reads the answers to these fields from a form that names them `metadata__NAME`. */
export function readAnswers(fields: readonly Field[], form: URLSearchParams): Answers {
  const values: Answers['values'] = {};
  const missing: string[] = [];
  for (const field of fields) {
    const given = lineOf(form.get(`metadata__${field.name}`) ?? '', longestAnswer).trim();
    const value = answerOf(field, given);
    if (value !== undefined) values[field.name] = value;
    else if (field.required || given !== '') missing.push(field.name);
  }
  return { values, missing };
}

/** Returns the answer as metadata keep it; undefined if it is not a valid answer. */
function answerOf({ type, options }: Field, given: string): string | true | undefined {
  switch (type) {
    case 'consent':
      return ['', 'false', '0', 'no'].includes(given.toLowerCase()) ? undefined : true;
    case 'choice':
      return options.includes(given) ? given : undefined;
    case 'date':
      return isDay(given) ? given : undefined;
    case 'text':
      return given === '' ? undefined : given;
  }
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
}
