import type { BrowserContext, Locator } from 'playwright-core';
import { accents } from '../src/testing/stretch.ts';
import { modulesOf } from '../web/words-of.ts';

/** Returns what to look for in the other words in place of an English text: a pattern for whole texts, or for a part of them. */
type Naming = (english: string | RegExp, exact: boolean) => string | RegExp;
type Options = { name?: string | RegExp; exact?: boolean };

let isNamed = false;

/** Makes every page of every browser find its elements in other words by their English names, from now on. */
export async function findByNames(context: BrowserContext, naming: Naming): Promise<void> {
  // A second time, names in other words would be taken for English ones.
  if (isNamed) return;
  isNamed = true;
  const page = await context.newPage();
  for (const place of [page.mainFrame(), page.locator('html')])
    changeFinding(Object.getPrototypeOf(place), naming);
  await page.close();
}

function changeFinding(finder: Locator, naming: Naming): void {
  const { getByRole, getByText, getByLabel, getByTitle } = finder;
  const renamed = (name: string | RegExp, options?: Options) => naming(name, options?.exact ?? false);
  Object.assign(finder, {
    getByText(this: Locator, text: string | RegExp, options?: Options) {
      return getByText.call(this, renamed(text, options), options);
    },
    getByLabel(this: Locator, text: string | RegExp, options?: Options) {
      return getByLabel.call(this, renamed(text, options), options);
    },
    getByTitle(this: Locator, text: string | RegExp, options?: Options) {
      return getByTitle.call(this, renamed(text, options), options);
    },
    getByRole(this: Locator, role: Parameters<typeof getByRole>[0], options?: Options) {
      if (options?.name === undefined) return getByRole.call(this, role, options);
      return getByRole.call(this, role, { ...options, name: renamed(options.name, options) });
    },
  });
}

const between = '[⟦⟧·]*';

/** Returns the names of the stretched dashboard. Its texts may contain each other, so brackets may be anywhere. */
export const stretchedNaming: Naming = (english, exact) => {
  const isText = typeof english === 'string';
  const source = isText ? literally(english) : english.source;
  // A letter before a quantifier has no brackets after it. Classes and escapes do not change.
  const loose = source.replace(/\\.|\[[^\]]*\]|[\p{L}\d …“”](?![*+?{])|\$/gu, part => {
    if (part === '$') return `[⟦⟧·\\s]*$`;
    if (part === '\\s') return `${part}${between}`;
    return part.length > 1 ? part : `[${part}${accents[part] ?? ''}]${between}`;
  });
  const pattern = isText && exact ? `^${between}${loose}[⟦⟧·\\s]*$` : loose.replace(/^\^/, `^${between}`);
  return new RegExp(pattern, isText && !exact ? 'i' : '');
};

type Said = string | ((...values: unknown[]) => unknown);

/**
 * Returns the names of the dashboard in a language. An English text that is not one of its words, for example from the data, does not
 * change.
 */
export async function namingIn(language: string): Promise<Naming> {
  const others = await modulesAsSpoken(language);
  const english = await modulesOf('en');
  const pairs = [...others].flatMap(([name, other]) => pairsOf(english.get(name)!, other));
  return (asked, exact) => {
    const found = translationsOf(asked, exact, pairs);
    if (found.length === 0) return asked;
    const said = found.map(text => numbered(literally(text), asked).replaceAll(anything, '.*'));
    // The data may contain the same text.
    const parts = [...said, typeof asked === 'string' ? literally(asked) : asked.source];
    const isPart = typeof asked !== 'string' || !exact;
    return new RegExp(
      isPart ? `(?:${parts.join('|')})` : `^\\s*(?:${parts.join('|')})\\s*$`,
      isPart ? 'i' : '',
    );
  };
}

/** Stands for an unknown value. */
const anything = '\u{e000}';

/** A value that a sentence may have, and the text to look for in its place in the other language. */
type Value = [given: unknown, sought: unknown];

function translationsOf(asked: string | RegExp, exact: boolean, pairs: [Said, Said][]): string[] {
  // A whole text takes precedence over texts that contain it.
  const whole = findSaid(pairs, [], english => english === asked);
  if (whole.length > 0 && !exact) return whole;
  const { near, far, isSure } = valuesIn(asked);
  const values = near.flatMap(([given, sought]): Value[] => [
    [given, sought],
    // The value itself may be one of the words.
    ...pairs.flatMap(([english, other]): Value[] => (english === given ? [[given, other]] : [])),
  ]);
  const one = [...values, ...far].map(value => [value]);
  const two = () => values.flatMap(one => values.map(two => [one, two]));
  const fits = fitsTo(asked, exact);
  const found = findSaid(pairs, isSure ? [...one, ...two()] : one, fits);
  const texts = found.length > 0 ? found : findSaid(pairs, two(), fits);
  const certain = texts.filter(text => !text.includes(anything));
  return exact && certain.length > 0 ? certain : texts;
}

/** Returns a test for English texts that are, or contain, the wanted text. */
function fitsTo(asked: string | RegExp, exact: boolean): (english: string) => boolean {
  if (asked instanceof RegExp) return english => asked.test(english);
  if (exact) return english => english === asked;
  const lower = asked.toLowerCase();
  return english => english.toLowerCase().includes(lower);
}

function findSaid(pairs: [Said, Said][], given: Value[][], fits: (english: string) => boolean): string[] {
  const said = pairs.flatMap(([english, other]): [string, string][] =>
    typeof english === 'string'
      ? [[english, String(other).replace(/\{\w+(?::[^}]*)?\}/g, anything)]]
      : given.flatMap(values => saidWith(values, english, other)),
  );
  return [...new Set(said.flatMap(([english, other]) => (fits(english) && says(other) ? [other] : [])))];
}

/** Returns true if enough of the text is known to find it. */
function says(text: string): boolean {
  const known = text.replaceAll(anything, '').replace(/[\s\d]/g, '');
  return !/undefined|NaN/.test(text) && known.length >= (text.includes(anything) ? 7 : 1);
}

/** Returns a sentence with these values in both languages; nothing if it takes other values, or only says its value. */
function saidWith(
  values: Value[],
  english: (...values: unknown[]) => unknown,
  other: Said,
): [string, string][] {
  try {
    const text = english(...values.map(([given]) => given));
    const translated = typeof other === 'function' && other(...values.map(([, sought]) => sought));
    const isSaid = typeof text === 'string' && typeof translated === 'string';
    return isSaid && values.every(([given]) => text !== given) ? [[text, translated]] : [];
  } catch {
    return [];
  }
}

/**
 * Returns the numbers, addresses, quoted texts, and the first and last words of a text, which may be the values of a sentence. Far ones can
 * only be its single value.
 */
function valuesIn(asked: string | RegExp): { near: Value[]; far: Value[]; isSure: boolean } {
  const text = typeof asked === 'string' ? asked : asked.source.replace(/[\\^$]/g, '');
  const words = text.split(' ');
  const outer = words
    .slice(1)
    .map((_, index) => [words.slice(0, index + 1), words.slice(-index - 1)].map(part => part.join(' ')));
  const numbers = Array.from(text.matchAll(/\d[\d,]*/g), ([digits]) => Number(digits.replaceAll(',', '')));
  const quoted = Array.from(text.matchAll(/“([^”]*)”/g), ([, word]) => word);
  const data = words.filter((word, at) => /@|^[A-Z]$|\p{L}\d/u.test(word) || (at > 1 && /^[A-Z]/.test(word)));
  const some = [anything, 1, 5].map((value): Value => [value, value]);
  const known = [...numbers, ...quoted, ...data, ...text.split(': ').slice(1)];
  return {
    near: [
      ...known.map((value): Value => [value, value]),
      ...outer
        .slice(0, 2)
        .flat()
        .filter(value => !known.includes(value))
        .map((value): Value => [value, anything]),
      ...some,
    ],
    // A longer text is data. Somebody may look for its beginning or its end.
    far: outer.slice(2).flatMap(([first, last]): Value[] => [
      [first, `${anything}${first}`],
      [last, `${last}${anything}`],
    ]),
    isSure: known.length > 1,
  };
}

/** Returns the pattern with numbers as any language writes them, and with any number in place of one that was not given. */
function numbered(pattern: string, asked: string | RegExp): string {
  const any = '\\d[\\d.,\\s]*';
  if (asked instanceof RegExp) return pattern.replace(/\d+/g, any);
  return pattern
    .replace(/\d+/g, digits => (asked.includes(digits) ? digits : any))
    .replace(/(?<=\d),(?=\d{3})/g, '[.,\\s]?');
}

/** Returns the words of a language in its form of address, which is the page's when they are first loaded. */
async function modulesAsSpoken(tag: string): Promise<Map<string, object>> {
  if (!tag.endsWith('-formal')) return modulesOf(tag);
  const page = { document: { documentElement: { lang: '', dataset: { formal: '' } } } };
  Object.assign(globalThis, page);
  const modules = await modulesOf(tag.replace('-formal', ''));
  Reflect.deleteProperty(globalThis, 'document');
  return modules;
}

function pairsOf(english: object, other: object): [Said, Said][] {
  return Object.entries(english).flatMap(([name, said]): [Said, Said][] => {
    const translated = (other as Record<string, unknown>)[name];
    if (translated === undefined) return [];
    if (typeof said === 'string' || typeof said === 'function') return [[said, translated as Said]];
    return typeof said === 'object' && said !== null ? pairsOf(said, translated as object) : [];
  });
}

/** Returns a pattern for exactly this text. The browser reads any space, such as the narrow one of French, as an ordinary one. */
function literally(text: string): string {
  return text.replace(/[$^|()[\]{}*+?.\\]/g, '\\$&').replace(/\s/g, '\\s');
}
