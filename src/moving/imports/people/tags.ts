import { normalName, tagCreate } from '../../../audience/tags/tag.ts';
import { isId } from '../../../platform/ids.ts';

/** The most tags in a file. A file with more probably has a column that does not contain tags. */
const mostTags = 10_000;
const longestName = 100;

/**
 * Numbers the tags of a file, from 1. A name that no tag can have is changed into one that a tag can have; `renamed` says which names those
 * are. Returns undefined for one tag too many.
 */
export function openTagNumbers() {
  const numbers = new Map<string, number>();
  const names: string[] = [];
  const renamed = new Map<string, string>();
  const numberOf = (word: string): number | undefined => {
    const known = numbers.get(word);
    if (known !== undefined) return known;
    const name = tagNameOf(word);
    if (name === '') return 0;
    const normal = normalName(name);
    const number = numbers.get(normal) ?? names.length + 1;
    if (number > mostTags) return undefined;
    if (number > names.length) names.push(name);
    numbers.set(normal, number);
    if (numbers.size < 2 * mostTags) numbers.set(word, number);
    if (name !== word.trim() && renamed.size < 100) renamed.set(word, name);
    return number;
  };
  return { names, renamed, numberOf };
}
export type TagNumbers = ReturnType<typeof openTagNumbers>;

/** Returns the name in a form that a tag can have; empty if nothing is left of it. */
function tagNameOf(word: string): string {
  if (tagCreate.shape.name.safeParse(word).success) return word.trim();
  const name = word
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029,\s]+/gu, ' ')
    .trim()
    .slice(0, longestName)
    .toWellFormed()
    .trim();
  return isId(name) ? `tag ${name}` : name;
}
