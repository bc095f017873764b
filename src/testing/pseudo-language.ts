import { type Catalogue, makeCatalogue } from '../platform/languages/catalogue.ts';
import { changeLiterals } from '../platform/languages/message.ts';

const accents: Record<string, string> = {
  a: 'á',
  e: 'ê',
  i: 'ï',
  o: 'õ',
  u: 'ü',
  c: 'ç',
  n: 'ñ',
  s: 'š',
  A: 'Å',
  E: 'É',
  I: 'Î',
  O: 'Ö',
  U: 'Û',
  S: 'Š',
  N: 'Ñ',
};

/** A text that is still readable, 40 percent longer, and easy to tell from one that nobody translated: ⟦Šübšçrïbê····⟧ */
function stretch(text: string): string {
  const words = text.replace(/[A-Za-z]/g, letter => accents[letter] ?? letter);
  return `⟦${words}${'·'.repeat(Math.ceil(text.length * 0.4))}⟧`;
}

/** The catalogue with every text of these languages stretched; all others stay. */
export function stretchWords(catalogue: Catalogue, ...languages: string[]): Catalogue {
  const files = new Map(catalogue.files);
  for (const language of languages) {
    const file = files.get(language)!;
    const texts = Object.entries(file.texts).map(([key, text]) => [key, changeLiterals(text, stretch)]);
    files.set(language, { ...file, texts: Object.fromEntries(texts) });
  }
  return makeCatalogue(files);
}

/**
 * Returns what is left of HTML that readers see or hear when stretched texts and these values are taken away, if it has letters.
 */
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
