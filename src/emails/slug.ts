import { sentence } from '../platform/sentences/sentence.ts';

/** The longest slug: characters, and bytes in UTF-8, so that it also fits as the name of a file. */
const mostCharacters = 100;
const mostBytes = 200;

// Letters and digits of every script but Latin, which has its own rule. Left out are invisible characters and letters that look like
// punctuation: modifier letters of no script, vertical repeat marks (like slashes) and tone marks of Lisu (like dots).
const foreign = String.raw`[[\p{L}\p{Nd}\p{Nl}]--[\p{Script=Latin}\p{Default_Ignorable_Code_Point}0-9\u3031-\u3035\ua4f8-\ua4fd]--[[\p{Lm}&&\p{Script=Common}]--\u30fc]]`;
const marks = String.raw`[[\p{Mn}\p{Mc}]--\p{Default_Ignorable_Code_Point}]{1,4}`;
const letter = `(?:[a-zA-Z0-9]|${foreign}(?:${marks})?)`;
const whole = new RegExp(`^(?:${letter}|[_\\-])+$`, 'v');
const words = new RegExp(`${letter}+`, 'gv');

/** The rule for slugs, in words. */
export const slugRule = sentence('input.slug');

/** Whether the text is a slug: `[a-zA-Z0-9_-]{1,100}`, or the same with letters and digits of other scripts, in NFC. */
export function isSlug(text: string): boolean {
  return whole.test(text) && text === text.normalize('NFC') && cut(text, mostCharacters, mostBytes) === text;
}

/**
 * Makes a slug of the subject: letters and digits of any script, and hyphens. Latin letters lose their accents. A long slug is cut between
 * characters as a reader sees them. The slug is `email` if nothing remains.
 */
export function slugOf(subject: string): string {
  const plain = subject
    .slice(0, 2000)
    .toWellFormed()
    .replace(/\{[{%].*?[}%]\}/g, ' ')
    .normalize('NFKC')
    // NFKC splits a vowel of Thai and Lao that everybody writes as one character.
    .replaceAll('\u0e4d\u0e32', '\u0e33')
    .replaceAll('\u0ecd\u0eb2', '\u0eb3')
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\p{Script=Latin}\p{M}*/gu, plainLatin)
    .normalize('NFC');
  const slug = [...plain.matchAll(words)].map(([word]) => word).join('-');
  return cut(slug, mostCharacters, mostBytes).replace(/-+$/, '') || 'email';
}

/** How many slugs are tried at once. */
const triedAtOnce = 10;

/**
 * Returns the first of `base`, `base-2` … `base-10` that is free. If all are used, it returns some free slug after a used one, found in few
 * queries however many emails have the same subject. `findFree` returns the index of the first free slug among those given, or −1.
 */
export async function freeSlug(
  base: string,
  findFree: (slugs: string[]) => Promise<number>,
): Promise<string> {
  const firstFree = async (numbers: number[]) =>
    numbers[await findFree(numbers.map(number => numberedSlug(base, number)))];
  const first = await firstFree(Array.from({ length: triedAtOnce }, (_, at) => at + 1));
  if (first !== undefined) return numberedSlug(base, first);
  let free = (await firstFree(Array.from({ length: 30 }, (_, at) => triedAtOnce * 2 ** (at + 1))))!;
  let used = free / 2;
  while (free - used > 1) {
    const step = Math.ceil((free - used) / triedAtOnce);
    const from = used + step;
    const between = Array.from({ length: triedAtOnce }, (_, at) => from + at * step).filter(n => n < free);
    const next = await firstFree(between);
    used = next === undefined ? between.at(-1)! : next - step;
    free = next ?? free;
  }
  return numberedSlug(base, free);
}

/** Returns the slug with this number: `base`, `base-2`, `base-3` … */
export function numberedSlug(base: string, number: number): string {
  const suffix = number === 1 ? '' : `-${number}`;
  return `${cut(base, mostCharacters - suffix.length, mostBytes - suffix.length)}${suffix}`;
}

const others: ReadonlyMap<string, string> = new Map(
  'ß ss, æ ae, œ oe, ø o, đ d, ð d, þ th, ł l, ħ h, ŧ t, ı i, ŋ ng, ə e, ǝ e, ɛ e, ɔ o, ɓ b, ɗ d, ƙ k, ƴ y, ɖ d, ɣ g, ƒ f, ʋ v'
    .split(', ')
    .map(one => one.split(' ') as [string, string]),
);

/** Returns a lower-case Latin letter without its accents; an empty text for letters of phonetics and the like. */
function plainLatin(written: string): string {
  const base = written.normalize('NFKD').replace(/\P{L}/gu, '');
  return [...base].map(one => others.get(one) ?? (/[a-z]/.test(one) ? one : ' ')).join('');
}

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Returns the beginning of the text within both limits, without cutting a character in half. */
function cut(text: string, characters: number, bytes: number): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.slice(0, Math.min(characters, bytes));
  let end = 0;
  let left = bytes;
  let count = 0;
  for (const { segment, index } of segmenter.segment(text)) {
    left -= Buffer.byteLength(segment);
    count += [...segment].length;
    if (left < 0 || count > characters) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}
