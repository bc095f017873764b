import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mainColors } from './picture-colors.ts';

const pixels = (...runs: [count: number, ...color: number[]][]) =>
  runs.flatMap(([count, ...color]) => Array.from({ length: count }, () => color).flat());

test('the vivid colours of a picture come first, similar ones count as one, and transparent pixels do not count', () => {
  const colors = mainColors(
    pixels([60, 240, 240, 240, 255], [30, 200, 30, 40, 255], [10, 204, 30, 44, 255], [500, 0, 0, 255, 0]),
  );
  assert.deepEqual(colors, ['#c91e29', '#f0f0f0']);
});
