import { oneLine, plainText } from './markup/text.ts';

const longestName = 500;

/** Returns the person's name in `jane@example.org (Jane Doe)` or `Jane Doe <jane@example.org>`; or else the address. */
export function nameOf(written: string): string {
  const text = oneLine(plainText(written.slice(0, 20_000), true), longestName).replace(/^mailto:/i, '');
  const [, before = '', inside = ''] =
    /^([^()]*)\(([^()]*)\)$/.exec(text) ?? /^([^<>]*)<([^<>\s]*@[^<>\s]*)>$/.exec(text) ?? [];
  const names = [before.trim(), inside.trim()].filter(part => part !== '');
  const name = names.find(part => !isAddress(part)) ?? names[0] ?? text;
  const isBracketed = names.some(isAddress);
  const chosen = isBracketed ? name : text;
  return chosen.replace(/^"([^"]*)"$/, '$1');
}

export function isAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text);
}

/** Returns the names, without duplicates. */
export function joinNames(names: string[]): string {
  return oneLine([...new Set(names.filter(name => name !== ''))].join(', '), 1000);
}
