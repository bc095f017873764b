import { Tokenizer } from 'htmlparser2';
import { decodeReferences, silent } from './references.ts';

const elementsOfHtml = new Set(
  `a abbr acronym address applet area article aside audio b base basefont bdi bdo big blink blockquote body br button
   canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset
   figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins
   kbd label legend li link main map mark marquee math menu meta meter nav nobr noembed noframes noscript object ol
   optgroup option output p param picture pre progress q rp rt ruby s samp script section select slot small source span
   strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul
   var video wbr`.split(/\s+/),
);
const inline = new Set(
  'a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd mark nobr q s samp small span strike strong sub sup tt u var wbr'.split(
    ' ',
  ),
);
const unread = new Set(['script', 'style']);

/**
 * Returns the text of HTML, with references decoded once. With `keepsUnknown`, apparent tags that HTML does not know (`Vec<T>`) are text.
 */
export function plainText(markup: string, keepsUnknown: boolean): string {
  if (!markup.includes('<')) return decodeReferences(markup);
  const lastEnd = markup.lastIndexOf('>') + 1;
  const source = markup.slice(0, lastEnd) + markup.slice(lastEnd).replace(/</g, '&lt;');
  const pieces: string[] = [];
  let tagStart = 0;
  let tag = '';
  const isUnknown = () => keepsUnknown && !elementsOfHtml.has(tag);
  const endTag = (end: number) => {
    if (isUnknown()) pieces.push(source.slice(tagStart, end + 1));
    else if (!inline.has(tag)) pieces.push(' ');
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      ...silent,
      ontext: (start: number, end: number) => {
        if (!unread.has(tag)) pieces.push(decodeReferences(source.slice(start, end)));
      },
      onopentagname: (start: number, end: number) => {
        tagStart = start - 1;
        tag = source.slice(start, end).toLowerCase();
      },
      onopentagend: endTag,
      onselfclosingtag: endTag,
      onclosetag: (start: number, end: number) => {
        tag = source.slice(start, end).toLowerCase();
        if (isUnknown()) pieces.push(`</${source.slice(start, end)}>`);
        else if (!inline.has(tag)) pieces.push(' ');
        tag = '';
      },
    },
  );
  tokenizer.write(source);
  tokenizer.end();
  return pieces.join('');
}

/** Returns the text in one line of at most `longest` characters, without control characters and direction marks. */
export function oneLine(text: string, longest: number): string {
  const line = text
    .slice(0, longest * 4)
    .replace(/[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u200b\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toWellFormed();
  return line.length <= longest ? line : line.slice(0, longest).replace(/[\ud800-\udbff]$/, '');
}
