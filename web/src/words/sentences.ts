// The service's sentences about emails, people, imports and everything else. They are loaded only on demand, so they are not part of the
// catalogue.
import { catalogue } from '../../../src/platform/sentences/catalogue.ts';
import { fill, parse } from '../../../src/platform/sentences/form.ts';
import type { Value } from '../../../src/platform/sentences/sentence.ts';
import { counted, number } from './counted.ts';
import { emails } from './emails.ts';
import { language } from './page.ts';
import { ownSentences, quoted } from './sentences-own.ts';
import type { Manner, Sentences } from './sentences-type.ts';
import { sizeIn } from './sizes.ts';
import { subscriber } from './subscriber.ts';

type Say = (values: Record<string, unknown>, manner: Manner) => string;

/** The wordings of the service, which are for programs and people alike. The dashboard has its own for some. */
const wordings = Object.fromEntries(
  Object.entries(catalogue).flatMap(([room, wordings]) =>
    Object.entries<string>(wordings).map(([key, wording]): [string, Say] => {
      const form = parse(wording);
      const say: Say = (values, { time, say }) =>
        fill(form, values, {
          number,
          counted,
          time,
          say: value => sizeIn(language, value) ?? say(value as Value),
        });
      return [`${room}.${key}`, say];
    }),
  ),
);

const states: Readonly<Record<string, string>> = { ...emails.status, ...subscriber.types };

/** Returns the values with the states of emails and people, such as in_flight, in words. */
function inWords(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const state = /^(?:status|type|from|to)$/.test(name) ? states[String(value)] : undefined;
      return [name, state === undefined ? value : quoted(state)];
    }),
  );
}

/** Every sentence of the service, in the language of the page. */
export const sentences = Object.fromEntries(
  Object.entries<Say>({ ...wordings, ...(ownSentences as unknown as Record<string, Say>) }).map(
    ([code, say]): [string, Say] => [code, (values, manner) => say(inWords(values), manner)],
  ),
) as unknown as Sentences;
