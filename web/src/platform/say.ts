import type { Sentence, Value } from '../../../src/platform/sentences/sentence.ts';
import { sentences } from '../words/sentences.ts';
import { momentOf } from './time.ts';

/** A sentence of the service, or a value in one, in the words of the dashboard; times are shown in `zone`. */
export function say(value: Value, zone: string): string {
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.map(one => say(one, zone)).join(' ');
  const { code, values } = value;
  const words = sentences[code] as (values: object, manner: object) => string;
  return words(values, {
    time: (at: string) => momentOf(new Date(at), zone),
    say: (part: Value) => say(part, zone),
  });
}

/** Whether the dashboard has words for it: a service of a newer version may say more. */
export function isKnown({ code }: Sentence): boolean {
  return Object.hasOwn(sentences, code);
}
