import { z } from 'zod';
import { line } from '../../platform/http/fields.ts';
import { sentence } from '../../platform/sentences/sentence.ts';

const mostWords = 50;

/** How much of a title or an author is compared. */
const longestText = 500;

const words = z
  .array(line(200).regex(/\S/, sentence('input.no_empty_entries')))
  .max(mostWords, sentence('input.most_entries', { count: mostWords }))
  .nullish()
  .transform(value => value ?? []);
const lists = z
  .strictObject({
    categories: words.describe('Whole categories'),
    titles: words.describe('Words or phrases in titles'),
    authors: words.describe("Words or phrases in authors' names"),
  })
  .nullish()
  .transform(value => value ?? { categories: [], titles: [], authors: [] });

/** Which items of its feeds an automation mails. Ignores case. */
export const itemFilters = z
  .strictObject({
    include: lists.describe('Includes only items that match an entry of each non-empty list'),
    exclude: lists.describe('Excludes items that match any entry of these lists'),
  })
  .describe(
    'Filters items by category, title and author. Filtered items become `skipped`, and stay skipped when the filters change',
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

/** The parts of an item that filters use. */
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

/** Returns a function that says in a sentence why these filters exclude an item; empty if it passes. */
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
      if (at >= 0) return sentence('automations.excluded_matches', { one, word: filters.exclude[list][at] });
    }
    for (const { list, one, matches } of kinds)
      if (include[list].length > 0 && !include[list].some(entry => matches(item, entry)))
        return sentence('automations.excluded_none', { one });
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

/** Whether the text contains the words as whole words; in scripts without spaces, anywhere. */
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
