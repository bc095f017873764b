import type { Found } from './say.ts';

/**
 * Puts the service's sentences in an answer into the words of the dashboard: where an object has `detail` and `detail_sentence`, `detail`
 * is replaced. A text without a sentence comes from elsewhere, such as another server, and does not change. The words are loaded with the
 * first sentence.
 */
export async function putIntoOurWords(answer: unknown, zone: string): Promise<void> {
  const found = sentencesIn(answer);
  if (found.length === 0) return;
  const words = await import('./say.ts').catch(() => undefined); // the service may be unreachable by now
  words?.sayAgain(found, zone);
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
