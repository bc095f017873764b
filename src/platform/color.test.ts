import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrastOf, leastContrast, readableOn } from './color.ts';

test('contrast is computed as the WCAG define it', () => {
  assert.equal(contrastOf('#000000', '#ffffff'), 21);
  assert.equal(contrastOf('#777777', '#777777'), 1);
  assert.ok(Math.abs(contrastOf('#767676', '#ffffff') - 4.54) < 0.01);
});

test('text in any color can be read on any background that is nearly white or nearly black', () => {
  const levels = ['00', '33', '66', '99', 'cc', 'ff'];
  for (const red of levels)
    for (const green of levels)
      for (const blue of levels)
        for (const [background, toward] of [
          ['#f3f0eb', '#000000'],
          ['#2b2a28', '#ffffff'],
        ] as const) {
          const color = `#${red}${green}${blue}`;
          const readable = readableOn(background, color, toward);
          assert.match(readable, /^#[0-9a-f]{6}$/);
          assert.ok(contrastOf(readable, background) >= leastContrast, `${color} on ${background}`);
        }
});

test('a color that can be read already stays as it is', () => {
  assert.equal(readableOn('#ffffff', '#0f5bb5', '#000000'), '#0f5bb5');
});
