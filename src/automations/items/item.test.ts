import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Judgement } from './age.ts';
import { admit } from './item.ts';

const fresh: Judgement = { is: 'new', doubt: null };
const doubtful: Judgement = { is: 'new', doubt: 'It has the same title as an earlier item.' };
const known: Judgement = { is: 'known', key: 1 };
const usual = { on_next_poll: null, every: true, most: 2, surge: false };
const statuses = (...arguments_: Parameters<typeof admit>) =>
  admit(...arguments_).map(({ status }) => status);

test('new items are mailed, including a few doubtful ones; items that the feed had before are ignored', () => {
  assert.deepEqual(statuses([fresh, known, doubtful], usual), ['queued', 'irrelevant', 'queued']);
});

test('with every, the newest items over the limit of one response are held; known ones do not count', () => {
  assert.deepEqual(statuses([fresh, known, fresh, fresh, fresh], usual), [
    'queued',
    'irrelevant',
    'queued',
    'held',
    'held',
  ]);
  assert.match(admit([fresh, fresh, fresh], usual)[2]?.reason ?? '', /more than 2/);
});

test('a digest takes any number', () => {
  assert.deepEqual(statuses(Array(5000).fill(fresh), { ...usual, every: false }), Array(5000).fill('queued'));
});

test('the doubtful items of a surge are held, each with its reason, and the real ones are mailed', () => {
  const states = admit([doubtful, fresh, known], { ...usual, surge: true });
  assert.deepEqual(
    states.map(({ status }) => status),
    ['held', 'queued', 'irrelevant'],
  );
  assert.match(states[0]?.reason ?? '', /same title/);
});

test('an old item is ignored if its position and date agree, and is otherwise held', () => {
  const old = (certain: boolean): Judgement => ({ is: 'old', certain, reason: 'It is older.' });
  assert.deepEqual(statuses([old(true), old(false), fresh], usual), ['irrelevant', 'held', 'queued']);
});

test('a baseline or a pause takes in everything, surge or not; catching up mails everything up to the limit', () => {
  for (const on_next_poll of ['irrelevant', 'skipped'] as const)
    assert.deepEqual(statuses([fresh, known, doubtful], { ...usual, on_next_poll, surge: true }), [
      on_next_poll,
      on_next_poll,
      on_next_poll,
    ]);
  assert.deepEqual(statuses([known, known, fresh], { ...usual, on_next_poll: 'queued', surge: true }), [
    'queued',
    'queued',
    'held',
  ]);
});

test('every item that is not mailed has a reason', () => {
  const met = [fresh, doubtful, known, fresh, fresh];
  for (const on_next_poll of ['irrelevant', 'skipped', 'queued', null] as const)
    for (const surge of [true, false])
      for (const state of admit(met, { ...usual, on_next_poll, surge }))
        assert.equal(state.reason !== '', state.status !== 'queued');
});
