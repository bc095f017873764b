// Converts rich text from other programs to Markdown. It knows the HTML of word processors, mail programs and web pages.

import { parseHtml } from '../elements/parse-html.ts';
import { writeCard } from './rich-cards.ts';
import { dropped, escapeStart, oneLine, plain, writeInline } from './rich-words.ts';

const blocks = new Set(
  `ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CENTER DD DETAILS DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6
  HEADER HR HTML LI MAIN NAV OL P PRE SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL`.split(/\s+/),
);

/** Returns the pasted HTML as Markdown; undefined if it has no format that Markdown knows, so that the plain text is better. */
export function toMarkdown(html: string): string | undefined {
  const page = parseHtml(html);
  const formatted =
    'h1,h2,h3,h4,h5,h6,ul,ol,blockquote,pre,code,table,hr,img,a[href],b,strong,i,em,s,del,[data-style*="bold"],[data-style*="font-weight"],[data-style*="italic"],[class^="MsoList"]';
  if (!page.body.querySelector(formatted)) return undefined;
  return writeBlocks(page.body)
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Writes the blocks within, with a blank line between them. Text between blocks becomes a paragraph. */
function writeBlocks(parent: Node): string {
  const written: string[] = [];
  let inline: Node[] = [];
  const endParagraph = () => {
    const text = writeInline(inline, plain)
      .replace(/(?: *\\\n *){2,}/g, '\n\n')
      .replace(/^(?:\s|\\\n)+|(?:\s|\\\n)+$/g, '');
    if (text !== '') written.push(escapeStart(text));
    inline = [];
  };
  for (const node of parent.childNodes) {
    if (!isBlock(node)) {
      inline.push(node);
      continue;
    }
    endParagraph();
    const text = writeBlock(node as HTMLElement);
    if (text.trim() !== '') written.push(text);
  }
  endParagraph();
  // Word writes items of a list as paragraphs.
  return written.join('\n\n').replace(/^( *(?:- |\d+\. ).*)\n\n(?= *(?:- |\d+\. ))/gm, '$1\n');
}

/** Returns true for a block, or for an element around blocks: word processors wrap everything in `<b>`. */
function isBlock(node: Node): boolean {
  if (!(node instanceof HTMLElement) || dropped.has(node.tagName) || node.tagName === 'A') return false;
  return blocks.has(node.tagName) || [...node.children].some(isBlock);
}

function writeBlock(element: HTMLElement): string {
  const { tagName } = element;
  const card = writeCard(element, writeBlocks);
  if (card !== undefined) return card;
  const heading = /^H([1-6])$/.exec(tagName)?.[1];
  if (heading)
    return `${'#'.repeat(Number(heading))} ${oneLine(writeInline([...element.childNodes], plain, true))}`;
  switch (tagName) {
    case 'HR':
      return '---';
    case 'BLOCKQUOTE':
      return indent(writeBlocks(element), '> ', '> ').replace(/^> $/gm, '>');
    case 'UL':
    case 'OL':
      return writeList(element, tagName === 'OL');
    case 'PRE':
      return writeCode(element);
    case 'TABLE':
      return writeTable(element as HTMLTableElement);
    case 'P':
      return writeWordList(element) ?? writeBlocks(element);
    default:
      return writeBlocks(element);
  }
}

function writeList(list: HTMLElement, isNumbered: boolean): string {
  let number = Number(list.getAttribute('start') ?? 1);
  const items: string[] = [];
  for (const child of list.children) {
    // Word processors put a nested list directly inside its parent list.
    if (/^[OU]L$/.test(child.tagName)) {
      items.push(
        indent(writeBlock(child as HTMLElement), '  ', isNumbered ? '   ' : '  ').replace(
          /^ {2}/,
          isNumbered ? '   ' : '  ',
        ),
      );
      continue;
    }
    const sign = isNumbered ? `${number}. ` : '- ';
    number += 1;
    const isTight = ![...child.children].some(({ tagName }) => tagName === 'BLOCKQUOTE' || tagName === 'PRE');
    const content = writeBlocks(child);
    items.push(
      indent(
        isTight ? content.replace(/\n\n(?=\s*(?:- |\d+\. ))/g, '\n') : content,
        sign,
        ' '.repeat(sign.length),
      ),
    );
  }
  return items.join('\n');
}

/** Writes a list item as Word has it: a paragraph whose marker is not text. */
function writeWordList(element: HTMLElement): string | undefined {
  if (!/^MsoList/.test(element.className) && !/mso-list:/.test(element.getAttribute('data-style') ?? ''))
    return undefined;
  const sign = [...element.querySelectorAll('span')].find(span =>
    /mso-list:\s*ignore/i.test(span.getAttribute('data-style') ?? ''),
  );
  if (!sign) return undefined;
  const number = /\d+/.exec(sign.textContent ?? '')?.[0];
  sign.remove();
  const level = Number(/level(\d)/.exec(element.getAttribute('data-style') ?? '')?.[1] ?? 1);
  const text = oneLine(writeInline([...element.childNodes], plain));
  return `${'  '.repeat(level - 1)}${number ? `${number}. ` : '- '}${text}`;
}

function writeCode(element: HTMLElement): string {
  const text = (element.textContent ?? '').replace(/\n$/, '');
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
  const language = /language-([\w-]+)/.exec(
    `${element.className} ${element.firstElementChild?.className ?? ''}`,
  )?.[1];
  return `${fence}${language ?? ''}\n${text}\n${fence}`;
}

/** Writes a table of words. A table that only arranges other blocks is written as those blocks. */
function writeTable(table: HTMLTableElement): string {
  const rows = [...table.rows].map(row => [...row.cells]);
  const isLayout =
    rows.length < 2 ||
    rows.every(row => row.length < 2) ||
    table.querySelector('table, ul, ol, blockquote, h1, h2, h3');
  if (isLayout)
    return rows
      .flat()
      .map(writeBlocks)
      .filter(text => text.trim() !== '')
      .join('\n\n');
  const count = Math.max(...rows.map(row => row.length));
  const lines = rows.map(row => {
    const cells = row.map(cell => oneLine(writeBlocks(cell)).replaceAll('|', '\\|'));
    return `| ${[...cells, ...Array<string>(count - cells.length).fill('')].join(' | ')} |`;
  });
  lines.splice(1, 0, `|${' --- |'.repeat(count)}`);
  return lines.join('\n');
}

function indent(text: string, first: string, others: string): string {
  return first + text.replace(/\n(?!\n)/g, `\n${others}`).replace(/\n\n/g, `\n${others.trimEnd()}\n`);
}
