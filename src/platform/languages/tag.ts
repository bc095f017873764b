import { z } from 'zod';
import { sentence } from '../sentences/sentence.ts';

/** The direction of writing, as the attribute `dir` has it. */
export type Direction = 'ltr' | 'rtl';

/** Scripts written from right to left (Unicode, ScriptMetadata.txt). */
const rightToLeft = new Set('Adlm Arab Hebr Mand Mend Nkoo Rohg Samr Syrc Thaa Yezi'.split(' '));

/** Returns the tag in its usual spelling, such as de-AT for DE_at; null if it is not a language tag (BCP 47, RFC 5646). */
export function canonicalTag(text: string): string | null {
  if (!/^[a-z]{2,3}(?:[-_][a-z0-9]{1,8})*$/i.test(text)) return null;
  try {
    return new Intl.Locale(text.replaceAll('_', '-')).toString();
  } catch {
    return null;
  }
}

/** A language tag from a client, in its usual spelling, or empty. */
export const languageTag = z
  .string()
  .max(60, sentence('input.most_60'))
  .transform((text, context) => {
    const tag = text.trim() === '' ? '' : canonicalTag(text.trim());
    if (tag !== null) return tag;
    context.addIssue({ code: 'custom', message: sentence('input.language') });
    return z.NEVER;
  });

/** Returns the language of a `locale` as documents name it: without `-formal`, which only chooses the form of address. */
export function documentLanguage(locale: string): string {
  return locale.replace(/-formal$/, '');
}

/** Returns the direction of a language. `tag` must be canonical. */
export function directionOf(tag: string): Direction {
  const { script } = new Intl.Locale(tag).maximize();
  return script !== undefined && rightToLeft.has(script) ? 'rtl' : 'ltr';
}

/** Returns the tags that a browser asks for (RFC 9110 §12.5.4), the most wanted first. */
export function wishedTags(header: string | undefined): string[] {
  return (header ?? '')
    .slice(0, 1000)
    .split(',')
    .map(part => {
      const [tag = '', ...parameters] = part.split(';').map(piece => piece.trim());
      const quality = parameters.find(parameter => parameter.startsWith('q='))?.slice(2);
      return { tag: canonicalTag(tag), quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .flatMap(({ tag }) => tag ?? []);
}

const strong = /\p{L}/u;
const strongRightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Returns the direction of a text by its first letter, as `dir="auto"` decides it; undefined if it has no letter. */
export function directionOfText(text: string): Direction | undefined {
  const letter = strong.exec(text)?.[0];
  if (letter === undefined) return undefined;
  return strongRightToLeft.test(letter) ? 'rtl' : 'ltr';
}

/** Whether a text must be isolated so that it does not disturb the order of the text around it. */
export function disturbs(text: string, around: Direction): boolean {
  return around === 'rtl'
    ? /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]/u.test(text)
    : strongRightToLeft.test(text);
}
