import { DomainError, messageOf } from '../errors.ts';
import { sentence } from '../sentences/sentence.ts';
import type { Catalogue, OwnWords, Voice } from './catalogue.ts';
import { type Message, type Needs, needsOf, parseMessage } from './message.ts';

/** Throws `request_invalid` unless each text is for an existing language and key, can be read, and needs no other values. */
export function refuseUnusable({ files }: Catalogue, words: OwnWords): void {
  const english = files.get('en')!.texts;
  for (const [language, texts] of Object.entries(words)) {
    if (!files.has(language) || language.endsWith('-formal'))
      throw refused(sentence('newsletters.no_words_in', { language, languages: listed(files) }));
    for (const [key, text] of Object.entries(texts)) {
      const usual = Object.hasOwn(english, key) ? english[key] : undefined;
      if (usual === undefined) throw refused(sentence('newsletters.no_such_key', { key }));
      const allowed = needsOf(usual);
      const { values, tags } = readNeeds(`${language}.${key}`, text);
      const strange = [...values, ...tags].find(name => ![...allowed.values, ...allowed.tags].includes(name));
      if (strange !== undefined)
        throw refused(sentence('newsletters.cannot_use', { language, key, name: strange, usual }));
      tryOut(`${language}.${key}`, parseMessage(text, language, 'ltr'), allowed);
    }
  }
}

/** Lists every text in the language nearest to `asked`, with the newsletter's own. */
export function listTexts(
  { files, nearest, choices }: Catalogue,
  { formal_words, words }: Pick<Voice, 'formal_words' | 'words'>,
  asked: string,
) {
  const language = nearest(asked || 'en') ?? 'en';
  const isFormal = formal_words || asked.endsWith('-formal');
  const usual = {
    ...files.get('en')!.texts,
    ...files.get(language)?.texts,
    ...(isFormal && files.get(`${language}-formal`)?.texts),
  };
  const own = words[language] ?? {};
  return {
    language,
    languages: [...choices],
    texts: Object.entries(usual).map(([key, text]) => ({ key, usual: text, own: own[key] ?? '' })),
  };
}

function readNeeds(name: string, text: string) {
  try {
    return needsOf(text);
  } catch (error) {
    throw refused(`${name}: ${messageOf(error)}.`);
  }
}

/** Throws `request_invalid` for a text that values do not fit into, such as a name in a place for a date. */
function tryOut(name: string, message: Message, { values, plurals }: Needs): void {
  const numbers = new Set(plurals.map(({ value }) => value));
  const samples = values.map(value => [value, numbers.has(value) ? 2 : 'x'] as const);
  try {
    message.html(Object.fromEntries(samples));
  } catch (error) {
    throw refused(`${name}: ${messageOf(error)}. Write the values as the usual text does.`);
  }
}

function listed(files: Catalogue['files']): string {
  return [...files.keys()].filter(name => !name.endsWith('-formal')).join(', ');
}

function refused(detail: string): DomainError {
  return new DomainError('request_invalid', `words: ${detail}`);
}
