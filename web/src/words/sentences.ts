// What the service says about emails, people, imports and everything else. It is loaded only where it is needed, so it is not
// part of the catalogue.
import { catalogue } from '../../../src/platform/sentences/catalogue.ts';
import { fill, parse } from '../../../src/platform/sentences/form.ts';
import type { Value } from '../../../src/platform/sentences/sentence.ts';
import { counted, number } from './counted.ts';
import { ownSentences } from './sentences-own.ts';
import type { Manner, Sentences } from './sentences-type.ts';

/** The wordings of the service, which are for programs and people alike, except where the dashboard has its own. */
export const sentences: Sentences = {
  ...(Object.fromEntries(
    Object.entries(catalogue).flatMap(([room, wordings]) =>
      Object.entries<string>(wordings).map(([key, wording]) => {
        const form = parse(wording);
        return [
          `${room}.${key}`,
          (values: Record<string, unknown>, { time, say }: Manner) =>
            fill(form, values, { number, counted, time, say: value => say(value as Value) }),
        ];
      }),
    ),
  ) as unknown as Sentences),
  ...ownSentences,
};
