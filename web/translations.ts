import { existsSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import type { Plugin } from 'vite';

/** The languages of the dashboard, by their tag, with what a browser without JavaScript shows. */
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
 * Makes the dashboard in one language: each file of words, and of sentences of the service, is replaced by its translation. A file
 * without one stays English.
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
    transformIndexHtml: html =>
      html
        .replace('<html lang="en">', `<html lang="${language}">`)
        .replace(languages.en, languages[language]),
  };
}

/** The file that says the same in the language; null if there is none. */
function translationOf(file: string, language: Language): string | null {
  const [folder, name] = [file.slice(0, file.lastIndexOf(sep)), basename(file)];
  const translated =
    folder === words
      ? join(words, language, name)
      : folder === service && join(words, language, 'service', name);
  return translated && existsSync(translated) ? translated : null;
}
