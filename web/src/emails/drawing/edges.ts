import { EditorSelection, EditorState, type Extension, findClusterBreak, Prec } from '@codemirror/state';
import { type Command, Direction, keymap } from '@codemirror/view';
import { beginningOf } from './beginnings.ts';
import { treeAt } from './outline.ts';
import type { SyntaxNode } from './scene.ts';

/** A link with hidden markers: its text, and the whole with what is hidden before and after it. */
type Link = { from: number; words: { from: number; to: number }; to: number };

/** Returns the link around this place, or the one that ends at it on this side. */
function linkAt(state: EditorState, at: number, side: 1 | -1): Link | undefined {
  let node: SyntaxNode | null = treeAt(state, at).resolveInner(at, side);
  while (node && node.name !== 'Link') node = node.parent;
  const [open, close] = node?.getChildren('LinkMark') ?? [];
  if (!node || !open || !close || !node.getChild('URL') || open.to === close.from) return undefined;
  return { from: node.from, words: { from: open.to, to: close.from }, to: node.to };
}

function step(state: EditorState, at: number, way: 1 | -1): number {
  const line = state.doc.lineAt(at);
  return line.from + findClusterBreak(line.text, at - line.from, way === 1);
}

/** Returns the place for a cursor that would stand among hidden markers. */
function placeAt(state: EditorState, at: number): number {
  const link = linkAt(state, at, 1) ?? linkAt(state, at, -1);
  if (link && at >= link.words.to && at < link.to) return link.to;
  if (link && at > link.from && at <= link.words.from) return link.from;
  const hard = breakAt(state, at, -1);
  return hard && at > hard.from && at <= state.doc.lineAt(hard.from).to ? hard.from : at;
}

/** Returns the two spaces or the backslash that turn the end of a line into a line break. */
function breakAt(state: EditorState, at: number, side: 1 | -1): SyntaxNode | undefined {
  const node = treeAt(state, Math.min(at + 1, state.doc.length)).resolveInner(at, side);
  return node.name === 'HardBreak' ? node : undefined;
}

/**
 * Puts the cursor outside a link, before or after it, and before the marker of a line break. Text typed there does not become part of them.
 */
const outside = EditorState.transactionFilter.of(transaction => {
  const { selection, docChanged, startState } = transaction;
  if (docChanged || !selection || selection.ranges.length > 1 || !selection.main.empty) return transaction;
  const at = placeAt(startState, selection.main.head);
  if (at === selection.main.head) return transaction;
  return [transaction, { selection: EditorSelection.cursor(at), sequential: true }];
});

/** Moves the cursor in one step from outside a link into its text, or over a line break to the next line. */
const pass =
  (way: 1 | -1): Command =>
  view => {
    const { state } = view;
    const { head, empty } = state.selection.main;
    if (!empty || state.selection.ranges.length > 1) return false;
    const isForward = (view.textDirectionAt(head) === Direction.LTR) === (way === 1);
    const link = linkAt(state, head, isForward ? 1 : -1);
    const hard = isForward ? breakAt(state, head, 1) : undefined;
    const at =
      hard?.from === head
        ? beginningOf(state, state.doc.lineAt(head).to + 1)
        : link && head === (isForward ? link.from : link.to)
          ? step(state, isForward ? link.words.from : link.words.to, isForward ? 1 : -1)
          : undefined;
    if (at === undefined) return false;
    view.dispatch({ selection: EditorSelection.cursor(at), scrollIntoView: true, userEvent: 'select' });
    return true;
  };

/** Erases the nearest character of a link beside the cursor. Erases all of the link if only one character is left, or with `isWhole`. */
const erase =
  (way: 1 | -1, isWhole = false): Command =>
  ({ state, dispatch }) => {
    const { head, empty } = state.selection.main;
    if (!empty || state.readOnly || state.selection.ranges.length > 1) return false;
    const link = linkAt(state, head, way);
    if (!link || head !== (way === 1 ? link.from : link.to)) return false;
    const { words } = link;
    const sign = step(state, way === 1 ? words.from : words.to, way);
    const [from, to] = way === 1 ? [words.from, sign] : [sign, words.to];
    const isLast = isWhole || to - from >= words.to - words.from;
    const changes = isLast ? { from: link.from, to: link.to } : { from, to };
    dispatch(state.update({ changes, scrollIntoView: true, userEvent: 'delete' }));
    return true;
  };

/** Makes the keys work at the edges of partly hidden text. */
export const edges: Extension = [
  outside,
  Prec.highest(
    keymap.of([
      { key: 'ArrowLeft', run: pass(-1) },
      { key: 'ArrowRight', run: pass(1) },
      { key: 'Backspace', run: erase(-1), shift: erase(-1) },
      { key: 'Mod-Backspace', mac: 'Alt-Backspace', run: erase(-1, true) },
      { key: 'Delete', run: erase(1) },
      { key: 'Mod-Delete', mac: 'Alt-Delete', run: erase(1, true) },
    ]),
  ),
];
