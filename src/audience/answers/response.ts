import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { SurveyResponses } from '../../platform/database/schema.ts';
import { clearable, text, timestamp } from '../../platform/http/fields.ts';

/** Where an answer came from: a link in a mail, the archive, or a program. */
export const sources = ['email', 'web', 'api'] as const;
export type Source = (typeof sources)[number];

/** The longest text that readers may write themselves, in characters. */
export const longestText = 2000;

export type Response = Selectable<SurveyResponses>;

/** A response with the ids of its survey, subscriber and email. */
export type Listed = Pick<
  Response,
  'id' | 'chosen' | 'text' | 'source' | 'creation_date' | 'modification_date'
> & {
  survey_id: string;
  subscriber_id: string;
  email_id: string | null;
  automation_id: string | null;
};

export const responseSchema = z
  .object({
    id: z.string(),
    answer: z.string().describe('What was chosen; several answers are on separate lines'),
    answers: z.array(z.string()),
    text: z.string().describe('What the reader wrote'),
    survey_id: z.string(),
    subscriber_id: z.string(),
    email_id: z.string().nullable().describe('The email that asked'),
    automation_id: z.string().nullable().describe('The sequence that mailed it'),
    source: z.enum(sources).describe('email: a link in a mail. web: the archive. api: a program'),
    creation_date: timestamp,
    modification_date: timestamp,
  })
  .meta({
    id: 'Response',
    examples: [
      {
        id: '019a2c61-0b1d-7c43-9f0a-2e6d1b8c4f91',
        answer: 'The dunes',
        answers: ['The dunes'],
        text: 'If it is dry',
        survey_id: '019a2c5e-7b1d-7c43-9f0a-2e6d1b8c4f77',
        subscriber_id: '019aa4ab-5f4e-7a26-8c39-6d1c2b7e4f01',
        email_id: '019a2c5e-7b1d-7c43-9f0a-2e6d1b8c4f55',
        automation_id: null,
        source: 'email' as const,
        creation_date: '2026-11-20T09:12:00.000Z',
        modification_date: '2026-11-20T09:12:00.000Z',
      },
    ],
  });

export function showResponse({ chosen, ...response }: Listed): z.output<typeof responseSchema> {
  return { ...response, answer: chosen.join('\n'), answers: chosen } as z.output<typeof responseSchema>;
}

export const responseCreate = z.object({
  survey_id: z.string(),
  subscriber_id: z.string(),
  email_id: z.string().nullish(),
  answer: z.int().min(0).nullish().describe('The place of the answer in the list of the survey, from 0'),
  text: text(longestText).nullish(),
});

export const responseUpdate = z.object({ text: clearable(text(longestText), '') });

export const resultsSchema = z
  .object({
    response_count: z.int().describe('How many people have answered'),
    results: z.array(
      z.object({ answer: z.string(), count: z.int().describe('How many people have chosen it') }),
    ),
    text_count: z.int().describe('How many people have written something'),
  })
  .meta({
    id: 'SurveyResults',
    examples: [
      {
        response_count: 214,
        results: [
          { answer: 'The harbour', count: 80 },
          { answer: 'The dunes', count: 134 },
        ],
        text_count: 12,
      },
    ],
  });
export type Results = z.output<typeof resultsSchema>;
