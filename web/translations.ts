import { existsSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import type { Plugin } from 'vite';
import { wordsOf } from './words-of.ts';

/** The languages of the dashboard by their tags, with the text for a browser without JavaScript. */
export const languages = {
  en: 'The dashboard needs JavaScript. Allow it for this address, then reload.',
  de: 'Ohne JavaScript geht es hier nicht. JavaScript für diese Adresse erlauben, dann neu laden.',
  fr: 'Cette page a besoin de JavaScript. Autorisez-le pour cette adresse, puis rechargez la page.',
  es: 'Esta página necesita JavaScript. Permítelo para esta dirección y vuelve a cargar la página.',
} as const;
export type Language = keyof typeof languages;

const words = join(import.meta.dirname, 'src/words');
const service = join(import.meta.dirname, '../src/platform/sentences');

/**
 * Builds the dashboard in one language. Each file of words, and of sentences of the service, is replaced by its translation. A file without
 * one stays English.
 */
export function inLanguage(language: Language): Plugin {
  return {
    name: 'words-in-a-language',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (language === 'en' || !source.startsWith('.')) return null;
      const english = await this.resolve(source, importer, { ...options, skipSelf: true });
      return english && translationOf(english.id, language);
    },
    load(id) {
      return language !== 'en' && id === join(words, 'english-names.ts') ? englishNames(language) : null;
    },
    transformIndexHtml: html =>
      html
        .replace('<html lang="en">', `<html lang="${language}">`)
        .replace(languages.en, languages[language]),
  };
}

/** Matches the places of names of screens and commands. */
const named =
  /^(?:calendar|entry|exports|feeds|frame|imports|library|own-address|people|sequences|settings|shortcuts|subscriber|templates)\.ts /;

/** Returns a module with the English name of each of these texts. */
async function englishNames(language: Language): Promise<string> {
  const translated = await wordsOf(language);
  const names = [...(await wordsOf('en'))]
    .filter(([place, name]) => named.test(place) && name.length < 40)
    .map(([place, name]) => [translated.get(place) ?? name, name]);
  return `export const englishNames = ${JSON.stringify(Object.fromEntries(names))};`;
}

/** Returns the file's translation; null if there is none. */
function translationOf(file: string, language: Language): string | null {
  const [folder, name] = [file.slice(0, file.lastIndexOf(sep)), basename(file)];
  const translated =
    folder === words
      ? join(words, language, name)
      : folder === service && join(words, language, 'service', name);
  return translated && existsSync(translated) ? translated : null;
}
