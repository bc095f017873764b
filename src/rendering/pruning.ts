import { type Placeholders, roleAt } from './placeholders.ts';

const voidElements = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|wbr)$/i;

type Open = { liquid: boolean; name: string };

/** What is still open at the end of a text with placeholders, closed: Liquid blocks and HTML elements, the inner first. */
export function closersOf(text: string, placeholders: Placeholders): string {
  const open: Open[] = [];
  const close = (liquid: boolean, name: string) => {
    const index = open.findLastIndex(one => one.liquid === liquid && one.name === name);
    // An end tag of HTML does not reach out of a Liquid block.
    const crosses = !liquid && open.slice(index).some(one => one.liquid);
    if (index >= 0 && !crosses) open.length = index;
  };
  const tag = '<(/?)([a-z][a-z0-9-]*)(?=[\\s/>])(?:"[^"]*"|\'[^\']*\'|[^\'">])*>';
  for (const match of text.matchAll(new RegExp(`${placeholders.pattern}|<!--[^]*?-->|${tag}`, 'gi'))) {
    const [, number, slash, element] = match;
    const role = number === undefined ? undefined : roleAt(placeholders, number);
    if (role?.is === 'open') open.push({ liquid: true, name: role.block });
    else if (role?.is === 'close') close(true, role.block);
    else if (element === undefined || voidElements.test(element)) continue;
    else if (slash === '/') close(false, element.toLowerCase());
    else open.push({ liquid: false, name: element.toLowerCase() });
  }
  return open
    .reverse()
    .map(({ liquid, name }) => (liquid ? `{% end${name} %}` : `</${name}>`))
    .join('');
}

/**
 * Of a text with placeholders only what the text after it needs: what is assigned and captured, and the tags of the
 * Liquid blocks that are still open.
 */
export function tagsOf(text: string, placeholders: Placeholders): string {
  const kept: string[] = [];
  const open: { from: number; needed: boolean; captures: boolean }[] = [];
  let end = 0;
  for (const match of text.matchAll(new RegExp(placeholders.pattern, 'g'))) {
    const role = roleAt(placeholders, match[1]);
    const captured = open.some(({ captures }) => captures);
    if (captured) kept.push(text.slice(end, match.index));
    end = match.index + match[0].length;
    if (role.is === 'open') {
      const captures = role.block === 'capture';
      open.push({ from: kept.length, needed: captures, captures });
    }
    if (role.is === 'statement') for (const block of open) block.needed = true;
    if (role.is !== 'output' || captured) kept.push(match[0]);
    if (role.is !== 'close') continue;
    const block = open.pop();
    if (block?.needed) for (const outer of open) outer.needed = true;
    else kept.length = block?.from ?? kept.length;
  }
  return kept.join('');
}
