import { z } from 'zod';
import type { Sentence, Value } from './sentence.ts';

const single = (): z.ZodType<Value, Value> => z.union([z.string(), z.number(), one]);
// The schema has no name, because openapi-python-client gives up on a named union that refers to itself, and on everything that needs it.
const value: z.ZodType<Value, Value> = z.union([
  z.string(),
  z.number(),
  z.lazy(() => one),
  z.array(z.lazy(single)),
]);

const one = z
  .object({
    code: z
      .string()
      .describe('The code of the sentence, for programs. It stays the same when the wording changes'),
    values: z
      .record(z.string(), value)
      .describe('The values in the sentence: texts, numbers, times in RFC 3339, other sentences'),
  })
  .meta({ id: 'Sentence' }) as unknown as z.ZodType<Sentence, Sentence>;

/**
 * The field `detail_sentence` next to a text `detail`: the text as a code with values. The code that writes the response fills it in. It is
 * missing if the text comes from elsewhere, such as another server.
 */
export const sentenceSchema = one.optional();

/** The field `…_sentences` next to a list of texts: each text as a sentence, or null. */
export const sentencesSchema = z.array(one.nullable()).optional();
