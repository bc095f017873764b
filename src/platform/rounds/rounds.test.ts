import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../log.ts';
import { type Next, startRounds } from './rounds.ts';

const day = 86_400_000;
const log = createLog('silent');
const failure = 'failed';

/** Starts rounds with the given results, in order; `begun(n)` resolves when round n begins. */
function play(results: (Next | Error)[], pause_ms = day) {
  const begun = results.map(() => Promise.withResolvers<void>());
  const go = results.map(() => Promise.withResolvers<void>());
  let count = 0;
  const rounds = startRounds(
    async () => {
      const at = count;
      count += 1;
      begun[at]!.resolve();
      await go[at]!.promise;
      const result = results[at]!;
      if (result instanceof Error) throw result;
      return result;
    },
    { pause_ms, log, failure },
  );
  return {
    ...rounds,
    begun: (at: number) => begun[at]!.promise,
    end: (at: number) => go[at]!.resolve(),
    count: () => count,
  };
}

test('a round that found work is immediately followed by another', async () => {
  const played = play(['at_once', 'at_once', 'after_pause']);
  for (const at of [0, 1, 2]) {
    await played.begun(at);
    played.end(at);
  }
  await played.stop();
  assert.equal(played.count(), 3);
});

test('a pause ends by itself, even after a failed round', async () => {
  const played = play(['after_pause', new Error('no database'), 'after_pause'], 1);
  for (const at of [0, 1, 2]) {
    await played.begun(at);
    played.end(at);
    if (at === 2) await played.stop();
  }
  assert.equal(played.count(), 3);
});

test('a wake during a round is not lost: the next pause is skipped', async () => {
  const played = play(['after_pause', 'after_pause']);
  await played.begun(0);
  played.wake();
  played.end(0);
  await played.begun(1);
  played.end(1);
  await played.stop();
  assert.equal(played.count(), 2);
});

test('a wake ends the pause, even after a failed round', async () => {
  const played = play([new Error('no database'), 'after_pause']);
  await played.begun(0);
  played.end(0);
  await new Promise(setImmediate); // the pause has begun
  played.wake();
  await played.begun(1);
  played.end(1);
  await played.stop();
  assert.equal(played.count(), 2);
});

test('stopping aborts and awaits the round in progress, ends the pause and starts no other round', async () => {
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  let finished = false;
  const rounds = startRounds(
    async signal => {
      signal.addEventListener('abort', () => ended.resolve());
      begun.resolve();
      await ended.promise;
      assert.equal(finished, false);
      finished = true;
      return 'at_once';
    },
    { pause_ms: day, log, failure },
  );
  await begun.promise;
  await rounds.stop();
  assert.equal(finished, true);
});

test('stopping during a pause, or before the first round, does not wait for it', async () => {
  let count = 0;
  const late = startRounds(
    async () => {
      count += 1;
      return 'after_pause';
    },
    { first_ms: day, pause_ms: day, log, failure },
  );
  await late.stop();
  assert.equal(count, 0);
});

test('finished work is not repeated', async () => {
  const played = play(['never', 'at_once'], 1);
  await played.begun(0);
  played.wake();
  played.end(0);
  await new Promise(setImmediate);
  await played.stop();
  assert.equal(played.count(), 1);
});
