import type { Selectable } from 'kysely';
import { z } from 'zod';
import { userSchema } from '../../accounts/people/user.ts';
import type { Notes } from '../../platform/database/schema.ts';
import { text, timestamp } from '../../platform/http/fields.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { noteExample } from './example.ts';

/** The longest note, in characters. */
const longestNote = 5000;
/** The most notes on one person. */
export const mostNotes = 1000;

export const models = ['subscriber'] as const;
const model_type = z
  .enum(models, sentence('input.one_of', { values: models.join(', ') }))
  .describe('Notes are on subscribers');
const body = text(longestNote)
  .trim()
  .refine(words => words !== '', sentence('input.not_empty'));
const metadata = z.record(z.string(), z.unknown());

/** A note with the ids of the person it is about and of the person who wrote it; null: a program. */
export type Note = Pick<Selectable<Notes>, 'id' | 'body' | 'metadata' | 'creation_date'> & {
  subscriber_id: string;
  user_id: string | null;
};

export const noteSchema = z
  .object({
    id: z.string(),
    body: z.string(),
    model_type: z.enum(models),
    model_id: z.string().describe('The id of the subscriber'),
    metadata,
    source: z.enum(['user']).describe('The team of the newsletter, or a program of theirs'),
    user_id: z.string().nullable().describe('The person who wrote it; null: a program'),
    user: userSchema.nullable().describe('With expand=user and the permission settings: read'),
    creation_date: timestamp,
  })
  .meta({ id: 'Note', examples: [noteExample] });

export const noteCreate = z
  .object({
    body,
    model_type,
    model_id: z.string().describe('The id of the subscriber'),
    metadata: metadata
      .nullish()
      .transform(value => value ?? {})
      .refine(
        value => JSON.stringify(value).length <= longestNote,
        sentence('input.most_characters', { count: longestNote }),
      ),
  })
  .meta({
    'x-examples': {
      example: {
        value: { body: noteExample.body, model_type: 'subscriber', model_id: noteExample.model_id },
      },
    },
  });
