import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EditorState, type StateCommand } from '@codemirror/state';
import { linkSelection, toggleLines, toggleMark } from './marks.ts';

/** Runs the command on a text in which `⟨` and `⟩` enclose the selection, or `|` is the cursor, and returns the result in the same form. */
function play(command: StateCommand, text: string): string {
  const anchor = text.search(/[⟨|]/);
  const head = text.includes('⟩') ? text.indexOf('⟩') - 1 : anchor;
  let state = EditorState.create({ doc: text.replace(/[⟨⟩|]/g, ''), selection: { anchor, head } });
  command({ state, dispatch: transaction => (state = transaction.state) });
  const { from, to, empty } = state.selection.main;
  const all = state.doc.toString();
  if (empty) return `${all.slice(0, from)}|${all.slice(from)}`;
  return `${all.slice(0, from)}⟨${all.slice(from, to)}⟩${all.slice(to)}`;
}

test('a mark goes on and comes off again, with the same words selected', () => {
  const bold = toggleMark('**');
  const played = [
    ['a ⟨word⟩ b', 'a **⟨word⟩** b'],
    ['a **⟨word⟩** b', 'a ⟨word⟩ b'],
    ['a ⟨**word**⟩ b', 'a ⟨word⟩ b'],
    ['a ⟨ word ⟩ b', 'a  **⟨word⟩**  b'],
    ['a *⟨word⟩* b', 'a ***⟨word⟩*** b'],
    ['a wo|rd b', 'a **wo|rd** b'],
    ['a | b', 'a **|** b'],
  ] as const;
  for (const [before, after] of played) assert.equal(play(bold, before), after);
});

test('emphasis and strong emphasis are told apart', () => {
  const italic = toggleMark('*');
  assert.equal(play(italic, 'a **⟨word⟩** b'), 'a ***⟨word⟩*** b');
  assert.equal(play(italic, 'a ***⟨word⟩*** b'), 'a **⟨word⟩** b');
  assert.equal(play(toggleMark('**'), 'a ***⟨word⟩*** b'), 'a *⟨word⟩* b');
});

test('each line gets its own marks, after the marker of its list or quote', () => {
  assert.equal(play(toggleMark('**'), '⟨- one\n\n> two⟩'), '- **⟨one**\n\n> **two⟩**');
  assert.equal(play(toggleMark('**'), '- **⟨one**\n\n> **two⟩**'), '- ⟨one\n\n> two⟩');
});

test('lines become a heading, a quote or a list, and plain again', () => {
  assert.equal(play(toggleLines('## '), 'Ti|tle'), '## Ti|tle');
  assert.equal(play(toggleLines('## '), '|'), '## |');
  assert.equal(play(toggleLines('## '), '## Ti|tle'), 'Ti|tle');
  assert.equal(play(toggleLines('### '), '## Ti|tle'), '### Ti|tle');
  assert.equal(play(toggleLines('1. '), '⟨one\ntwo⟩'), '1. ⟨one\n2. two⟩');
  assert.equal(play(toggleLines('- '), '⟨1. one\n2. two⟩'), '⟨- one\n- two⟩');
  assert.equal(play(toggleLines('> '), '- o|ne'), '> - o|ne');
});

test('selected words become a link with the address selected, and a link becomes words again', () => {
  assert.equal(play(linkSelection, 'the ⟨tables⟩'), 'the [tables](⟨https://⟩)');
  assert.equal(play(linkSelection, 'the ⟨[tables](https://a.example)⟩'), 'the ⟨tables⟩');
});
