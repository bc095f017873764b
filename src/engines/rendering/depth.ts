import { Tokenizer } from 'htmlparser2';
import { silent } from '../feeds/markup/references.ts';

/** Maximum depth of elements; newsletters with tables in tables reach about 40. */
export const deepest = 100;

const voids = new Set(
  'area base basefont br col embed frame hr img input link meta param source track wbr'.split(' '),
);

const blocks =
  'address article aside blockquote center details dir div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main menu nav ol p pre section table ul'.split(
    ' ',
  );

/** Open elements that a start tag closes (HTML §13.1.2.4). */
const ends = new Map<string, ReadonlySet<string>>([
  ...blocks.map((name): [string, ReadonlySet<string>] => [name, new Set(['p'])]),
  ['li', new Set(['li', 'p'])],
  ['dt', new Set(['dt', 'dd', 'p'])],
  ['dd', new Set(['dt', 'dd', 'p'])],
  ['td', new Set(['td', 'th', 'p'])],
  ['th', new Set(['td', 'th', 'p'])],
  ['tr', new Set(['td', 'th', 'tr', 'p'])],
  ['option', new Set(['option'])],
  ['a', new Set(['a'])],
]);

/**
 * Removes the tags of elements that are too deep but keeps their content. Takes linear time, which later parsers do
 * only for such HTML.
 */
export function boundDepth(html: string): string {
  const pieces: string[] = [];
  const open: { name: string; is_kept: boolean }[] = [];
  const counts = new Map<string, number>();
  let depth = 0;
  let written = 0;
  let name = '';
  let start = 0;
  const remove = (from: number, to: number) => {
    pieces.push(html.slice(written, from));
    written = to;
  };
  const pop = () => {
    const last = open.pop();
    if (last === undefined) return;
    counts.set(last.name, (counts.get(last.name) ?? 0) - 1);
    if (last.is_kept) depth -= 1;
  };
  const push = (end: number) => {
    if (voids.has(name)) return;
    const ended = ends.get(name);
    while (ended?.has(open.at(-1)?.name ?? '')) pop();
    const is_kept = depth < deepest;
    if (is_kept) depth += 1;
    else remove(start, end + 1);
    open.push({ name, is_kept });
    counts.set(name, (counts.get(name) ?? 0) + 1);
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      ...silent,
      onopentagname: (from: number, to: number) => {
        start = from - 1;
        name = html.slice(from, to).toLowerCase();
      },
      onopentagend: push,
      onselfclosingtag: push,
      onclosetag: (from: number, to: number) => {
        const closed = html.slice(from, to).toLowerCase();
        if (!counts.get(closed)) return;
        while (open.at(-1)?.name !== closed) pop();
        const is_kept = open.at(-1)?.is_kept === true;
        pop();
        const end = html.indexOf('>', to);
        if (!is_kept && end >= 0) remove(from - 2, end + 1);
      },
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return written === 0 ? html : pieces.join('') + html.slice(written);
}
