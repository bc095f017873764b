import { numberOf } from './footnotes.ts';
import { type Draw, eachLine, hide, mark, markLine, replace, type Scene, type SyntaxNode } from './scene.ts';
import { drawCodeLabel, drawRule, drawSign, drawTask } from './widgets.ts';

/** Shows the markers of a heading in the margin while the cursor is in it. */
const heading =
  (level: number): Draw =>
  ({ node, from, to }, scene) => {
    markLine(scene, from, `cm-heading cm-h${level}`);
    const isTouched = scene.touches(from, to);
    for (const sign of node.getChildren('HeaderMark')) {
      const rest = scene.state.sliceDoc(sign.from, to);
      const isFirst = sign.from === from;
      const end = isFirst ? sign.to + (/^#+([ \t]*)/.exec(rest)?.[1]?.length ?? 0) : sign.to;
      if (!isTouched) hide(scene, isFirst ? sign.from : before(scene, sign.from), end);
      else if (isFirst) mark(scene, sign.from, end, 'cm-hanging');
    }
  };

/** Returns where the spaces before this place begin. */
function before({ state }: Scene, at: number): number {
  const line = state.doc.lineAt(at);
  return line.from + line.text.slice(0, at - line.from).trimEnd().length;
}

/** Draws a heading that is underlined with a row of markers. While that row is being typed, it may still become something else. */
const underlined =
  (level: number): Draw =>
  ({ node, from, to }, scene) => {
    const sign = node.getChild('HeaderMark');
    if (!sign || scene.touches(sign.from, sign.to)) return;
    eachLine(scene, from, to, line => {
      if (line.to < sign.from) markLine(scene, line.from, `cm-heading cm-h${level}`);
    });
    hide(scene, sign.from, sign.to);
    markLine(scene, scene.state.doc.lineAt(sign.from).from, 'cm-thin');
  };

const quote: Draw = ({ node, from, to }, scene) => {
  let depth = 1;
  for (let above = node.parent; above; above = above.parent) if (above.name === 'Blockquote') depth += 1;
  eachLine(scene, from, to, line => markLine(scene, line.from, `cm-quote cm-quote-${Math.min(depth, 3)}`));
};

const quoteMark: Draw = ({ from, to }, scene) => {
  replace(scene, from, to + (scene.state.sliceDoc(to, to + 1) === ' ' ? 1 : 0));
};

const item: Draw = ({ node, from, to }, scene) => {
  let depth = 1;
  for (let above = node.parent; above; above = above.parent) if (above.name === 'ListItem') depth += 1;
  const { doc } = scene.state;
  const first = doc.lineAt(from);
  const sign = node.firstChild!;
  const margin = sign.to - first.from + (/^\s/.test(doc.sliceString(sign.to, sign.to + 1)) ? 1 : 0);
  eachLine(scene, from, to, (line, index) => {
    markLine(scene, line.from, `cm-item cm-item-${Math.min(depth, 6)}${index === 0 ? ' cm-item-first' : ''}`);
    const quoted = /^(?: {0,3}> ?)*/.exec(line.text)![0].length;
    const spaces = /^[ \t]*/.exec(line.text.slice(quoted, Math.max(quoted, margin)))![0].length;
    const start = line.from + quoted;
    if (index > 0 && spaces > 0) scene.indents.set(line.from, { from: start, to: start + spaces });
  });
};

const listMark: Draw = ({ node, from, to }, scene) => {
  const line = scene.state.doc.lineAt(from);
  const start = line.text.slice(0, from - line.from);
  const spaces = /[ \t]*$/.exec(start)![0].length;
  const isQuoted = start.length > spaces;
  const begin = from - (isQuoted ? Math.max(0, spaces - 1) : spaces);
  scene.indents.delete(line.from);
  const box = node.parent?.getChild('Task')?.getChild('TaskMarker');
  const end = box ? box.to : to;
  const widget = box
    ? drawTask(/x/i.test(scene.state.sliceDoc(box.from, box.to)))
    : drawSign(/\d/.test(scene.state.sliceDoc(from, to)) ? numberAt(node, scene) : '•');
  replace(scene, begin, end + (scene.state.sliceDoc(end, end + 1) === ' ' ? 1 : 0), widget);
};

/** Returns the item's number as readers see it, counted from the number of the list's first item. */
function numberAt({ parent }: SyntaxNode, { state }: Scene): string {
  let before = 0;
  let first = parent!;
  for (let above = first.prevSibling; above; above = above.prevSibling) {
    first = above;
    before += 1;
  }
  const sign = first.getChild('ListMark')!;
  const [, number, point] = /(\d+)([.)])/.exec(state.sliceDoc(sign.from, sign.to)) ?? ['', '1', '.'];
  return `${Number(number) + before}${point}`;
}

const fenced: Draw = ({ node, from, to }, scene) => {
  const { doc } = scene.state;
  const isTouched = scene.touches(from, to);
  const last = doc.lineAt(to).from;
  eachLine(scene, from, to, (line, index) => {
    const place = `${index === 0 ? ' cm-code-first' : ''}${line.from === last ? ' cm-code-last' : ''}`;
    markLine(scene, line.from, `cm-code${place}`);
  });
  if (isTouched) return;
  const [open, close] = node.getChildren('CodeMark');
  const info = node.getChild('CodeInfo');
  const language = info ? scene.state.sliceDoc(info.from, info.to) : '';
  const end = doc.lineAt(from).to;
  const widget = drawCodeLabel(language);
  if (open) replace(scene, open.from, end, widget);
  if (close) hide(scene, close.from, close.to);
};

const lines =
  (name: string): Draw =>
  ({ from, to }, scene) =>
    eachLine(scene, from, to, line => markLine(scene, line.from, name));

/** Draws a horizontal rule, unless the cursor is among its markers, which may still become those of bold text. */
const rule: Draw = ({ from, to }, scene) => {
  if (!scene.touches(from + 1, to - 1)) replace(scene, from, to, drawRule());
};

/** Draws the numbers before the texts of footnotes. */
export function drawNotes(scene: Scene, from: number, to: number): void {
  eachLine(scene, from, to, line => {
    const note = /^\[\^([^\]\s]+)\]:[ \t]*/.exec(line.text);
    const number = note ? numberOf(scene.state.doc, note[1]!) : undefined;
    if (!note || number === undefined) return;
    markLine(scene, line.from, 'cm-note');
    replace(scene, line.from, line.from + note[0].length, drawSign(`${number}.`));
  });
}

/** The drawing of each kind of block. */
export const blocks: Readonly<Record<string, Draw>> = {
  ATXHeading1: heading(1),
  ATXHeading2: heading(2),
  ATXHeading3: heading(3),
  ATXHeading4: heading(4),
  ATXHeading5: heading(5),
  ATXHeading6: heading(6),
  SetextHeading1: underlined(1),
  SetextHeading2: underlined(2),
  Blockquote: quote,
  QuoteMark: quoteMark,
  ListItem: item,
  ListMark: listMark,
  FencedCode: fenced,
  CodeBlock: lines('cm-code'),
  HorizontalRule: rule,
  Table: lines('cm-columns'),
  HTMLBlock: lines('cm-columns'),
  CommentBlock: lines('cm-columns'),
};
