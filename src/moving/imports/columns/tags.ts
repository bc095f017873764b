import { isId } from '../../../platform/ids.ts';

const longestTag = 100;

/**
 * Splits the tags of a cell: they are separated by commas, semicolons or bars, whichever comes first, or are a JSON array. A tag in quotes,
 * as Mailchimp writes all tags, may contain any of these.
 */
export function splitTags(cell: string): string[] {
  const text = cell.trim();
  if (text === '') return [];
  if (text.startsWith('[') && text.endsWith(']')) {
    const list = readArray(text);
    if (list) return cleanTags(list);
  }
  return cleanTags(text.includes('"') ? splitQuoted(text) : text.split(separatorIn(text)));
}

function separatorIn(text: string): string {
  return /[,;|]/.exec(text)?.[0] ?? ',';
}

function splitQuoted(text: string): string[] {
  const tags: string[] = [];
  let tag = '';
  let isQuoted = false;
  let separator: string | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!;
    const next = text[at + 1];
    if (isQuoted && (character === '\\' || (character === '"' && next === '"'))) {
      tag += next ?? '';
      at += 1;
    } else if (character === '"' && (isQuoted || tag.trim() === '')) isQuoted = !isQuoted;
    else if (!isQuoted && (separator === undefined ? /[,;|]/.test(character) : character === separator)) {
      separator = character;
      tags.push(tag);
      tag = '';
    } else tag += character;
  }
  return [...tags, tag];
}

function readArray(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the names in a form that tags can have: not empty, on one line, without commas, at most 100 characters, none twice. */
export function cleanTags(tags: readonly unknown[]): string[] {
  const names = tags.map(tag =>
    (typeof tag === 'object' && tag !== null && 'name' in tag ? String(tag.name) : String(tag ?? ''))
      .replace(/[\p{Cc}\u2028\u2029]+|,/gu, ' ')
      .replace(/ {2,}/g, ' ')
      .trim()
      .slice(0, longestTag)
      .trim()
      .toWellFormed(),
  );
  return [...new Set(names.filter(name => name !== '').map(name => (isId(name) ? `Tag ${name}` : name)))];
}
