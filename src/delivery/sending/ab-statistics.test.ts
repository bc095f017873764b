import assert from 'node:assert/strict';
import { test } from 'node:test';
import { abTest, triedOf } from '../../emails/ab-test.ts';
import { openDice } from '../../platform/dice.ts';
import { bestProbabilities, intervalOf, smallestDifference, winnerOf } from './ab-statistics.ts';

const near = (actual: number, expected: number, within: number) =>
  assert.ok(Math.abs(actual - expected) <= within, `${actual} is not ${expected}`);

test('the probability of being the best is the share of draws in which it is', () => {
  const { random } = openDice(7);
  for (const tried of [
    [
      { people: 10, acted: 1 },
      { people: 10, acted: 3 },
    ],
    [
      { people: 1000, acted: 20 },
      { people: 1000, acted: 30 },
    ],
    [
      { people: 50, acted: 0 },
      { people: 60, acted: 1 },
      { people: 40, acted: 2 },
    ],
    [
      { people: 400, acted: 30 },
      { people: 400, acted: 36 },
      { people: 400, acted: 33 },
      { people: 400, acted: 20 },
    ],
  ]) {
    const draws = 40_000;
    const wins = tried.map(() => 0);
    for (let draw = 0; draw < draws; draw += 1) {
      const shares = tried.map(({ people, acted }) => drawBeta(1 + acted, 1 + people - acted, random));
      wins[shares.indexOf(Math.max(...shares))]! += 1;
    }
    for (const [at, probability] of bestProbabilities(tried).entries())
      near(probability, wins[at]! / draws, 0.01);
  }
});

test('with no counts, all are equally likely; with a clear difference, one is nearly sure', () => {
  for (const one of bestProbabilities([
    { people: 0, acted: 0 },
    { people: 0, acted: 0 },
  ]))
    near(one, 0.5, 1e-6);
  near(
    bestProbabilities([
      { people: 500_000, acted: 10_000 },
      { people: 500_000, acted: 12_000 },
    ])[1]!,
    1,
    1e-9,
  );
  assert.equal(
    winnerOf([
      { people: 1000, acted: 20 },
      { people: 1000, acted: 24 },
    ]),
    null,
  );
  assert.equal(
    winnerOf([
      { people: 1000, acted: 20 },
      { people: 1000, acted: 40 },
    ]),
    2,
  );
});

test('the interval holds the share in 95 of 100 cases', () => {
  const { low, high } = intervalOf({ people: 1000, acted: 20 });
  near(low, 0.013, 0.0005);
  near(high, 0.0307, 0.0005);
  const none = intervalOf({ people: 0, acted: 0 });
  near(none.low, 0.025, 1e-6);
  near(none.high, 0.975, 1e-6);
});

test('the smallest difference that a list can show follows from its size and its usual share', () => {
  for (const [people, usual, difference] of [
    [1000, 0.02, 0.022],
    [1000, 0.05, 0.031],
    [5000, 0.02, 0.009],
    [250, 0.02, 0.053],
    [19_100, 0.25, 0.0125],
    [21_100, 0.02, 0.004],
  ] as const)
    near(smallestDifference(people, usual)!, difference, 0.0006);
  assert.equal(smallestDifference(2, 0.02), null);
  assert.equal(smallestDifference(0, 0.02), null);
});

/** docs/sending.md states these rates. */
for (const [variants, rate] of [
  [2, 0.1],
  [3, 0.026],
  [4, 0.009],
] as const)
  test(`among 10,000 tests of ${variants} equal variants, about ${Math.round(1000 * rate)} in 1,000 name a winner`, () => {
    const { random } = openDice(variants);
    const memory = new Map<string, boolean>();
    let named = 0;
    for (let round = 0; round < 10_000; round += 1) {
      const clicks = Array.from({ length: variants }, () => drawBinomial(500, 0.05, random));
      // The order changes nothing.
      const key = clicks.toSorted((a, b) => a - b).join(' ');
      const known = memory.get(key) ?? winnerOf(clicks.map(one => ({ people: 500, acted: one }))) !== null;
      memory.set(key, known);
      named += Number(known);
    }
    near(named / 10_000, rate, 0.012);
  });

test('among 10,000 equal pairs, programs that open everything for half of the people do not change how often a winner is named', () => {
  const { random } = openDice(5);
  const test = abTest.parse({ variants: [{ subject: 'Other' }], measure: 'opens' });
  const rounds = 10_000;
  let named = 0;
  for (let round = 0; round < rounds; round += 1) {
    const groups = [1, 2].flatMap(variant => [
      { variant, is_counted: true, people: 500, opens: drawBinomial(500, 0.3, random), clicks: 0 },
      { variant, is_counted: false, people: 500, opens: 500 - Math.floor(random() * 2), clicks: 0 },
    ]);
    named += Number(winnerOf(triedOf(test, groups)) !== null);
  }
  near(named / rounds, 0.1, 0.012);
});

function drawBinomial(people: number, share: number, random: () => number): number {
  let count = 0;
  for (let one = 0; one < people; one += 1) count += Number(random() < share);
  return count;
}

function drawBeta(a: number, b: number, random: () => number): number {
  const first = drawGamma(a, random);
  return first / (first + drawGamma(b, random));
}

/** Draws a number by the method of Marsaglia and Tsang, 2000. */
function drawGamma(shape: number, random: () => number): number {
  const d = shape - 1 / 3;
  for (;;) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const v = (1 + normal / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random()) < 0.5 * normal ** 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}
