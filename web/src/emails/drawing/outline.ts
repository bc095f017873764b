// What stands at a place of a text: whether it is written sign by sign, and the quotes and list items around it. Pure.
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState, Line } from '@codemirror/state';
import { beginningOf } from './beginnings.ts';
import type { SyntaxNode } from './scene.ts';

/** What a line begins with: the signs of quotes, then those of a list's item and of a task. */
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
/** A moment at most: what is written in is on the screen, and parsed. */
const patience_ms = 50;

export function treeAt(state: EditorState, at: number) {
  return ensureSyntaxTree(state, at, patience_ms) ?? syntaxTree(state);
}

/** What the line at this place begins with; the item's part is empty if the line begins none. */
export function readBeginning(state: EditorState, at: number): Beginning {
  const line = state.doc.lineAt(at);
  const begun = line.text.slice(0, beginningOf(state, at) - line.from);
  const [, quote = '', indent = '', mark = '', gap = '', task = ''] = signs.exec(begun)!;
  return { quote, indent, mark, gap, task };
}

/** The code, the HTML or the table at this place, which is written sign by sign, in lines. */
export function rawAround(state: EditorState, at: number): SyntaxNode | undefined {
  let node: SyntaxNode | null = treeAt(state, at).resolveInner(at, -1);
  while (node && !raw.has(node.name)) node = node.parent;
  return node ?? undefined;
}

/** Whether somebody is writing in code, in HTML or in a table. Behind the end of code they are not. */
export function isRaw(state: EditorState, at: number): boolean {
  const node = rawAround(state, at);
  if (!node) return false;
  return !(node.name === 'FencedCode' && at === node.to && node.getChildren('CodeMark').length > 1);
}

/** Whether the line says nothing, apart from being quoted. */
export function isBlank({ text }: Pick<Line, 'text'>): boolean {
  return /^[\s>]*$/.test(text);
}

/** The item of a list that begins in this line. */
export function itemOf(state: EditorState, line: Line): SyntaxNode | undefined {
  const { quote, indent, mark } = readBeginning(state, line.from);
  if (mark === '') return undefined;
  const at = line.from + quote.length + indent.length;
  const sign = treeAt(state, line.to).resolveInner(at, 1);
  return sign.name === 'ListMark' && sign.from === at ? (sign.parent ?? undefined) : undefined;
}

/** The nearest item of a list around this place. */
export function itemAround(state: EditorState, at: number): SyntaxNode | undefined {
  let node: SyntaxNode | null = treeAt(state, at).resolveInner(at, -1);
  while (node && node.name !== 'ListItem') node = node.parent;
  return node ?? undefined;
}

/** The item in which a sign of another stands alone in this line: until words follow, Markdown takes it for words of that item. */
export function itemOfLoneSign(state: EditorState, line: Line): SyntaxNode | undefined {
  const { mark } = readBeginning(state, line.from);
  const isAlone = mark !== '' && beginningOf(state, line.from) === line.to && !itemOf(state, line);
  return isAlone ? itemAround(state, line.to) : undefined;
}

/** The item that this one is a part of. */
export function outerItem(item: SyntaxNode): SyntaxNode | undefined {
  let node = item.parent;
  while (node && node.name !== 'ListItem') node = node.parent;
  return node ?? undefined;
}

/** Behind how many signs of the line, without those of quotes, the item's own sign and its words stand. */
export function columnsOf(state: EditorState, item: SyntaxNode): { mark: number; words: number } {
  const { indent, mark, gap } = readBeginning(state, item.from);
  return { mark: indent.length, words: indent.length + mark.length + Math.max(1, Math.min(gap.length, 4)) };
}

/** The lines of the item, with everything in it. */
export function linesOf(state: EditorState, { from, to }: SyntaxNode): Line[] {
  const [first, last] = [state.doc.lineAt(from).number, state.doc.lineAt(to).number];
  return Array.from({ length: last - first + 1 }, (_, index) => state.doc.line(first + index));
}

/** The nearest line above that says something; undefined if none does. */
export function lineAbove(state: EditorState, { number }: Line): Line | undefined {
  for (let at = number - 1; at >= 1; at -= 1) if (!isBlank(state.doc.line(at))) return state.doc.line(at);
  return undefined;
}

/** The nearest line below that says something; undefined if none does. */
export function lineBelow(state: EditorState, { number }: Line): Line | undefined {
  for (let at = number + 1; at <= state.doc.lines; at += 1)
    if (!isBlank(state.doc.line(at))) return state.doc.line(at);
  return undefined;
}

/** Whether nothing stands directly above the line, or below it. */
export function isClear(state: EditorState, { number }: Line, step: 1 | -1): boolean {
  const next = number + step;
  return next < 1 || next > state.doc.lines || isBlank(state.doc.line(next));
}
