import type { Sentence } from '../../../src/platform/sentences/sentence.ts';

type Found = { of: Record<string, unknown>; text: string; sentence: Sentence | (Sentence | null)[] };

/**
 * Puts what the service says in an answer into the words of the dashboard: wherever an object has `detail` and `detail_sentence`,
 * `detail` is said anew. A text without a sentence comes from elsewhere, such as another server, and stays. The words are loaded with
 * the first sentence.
 */
export async function putIntoOurWords(answer: unknown, zone: string): Promise<void> {
  const found = sentencesIn(answer);
  if (found.length === 0) return;
  const words = await import('./say.ts').catch(() => undefined); // the service may be out of reach by now
  if (!words) return;
  const said = (text: unknown, sentence: Sentence | null | undefined) =>
    sentence && words.isKnown(sentence) ? words.say(sentence, zone) : String(text);
  for (const { of, text, sentence } of found) {
    const old = of[text];
    of[text] =
      Array.isArray(old) && Array.isArray(sentence)
        ? old.map((one, at) => said(one, sentence[at]))
        : withField(of, String(old), said(old, sentence as Sentence));
    putReason(of, inner => said(inner, inner as Sentence));
  }
}

function sentencesIn(answer: unknown, found: Found[] = []): Found[] {
  if (typeof answer !== 'object' || answer === null || answer instanceof Blob) return found;
  for (const [name, value] of Object.entries(answer)) {
    const text = /^(.+)_sentences?$/.exec(name)?.[1];
    if (text === undefined) sentencesIn(value, found);
    else if (value !== null) found.push({ of: answer as Found['of'], text, sentence: value });
  }
  return found;
}

/** A refusal about a field begins with its name, also if the sentence is about any field. */
function withField({ field }: Found['of'], old: string, said: string): string {
  const name = `${field}: `;
  return typeof field === 'string' && old.startsWith(name) && !said.startsWith(name) ? name + said : said;
}

/** What a template lacks stands in the metadata of its refusal as well. */
function putReason({ metadata, detail_sentence }: Found['of'], say: (inner: unknown) => string): void {
  const reason = (detail_sentence as Sentence | undefined)?.values.reason;
  if (typeof metadata !== 'object' || metadata === null || !('reason' in metadata)) return;
  if (typeof reason === 'object') metadata.reason = say(reason);
}
