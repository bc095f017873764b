// Reads the surroundings of a place in the text: raw code, quotes and list items. Pure.
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState, Line } from '@codemirror/state';
import { beginningOf } from './beginnings.ts';
import type { SyntaxNode } from './scene.ts';

/** The beginning of a line: the markers of quotes, then those of a list item and of a task. */
export type Beginning = { quote: string; indent: string; mark: string; gap: string; task: string };

const signs = /^((?:[ \t]*>[ \t]?)*)(?:([ \t]*)([-*+]|\d{1,9}[.)])([ \t]+)(\[[ xX]\][ \t]+)?)?/;
const raw = new Set([
  'FencedCode',
  'CodeBlock',
  'HTMLBlock',
  'CommentBlock',
  'ProcessingInstructionBlock',
  'Table',
]);
/** Parsing takes only a moment, because the text around the cursor is on the screen and usually parsed. */
const patience_ms = 50;

export function treeAt(state: EditorState, at: number) {
  return ensureSyntaxTree(state, at, patience_ms) ?? syntaxTree(state);
}

/** Reads the beginning of the line at this place. The markers of an item are empty if the line begins none. */
export function readBeginning(state: EditorState, at: number): Beginning {
  const line = state.doc.lineAt(at);
  const begun = line.text.slice(0, beginningOf(state, at) - line.from);
  const [, quote = '', indent = '', mark = '', gap = '', task = ''] = signs.exec(begun)!;
  return { quote, indent, mark, gap, task };
}

/** Returns the code, the HTML or the table at this place. It is edited as raw lines. */
export function rawAround(state: EditorState, at: number): SyntaxNode | undefined {
  let node: SyntaxNode | null = treeAt(state, at).resolveInner(at, -1);
  while (node && !raw.has(node.name)) node = node.parent;
  return node ?? undefined;
}

/** Returns true inside code, HTML or a table, but not after the end of code. */
export function isRaw(state: EditorState, at: number): boolean {
  const node = rawAround(state, at);
  if (!node) return false;
  return !(node.name === 'FencedCode' && at === node.to && node.getChildren('CodeMark').length > 1);
}

/** Returns true if the line has no text apart from the markers of a quote. */
export function isBlank({ text }: Pick<Line, 'text'>): boolean {
  return /^[\s>]*$/.test(text);
}

/** Returns the list item that begins in this line. */
export function itemOf(state: EditorState, line: Line): SyntaxNode | undefined {
  const { quote, indent, mark } = readBeginning(state, line.from);
  if (mark === '') return undefined;
  const at = line.from + quote.length + indent.length;
  const sign = treeAt(state, line.to).resolveInner(at, 1);
  return sign.name === 'ListMark' && sign.from === at ? (sign.parent ?? undefined) : undefined;
}

/** Returns the nearest list item around this place. */
export function itemAround(state: EditorState, at: number): SyntaxNode | undefined {
  let node: SyntaxNode | null = treeAt(state, at).resolveInner(at, -1);
  while (node && node.name !== 'ListItem') node = node.parent;
  return node ?? undefined;
}

/** Returns the item that contains a lone marker in this line. Until text follows, Markdown takes the marker for text of that item. */
export function itemOfLoneSign(state: EditorState, line: Line): SyntaxNode | undefined {
  const { mark } = readBeginning(state, line.from);
  const isAlone = mark !== '' && beginningOf(state, line.from) === line.to && !itemOf(state, line);
  return isAlone ? itemAround(state, line.to) : undefined;
}

/** Returns the item's parent item. */
export function outerItem(item: SyntaxNode): SyntaxNode | undefined {
  let node = item.parent;
  while (node && node.name !== 'ListItem') node = node.parent;
  return node ?? undefined;
}

/** Returns the columns, after the markers of quotes, in which the item's own marker and its text begin. */
export function columnsOf(state: EditorState, item: SyntaxNode): { mark: number; words: number } {
  const { indent, mark, gap } = readBeginning(state, item.from);
  return { mark: indent.length, words: indent.length + mark.length + Math.max(1, Math.min(gap.length, 4)) };
}

/** Returns the lines of the item with all its content. */
export function linesOf(state: EditorState, { from, to }: SyntaxNode): Line[] {
  const [first, last] = [state.doc.lineAt(from).number, state.doc.lineAt(to).number];
  return Array.from({ length: last - first + 1 }, (_, index) => state.doc.line(first + index));
}

/** Returns the nearest line above that has text; undefined if none has. */
export function lineAbove(state: EditorState, { number }: Line): Line | undefined {
  for (let at = number - 1; at >= 1; at -= 1) if (!isBlank(state.doc.line(at))) return state.doc.line(at);
  return undefined;
}

/** Returns the nearest line below that has text; undefined if none has. */
export function lineBelow(state: EditorState, { number }: Line): Line | undefined {
  for (let at = number + 1; at <= state.doc.lines; at += 1)
    if (!isBlank(state.doc.line(at))) return state.doc.line(at);
  return undefined;
}

/** Returns true if the next line above or below is blank or does not exist. */
export function isClear(state: EditorState, { number }: Line, step: 1 | -1): boolean {
  const next = number + step;
  return next < 1 || next > state.doc.lines || isBlank(state.doc.line(next));
}
