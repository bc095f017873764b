// Indents and outdents items of lists, and takes them out of their list. Pure.
import type { ChangeSpec, EditorState, Line } from '@codemirror/state';
import type { Command } from '@codemirror/view';
import { beginningOf } from './beginnings.ts';
import {
  columnsOf,
  isClear,
  itemAround,
  itemOf,
  itemOfLoneSign,
  linesOf,
  outerItem,
  readBeginning,
} from './outline.ts';
import type { SyntaxNode } from './scene.ts';

/** Returns the marker of the item after this one. */
function nextSign(state: EditorState, item: SyntaxNode): string {
  const { mark } = readBeginning(state, item.from);
  const number = /^\d+/.exec(mark)?.[0];
  return number === undefined ? mark : `${Number(number) + 1}${mark.slice(number.length)}`;
}

/** Writes the item with another marker in this column. Its content moves along. */
function moveTo(state: EditorState, item: SyntaxNode, column: number, sign: string): ChangeSpec[] {
  const begun = readBeginning(state, item.from);
  const shift = column + sign.length - begun.indent.length - begun.mark.length;
  return linesOf(state, item).flatMap((line, index): ChangeSpec[] => {
    const { quote } = index === 0 ? begun : { quote: quotedAs(line, begun.quote) };
    const from = line.from + quote.length;
    if (index === 0)
      return [
        { from, to: from + begun.indent.length + begun.mark.length, insert: ' '.repeat(column) + sign },
      ];
    return shiftLine(line, from, shift);
  });
}

/** Returns the quote markers of a line, if `quote` has any. */
function quotedAs({ text }: Line, quote: string): string {
  const found = /^(?:[ \t]*>[ \t]?)*/.exec(text)![0];
  return quote === '' ? '' : found;
}

function shiftLine(line: Line, from: number, by: number): ChangeSpec[] {
  if (line.to <= from || by === 0) return [];
  if (by > 0) return [{ from, insert: ' '.repeat(by) }];
  const spaces = /^[ \t]*/.exec(line.text.slice(from - line.from))![0].length;
  return [{ from, to: from + Math.min(spaces, -by) }];
}

/** Makes the item a child of the one before it. Undefined if it is the first in its list. */
function deepen(state: EditorState, item: SyntaxNode): ChangeSpec[] | undefined {
  let before = item.prevSibling;
  while (before && before.name !== 'ListItem') before = before.prevSibling;
  if (!before) return undefined;
  const { mark } = readBeginning(state, item.from);
  const isEmpty = beginningOf(state, item.from) === state.doc.lineAt(item.from).to;
  const number = /^\d+/.exec(mark)?.[0];
  const inner = before.lastChild;
  const continues = inner?.name === 'OrderedList' && number !== undefined ? inner.lastChild : null;
  // A list that interrupts a paragraph must begin with 1, and a lone - would turn the words above it into a heading.
  const begun = number === undefined ? mark : `1${mark.slice(number.length)}`;
  const isHeading = isEmpty && mark === '-' && !inner?.name.endsWith('List');
  const sign = continues ? nextSign(state, continues) : isHeading ? '*' : begun;
  return moveTo(state, item, columnsOf(state, before).words, sign);
}

/** Makes the item a sibling of its parent item. Undefined if it has no parent. */
function raise(state: EditorState, item: SyntaxNode): ChangeSpec[] | undefined {
  const outer = outerItem(item);
  return outer && moveTo(state, item, columnsOf(state, outer).mark, nextSign(state, outer));
}

/** Turns a lone marker inside an item into the next item. */
export function raiseSign(state: EditorState, line: Line, outer: SyntaxNode): ChangeSpec[] {
  const { quote } = readBeginning(state, line.from);
  const insert = `${' '.repeat(columnsOf(state, outer).mark)}${nextSign(state, outer)} `;
  return [{ from: line.from + quote.length, to: line.to, insert }];
}

/** Turns the item into a paragraph between the items around it, or into an item of the outer list. */
export function leaveList(state: EditorState, item: SyntaxNode): ChangeSpec[] {
  const raised = raise(state, item);
  if (raised) return raised;
  const begun = readBeginning(state, item.from);
  const lines = linesOf(state, item);
  const [first, last] = [lines[0]!, lines.at(-1)!];
  const { words } = columnsOf(state, item);
  const gap = begun.quote.trimEnd();
  const start = first.from + begun.quote.length;
  const signs = begun.indent.length + begun.mark.length + begun.gap.length + begun.task.length;
  return [
    ...(isClear(state, first, -1) ? [] : [{ from: first.from, insert: `${gap}\n` }]),
    { from: start, to: start + signs },
    ...lines
      .slice(1)
      .flatMap(line => shiftLine(line, line.from + quotedAs(line, begun.quote).length, -words)),
    ...(isClear(state, last, 1) ? [] : [{ from: last.to, insert: `\n${gap}` }]),
  ];
}

/** Returns the selected items, without those inside another of them. */
function selectedItems(state: EditorState): SyntaxNode[] {
  const { from, to } = state.selection.main;
  const found: SyntaxNode[] = [];
  for (let line = state.doc.lineAt(from); ; line = state.doc.lineAt(line.to + 1)) {
    const item = found.length === 0 ? itemAround(state, Math.max(from, line.from)) : itemOf(state, line);
    if (item && item.to > (found.at(-1)?.to ?? -1)) found.push(item);
    if (line.to >= to || line.to === state.doc.length) return found;
  }
}

const shift =
  (way: typeof deepen): Command =>
  ({ state, dispatch }) => {
    if (state.readOnly || state.selection.ranges.length > 1) return false;
    const line = state.doc.lineAt(state.selection.main.head);
    const outer = itemOfLoneSign(state, line);
    if (outer && way === raise) {
      dispatch(state.update({ changes: raiseSign(state, line, outer), userEvent: 'indent' }));
      return true;
    }
    const items = selectedItems(state);
    if (items.length === 0) return false;
    const [first, ...others] = items;
    const changes = way(state, first!);
    if (!changes) return true;
    const rest = others.flatMap(item => way(state, item) ?? []);
    dispatch(state.update({ changes: [...changes, ...rest], scrollIntoView: true, userEvent: 'indent' }));
    return true;
  };

/** Makes the items at the cursor children of the one before them. Does nothing outside a list. */
export const deepenItems = shift(deepen);
/** Takes the items at the cursor out of their parent item. Does nothing outside a list. */
export const raiseItems = shift(raise);
