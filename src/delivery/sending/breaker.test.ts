import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBreaker } from './breaker.ts';

const policy = { policy_percent: 5, complaints_percent: 0.3 };
const outcomes = (fine: number, refused: number) => [
  ...Array.from({ length: fine }, () => false),
  ...Array.from({ length: refused }, () => true),
];

test('the breaker trips at the given share of at least a hundred outcomes', () => {
  const breaker = openBreaker(policy);
  assert.equal(breaker.count(1, null, outcomes(0, 99)), undefined);
  assert.match(breaker.count(1, null, outcomes(0, 1))!, /^100 of the last 100/);
  assert.equal(breaker.count(2, null, outcomes(96, 4)), undefined);
  assert.match(breaker.count(2, null, outcomes(4, 2))!, /^6 of the last 106/);
});

test('only the last thousand outcomes count, and only a refusal trips the breaker', () => {
  const breaker = openBreaker(policy);
  assert.equal(breaker.count(1, null, outcomes(3000, 49)), undefined);
  assert.match(breaker.count(1, null, outcomes(0, 1))!, /^50 of the last 1,000 messages/);
  assert.equal(breaker.count(1, null, outcomes(1, 0)), undefined);
});

test('after a pause the count restarts, and each email counts separately', () => {
  const breaker = openBreaker(policy);
  breaker.count(1, null, outcomes(0, 90));
  assert.equal(breaker.count(2, null, outcomes(0, 90)), undefined);
  assert.equal(breaker.count(1, '2026-11-20T09:00:00.000Z', outcomes(0, 90)), undefined);
});

test('outcomes of hand-overs from before a pause do not count after it', () => {
  const breaker = openBreaker(policy);
  const resumed = '2026-11-20T09:00:00.000Z';
  breaker.count(1, null, outcomes(0, 90));
  breaker.count(1, resumed, outcomes(99, 0));
  assert.equal(breaker.count(1, null, outcomes(0, 50)), undefined);
  assert.equal(breaker.count(1, resumed, outcomes(0, 4)), undefined);
  assert.match(breaker.count(1, resumed, outcomes(0, 2))!, /^6 of the last 105/);
});

test('complaints trip the breaker at their share, from three on', () => {
  const breaker = openBreaker(policy);
  assert.equal(breaker.weigh({ delivered: 99, complaints: 50 }), undefined);
  assert.equal(breaker.weigh({ delivered: 200, complaints: 2 }), undefined);
  assert.match(breaker.weigh({ delivered: 1000, complaints: 3 })!, /^3 of 1,000 recipients/);
  assert.equal(breaker.weigh({ delivered: 1001, complaints: 3 }), undefined);
});
