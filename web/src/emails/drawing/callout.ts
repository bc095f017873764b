import type { EditorState, Range } from '@codemirror/state';
import { Decoration } from '@codemirror/view';
import type { SyntaxNode } from './scene.ts';
import { drawCallout } from './widgets.ts';

export const calloutOpen = '<div class="callout">';
const calloutClose = '</div>';

const line = Decoration.line({ class: 'cm-callout' });
const first = Decoration.line({ class: 'cm-callout cm-callout-first' });
const last = Decoration.line({ class: 'cm-callout cm-callout-last' });
const hidden = Decoration.replace({});

/** A box for a remark that begins with this block: what is in it is written like any text. Undefined if it has no end. */
export function calloutAt({ doc }: EditorState, open: SyntaxNode): Range<Decoration>[] | undefined {
  let close = open.nextSibling;
  while (close && doc.sliceString(close.from, close.to) !== calloutClose) {
    if (close.name === 'HTMLBlock') return undefined;
    close = close.nextSibling;
  }
  if (!close) return undefined;
  const [start, end] = [doc.lineAt(open.from), doc.lineAt(close.from)];
  const drawn = [
    first.range(start.from),
    Decoration.replace({ widget: drawCallout(calloutOpen.length, calloutClose.length) }).range(
      start.from,
      start.to,
    ),
  ];
  for (let number = start.number + 1; number < end.number; number += 1)
    drawn.push(line.range(doc.line(number).from));
  return [...drawn, last.range(end.from), hidden.range(end.from, end.to)];
}
