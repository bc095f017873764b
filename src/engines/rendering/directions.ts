import { type Direction, directionOfText } from '../../platform/languages/tag.ts';
import { decodeEntities } from './markup.ts';
import type { Placeholders } from './placeholders.ts';

const blocks = new Set('p h1 h2 h3 h4 h5 h6 li ul ol dl dt dd blockquote figcaption table td th'.split(' '));
const letters = /\p{L}/u;
const otherWay: Record<Direction, RegExp> = {
  ltr: /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u,
  rtl: /\p{L}/u,
};
const tag = /<(\/?)([a-z][\w-]*)((?:"[^"]*"|[^">])*)>/g;

type Block = { name: string; end: number; own: Direction | undefined; within: Block | undefined };

/**
 * Adds the attribute `dir` to each block of sanitised HTML whose first letter has a different direction than its surroundings, so that its
 * full stop and its bullets are on the right side. Mail programs often ignore `dir="auto"`. Blocks with a `dir` by the author keep it.
 */
export function markDirections(html: string, dir: Direction, placeholders: Placeholders): string {
  if (!otherWay[dir].test(html)) return html;
  const found: Block[] = [];
  let open: Block | undefined;
  let written = 0;
  const read = (text: string) => {
    const undecided = open && firstUndecided(open);
    if (!undecided || !letters.test(text)) return;
    const plain = decodeEntities(text.replace(new RegExp(placeholders.pattern, 'g'), ' '));
    const own = directionOfText(plain);
    for (let block = open; block; block = block.within) if (own) block.own ??= own;
  };
  for (const { 0: whole, 1: slash, 2: name = '', 3: attributes = '', index } of html.matchAll(tag)) {
    read(html.slice(written, index));
    written = index + whole.length;
    if (!blocks.has(name)) continue;
    if (slash === '') {
      const given = /\sdir="(ltr|rtl)"/.exec(attributes)?.[1] as Direction | undefined;
      open = { name, end: index + 1 + name.length, own: given, within: open };
      if (!/\sdir="/.test(attributes)) found.push(open);
    } else {
      let closed = open;
      while (closed && closed.name !== name) closed = closed.within;
      if (closed) open = closed.within;
    }
  }
  read(html.slice(written));
  const turned = found.filter(block => block.own && block.own !== around(block, dir));
  return turned.reduceRight(
    (marked, { end, own }) => `${marked.slice(0, end)} dir="${own}"${marked.slice(end)}`,
    html,
  );
}

function firstUndecided(block: Block): Block | undefined {
  for (let one: Block | undefined = block; one; one = one.within) if (!one.own) return one;
  return undefined;
}

/** Returns the direction that the block would have without an attribute of its own. */
function around({ within }: Block, dir: Direction): Direction {
  for (let block = within; block; block = block.within) if (block.own) return block.own;
  return dir;
}
