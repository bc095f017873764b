import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markdownLanguage } from '@codemirror/lang-markdown';
import { EditorState } from '@codemirror/state';
import { blocksOf, moveBlock, moveInBox } from './places.ts';
import { numbersFrom, randomText } from './samples.ts';

const open = (doc: string) =>
  EditorState.create({ doc: doc.replaceAll('\r\n', '\n'), extensions: markdownLanguage });
const picture = '![a](https://a.example/a.jpg)';

function moved(doc: string, written: string, before: number): string | undefined {
  const state = open(doc);
  const found = moveBlock(state, doc.indexOf(written), before);
  if (!found) return undefined;
  const after = state.update({ changes: found.changes }).state;
  assert.equal(after.sliceDoc(found.at, found.at + written.length), written);
  return after.doc.toString();
}

test('a picture moves between other blocks, to the beginning and to the end', () => {
  const text = `# One\n\nTwo\n\n${picture}\n\n- three\n`;
  assert.equal(moved(text, picture, 0), `${picture}\n\n# One\n\nTwo\n\n- three\n`);
  assert.equal(moved(text, picture, 1), `# One\n\n${picture}\n\nTwo\n\n- three\n`);
  assert.equal(moved(text, picture, 4), `# One\n\nTwo\n\n- three\n\n${picture}\n`);
  assert.equal(moved(`Two\n\n${picture}`, picture, 0), `${picture}\n\nTwo`);
  assert.equal(moved(`# One\nTwo\n\n${picture}`, picture, 1), `# One\n\n${picture}\n\nTwo`);
});

test('a block in a box moves past the others, and out of the box at both ends', () => {
  const card = '<a class="button" href="https://a.example">Go</a>';
  const box = (...inner: string[]) => ['<div class="callout">', ...inner, '</div>'].join('\n\n');
  const step = (doc: string, by: 1 | -1) => {
    const state = open(doc);
    const found = moveInBox(state, doc.indexOf(card), by);
    if (!found) return undefined;
    const after = state.update({ changes: found.changes }).state;
    assert.equal(after.sliceDoc(found.at, found.at + card.length), card);
    return after.doc.toString();
  };
  const text = (...inner: string[]) => `One\n\n${box(...inner)}\n\nTwo`;
  assert.equal(step(text('a', card, 'b'), 1), text('a', 'b', card));
  assert.equal(step(text('a', card, 'b'), -1), text(card, 'a', 'b'));
  assert.equal(step(text('a', card), 1), `One\n\n${box('a')}\n\n${card}\n\nTwo`);
  assert.equal(step(text(card, 'a'), -1), `One\n\n${card}\n\n${box('a')}\n\nTwo`);
  assert.equal(step(text(card), 1), `One\n\n${box('')}\n\n${card}\n\nTwo`);
  assert.equal(step(`One\n\n${card}`, 1), undefined);
});

test('a move to the present place changes nothing', () => {
  const text = `One\n\n${picture}\n\nTwo`;
  assert.equal(moved(text, picture, 1), undefined);
  assert.equal(moved(text, picture, 2), undefined);
  assert.equal(moved(picture, picture, 1), undefined);
});

test('in 1,000 texts, moving a block keeps every other line, in its order', () => {
  const lines = (text: string) => text.split('\n').filter(line => line.trim() !== '');
  for (let seed = 0; seed < 1000; seed += 1) {
    const random = numbersFrom(seed);
    const doc = `${randomText(random)}\n\n${picture}\n\n${randomText(random)}`.replaceAll('\r\n', '\n');
    const state = open(doc);
    const { length } = blocksOf(state);
    const found = moveBlock(state, doc.indexOf(`\n${picture}\n`) + 1, Math.floor(random() * (length + 1)));
    if (!found) continue;
    const after = state.update({ changes: found.changes }).state;
    assert.equal(after.doc.lineAt(found.at).text, picture, `seed ${seed}`);
    const others = (text: string) => lines(text).filter(line => line !== picture);
    assert.deepEqual(others(after.doc.toString()), others(doc), `seed ${seed}`);
  }
});
