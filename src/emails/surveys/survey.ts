import type { Selectable } from 'kysely';
import { z } from 'zod';
import { quote } from '../../engines/cards/shape.ts';
import type { Surveys } from '../../platform/database/schema.ts';
import { clearable, line, text, timestamp } from '../../platform/http/fields.ts';
import { sentence } from '../../platform/sentences/sentence.ts';

export type Survey = Selectable<Surveys>;

export const inputTypes = ['radio', 'checkbox', 'text'] as const;
export const cadences = ['once', 'once_per_email'] as const;
export const surveyStatuses = ['active', 'inactive'] as const;

const identifier = z.string().regex(/^[a-zA-Z][a-zA-Z0-9_-]{0,99}$/, sentence('input.identifier'));
const question = line(500).refine(words => words.trim() !== '', sentence('input.not_empty'));
const answer = line(200)
  .trim()
  .refine(words => words !== '', sentence('input.not_empty'));
const answers = z
  .array(answer)
  .max(20, sentence('input.most_answers'))
  .refine(given => new Set(given).size === given.length, sentence('input.answer_twice'));
const notes = text(5000);
const input_type = z
  .enum(inputTypes, sentence('input.one_of', { values: inputTypes.join(', ') }))
  .describe('radio: one answer. checkbox: any number of answers. text: readers write their own');
const response_cadence = z
  .enum(cadences, sentence('input.one_of', { values: cadences.join(', ') }))
  .describe(
    'once: each person answers once. once_per_email: each person answers once for each email that asks',
  );
const status = z
  .enum(surveyStatuses, sentence('input.one_of', { values: surveyStatuses.join(', ') }))
  .describe('inactive: it takes no more answers');
const freeform = z.boolean().describe('Whether readers may add a text of their own');
const randomize = z
  .boolean()
  .describe(
    'Whether each reader sees the answers in a different order. The mail then only links to the page with the answers',
  );
const shows_results = z
  .boolean()
  .describe('Whether readers who have answered, and the archive, see the results');

export const surveySchema = z
  .object({
    id: z.string(),
    identifier: z.string().describe('Its name in templates: {{ survey.IDENTIFIER }}'),
    question: z.string(),
    answers: z.array(z.string()),
    notes: z.string().describe('Notes for the team; readers do not see them'),
    input_type,
    response_cadence,
    is_freeform_response_enabled: freeform,
    randomize_answers: randomize,
    shows_results,
    status,
    response_count: z.int(),
    creation_date: timestamp,
    modification_date: timestamp,
  })
  .meta({
    id: 'Survey',
    examples: [
      {
        id: '019a2c5e-7b1d-7c43-9f0a-2e6d1b8c4f77',
        identifier: 'next-walk',
        question: 'Our next walk',
        answers: ['The harbour', 'The dunes'],
        notes: '',
        input_type: 'radio' as const,
        response_cadence: 'once' as const,
        is_freeform_response_enabled: true,
        randomize_answers: false,
        shows_results: true,
        status: 'active' as const,
        response_count: 214,
        creation_date: '2026-11-18T08:00:00.000Z',
        modification_date: '2026-11-18T08:00:00.000Z',
      },
    ],
  });

const or = <Field extends z.ZodType>(field: Field, usual: z.output<Field>) =>
  field.nullish().transform(value => value ?? usual);

export const surveyCreate = z
  .object({
    identifier,
    question,
    answers: or(answers, []),
    notes: or(notes, ''),
    input_type: or(input_type, 'radio'),
    response_cadence: or(response_cadence, 'once'),
    is_freeform_response_enabled: or(freeform, false),
    randomize_answers: or(randomize, false),
    shows_results: or(shows_results, false),
  })
  .superRefine((survey, context) => {
    const message = faultOfAnswers(survey);
    if (message !== undefined) context.addIssue({ code: 'custom', path: ['answers'], message });
  });
export type SurveyCreate = z.output<typeof surveyCreate>;

/** Null leaves a field unchanged, as in the public API. The identifier and the question never change, because people have been asked. */
const optionally = <Field extends z.ZodType>(field: Field) => clearable(field.optional(), undefined as never);

export const surveyUpdate = z.object({
  answers: optionally(answers),
  notes: optionally(notes),
  input_type: optionally(input_type),
  response_cadence: optionally(response_cadence),
  is_freeform_response_enabled: optionally(freeform),
  randomize_answers: optionally(randomize),
  shows_results: optionally(shows_results),
  status: optionally(status),
});
export type SurveyUpdate = z.output<typeof surveyUpdate>;

/** Returns the fault of the answers for this type of survey; undefined if there is none. */
export function faultOfAnswers({ answers, input_type }: Pick<Survey, 'answers' | 'input_type'>) {
  if (input_type === 'text') return answers.length > 0 ? sentence('input.answers_of_text') : undefined;
  return answers.length < 2 ? sentence('input.two_answers') : undefined;
}

/** Matches a survey in a body. PostgreSQL uses it too. */
export const surveyPlace = /\{\{-?\s*survey\.([\w-]+?)\s*-?\}\}/g;

/** Returns the identifiers of the surveys that the body names. */
export function surveysIn(body: string): string[] {
  return [...new Set([...body.matchAll(surveyPlace)].map(([, word]) => word!))];
}

/** Returns the ids of the surveys that are written out in the body. */
export function askedIn(body: string): string[] {
  return [...new Set([...body.matchAll(/\{\{ answer_url \}\}\/([0-9a-f-]{36})/g)].map(([, id]) => id!))];
}

/**
 * Writes the survey into the source of a body, in one line: the question, and a link for each answer. The link leads to a page where the
 * answer is chosen and sent with a button, so that programs that open links give no answers.
 */
export function writeOutSurvey({
  id,
  question,
  answers,
  randomize_answers,
}: Pick<Survey, 'id' | 'question' | 'answers' | 'randomize_answers'>): string {
  const link = (path: string, words: string) =>
    `<p><a href="{{ answer_url }}/${path}">${literal(words)}</a></p>`;
  if (randomize_answers || answers.length === 0) return `<div class="poll">${link(id, question)}</div>`;
  const links = answers.map((words, number) => link(`${id}/${number}`, words));
  return `<div class="poll"><p><strong>${literal(question)}</strong></p>${links.join('')}</div>`;
}

/** Returns the words as HTML that is neither Liquid nor Markdown. */
function literal(words: string): string {
  return quote(words).replaceAll('{', '&#123;');
}
