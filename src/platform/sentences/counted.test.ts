import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counted, number } from './counted.ts';

test('a number is written as people read it, with its noun', () => {
  assert.equal(number(1495), '1,495');
  assert.equal(counted(1495, 'subscriber'), '1,495 subscribers');
  assert.equal(counted(1, 'copy', 'copies'), '1 copy');
  assert.equal(counted(0, 'person', 'people'), '0 people');
});
