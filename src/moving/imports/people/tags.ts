import { normalName, tagCreate } from '../../../audience/tags/tag.ts';
import { isId } from '../../../platform/ids.ts';

/** A file may name this many tags; what has more was probably no column of tags. */
const mostTags = 10_000;
const longestName = 100;

/**
 * The tags of a file, each with its number from 1. A name that no tag can have becomes one that it can; `renamed` says
 * which. Returns undefined for one tag too many.
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

/** The name, as a tag can have it; empty if nothing is left of it. */
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
