// Numbers, and the matching forms of nouns and verbs, in the language of the page.
import { language } from './page.ts';

const format = new Intl.NumberFormat(language);
const rules = new Intl.PluralRules(language);

export const number = (value: number): string => format.format(value);

/** Returns a number with this many decimals: "3.4", "3,4" in German. */
export const decimal = (value: number, digits = 1): string =>
  value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** Returns the form that goes with a number, without the number: plural(2, 'is', 'are') is "are". */
export function plural(count: number, one: string, many: string): string {
  return rules.select(count) === 'one' ? one : many;
}

/** Returns a number with its noun: "1 subscriber", "1,204 subscribers". A language other than English passes both forms. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${plural(count, one, many)}`;
}

/** Returns "640 kB", "8.2 MB" or "1.4 GB", and "640 ko" in French. */
export function bytes(count: number): string {
  const [unit, size] = count < 1e6 ? ['kilobyte', 1e3] : count < 1e9 ? ['megabyte', 1e6] : ['gigabyte', 1e9];
  const value = unit === 'kilobyte' ? Math.max(1, Math.round(count / size)) : count / size;
  return value.toLocaleString(language, { style: 'unit', unit, maximumFractionDigits: 1 });
}
