import { z } from 'zod';
import { line } from '../platform/http/fields.ts';

const mostWords = 50;

/** Characters of a title or of an author that are looked at. */
const longestText = 500;

const words = z
  .array(line(200).regex(/\S/, 'leave out empty entries'))
  .max(mostWords, `at most ${mostWords} entries`)
  .nullish()
  .transform(value => value ?? []);
const lists = z
  .strictObject({
    categories: words.describe('Whole categories'),
    titles: words.describe('Words of titles, or several in a row'),
    authors: words.describe('Words of the names of authors, or several in a row'),
  })
  .nullish()
  .transform(value => value ?? { categories: [], titles: [], authors: [] });

/** Which items of its feeds an automation mails. Capitals do not matter. */
export const itemFilters = z
  .strictObject({
    include: lists.describe('Only items that match one entry of each of these lists that is not empty'),
    exclude: lists.describe('No item that matches any entry of these lists'),
  })
  .describe(
    'Leaves items out by category, title and author. Those become `skipped`, and stay so when the filters change',
  );

const shownLists = z.object({
  categories: z.array(z.string()),
  titles: z.array(z.string()),
  authors: z.array(z.string()),
});
export const itemFiltersSchema = z.object({ include: shownLists, exclude: shownLists });

export type ItemFilters = z.output<typeof itemFiltersSchema>;
type Lists = ItemFilters['include'];

export const noFilters: ItemFilters = {
  include: { categories: [], titles: [], authors: [] },
  exclude: { categories: [], titles: [], authors: [] },
};

/** What of an item filters look at. */
export type Filtered = { title: string; author: string; categories: readonly string[] };

const kinds = [
  {
    list: 'categories',
    one: 'category',
    matches: (item: Comparable, entry: string) => item.categories.has(entry),
  },
  { list: 'titles', one: 'title', matches: (item: Comparable, entry: string) => hasWords(item.title, entry) },
  {
    list: 'authors',
    one: 'author',
    matches: (item: Comparable, entry: string) => hasWords(item.author, entry),
  },
] as const;

type Comparable = { title: string; author: string; categories: ReadonlySet<string> };

/** Why these filters leave an item out, in a sentence; empty for one that passes. */
export function openFilters(filters: ItemFilters): (item: Filtered) => string {
  const [include, exclude] = [comparableLists(filters.include), comparableLists(filters.exclude)];
  return ({ title, author, categories }) => {
    const item = {
      title: comparable(title.slice(0, longestText)),
      author: comparable(author.slice(0, longestText)),
      categories: new Set(categories.map(comparable)),
    };
    for (const { list, one, matches } of kinds) {
      const at = exclude[list].findIndex(entry => matches(item, entry));
      if (at >= 0) return `item_filters leave it out: its ${one} matches "${filters.exclude[list][at]}".`;
    }
    for (const { list, one, matches } of kinds)
      if (include[list].length > 0 && !include[list].some(entry => matches(item, entry)))
        return `item_filters leave it out: its ${one} matches none that they include.`;
    return '';
  };
}

function comparableLists({ categories, titles, authors }: Lists): Lists {
  return {
    categories: categories.map(comparable),
    titles: titles.map(comparable),
    authors: authors.map(comparable),
  };
}

function comparable(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Whether the words stand in the text as words of their own; in scripts that write words without spaces, anywhere. */
function hasWords(text: string, entry: string): boolean {
  for (let at = text.indexOf(entry); at >= 0; at = text.indexOf(entry, at + 1)) {
    const end = at + entry.length;
    const isWhole = isBetweenWords(text.slice(0, at), entry) && isBetweenWords(entry, text.slice(end));
    if (isWhole) return true;
  }
  return false;
}

const ofWord = /^[\p{L}\p{M}\p{N}]$/u;
const unspaced =
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]$/u;

function isBetweenWords(before: string, after: string): boolean {
  const neighbours = [[...before.slice(-2)].at(-1) ?? '', [...after.slice(0, 2)][0] ?? ''];
  return !neighbours.every(one => ofWord.test(one) && !unspaced.test(one));
}
