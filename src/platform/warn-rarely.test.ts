import assert from 'node:assert/strict';
import { test } from 'node:test';
import { warnRarely } from './warn-rarely.ts';

test('a flood of the same error is one warning a minute with its number, and another error is not held back', () => {
  const lines: [string | undefined, number | undefined][] = [];
  let now = 0;
  const warn = (entry: { err: Error; repeated?: number }) => lines.push([entry.err.message, entry.repeated]);
  const say = warnRarely({ warn: warn as never }, 'trouble', () => now);
  for (now = 0; now < 60_000; now += 500) say(new Error('no database'));
  say(new Error('something else'));
  say(new Error('no database'));
  assert.deepEqual(lines, [
    ['no database', undefined],
    ['something else', undefined],
    ['no database', 119],
  ]);
});
