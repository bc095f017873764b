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
  const { getByRole, getByText, getByLabel } = finder;
  const renamed = (name: string | RegExp, options?: Options) => naming(name, options?.exact ?? false);
  Object.assign(finder, {
    getByText(this: Locator, text: string | RegExp, options?: Options) {
      return getByText.call(this, renamed(text, options), options);
    },
    getByLabel(this: Locator, text: string | RegExp, options?: Options) {
      return getByLabel.call(this, renamed(text, options), options);
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
    if (part === '$') return `${between}$`;
    return part.length > 1 ? part : `[${part}${accents[part] ?? ''}]${between}`;
  });
  const pattern = isText && exact ? `^${between}${loose}$` : loose.replace(/^\^/, `^${between}`);
  return new RegExp(pattern, isText && !exact ? 'i' : '');
};

type Said = string | ((...values: unknown[]) => unknown);

/** The names of the dashboard in a language. An English text that is none of its words, such as one from the data, stays. */
export async function namingIn(language: string): Promise<Naming> {
  const english = await modulesOf('en');
  const others = await modulesOf(language);
  const pairs = [...others].flatMap(([name, other]) => pairsOf(english.get(name)!, other));
  return (asked, exact) => {
    const found = translationsOf(asked, exact, pairs);
    if (found.length === 0) return asked;
    const said = found.map(text => literally(text).replaceAll(anything, '.*'));
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
/** Stands for a number that is not known, for patterns such as /^Send to [1-9]/. */
const anyNumber = 7;

function translationsOf(asked: string | RegExp, exact: boolean, pairs: [Said, Said][]): string[] {
  // "Somebody" in "Somebody did not approve this email" is a value that has another name.
  const guessed = typeof asked === 'string' ? asked.split(' ', 1) : [anyNumber];
  const values = typeof asked === 'string' ? [...valuesIn(asked), ...guessed] : [anything, ...guessed];
  const said = pairs.flatMap(([english, other]): [string, string][] => {
    if (typeof english === 'string') return [[english, String(other)]];
    return [...values.map(value => [value]), ...values.flatMap(one => values.map(two => [one, two]))].flatMap(
      (given): [string, string][] => {
        const texts = [english, other].map(say => {
          try {
            return typeof say === 'function' ? say(...given) : say;
          } catch {
            return undefined; // it takes other values
          }
        });
        if (typeof texts[0] !== 'string' || typeof texts[1] !== 'string') return [];
        const unknown = guessed.filter(value => given.includes(value));
        return [[texts[0], withAnything(texts[1], unknown)]];
      },
    );
  });
  const lower = (text: string) => text.toLowerCase();
  // A text that only repeats its value says nothing in another language.
  const whole = said.filter(
    ([english, other]) =>
      english !== other && (asked instanceof RegExp ? asked.test(english) : english === asked),
  );
  const found =
    whole.length > 0 || exact || asked instanceof RegExp
      ? whole
      : said.filter(([english]) => lower(english).includes(lower(asked)));
  return [...new Set(found.map(([, other]) => other))].filter(
    text => text.replaceAll(anything, '').trim() !== '',
  );
}

/** The text with any text where it has one of these values, or one that was not given. */
function withAnything(text: string, values: unknown[]): string {
  return [...values, 'undefined', 'NaN'].reduce<string>(
    (said, value) => (String(value) === '' ? said : said.replaceAll(String(value), anything)),
    text,
  );
}

/** The numbers and the quoted texts in a text, which may be the values of a sentence. */
function valuesIn(text: string): unknown[] {
  const numbers = Array.from(text.matchAll(/\d[\d,]*/g), ([digits]) => Number(digits.replaceAll(',', '')));
  const quoted = Array.from(text.matchAll(/“([^”]*)”/g), ([, words]) => words);
  return [...numbers, ...quoted, ...text.split(': ').slice(1)];
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
