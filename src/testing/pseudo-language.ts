import { type Catalogue, makeCatalogue } from '../platform/languages/catalogue.ts';
import { changeLiterals } from '../platform/languages/message.ts';
import { stretch } from './stretch.ts';

/** Returns the catalogue with every text of these languages stretched. Other languages do not change. */
export function stretchWords(catalogue: Catalogue, ...languages: string[]): Catalogue {
  const files = new Map(catalogue.files);
  for (const language of languages) {
    const file = files.get(language)!;
    const texts = Object.entries(file.texts).map(([key, text]) => [key, changeLiterals(text, stretch)]);
    files.set(language, { ...file, texts: Object.fromEntries(texts) });
  }
  return makeCatalogue(files);
}

/** Returns the text of HTML that readers see or hear, without stretched texts and these values, as far as it contains letters. */
export function untranslated(html: string, values: readonly string[]): string[] {
  const heard = Array.from(
    html.matchAll(/\s(?:aria-label|alt|title|placeholder)="([^"]*)"/g),
    ([, text = '']) => text,
  );
  const seen = html
    .replace(
      /<(style|script|head)\b[\s\S]*?<\/\1>/g,
      head => /<title>([\s\S]*?)<\/title>/.exec(head)?.[1] ?? ' ',
    )
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/<[^>]*>|&#?\w+;/g, ' ');
  return [...heard, seen]
    .map(text => values.reduce((rest, value) => rest.replaceAll(value, ' '), text.replace(/⟦[^⟧]*⟧/g, ' ')))
    .flatMap(text => text.match(/[\p{L}][\p{L}’']*(?: [\p{L}’']+)*/gu) ?? []);
}
