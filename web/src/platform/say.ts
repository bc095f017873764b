import type { Sentence, Value } from '../../../src/platform/sentences/sentence.ts';
import { sentences } from '../words/sentences.ts';
import { momentOf } from './time.ts';

/** A text in an answer, and the sentence beside it. */
export type Found = { of: Record<string, unknown>; text: string; sentence: Sentence | (Sentence | null)[] };

/** Replaces each of these texts with the dashboard's words, with times in `zone`. */
export function sayAgain(found: readonly Found[], zone: string): void {
  // A newer service may have further sentences.
  const said = (text: unknown, sentence: Sentence | null | undefined) =>
    sentence && Object.hasOwn(sentences, sentence.code) ? say(sentence, zone) : String(text);
  for (const { of, text, sentence } of found) {
    const old = of[text];
    of[text] =
      Array.isArray(old) && Array.isArray(sentence)
        ? old.map((one, at) => said(one, sentence[at]))
        : withField(of, String(old), said(old, sentence as Sentence));
    putReason(of, inner => said(inner, inner as Sentence));
  }
}

/** Says a sentence of the service, or a value in one. */
function say(value: Value, zone: string): string {
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.map(one => say(one, zone)).join(' ');
  const { code, values } = value;
  const words = sentences[code] as (values: object, manner: object) => string;
  return words(values, {
    time: (at: string) => momentOf(new Date(at), zone),
    say: (part: Value) => say(part, zone),
  });
}

/** Begins a refusal about a field with the field's name, even if the sentence does not contain it. */
function withField({ field }: Found['of'], old: string, said: string): string {
  const name = `${field}: `;
  return typeof field === 'string' && old.startsWith(name) && !said.startsWith(name) ? name + said : said;
}

/** Puts the reason of a template's refusal into the metadata as well. */
function putReason({ metadata, detail_sentence }: Found['of'], say: (inner: unknown) => string): void {
  const reason = (detail_sentence as Sentence | undefined)?.values.reason;
  if (typeof metadata !== 'object' || metadata === null || !('reason' in metadata)) return;
  if (typeof reason === 'object') metadata.reason = say(reason);
}
