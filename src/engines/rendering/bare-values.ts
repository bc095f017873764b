import { normalize } from './mode.ts';

/** A value of the reader's metadata that is printed without a default, with the line and column of its braces, counted from 1. */
export type BareValue = { key: string; line: number; column: number };

const place = /\{\{-?(.*?)-?\}\}|\{%-?\s*(\w+)(.*?)-?%\}/gs;
const metadata =
  /^\s*subscriber\s*\.\s*metadata\s*(?:\.\s*([\w-]+)|\[\s*(?:"([^"]*)"|'([^']*)')\s*\])\s*(?:\|(.*))?$/s;
const conditions = ['if', 'unless', 'case'];
/** Properties that every list and object has. */
const computed = ['size', 'first', 'last'];

/**
 * Finds where a source prints values of the metadata without a default, once for each key. A value inside a condition on the same key is
 * left out, because its author has thought of readers who lack it.
 */
export function findBareValues(source: string): BareValue[] {
  const text = normalize(source);
  const found = new Map<string, BareValue>();
  const around: string[][] = [];
  let shown: string | undefined;
  for (const { 1: output, 2: tag = '', 3: rest = '', index } of text.matchAll(place)) {
    if (shown !== undefined) {
      if (tag === `end${shown}`) shown = undefined;
    } else if (tag === 'raw' || tag === 'comment') shown = tag;
    else if (conditions.includes(tag)) around.push(namesIn(rest));
    else if (tag === 'elsif') around.at(-1)?.push(...namesIn(rest));
    else if (conditions.includes(tag.replace(/^end/, ''))) around.pop();
    else if (output !== undefined) {
      const key = bareKey(output);
      if (key === undefined || found.has(key) || around.flat().includes(key)) continue;
      const before = text.slice(0, index).split('\n');
      found.set(key, { key, line: before.length, column: before.at(-1)!.length + 1 });
    }
  }
  return [...found.values()];
}

function bareKey(output: string): string | undefined {
  const [whole, name, quoted, single, filters = ''] = metadata.exec(output) ?? [];
  const key = name ?? quoted ?? single;
  if (whole === undefined || key === undefined || computed.includes(key)) return undefined;
  return /(?:^|\|)\s*default\b/.test(filters.replace(/"[^"]*"|'[^']*'/g, '')) ? undefined : key;
}

function namesIn(condition: string): string[] {
  return (condition.match(/"[^"]*"|'[^']*'|[\w-]+/g) ?? []).map(name => name.replace(/^["']|["']$/g, ''));
}
