import type { KeptMessage } from './message.ts';

/** Everything that a template can read about its reader, except the address, which every copy contains. */
const everything = ['type', 'tags', 'metadata'];

/** Properties that every list and object has. */
const computed = ['size', 'first', 'last'];

/**
 * Lists everything that a stored message may read about its reader, and perhaps more: `type`, `tags`, `metadata.KEY` for single fields, or
 * `metadata` for all of them.
 */
export function valuesRead({ subject, html, text }: KeptMessage): string[] {
  const names = new Set<string>();
  for (const { tokens } of [subject, ...html, ...text])
    for (const token of tokens)
      if (typeof token !== 'string') for (const name of namesIn(token[0])) names.add(name);
  return names.has('metadata') ? [...names].filter(name => !name.startsWith('metadata.')) : [...names];
}

function namesIn(liquid: string): string[] {
  if (!liquid.includes('subscriber') && !liquid.includes('[')) return [];
  // A name in brackets can be anything.
  const code = liquid.replace(/(?<!\[)\s*("[^"]*"|'[^']*')/g, ' ""');
  if (code.includes('[')) return everything;
  return Array.from(
    code.matchAll(/\bsubscriber\b(?:\s*\.\s*(\w+)(?:\s*\.\s*([^\s.|,:%})=<>!]+))?)?/g),
  ).flatMap(([, field, key]) => {
    if (field === undefined) return everything; // under another name it could refer to anything
    if (field !== 'metadata') return everything.includes(field) ? [field] : [];
    const isKey = key !== undefined && /^[\w-]+$/.test(key) && !computed.includes(key);
    return [isKey ? `metadata.${key}` : 'metadata'];
  });
}
