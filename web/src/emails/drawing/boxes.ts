import type { EditorState, Range } from '@codemirror/state';
import { Decoration } from '@codemirror/view';
import type { BoxName } from '../../../../src/engines/cards/all.ts';
import { drawBox } from './box-label.ts';
import { boxClose, boxEnd, boxNames, boxOf } from './box-lines.ts';
import type { SyntaxNode } from './scene.ts';

const line = (name: BoxName, place = '') => Decoration.line({ class: `cm-${name}${place}` });
const lines = Object.fromEntries(
  boxNames.map(name => [
    name,
    {
      first: line(name, ` cm-${name}-first`),
      inner: line(name),
      edge: line(name, ` cm-${name}-edge`),
      last: line(name, ` cm-${name}-last`),
    },
  ]),
) as Record<BoxName, Record<'first' | 'inner' | 'edge' | 'last', Decoration>>;
const hidden = Decoration.replace({});

/** Draws the box that begins with this block. Its content is edited like any text. Returns undefined if the box has no end. */
export function boxAt(
  { doc }: EditorState,
  open: SyntaxNode,
  name: BoxName,
): Range<Decoration>[] | undefined {
  const last = boxEnd(doc, open);
  if (!last) return undefined;
  const [start, end] = [doc.lineAt(open.from), doc.lineAt(last.from)];
  const { first, inner, edge, last: bottom } = lines[name];
  const drawn = [
    first.range(start.from),
    Decoration.replace({ widget: drawBox(name, start.length, boxClose.length) }).range(start.from, start.to),
  ];
  for (let number = start.number + 1; number < end.number; number += 1) {
    const { from, length } = doc.line(number);
    const isEdge = length === 0 && (number === start.number + 1 || number === end.number - 1);
    drawn.push((isEdge ? edge : inner).range(from));
  }
  return [...drawn, bottom.range(end.from), hidden.range(end.from, end.to)];
}

/** Returns true if the line with this number, counted from 1, is in a gallery. */
export function isInGallery({ doc }: EditorState, number: number): boolean {
  for (let above = number - 1; above > 0; above -= 1) {
    const { text } = doc.line(above);
    if (text === boxClose) return false;
    if (boxOf(text)) return boxOf(text) === 'gallery';
  }
  return false;
}
