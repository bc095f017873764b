import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onFirstUse } from './first-use.ts';

test('something that two callers need at once is made once, and kept', async () => {
  let made = 0;
  const get = onFirstUse(async () => ++made);
  assert.equal(made, 0);
  assert.deepEqual(await Promise.all([get(), get()]), [1, 1]);
  assert.equal(await get(), 1);
});

test('a failure reaches all who waited, and is not kept: the next use tries again', async () => {
  let tries = 0;
  const get = onFirstUse(async () => {
    tries++;
    if (tries === 1) throw new Error('not now');
    return tries;
  });
  const both = await Promise.allSettled([get(), get()]);
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.deepEqual([await get(), await get()], [2, 2]);
});
