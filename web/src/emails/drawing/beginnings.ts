import { syntaxTree } from '@codemirror/language';
import { EditorSelection, EditorState, type Extension, Prec } from '@codemirror/state';
import { type Command, keymap } from '@codemirror/view';

const signs =
  /^\[\^[^\]\s]+\]:[ \t]*|^(?:[ \t]*(?:> ?|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?|\d{1,9}[.)][ \t]+))*(?:#{1,6}[ \t]+)?/;
const asWritten = new Set(['FencedCode', 'CodeBlock', 'HTMLBlock', 'CommentBlock', 'HorizontalRule']);

/** Returns where the text of this line begins, after the markers of a list, quote or heading. */
export function beginningOf(state: EditorState, at: number): number {
  const line = state.doc.lineAt(at);
  const { length } = signs.exec(line.text)?.[0] ?? '';
  if (length === 0) return line.from;
  for (let node = syntaxTree(state).resolveInner(line.from + length, -1); node.parent; node = node.parent)
    if (asWritten.has(node.name)) return line.from;
  return line.from + length;
}

/** Keeps the cursor out of the markers at the beginning of a line, because readers do not see them. */
const inWords = EditorState.transactionFilter.of(transaction => {
  const { selection, docChanged, startState } = transaction;
  if (docChanged || !selection || selection.ranges.length > 1 || !selection.main.empty) return transaction;
  const { head } = selection.main;
  const line = startState.doc.lineAt(head);
  const begin = beginningOf(startState, head);
  if (head >= begin) return transaction;
  // From the first character, one step to the left leads to the line above.
  const isStep = startState.selection.main.empty && startState.selection.main.head === begin;
  const anchor = isStep ? Math.max(line.from - 1, 0) : begin;
  return [
    transaction,
    { selection: EditorSelection.cursor(line.from === 0 ? begin : anchor), sequential: true },
  ];
});

/** Turns a heading into a paragraph if the cursor is at its beginning. */
const eraseHeading: Command = ({ state, dispatch }) => {
  const { head, empty } = state.selection.main;
  const found =
    empty && !state.readOnly
      ? /(?:^|> |[-*+] |\d[.)] )(#{1,6}[ \t]+)$/.exec(state.sliceDoc(state.doc.lineAt(head).from, head))
      : null;
  if (!found || beginningOf(state, head) !== head) return false;
  dispatch(state.update({ changes: { from: head - found[1]!.length, to: head }, userEvent: 'delete' }));
  return true;
};

/** Makes the keys work at the beginning of lines whose markers are hidden. */
export const beginnings: Extension = [
  inWords,
  Prec.highest(keymap.of([{ key: 'Backspace', run: eraseHeading }])),
];
