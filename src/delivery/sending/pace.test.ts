import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atClock, freshBudget, ofTurn, rateOf, refilled, struck, withTurn } from './pace.ts';

const unlimited = Number.POSITIVE_INFINITY;

test('a bucket holds one second of its rate, at least one message, and refills over time', () => {
  const full = refilled(freshBudget(100), 20, 100);
  assert.equal(full.tokens, 20);
  assert.equal(refilled({ ...full, tokens: 0 }, 20, 100.5).tokens, 10);
  assert.equal(refilled({ ...full, tokens: 0 }, 20, 1000).tokens, 20);
  assert.equal(refilled({ ...full, tokens: 0 }, 0.1, 105).tokens, 0.5);
  assert.equal(refilled({ ...full, tokens: 0 }, 0.1, 200).tokens, 1);
});

test('a clock that goes back changes nothing', () => {
  const budget = { ...freshBudget(100), tokens: 3 };
  const later = refilled(budget, 20, 99);
  assert.deepEqual([later.tokens, later.token_time], [3, 100]);
});

test('after the clock was set back, a budget refills from now on, its turns start over, and a hold is no longer than it was', () => {
  const used = { ...freshBudget(4000), tokens: 0, turn_time: 4050 };
  const back = atClock(used, 400);
  assert.deepEqual([back.token_time, back.turn_time], [400, 400]);
  assert.equal(refilled(back, 20, 400.5).tokens, 10);
  assert.equal(withTurn(back, 5, 400, 5).turn_time, 401);
  const held = atClock(struck(struck(freshBudget(4000), 4000), 4005), 400);
  assert.equal(held.hold_until, 410);
  assert.equal(rateOf(held, unlimited, 410), 5);
  for (const budget of [used, struck(used, 4000)])
    assert.equal(atClock(budget, 4000), budget, 'usually it stays');
});

test('a domain that pushes back gets nothing, then a little, then doubling amounts until trusted again', () => {
  const held = struck(freshBudget(100), 100);
  assert.equal(held.hold_until, 105);
  assert.equal(rateOf(held, unlimited, 104), 0);
  assert.equal(rateOf(held, unlimited, 105), 10);
  assert.equal(rateOf(held, unlimited, 135), 20);
  assert.equal(rateOf(held, 15, 135), 15);
  assert.equal(refilled(held, unlimited, 110).strikes, 1);
  assert.equal(refilled(held, unlimited, 105 + 30 * 6).strikes, 0);
  assert.equal(refilled(held, unlimited, 104).tokens, 0);
});

test('replies to mail under way do not slow it again; a push after the hold does, for up to 15 minutes', () => {
  let budget = struck(freshBudget(100), 100);
  assert.equal(struck(budget, 104), budget);
  const holds = [];
  for (let times = 0; times < 12; times += 1) {
    const now = budget.hold_until;
    budget = struck(budget, now);
    holds.push(budget.hold_until - now);
  }
  assert.deepEqual(holds, [10, 20, 40, 80, 160, 320, 640, 900, 900, 900, 900, 900]);
  assert.equal(rateOf(budget, unlimited, budget.hold_until), 0.1);
  assert.equal(
    struck(refilled(budget, unlimited, budget.hold_until + 3600), budget.hold_until + 3600).strikes,
    1,
  );
});

test('waiting chunks get turns in order, at most a minute away unless one message takes longer', () => {
  let budget = freshBudget(100);
  const turns = [];
  for (const wanted of [5, 5, 1, 500]) {
    budget = withTurn(budget, 5, 100, wanted);
    turns.push(budget.turn_time);
  }
  assert.deepEqual(turns, [101, 102, 102.2, 103.2]);
  for (let more = 0; more < 100; more += 1) budget = withTurn(budget, 5, 100, 500);
  assert.equal(budget.turn_time, 160);
  assert.equal(withTurn(freshBudget(100), 0.01, 100, 7).turn_time, 200);
});

test('while others wait for their turns, a pass gets one turn’s worth, however slowly it uses it', () => {
  const alone = { ...freshBudget(100), tokens: 7 };
  assert.equal(ofTurn(alone, 20, 100, 500).tokens, 7);
  const shared = withTurn(alone, 20, 100, 500);
  assert.equal(ofTurn(shared, 20, 100, 0).tokens, 7);
  assert.equal(ofTurn(shared, 20, 100, 18).tokens, 2);
  assert.equal(ofTurn(shared, 20, 100, 20).tokens, 0);
  assert.equal(ofTurn(shared, 20, shared.turn_time, 20).tokens, 7);
});

test('recipients at a held domain are served after the hold', () => {
  const held = struck(freshBudget(100), 100);
  assert.equal(withTurn(held, unlimited, 101, 500).turn_time, 106);
});
