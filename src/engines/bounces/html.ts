import { Parser } from 'htmlparser2';

const blocks = new Set([
  'p',
  'div',
  'br',
  'tr',
  'li',
  'table',
  'h1',
  'h2',
  'h3',
  'h4',
  'pre',
  'hr',
  'blockquote',
  'ul',
  'td',
]);
const silent = new Set(['style', 'script', 'head', 'title']);

/** Reads the text of an HTML notice, one line per block. */
export function readHtml(html: string): string {
  let text = '';
  let silence = '';
  const parser = new Parser({
    onopentagname(name) {
      if (silence === '' && silent.has(name)) silence = name;
      if (blocks.has(name)) text += '\n';
    },
    ontext(words) {
      if (silence === '') text += words.replace(/\s+/g, ' ');
    },
    onclosetag(name) {
      if (name === silence || name === 'html') silence = '';
      if (blocks.has(name) && name !== 'br') text += '\n';
    },
  });
  parser.end(html);
  return text
    .replace(/[ \u00a0]+/g, ' ')
    .replace(/\n[ ]*(?:\n[ ]*)+/g, '\n\n')
    .trim();
}
