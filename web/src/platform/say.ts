import type { Sentence, Value } from '../../../src/platform/sentences/sentence.ts';
import { sentences } from '../words/sentences.ts';
import { momentOf } from './time.ts';

/** A text in an answer, and the sentence that stands beside it. */
export type Found = { of: Record<string, unknown>; text: string; sentence: Sentence | (Sentence | null)[] };

/** Puts each of these texts into the words of the dashboard, with times in `zone`. */
export function sayAgain(found: readonly Found[], zone: string): void {
  // A service of a newer version may say more.
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

/** Begins a refusal about a field with its name, also if the sentence is about any field. */
function withField({ field }: Found['of'], old: string, said: string): string {
  const name = `${field}: `;
  return typeof field === 'string' && old.startsWith(name) && !said.startsWith(name) ? name + said : said;
}

/** Puts what a template lacks into the metadata of its refusal as well. */
function putReason({ metadata, detail_sentence }: Found['of'], say: (inner: unknown) => string): void {
  const reason = (detail_sentence as Sentence | undefined)?.values.reason;
  if (typeof metadata !== 'object' || metadata === null || !('reason' in metadata)) return;
  if (typeof reason === 'object') metadata.reason = say(reason);
}
