import { sentence } from '../../platform/sentences/sentence.ts';
import { faultAt, type Placeholders, roleAt, sourceAt } from './placeholders.ts';

const voidElements = [
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'wbr',
];

/**
 * Throws unless the tags of every block (`if … else … endif`) are children of the same element. Then a condition omits,
 * or a loop repeats, whole elements only, and the rendered HTML is as well formed as `html`, which must come from a
 * real parser.
 */
export function checkBlocksInHtml(html: string, placeholders: Placeholders): void {
  const tag = '<(/?)([a-z][a-z0-9-]*)(?:"[^"]*"|[^">])*>';
  const blocks = blockChecker(placeholders);
  const parents: number[] = [0];
  let elements = 0;
  for (const match of html.matchAll(new RegExp(`${placeholders.pattern}|${tag}`, 'g'))) {
    const [, number, slash, element] = match;
    if (number !== undefined) blocks.visit(number, parents.at(-1)!);
    else if (slash === '/') parents.pop();
    else if (!voidElements.includes(element as string)) parents.push(++elements);
  }
  blocks.finish();
}

/** Checks the same for an attribute's value: its blocks must begin and end in it. */
export function checkBlocksInValue(value: string, placeholders: Placeholders): void {
  const blocks = blockChecker(placeholders);
  for (const match of value.matchAll(new RegExp(placeholders.pattern, 'g'))) {
    blocks.visit(match[1]!, 0);
  }
  blocks.finish();
}

function blockChecker(placeholders: Placeholders) {
  const open: { number: string; block: string; parent: number }[] = [];
  const fault = (number: string) => {
    const source = sourceAt(placeholders, number);
    const remedy = sentence('rendering.block_torn');
    return faultAt(placeholders, number, sentence('rendering.block_separated', { source, remedy }));
  };
  return {
    visit(number: string, parent: number) {
      const role = roleAt(placeholders, number);
      if (role.is === 'open') open.push({ number, block: role.block, parent });
      if (role.is !== 'divide' && role.is !== 'close') return;
      const opener = open.at(-1);
      if (opener === undefined || opener.parent !== parent) throw fault(number);
      if (role.is === 'close' && open.pop()?.block !== role.block) throw fault(number);
    },
    finish() {
      const [unclosed] = open;
      if (unclosed !== undefined) throw fault(unclosed.number);
    },
  };
}
