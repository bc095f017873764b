// Texts with a cursor in them, for tests.
import assert from 'node:assert/strict';
import { markdownLanguage } from '@codemirror/lang-markdown';
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState, type TransactionSpec } from '@codemirror/state';
import { solidBlocks } from './solids.ts';

/** Opens a text in which `|` marks the cursor, or each end of the selection. */
export function open(written: string): EditorState {
  const [anchor = 0, head = anchor] = [...written.matchAll(/\|/g)].map(({ index }, at) => index - at);
  const doc = written.replaceAll('|', '');
  const state = EditorState.create({
    doc,
    selection: { anchor, head },
    extensions: [markdownLanguage, solidBlocks],
  });
  ensureSyntaxTree(state, doc.length, 10_000);
  return state;
}

export function close(state: EditorState): string {
  const { head } = state.selection.main;
  return `${state.sliceDoc(0, head)}|${state.sliceDoc(head)}`;
}

type Write = (state: EditorState) => TransactionSpec | undefined;

function written(by: Write, text: string): string | undefined {
  const state = open(text);
  const spec = by(state);
  return spec && close(state.update(spec).state);
}

/** Checks the result of a key in each text. Undefined means that the key does what it does in every program. */
export const makes = (by: Write, all: Readonly<Record<string, string | undefined>>) => {
  for (const [before, after] of Object.entries(all)) assert.equal(written(by, before), after, before);
};
