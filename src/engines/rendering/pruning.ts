import { addEndTag, type Placeholders, roleAt } from './placeholders.ts';

const voidElements = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|wbr)$/;

/** Matches each Liquid placeholder (its number) and each HTML tag (its slash and name). */
export function matchTags(text: string, placeholders: Placeholders) {
  const tag = '<(/?)([a-z][a-z0-9-]*)(?=[\\s/>])(?:"[^"]*"|\'[^\']*\'|[^\'"<>])*>';
  return Array.from(text.matchAll(new RegExp(`${placeholders.pattern}|${tag}`, 'gi')), match => ({
    start: match.index,
    end: match.index + match[0].length,
    role: match[1] === undefined ? undefined : roleAt(placeholders, match[1]),
    closes: match[2] === '/',
    name: match[3]?.toLowerCase() ?? '',
  }));
}

/** Returns what closes everything that is still open at the end of a text: Liquid blocks and HTML elements, the inner ones first. */
export function closersOf(text: string, placeholders: Placeholders): string {
  const open: { liquid: boolean; name: string }[] = [];
  const close = (liquid: boolean, name: string) => {
    const index = open.findLastIndex(one => one.liquid || one.name === name);
    // An HTML end tag cannot close an element outside its Liquid block.
    if (open[index]?.liquid === liquid) open.length = index;
  };
  for (const { role, closes, name } of matchTags(text, placeholders)) {
    if (role?.is === 'open') open.push({ liquid: true, name: role.block });
    else if (role?.is === 'close') close(true, role.block);
    else if (role !== undefined || voidElements.test(name)) continue;
    else if (closes) close(false, name);
    else open.push({ liquid: false, name });
  }
  return open
    .reverse()
    .map(({ liquid, name }) => (liquid ? addEndTag(placeholders, name) : `</${name}>`))
    .join('');
}

/** Counts the captures that a text leaves open. */
export function capturesIn(text: string, placeholders: Placeholders): number {
  let captures = 0;
  for (const { role } of matchTags(text, placeholders)) {
    if ((role?.is === 'open' || role?.is === 'close') && role.block === 'capture') {
      captures += role.is === 'open' ? 1 : -1;
    }
  }
  return captures;
}

/** Whether a reader sees words or values in the text, apart from those that it captures. */
export function saysSomething(text: string, placeholders: Placeholders): boolean {
  let captures = 0;
  let last = 0;
  const says = (end: number) =>
    captures <= 0 && /[\p{L}\p{N}]/u.test(text.slice(last, end).replace(/&#?\w+;/g, ''));
  for (const { role, start, end } of matchTags(text, placeholders)) {
    if (says(start) || (role?.is === 'output' && captures <= 0)) return true;
    last = end;
    if ((role?.is === 'open' || role?.is === 'close') && role.block === 'capture') {
      captures += role.is === 'open' ? 1 : -1;
    }
  }
  return says(text.length);
}

/** Keeps only the parts that later text needs: assignments and captures, and the tags of the Liquid blocks that stay open. */
export function tagsOf(text: string, placeholders: Placeholders): string {
  const kept: string[] = [];
  const open: { from: number; needed: boolean; captures: boolean }[] = [];
  let last = 0;
  for (const { role, start, end } of matchTags(text, placeholders)) {
    if (role === undefined) continue;
    const captured = open.some(({ captures }) => captures);
    if (captured) kept.push(text.slice(last, start));
    last = end;
    const captures = role.is === 'open' && role.block === 'capture';
    if (role.is === 'open') open.push({ from: kept.length, needed: false, captures });
    if (role.is === 'statement' || captures) for (const block of open) block.needed = true;
    if (role.is !== 'output' || captured) kept.push(text.slice(start, end));
    if (role.is !== 'close') continue;
    const block = open.pop();
    if (block && !block.needed) kept.length = block.from;
  }
  return kept.join('');
}
