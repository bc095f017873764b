import { DomainError, messageOf } from '../errors.ts';
import type { Catalogue, OwnWords } from './catalogue.ts';
import { needsOf } from './message.ts';

/** Throws `request_invalid` unless each text is for a language and a key that exist, can be read, and needs no other values. */
export function refuseUnusable({ files }: Catalogue, words: OwnWords): void {
  const english = files.get('en')!.texts;
  for (const [language, texts] of Object.entries(words)) {
    if (!files.has(language) || language.endsWith('-formal'))
      throw refused(`${language} is not a language with words. Use one of ${listed(files)}.`);
    for (const [key, text] of Object.entries(texts)) {
      const usual = Object.hasOwn(english, key) ? english[key] : undefined;
      if (usual === undefined)
        throw refused(`${key} is not the key of a text. themes/default/words/en.json has all keys.`);
      const allowed = needsOf(usual);
      const { values, tags } = readNeeds(`${language}.${key}`, text);
      const strange = [...values, ...tags].find(name => ![...allowed.values, ...allowed.tags].includes(name));
      if (strange !== undefined)
        throw refused(`${language}.${key} cannot use ${strange}. The usual text is "${usual}".`);
    }
  }
}

function readNeeds(name: string, text: string) {
  try {
    return needsOf(text);
  } catch (error) {
    throw refused(`${name}: ${messageOf(error)}.`);
  }
}

function listed(files: Catalogue['files']): string {
  return [...files.keys()].filter(name => !name.endsWith('-formal')).join(', ');
}

function refused(detail: string): DomainError {
  return new DomainError('request_invalid', `words: ${detail}`);
}
