import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurnOfTheLoop } from 'node:timers/promises';
import { openPlaces } from './places.ts';

test('work with the same key runs in order, and work with other keys does not wait', async () => {
  const places = openPlaces(key => (key === 'free' ? Number.POSITIVE_INFINITY : 2));
  const [first, second] = [await places('a'), await places('a')];
  const entered: string[] = [];
  const enter = async (name: string) => {
    const leave = await places('a');
    entered.push(name);
    return leave;
  };
  const third = enter('third');
  const fourth = enter('fourth');
  assert.ok(await places('b'));
  for (let others = 0; others < 10; others += 1) assert.ok(await places('free'));
  await nextTurnOfTheLoop();
  assert.deepEqual(entered, []);

  second!();
  await nextTurnOfTheLoop();
  assert.deepEqual(entered, ['third']);
  first!();
  await fourth;
  (await third)!();
  assert.ok(await places('a'));
});

test('waiting ends when the signal aborts, and a place handed on just before goes to the next', async () => {
  const places = openPlaces(() => 1);
  const inside = await places('a');
  const [early, late] = [new AbortController(), new AbortController()];
  const waiting = [places('a', early.signal), places('a', late.signal), places('a')];
  early.abort();
  assert.equal(await waiting[0], undefined);
  inside!();
  late.abort();
  assert.equal(await waiting[1], undefined);
  assert.ok(await waiting[2]);
  assert.equal(await places('b', late.signal), undefined);
});
