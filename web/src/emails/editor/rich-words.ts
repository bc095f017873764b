// The words of rich text as Markdown: marks, links, pictures, code.

type Marks = { strong: boolean; em: boolean; del: boolean };

/** Elements without words. */
export const dropped = new Set(
  'SCRIPT STYLE TITLE META LINK HEAD TEMPLATE BUTTON SELECT TEXTAREA INPUT SVG NOSCRIPT'.split(' '),
);
/** Words without marks. */
export const plain: Marks = { strong: false, em: false, del: false };

/** The words within these nodes, on one line except for line breaks. */
export function writeInline(nodes: Node[], marks: Marks, isBold = false): string {
  return nodes.map(node => writeNode(node, marks, isBold)).join('');
}

function writeNode(node: Node, marks: Marks, isBold: boolean): string {
  if (node instanceof Text) return escapeSigns((node.textContent ?? '').replace(/[\s\u200b]+/g, ' '));
  if (!(node instanceof HTMLElement) || dropped.has(node.tagName)) return '';
  switch (node.tagName) {
    case 'BR':
      return '\\\n';
    case 'IMG':
      return writeImage(node);
    case 'CODE':
    case 'KBD':
    case 'TT':
    case 'SAMP':
      return writeTicks(node.textContent ?? '');
    case 'IFRAME':
      return /^https:/.test(node.getAttribute('src') ?? '')
        ? `<iframe src="${node.getAttribute('src')}"></iframe>`
        : '';
  }
  const own = marksOf(node, marks, isBold);
  const signs = [
    own.del && !marks.del && '~~',
    own.strong && !marks.strong && '**',
    own.em && !marks.em && '*',
  ].filter(sign => sign !== false);
  const inner = writeInline([...node.childNodes], own, isBold);
  const marked = wrap(inner, signs.join(''), signs.toReversed().join(''));
  const href = node.tagName === 'A' ? addressOf(node.getAttribute('href')) : undefined;
  if (href === undefined) return marked;
  if (inner.trim() === '') return marked;
  return wrap(marked, '[', `](${href})`);
}

/** Returns what is marked inside this element. A heading is bold by itself. */
function marksOf(element: HTMLElement, marks: Marks, isBold: boolean): Marks {
  const { tagName } = element;
  const style = element.getAttribute('data-style') ?? '';
  const weight = propertyOf(style, 'font-weight');
  const slope = propertyOf(style, 'font-style');
  const isStrong = weight ? /bold/.test(weight) || Number(weight) >= 600 : /^(?:B|STRONG)$/.test(tagName);
  const isEm = slope ? slope !== 'normal' : /^(?:I|EM|CITE)$/.test(tagName);
  const isDel =
    /^(?:S|DEL|STRIKE)$/.test(tagName) ||
    /line-through/.test(propertyOf(style, 'text-decoration(?:-line)?') ?? '');
  return { strong: marks.strong || (isStrong && !isBold), em: marks.em || isEm, del: marks.del || isDel };
}

/** The value of a property in a style. Others may end like it, such as Word's `mso-bidi-font-weight`. */
function propertyOf(style: string, property: string): string | undefined {
  return new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;]+)`, 'i').exec(style)?.[1]?.trim().toLowerCase();
}

/** Signs stand directly at words: spaces around these stay outside. */
function wrap(text: string, before: string, after: string): string {
  const [, left = '', inner = '', right = ''] = /^(\s*)([\s\S]*?)((?:\s|\\\n)*)$/.exec(text) ?? [];
  return inner === '' ? text : `${left}${before}${inner}${after}${right}`;
}

function writeImage(image: HTMLElement): string {
  const src = addressOf(image.getAttribute('src'));
  if (src === undefined || /^[01](?:px)?$/.test(image.getAttribute('width') ?? '')) return '';
  return `![${escapeSigns(oneLine(image.getAttribute('alt') ?? ''))}](${src})`;
}

/** The address as Markdown can have it; undefined if it leads nowhere. */
export function addressOf(address: string | null): string | undefined {
  if (!/^(?:https?:|mailto:|tel:)/i.test(address ?? '')) return undefined;
  return address!
    .replace(/[\s()<>]/g, encodeURIComponent)
    .replaceAll('(', '%28')
    .replaceAll(')', '%29');
}

function writeTicks(text: string): string {
  if (text.trim() === '') return text;
  const ticks = '`'.repeat(1 + Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)));
  const room = ticks.length > 1 ? ' ' : '';
  return ticks + room + text + room + ticks;
}

/** Returns text whose signs mean nothing in Markdown. */
export function escapeSigns(text: string): string {
  return text.replace(/([\\`*[\]]|<(?=[a-z/!])|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|~~)/giu, '\\$1');
}

/** The same where a line begins. */
export function escapeStart(text: string): string {
  return text.replace(/^(?=#{1,6} |[-+>] |[-=]{3,}$)/gm, '\\').replace(/^(\d{1,9})(?=[.)] )/gm, '$1\\');
}

/** The text without line breaks. */
export function oneLine(text: string): string {
  return text.replace(/\\?\s*\n\s*/g, ' ').trim();
}
