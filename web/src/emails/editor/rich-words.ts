// Inline rich text as Markdown: marks, links, pictures, code.

type Marks = { strong: boolean; em: boolean; del: boolean };

/** Elements whose text is left out. */
export const dropped = new Set(
  'SCRIPT STYLE TITLE META LINK HEAD TEMPLATE BUTTON SELECT TEXTAREA INPUT SVG NOSCRIPT'.split(' '),
);
/** No marks. */
export const plain: Marks = { strong: false, em: false, del: false };

/** Writes the text within these nodes on one line, except for line breaks. */
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

/** Returns the marks inside this element. A heading is bold by itself. */
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

/** Returns the value of a property in a style. Other names may end with the same word, such as Word's `mso-bidi-font-weight`. */
function propertyOf(style: string, property: string): string | undefined {
  return new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;]+)`, 'i').exec(style)?.[1]?.trim().toLowerCase();
}

/** Puts markers directly around the text. Spaces at its ends stay outside. */
function wrap(text: string, before: string, after: string): string {
  const [, left = '', inner = '', right = ''] = /^(\s*)([\s\S]*?)((?:\s|\\\n)*)$/.exec(text) ?? [];
  return inner === '' ? text : `${left}${before}${inner}${after}${right}`;
}

function writeImage(image: HTMLElement): string {
  const src = addressOf(image.getAttribute('src'));
  if (src === undefined || /^[01](?:px)?$/.test(image.getAttribute('width') ?? '')) return '';
  return `![${escapeSigns(oneLine(image.getAttribute('alt') ?? ''))}](${src})`;
}

/** Returns the address in a form that Markdown accepts; undefined if it leads nowhere. */
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

/** Returns text without special meaning in Markdown. */
export function escapeSigns(text: string): string {
  return text.replace(/([\\`*[\]]|<(?=[a-z/!])|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|~~)/giu, '\\$1');
}

/** Does the same for the beginning of lines. */
export function escapeStart(text: string): string {
  return text.replace(/^(?=#{1,6} |[-+>] |[-=]{3,}$)/gm, '\\').replace(/^(\d{1,9})(?=[.)] )/gm, '$1\\');
}

/** Returns the text without line breaks. */
export function oneLine(text: string): string {
  return text.replace(/\\?\s*\n\s*/g, ' ').trim();
}
