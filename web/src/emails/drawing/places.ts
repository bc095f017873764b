// Where the blocks of a text are, and how one of them comes to another place. Pure.
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { ChangeSpec, EditorState } from '@codemirror/state';
import { boxEnd, boxOf } from './box-lines.ts';

type Block = { from: number; to: number };

/** A moment at most: what is moved is on the screen, and the text up to it is usually parsed. */
const patience_ms = 50;

/** The blocks of the text, with whole lines. A box is one block with everything in it. */
export function blocksOf(state: EditorState): Block[] {
  const blocks: Block[] = [];
  const cursor = (ensureSyntaxTree(state, state.doc.length, patience_ms) ?? syntaxTree(state)).cursor();
  if (!cursor.firstChild()) return blocks;
  do {
    // What is between the elements of HTML.
    if (cursor.name === 'Text' && state.sliceDoc(cursor.from, cursor.to).trim() === '') continue;
    const from = state.doc.lineAt(cursor.from).from;
    if (from <= (blocks.at(-1)?.to ?? -1)) continue;
    const isBox = cursor.name === 'HTMLBlock' && boxOf(state.sliceDoc(cursor.from, cursor.to)) !== undefined;
    const end = (isBox && boxEnd(state.doc, cursor.node)?.to) || cursor.to;
    const { to } = state.doc.lineAt(end);
    blocks.push({ from, to });
  } while (cursor.nextSibling());
  return blocks;
}

/**
 * Moves the block that begins here before the block with this number, counted from 0; the number of blocks is the end of the
 * text. Nothing else changes but the blank lines around it. `at` is where it begins afterwards. Undefined if it stays where it is.
 */
export function moveBlock(
  state: EditorState,
  from: number,
  before: number,
): { changes: ChangeSpec; at: number } | undefined {
  const blocks = blocksOf(state);
  const index = blocks.findIndex(block => block.from === from);
  const block = blocks[index];
  if (!block || before === index || before === index + 1 || before < 0 || before > blocks.length)
    return undefined;
  const text = state.sliceDoc(block.from, block.to);
  const [above, below] = [blocks[index - 1], blocks[index + 1]];
  const taken = below ? { from: block.from, to: below.from } : { from: above!.to, to: block.to };
  const next = blocks[before];
  const last = blocks[before - 1];
  if (!next) {
    const changes = [taken, { from: last!.to, insert: `\n\n${text}` }];
    return { changes, at: last!.to + 2 - (taken.to - taken.from) };
  }
  const isClose = last !== undefined && next.from - last.to < 2;
  const insert = `${isClose ? '\n' : ''}${text}\n\n`;
  const shift = next.from > block.from ? taken.to - taken.from : 0;
  return { changes: [taken, { from: next.from, insert }], at: next.from - shift + (isClose ? 1 : 0) };
}

/** The number of the block that begins at or after this place; the number of blocks if none does. */
export function numberFrom(state: EditorState, at: number): number {
  const blocks = blocksOf(state);
  const found = blocks.findIndex(({ from }) => from >= at);
  return found === -1 ? blocks.length : found;
}
