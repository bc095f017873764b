import type { BrowserContext, Locator } from 'playwright-core';
import { accents } from '../src/testing/stretch.ts';
import { modulesOf } from '../web/words-of.ts';

/** What to look for in other words where an English text is asked for: a pattern for whole texts, or for a part of them. */
type Naming = (english: string | RegExp, exact: boolean) => string | RegExp;
type Options = { name?: string | RegExp; exact?: boolean };

/** From now on, every page finds its elements by what their English names are in other words. */
export async function findByNames(context: BrowserContext, naming: Naming): Promise<void> {
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

/** The names of the stretched dashboard. Its texts may stand in each other, so brackets may be anywhere. */
export const stretchedNaming: Naming = (english, exact) => {
  const isText = typeof english === 'string';
  const source = isText ? literally(english) : english.source;
  // A letter before a quantifier has no brackets behind it, and classes and escapes stay as they are.
  const loose = source.replace(/\\.|\[[^\]]*\]|[\p{L}\d …“”](?![*+?{])|\$/gu, part => {
    if (part === '$') return `[⟦⟧·\\s]*$`;
    if (part === '\\s') return `${part}${between}`;
    return part.length > 1 ? part : `[${part}${accents[part] ?? ''}]${between}`;
  });
  const pattern = isText && exact ? `^${between}${loose}[⟦⟧·\\s]*$` : loose.replace(/^\^/, `^${between}`);
  return new RegExp(pattern, isText && !exact ? 'i' : '');
};

type Said = string | ((...values: unknown[]) => unknown);

/** The names of the dashboard in a language. An English text that is none of its words, such as one from the data, stays. */
export async function namingIn(language: string): Promise<Naming> {
  const others = await modulesAsSpoken(language);
  const english = await modulesOf('en');
  const pairs = [...others].flatMap(([name, other]) => pairsOf(english.get(name)!, other));
  return (asked, exact) => {
    const found = translationsOf(asked, exact, pairs);
    if (found.length === 0) return asked;
    const said = found.map(text => numbered(literally(text), asked).replaceAll(anything, '.*'));
    // It may also be said by the data.
    const parts = [...said, typeof asked === 'string' ? literally(asked) : asked.source];
    const isPart = typeof asked !== 'string' || !exact;
    return new RegExp(
      isPart ? `(?:${parts.join('|')})` : `^\\s*(?:${parts.join('|')})\\s*$`,
      isPart ? 'i' : '',
    );
  };
}

/** Stands for a value that is not known. */
const anything = '\u{e000}';

/** A value with which a sentence may have been said, and what is looked for in its place in the other language. */
type Value = [given: unknown, sought: unknown];

function translationsOf(asked: string | RegExp, exact: boolean, pairs: [Said, Said][]): string[] {
  const values = valuesIn(asked).flatMap(([given, sought]): Value[] => [
    [given, sought],
    // The value may be one of the words itself.
    ...(exact
      ? pairs.flatMap(([english, other]): Value[] => (english === sought ? [[given, other]] : []))
      : []),
  ]);
  const given = [...values.map(value => [value]), ...values.flatMap(one => values.map(two => [one, two]))];
  const said = pairs.flatMap(([english, other]): [string, string][] =>
    typeof english === 'string'
      ? [[english, String(other)]]
      : given.flatMap(values => saidWith(values, english, other)),
  );
  const lower = (text: string) => text.toLowerCase();
  const whole = said.filter(([english]) =>
    asked instanceof RegExp ? asked.test(english) : english === asked,
  );
  const found =
    whole.length > 0 || exact || asked instanceof RegExp
      ? whole
      : said.filter(([english]) => lower(english).includes(lower(asked)));
  const texts = [...new Set(found.map(([, other]) => other))].filter(says);
  const certain = texts.filter(text => !text.includes(anything));
  return asked instanceof RegExp || certain.length === 0 ? texts : certain;
}

/** Whether enough of the text is known to find it. */
function says(text: string): boolean {
  const known = text.replaceAll(anything, '').replace(/[\s\d]/g, '');
  return !/undefined|NaN/.test(text) && known.length >= (text.includes(anything) ? 4 : 1);
}

/** A sentence with these values in both languages; nothing if it takes others, or only says its value. */
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

/** The numbers, addresses, quoted texts, and the first and last words of a text, which may be the values of a sentence. */
function valuesIn(asked: string | RegExp): Value[] {
  const isText = typeof asked === 'string';
  const text = isText ? asked : asked.source.replace(/[\\^$]/g, '');
  const words = text.split(' ');
  const outer = [1, 2].flatMap(count => [words.slice(0, count).join(' '), words.slice(-count).join(' ')]);
  const numbers = Array.from(text.matchAll(/\d[\d,]*/g), ([digits]) => Number(digits.replaceAll(',', '')));
  const quoted = Array.from(text.matchAll(/“([^”]*)”/g), ([, word]) => word);
  const data = words.filter((word, at) => /@|^[A-Z]$/.test(word) || (at > 1 && /^[A-Z]/.test(word)));
  if (!isText) return [anything, 1, 5].map(value => [value, value]);
  const known = [...numbers, ...quoted, ...data, ...text.split(': ').slice(1)];
  return [...known.map((value): Value => [value, value]), ...outer.map((value): Value => [value, anything])];
}

/** The pattern with numbers as any language writes them, or with any number where a pattern was asked for. */
function numbered(pattern: string, asked: string | RegExp): string {
  if (asked instanceof RegExp) return pattern.replace(/\d+/g, '\\d[\\d.,\\s]*');
  return pattern.replace(/(?<=\d),(?=\d{3})/g, '[.,\\s]');
}

/** The words of a language in its form of address, which is that of the page where they are first loaded. */
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

/** The pattern that finds exactly this text. The browser reads any space, such as the narrow one of French, as an ordinary one. */
function literally(text: string): string {
  return text.replace(/[$^|()[\]{}*+?.\\]/g, '\\$&').replace(/\s/g, '\\s');
}
