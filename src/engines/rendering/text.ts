import { compile, type DomNode, type FormatCallback } from 'html-to-text';
import { meantBy, type Placeholders, roleAt } from './placeholders.ts';
import { marks } from './wrap.ts';

/** The `builder` of html-to-text, whose published types are outdated. */
type Builder = Parameters<FormatCallback>[2];
type Walk = Parameters<FormatCallback>[1];

const convert = compile({
  wordwrap: false,
  formatters: { title, code, link, picture, items, table },
  selectors: [
    { selector: 'h1', format: 'title', options: { mark: marks.title } },
    { selector: 'h2', format: 'title', options: { mark: marks.subtitle } },
    ...['h3', 'h4', 'h5', 'h6'].map(selector => ({ selector, format: 'title', options: { mark: '' } })),
    ...[
      'section',
      'figure',
      'address',
      'center',
      'dl',
      'dt',
      'details',
      'summary',
      'figcaption',
      'caption',
    ].map(selector => ({ selector, format: 'block' })),
    { selector: 'dd', format: 'blockquote' },
    { selector: 'pre', format: 'code' },
    { selector: 'a', format: 'link' },
    { selector: 'img', format: 'picture' },
    { selector: 'ul', format: 'items' },
    { selector: 'ol', format: 'items' },
    { selector: 'table', format: 'table' },
  ],
});

/**
 * Converts sanitised HTML with placeholders to plain text with placeholders: link addresses are shown, images become
 * their alternative text. Lines are not wrapped yet; `finishLines` does that once the values are known.
 */
export function renderText(html: string, placeholders: Placeholders): string {
  const text = (convert as (html: string, metadata: Placeholders) => string)(html, placeholders);
  return closeUp(text, placeholders);
}

function title(...[elem, walk, builder, options]: Parameters<FormatCallback>): void {
  builder.openBlock({ leadingLineBreaks: 3 });
  walk(elem.children, builder);
  builder.closeBlock({
    trailingLineBreaks: 2,
    // A heading within a heading is part of its line.
    blockTransform: text =>
      text === '' ? '' : options.mark + text.replace(/[\u0001\u0002]/g, '').replace(/\s*\n\s*/g, ' '),
  });
}

function code(...[elem, walk, builder]: Parameters<FormatCallback>): void {
  builder.openBlock({ isPre: true, leadingLineBreaks: 2 });
  walk(elem.children, builder);
  builder.closeBlock({ trailingLineBreaks: 2, blockTransform: text => keepLines(text.trimEnd(), '    ') });
}

function keepLines(text: string, indent = ''): string {
  return text.replace(/^/gm, marks.keep + indent);
}

function link(...[elem, walk, builder]: Parameters<FormatCallback>): void {
  if (hasClass(elem, 'footnote-backref')) return;
  const address = String(elem.attribs?.href ?? '');
  let text = '';
  builder.pushWordTransform(word => {
    text += word;
    return word;
  });
  walk(elem.children, builder);
  builder.popWordTransform();
  const shown = address.replace(/^(?:mailto|tel):/i, '');
  const meant = meantBy(placeholdersOf(builder), address).replace(/^(?:mailto|tel):/i, '');
  if (address === '' || address.startsWith('#') || sameAddress(text, meant)) return;
  builder.addInline(text === '' ? shown : ` (${shown})`, { noWordTransform: true });
}

function sameAddress(text: string, address: string): boolean {
  const bare = (url: string) => url.replace(/^https?:\/\//i, '').replace(/\/$/, '');
  return bare(text) === bare(address);
}

function picture(...[elem, , builder]: Parameters<FormatCallback>): void {
  const text = String(elem.attribs?.alt ?? '').trim();
  if (text !== '') builder.addInline(`[${text}]`, { noWordTransform: true });
}

function hasClass(elem: DomNode, name: string): boolean {
  return (elem.attribs?.class ?? '').split(' ').includes(name);
}

function items(...[elem, walk, builder]: Parameters<FormatCallback>): void {
  const nested = elem.parent?.name === 'li';
  const children = elem.children.filter(child => child.type !== 'text' || child.data?.trim());
  // The number of an item that a loop repeats is not known here.
  const numbered = elem.name === 'ol' && !holdsTags(elem, placeholdersOf(builder));
  let number = Number(elem.attribs?.start ?? 1) || 1;
  const prefixes = children.map(child => {
    if (child.name !== 'li') return '';
    if (!numbered) return '- ';
    return hasClass(elem, 'footnotes-list') ? `[${number++}] ` : `${number++}. `;
  });
  const breaks = nested ? 1 : 2;
  builder.openList({
    interRowLineBreaks: 1,
    leadingLineBreaks: breaks,
    maxPrefixLength: Math.max(0, ...prefixes.map(prefix => prefix.length)),
  });
  for (const [index, child] of children.entries()) {
    builder.openListItem({ prefix: prefixes[index]! });
    walk([child], builder);
    builder.closeListItem();
  }
  builder.closeList({ trailingLineBreaks: breaks });
}

/** Renders a table: one with short cells becomes rows with columns, and a layout table becomes its cells, one below the other. */
function table(...[elem, walk, builder]: Parameters<FormatCallback>): void {
  const rows = elementsIn(elem, ['tr']).map(row => elementsIn(row, ['td', 'th']));
  const simple = rows.flat().every(cell => elementsIn(cell, blockNames).length === 0);
  builder.openBlock({ leadingLineBreaks: 2 });
  if (simple && rows.some(cells => cells.length > 1)) drawRows(elem, walk, builder);
  else stackCells(elem, walk, builder);
  builder.closeBlock({ trailingLineBreaks: 2 });
}

const blockNames = 'table p div ul ol h1 h2 h3 h4 h5 h6 blockquote pre hr'.split(' ');

function elementsIn(node: DomNode, names: string[]): DomNode[] {
  return (node.children ?? []).flatMap(child => {
    if (names.includes(child.name ?? '')) return [child];
    return child.name === 'table' ? [] : elementsIn(child, names);
  });
}

function stackCells(node: DomNode, walk: Walk, builder: Builder): void {
  for (const child of node.children ?? []) {
    if (['td', 'th', 'caption'].includes(child.name ?? '')) {
      builder.openBlock({ leadingLineBreaks: 1 });
      walk(child.children, builder);
      builder.closeBlock({ trailingLineBreaks: 1 });
    } else if (child.type === 'text') walk([child], builder);
    else stackCells(child, walk, builder);
  }
}

// Draws rows with cells that are only marked, because `finishLines` knows their widths.
function drawRows(node: DomNode, walk: Walk, builder: Builder): void {
  for (const child of node.children ?? []) {
    if (child.type === 'text' || child.name === 'caption') walk([child], builder);
    else if (child.name === 'tr') drawRow(child, walk, builder);
    else drawRows(child, walk, builder);
  }
}

function drawRow(row: DomNode, walk: Walk, builder: Builder): void {
  builder.openBlock({ leadingLineBreaks: 1 });
  const cells = row.children.filter(child => child.type !== 'text' || child.data?.trim());
  for (const cell of cells) {
    builder.openBlock({ leadingLineBreaks: 1 });
    walk(cell.type === 'text' ? [cell] : cell.children, builder);
    const mark = cell.type === 'text' ? '' : marks.cell;
    // An empty cell would disappear, and its column with it.
    if (mark) builder.addLiteral('\u200b');
    builder.closeBlock({
      trailingLineBreaks: 1,
      blockTransform: text => mark + text.replace(/\s*\n\s*/g, ' '),
    });
  }
  const heading = cells.some(cell => cell.name === 'th') && !cells.some(cell => cell.name === 'td');
  builder.closeBlock({
    trailingLineBreaks: 1,
    blockTransform: text =>
      text.replaceAll('\n', '').replaceAll('\u200b', '') + (heading ? `\n${marks.rule}` : ''),
  });
}

// Returns the placeholders. The types of html-to-text 9 lack the metadata that version 10 passes on.
function placeholdersOf(builder: Builder): Placeholders {
  return (builder as unknown as { metadata: Placeholders }).metadata;
}

// Whether there are tags between the children of a list or table, not within an item or cell.
function holdsTags(node: DomNode, placeholders: Placeholders): boolean {
  if (node.type === 'text') {
    const numbers = Array.from(
      (node.data ?? '').matchAll(new RegExp(placeholders.pattern, 'g')),
      match => match[1],
    );
    return numbers.some(number => roleAt(placeholders, number).is !== 'output');
  }
  const whole = ['li', 'td', 'th'].includes(node.name ?? '');
  return !whole && (node.children ?? []).some(child => holdsTags(child, placeholders));
}

// Removes lines that contain only tags; the wider of the breaks around them remains, whatever the tags leave out.
function closeUp(text: string, placeholders: Placeholders): string {
  const numbers = [...placeholders.entries.keys()].filter(
    number => roleAt(placeholders, String(number)).is !== 'output',
  );
  if (numbers.length === 0) return text;
  const tag = `${placeholders.prefix}(?:${numbers.join('|')})z`;
  const lines = new RegExp(`(\\n+|^)[ \\t]*(${tag}(?:\\s*${tag})*)[ \\t]*(\\n+|$)`, 'g');
  return text.replace(lines, (_, before: string, tags: string, after: string) => {
    return before + tags.replace(/\s+/g, '') + '\n'.repeat(Math.max(0, after.length - before.length));
  });
}
