import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurnOfTheLoop } from 'node:timers/promises';
import { openTurns } from './turns.ts';

test('work with one key goes on two at a time and in the order it came, whatever fails; other keys do not wait', async () => {
  const inTurn = openTurns(2);
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const start = (key: string, name: string, signal?: AbortSignal) => {
    const end = Promise.withResolvers<void>();
    ends.set(name, end);
    const done = inTurn(key, signal, () => {
      begun.push(name);
      return end.promise;
    });
    return done.catch((error: Error) => error.message);
  };
  const stop = new AbortController();
  const all = ['1', '2', '3'].map(name => start('a', name));
  const calledOff = start('a', '4', stop.signal);
  all.push(start('a', '5'), start('b', '6'));
  await nextTurnOfTheLoop();
  assert.deepEqual(begun, ['1', '2', '6']);

  stop.abort();
  assert.match(String(await calledOff), /called off/);
  ends.get('2')!.reject(new Error('failed'));
  await nextTurnOfTheLoop();
  assert.deepEqual(begun, ['1', '2', '6', '3']);
  ends.get('1')!.resolve();
  await nextTurnOfTheLoop();
  assert.deepEqual(begun, ['1', '2', '6', '3', '5']);

  for (const { resolve } of ends.values()) resolve();
  assert.deepEqual(await Promise.all(all), [undefined, 'failed', undefined, undefined, undefined]);
});
