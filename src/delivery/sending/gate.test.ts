import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { openGate } from './gate.ts';

const never = new AbortController().signal;

test('so many are inside at once as the domain allows, the next comes when one leaves, and other domains do not wait', async () => {
  const gate = openGate(new Map([['a.example', 2]]));
  const [first, second] = [await gate('a.example', never), await gate('a.example', never)];
  let entered = 0;
  const third = gate('a.example', never).then(leave => {
    entered += 1;
    return leave;
  });
  for (let others = 0; others < 10; others += 1) assert.ok(await gate('b.example', never));
  await setImmediate();
  assert.equal(entered, 0);
  first!();
  const leave = await third;
  second!();
  leave!();
  assert.ok(await gate('a.example', never));
});

test('who waits goes away when it is aborted, and its place is for the next', async () => {
  const gate = openGate(new Map([['*', 1]]));
  const inside = await gate('a.example', never);
  const abort = new AbortController();
  const aborted = gate('a.example', abort.signal);
  const waiting = gate('a.example', never);
  inside!();
  abort.abort(); // when its place is free and it has not taken it yet
  assert.equal(await aborted, undefined);
  assert.ok(await waiting);
  assert.equal(await gate('b.example', abort.signal), undefined);
});
