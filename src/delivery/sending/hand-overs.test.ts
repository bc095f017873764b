import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { openCapacity } from './capacity.ts';
import { openHandOvers } from './hand-overs.ts';

test('results are taken in order of arrival once there are enough, whatever is still under way', async () => {
  const handOvers = openHandOvers<string>();
  const slow = Promise.withResolvers<string>();
  handOvers.begin(slow.promise);
  for (const name of ['a', 'b', 'c']) handOvers.begin(Promise.resolve(name));
  assert.deepEqual(await handOvers.results(2), ['a', 'b', 'c']);
  assert.equal(handOvers.count(), 1);
  const rest = handOvers.results(2);
  slow.resolve('slow');
  assert.deepEqual(await rest, ['slow'], 'none is under way any more: there is nothing to wait for');
  assert.deepEqual(await handOvers.results(2), []);
});

test('a result that has not been taken still counts', async () => {
  const handOvers = openHandOvers<string>();
  handOvers.begin(Promise.resolve('a'));
  await setImmediate();
  assert.deepEqual([handOvers.count(), handOvers.come()], [1, 1]);
  await handOvers.results(1);
  assert.deepEqual([handOvers.count(), handOvers.come()], [0, 0]);
});

test('the wait for results ends when places become free elsewhere', async () => {
  const capacity = openCapacity({ held: () => 2, window: 1 });
  const handOvers = openHandOvers<string>();
  handOvers.begin(Promise.withResolvers<string>().promise);
  assert.equal(await capacity.join(0), 3);
  const stopListening = capacity.listen(handOvers.stir);
  const results = handOvers.results(1);
  capacity.give(2);
  assert.deepEqual([await results, capacity.free()], [[], 2]);
  stopListening();
  capacity.give(1);
  assert.equal(capacity.free(), 3);
});

test('a caller waits for a free place, and no more places are given than exist', async () => {
  const capacity = openCapacity({ held: () => 2, window: 1 });
  assert.equal(await capacity.join(0), 3);
  assert.equal(await capacity.join(2), 2, 'a caller with free places does not wait');
  let taken = 0;
  const others = [1, 2].map(async () => {
    const places = await capacity.join(0);
    taken += places;
  });
  await setImmediate();
  assert.equal(taken, 0);
  capacity.give(2);
  await setImmediate();
  assert.equal(taken, 2);
  capacity.give(1);
  await Promise.all(others);
  assert.equal(taken, 3);
});

test('there is room for all that the connections carry, and a fifth more or what they use up meanwhile, within the window', async () => {
  const capacity = openCapacity({ held: () => 20, window: 60 });
  assert.deepEqual([capacity.size(), capacity.batch()], [24, 1]);
  for (let asked = 0; asked < 100; asked += 1) capacity.learn(5);
  assert.deepEqual([capacity.size(), capacity.batch()], [41, 10]);
  for (let asked = 0; asked < 100; asked += 1) capacity.learn(50);
  assert.deepEqual(
    [capacity.size(), capacity.batch()],
    [60, 24],
    'two fifths of them, so that the others stay under way',
  );
  const large = openCapacity({ held: () => 200, window: 40 });
  for (let asked = 0; asked < 100; asked += 1) large.learn(50);
  assert.equal(large.size(), 240, 'connections that hold more than the window, and a fifth more');
  assert.equal(await capacity.join(0), 60);
  for (let asked = 0; asked < 100; asked += 1) capacity.learn(0);
  assert.equal(await capacity.join(5), 0, 'surplus places are given up, and the caller does not wait');
});
