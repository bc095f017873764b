import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOf, compareBlocks, compareWords, isSettled, merge, resolve } from './merge.ts';

const none = new Map();

test('changes in different places are merged without a question', () => {
  const base = 'One.\n\nTwo.\n\nThree.';
  const pieces = merge(base, 'One!\n\nTwo.\n\nThree.', 'One.\n\nTwo.\n\nThree.\n\nFour.');
  assert.ok(isSettled(pieces));
  assert.equal(resolve(pieces, none), 'One!\n\nTwo.\n\nThree.\n\nFour.');
});

test('changes to neighbouring paragraphs are merged too', () => {
  const pieces = merge('A.\n\nB.\n\nC.', 'A!\n\nB.\n\nC.', 'A.\n\nB!\n\nC.\n\nD.');
  assert.ok(isSettled(pieces));
  assert.equal(resolve(pieces, none), 'A!\n\nB!\n\nC.\n\nD.');
});

test('equal changes are not a conflict, and different changes to the same text must be chosen between', () => {
  assert.ok(isSettled(merge('One.', 'Two.', 'Two.')));
  const pieces = merge('A.\n\nOne.\n\nB.', 'A.\n\nMine.\n\nB.', 'A.\n\nTheirs.\n\nB.');
  assert.deepEqual(
    pieces.map(({ kind }) => kind),
    ['same', 'conflict', 'same'],
  );
  const chosen = (choice: 'mine' | 'theirs' | 'both') => resolve(pieces, new Map([[1, choice]]));
  assert.equal(chosen('mine'), 'A.\n\nMine.\n\nB.');
  assert.equal(chosen('theirs'), 'A.\n\nTheirs.\n\nB.');
  assert.equal(chosen('both'), 'A.\n\nMine.\n\nTheirs.\n\nB.');
});

test('a change of one side can be undone, and a paragraph removed by one side stays removed', () => {
  const pieces = merge('A.\n\nB.\n\nX.\n\nC.', 'A.\n\nX.\n\nC.', 'A.\n\nB.\n\nX.\n\nC!');
  assert.equal(resolve(pieces, none), 'A.\n\nX.\n\nC!');
  const theirs = pieces.findIndex(({ kind }) => kind === 'theirs');
  assert.equal(resolve(pieces, new Map([[theirs, 'mine']])), 'A.\n\nX.\n\nC.');
});

test('no word is lost, whatever two people do to a text', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  for (let round = 0; round < 500; round += 1) {
    const base = Array.from({ length: random(8) }, (_, index) => `Block ${index}.`);
    const edit = (who: string) =>
      base
        .flatMap((block, index) => {
          const act = random(6);
          if (act === 0) return [];
          if (act === 1) return [`${who} wrote ${index}.`];
          return act === 2 ? [block, `${who} added ${index}.`] : [block];
        })
        .join('\n\n');
    const [mine, theirs] = [edit('Ada'), edit('Bo')];
    const pieces = merge(base.join('\n\n'), mine, theirs);
    const both = new Map(pieces.map((_, index) => [index, 'both' as const]));
    const merged = resolve(pieces, both);
    const written = blocksOf(`${mine}\n\n${theirs}`).filter(block => /wrote|added/.test(block));
    for (const block of written) assert.ok(merged.includes(block.trim()), `${block} in ${merged}`);
  }
});

test('a comparison shows what was added and removed, by blocks and by words', () => {
  assert.deepEqual(compareBlocks('A.\n\nB.', 'A.\n\nC.'), [
    { kind: 'same', text: 'A.\n\n' },
    { kind: 'removed', text: 'B.' },
    { kind: 'added', text: 'C.' },
  ]);
  assert.deepEqual(compareWords('the low tide', 'the high tide'), [
    { kind: 'same', text: 'the ' },
    { kind: 'removed', text: 'low' },
    { kind: 'added', text: 'high' },
    { kind: 'same', text: ' tide' },
  ]);
});
