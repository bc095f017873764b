import { z } from 'zod';
import { languageTag } from '../platform/languages/tag.ts';

/** The settings of a newsletter that decide what its pages and mails say. */
export const voiceFields = {
  locale: languageTag
    .refine(tag => tag !== '', 'use the tag of a language, such as de, pt-BR or ar')
    .describe(
      'The language of pages, mails and dates, as a tag of BCP 47 such as de, pt-BR or ar. Texts are in the nearest language that there are words for, or else in English; dates and numbers are as the tag says',
    ),
  formal_words: z
    .boolean()
    .describe(
      'Whether languages with a formal and an informal form use the formal one: Sie instead of du in German',
    ),
  words: z
    .record(
      z.string().max(60),
      z.record(z.string().max(100), z.string().min(1, 'must not be empty').max(5000)),
    )
    .describe(
      'Own texts in place of ours: by language and key, as in themes/default/words, in ICU MessageFormat. {"de": {"form.subscribe": "Abonnieren"}}',
    ),
};
