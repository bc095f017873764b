import assert from 'node:assert/strict';
import { test } from 'node:test';
import { together } from './together.ts';

test('calls in one turn of the event loop share an answer that is newer than each of them', async () => {
  let state = 0;
  const asked: string[] = [];
  const read = together(async key => {
    asked.push(key);
    return state;
  });
  const first = read('a');
  state = 1;
  const answers = [first, read('a'), read('b')];
  state = 2;
  assert.deepEqual(await Promise.all(answers), [2, 2, 2]);
  assert.deepEqual(asked, ['a', 'b']);
});

test('a call that comes after the work has begun does not get its answer', async () => {
  let state = 'before';
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const read = together(async () => {
    const seen = state;
    begun.resolve();
    await gate.promise;
    return seen;
  });
  const first = read('a');
  await begun.promise;
  state = 'after';
  const second = read('a');
  gate.resolve();
  assert.deepEqual([await first, await second], ['before', 'after']);
});

test('a failure reaches everybody who asked, and the next call tries again', async () => {
  let broken = true;
  const read = together(async () => {
    if (broken) throw new Error('no connection');
    return 'fine';
  });
  const answers = await Promise.allSettled([read('a'), read('a')]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  broken = false;
  assert.equal(await read('a'), 'fine');
});
