// Finds the blocks of a text and moves them. Pure.
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { ChangeSpec, EditorState } from '@codemirror/state';
import { boxEnd, boxOf } from './box-lines.ts';

type Block = { from: number; to: number };

/** Parsing takes only a moment, because the text up to a visible block is usually parsed. */
const patience_ms = 50;

/** Returns the blocks of the text as whole lines. A box with its content is one block. */
export function blocksOf(state: EditorState): Block[] {
  const blocks: Block[] = [];
  const cursor = (ensureSyntaxTree(state, state.doc.length, patience_ms) ?? syntaxTree(state)).cursor();
  if (!cursor.firstChild()) return blocks;
  do {
    // Space between HTML elements is not a block.
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
 * Moves the block that begins at `from` before the block with the number `before`, counted from 0; the number of blocks means the end of
 * the text. Nothing else changes except the blank lines around it. `at` is its new start. Undefined if it stays where it is.
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

/**
 * Moves the block that begins at `from` within its box by one block. The first and the last leave the box. Undefined if no block of a box
 * begins there.
 */
export function moveInBox(
  state: EditorState,
  from: number,
  by: 1 | -1,
): { changes: ChangeSpec; at: number } | undefined {
  const box = blocksOf(state).find(block => block.from < from && from < block.to);
  if (!box || !boxOf(state.doc.lineAt(box.from).text)) return undefined;
  const inner = innerBlocks(state, box);
  const index = inner.findIndex(block => block.from === from);
  const block = inner[index];
  if (!block) return undefined;
  const text = state.sliceDoc(block.from, block.to);
  const [above, below] = [inner[index - 1], inner[index + 1]];
  const other = by === 1 ? below : above;
  if (other) {
    const [first, last] = by === 1 ? [block, other] : [other, block];
    const between = state.sliceDoc(first.to, last.from);
    const moved = state.sliceDoc(other.from, other.to);
    const insert = by === 1 ? moved + between + text : text + between + moved;
    const at = by === 1 ? first.from + moved.length + between.length : first.from;
    return { changes: { from: first.from, to: last.to, insert }, at };
  }
  const taken = below
    ? { from: block.from, to: below.from }
    : { from: above?.to ?? block.from, to: block.to };
  const outside =
    by === 1 ? { from: box.to, insert: `\n\n${text}` } : { from: box.from, insert: `${text}\n\n` };
  const at = by === 1 ? box.to + 2 - (taken.to - taken.from) : box.from;
  return { changes: [taken, outside], at };
}

function innerBlocks(state: EditorState, box: Block): Block[] {
  const tree = ensureSyntaxTree(state, box.to, patience_ms) ?? syntaxTree(state);
  const found: Block[] = [];
  for (let node = tree.topNode.firstChild; node && node.from < box.to; node = node.nextSibling)
    if (node.from > box.from && node.to < box.to)
      found.push({ from: state.doc.lineAt(node.from).from, to: state.doc.lineAt(node.to).to });
  return found;
}

/** Returns the number of the first block that begins at or after this place; the number of blocks if none does. */
export function numberFrom(state: EditorState, at: number): number {
  const blocks = blocksOf(state);
  const found = blocks.findIndex(({ from }) => from >= at);
  return found === -1 ? blocks.length : found;
}
