import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstStep, redo, takeStep, undo } from './steps.ts';

test('every step can be undone and redone, until another one is taken', () => {
  let steps = firstStep('a');
  steps = takeStep(steps, 'b', { what: 'x', at: 0 });
  steps = takeStep(steps, 'c', { what: 'y', at: 10 });
  steps = undo(undo(steps));
  assert.equal(steps.now, 'a');
  assert.equal(undo(steps).now, 'a');
  steps = redo(steps);
  assert.equal(steps.now, 'b');
  steps = takeStep(steps, 'd', { what: 'y', at: 20 });
  assert.equal(redo(steps).now, 'd');
  assert.equal(undo(undo(steps)).now, 'a');
});

test('quick changes of one thing are one step; slow ones and those after an undo are steps of their own', () => {
  let steps = firstStep('');
  for (const [at, text] of ['h', 'hi', 'hi!'].entries())
    steps = takeStep(steps, text, { what: 'text', at: at * 900 });
  assert.equal(undo(steps).now, '');
  steps = takeStep(steps, 'hi! you', { what: 'text', at: 9000 });
  assert.equal(undo(steps).now, 'hi!');
  steps = takeStep(undo(steps), 'hi? ', { what: 'text', at: 9001 });
  assert.equal(undo(steps).now, 'hi!');
});
