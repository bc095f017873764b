import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GrantKind, GrantState } from '../../platform/database/schema.ts';
import { type Dice, openDice } from '../../platform/dice.ts';
import { entitledStandings, type GrantFacts, movesOf, standing } from './standing.ts';

const hour = 3_600_000;
const origin = Date.parse('2026-05-01T00:00:00Z');
const at = (hours: number) => new Date(origin + hours * hour);
const stamp = (hours: number) => at(hours).toISOString();

let keys = 0;
function grant(given: Partial<GrantFacts> & { from: number; to?: number; revoked?: number }): GrantFacts {
  keys += 1;
  const { from, to, revoked, ...facts } = given;
  return {
    key: keys,
    kind: 'outside',
    state: 'running',
    start_date: stamp(from),
    end_date: to === undefined ? null : stamp(to),
    grace_until: null,
    revoked_date: revoked === undefined ? null : stamp(revoked),
    is_void: false,
    message: '',
    ...facts,
  };
}
const nameAt = (grants: GrantFacts[], hours: number) => standing(grants, at(hours)).standing;

test('without grants somebody is regular, and the clock changes nothing', () => {
  assert.deepEqual(standing([], at(0)), {
    standing: 'regular',
    entitled: false,
    since: null,
    until: null,
    grants: [],
    next_look: null,
    upgrade_date: null,
    churn_date: null,
    gift_end: null,
    gift_message: '',
  });
});

const kinds: [kind: GrantKind, open: string, over: string][] = [
  ['subscription', 'churning', 'churned'], // it has an end
  ['one_time', 'premium', 'churned'],
  ['outside', 'premium', 'churned'],
  ['gift', 'gifted', 'regular'],
  ['comp', 'gifted', 'regular'],
  ['trial', 'trialed', 'regular'],
];
for (const [kind, open, over] of kinds)
  test(`a ${kind} with an end is upcoming, then ${open}, then ${over}`, () => {
    const grants = [grant({ kind, from: 1, to: 3 })];
    assert.deepEqual(
      [0, 1, 2, 3].map(hours => nameAt(grants, hours)),
      ['upcoming', open, open, over],
    );
    assert.equal(standing(grants, at(0)).next_look, stamp(1));
    assert.equal(standing(grants, at(1)).next_look, stamp(3));
    assert.equal(standing(grants, at(3)).next_look, null);
    assert.equal(standing(grants, at(2)).until, stamp(3));
  });

const states: [state: GrantState, name: string, entitled: boolean][] = [
  ['running', 'premium', true],
  ['churning', 'churning', true],
  ['past_due', 'past_due', true],
  ['paused', 'paused', false],
  ['unpaid', 'unpaid', false],
];
for (const [state, name, entitled] of states)
  test(`a subscription that its source calls ${state} makes somebody ${name}`, () => {
    const found = standing([grant({ kind: 'subscription', state, from: 0 })], at(1));
    assert.deepEqual([found.standing, found.entitled], [name, entitled]);
  });

test('of two grants that end at one instant neither is left over', () => {
  const grants = [grant({ kind: 'gift', from: 0, to: 5 }), grant({ kind: 'trial', from: 1, to: 5 })];
  assert.equal(nameAt(grants, 4.9999), 'trialed');
  assert.equal(nameAt(grants, 5), 'regular');
  assert.equal(standing(grants, at(2)).next_look, stamp(5));
});

test('a grant that begins as another ends leaves no gap', () => {
  const grants = [grant({ from: 0, to: 5 }), grant({ from: 5, to: 9 })];
  assert.deepEqual(
    [4, 5, 8].map(hours => standing(grants, at(hours)).since),
    [stamp(0), stamp(0), stamp(0)],
  );
  assert.equal(standing(grants, at(6)).upgrade_date, stamp(0));
  assert.deepEqual(
    movesOf(grants, at(20)).map(move => move.standing),
    ['premium', 'premium', 'churned'],
  );
});

test('a gift goes on when the paid subscription ends, and the person has still churned from paying', () => {
  const grants = [
    grant({ kind: 'subscription', from: 0, to: 5 }),
    grant({ kind: 'gift', from: 0, to: 9, message: 'For you' }),
  ];
  assert.equal(nameAt(grants, 1), 'churning');
  const later = standing(grants, at(6));
  assert.deepEqual(
    [later.standing, later.churn_date, later.gift_end, later.gift_message],
    ['gifted', stamp(5), stamp(9), 'For you'],
  );
  assert.equal(nameAt(grants, 9), 'churned');
});

test('a grant that was never paid leaves nobody churned: unpaid, revoked before it began, or revoked as if it had never been', () => {
  assert.equal(nameAt([grant({ state: 'unpaid', from: 0, to: 2 })], 3), 'regular');
  assert.equal(nameAt([grant({ from: 5, revoked: 2 })], 9), 'regular');
  assert.equal(nameAt([grant({ from: 0, revoked: 2, is_void: true })], 3), 'regular');
  assert.equal(nameAt([grant({ from: 0, revoked: 2, is_void: true })], 1), 'premium');
  assert.equal(nameAt([grant({ from: 0, revoked: 2 })], 3), 'churned');
});

test('in the hour that the clock shows twice, each grant ends in its own half', () => {
  // Berlin sets its clocks back at 01:00 UTC on 25 October 2026: half past two comes twice.
  const early = grant({ kind: 'gift', from: 0 });
  early.end_date = '2026-10-25T00:30:00.000Z';
  const late = grant({ kind: 'gift', from: 0 });
  late.end_date = '2026-10-25T01:30:00.000Z';
  const between = new Date('2026-10-25T01:00:00Z');
  assert.equal(standing([early], between).standing, 'regular');
  assert.equal(standing([late], between).standing, 'gifted');
  assert.equal(standing([early, late], between).until, late.end_date);
  // And on 29 March the hour from two to three does not exist: nothing is lost.
  const spring = grant({ kind: 'gift', from: 0 });
  spring.start_date = '2026-03-01T00:00:00.000Z';
  spring.end_date = '2026-03-29T01:00:00.000Z';
  assert.equal(standing([spring], new Date('2026-03-29T00:59:59.999Z')).standing, 'gifted');
  assert.equal(standing([spring], new Date('2026-03-29T01:00:00Z')).standing, 'regular');
});

/** Grants with bounds at whole hours, many of which meet. */
function randomGrants(dice: Dice): GrantFacts[] {
  return Array.from({ length: dice.below(7) }, () => {
    const from = dice.below(20);
    const revoked = dice.chance(0.3) ? dice.below(25) : undefined;
    return grant({
      kind: dice.pick(['subscription', 'one_time', 'outside', 'gift', 'comp', 'trial'] as const),
      state: dice.pick([
        'running',
        'running',
        'running',
        'churning',
        'past_due',
        'paused',
        'unpaid',
      ] as const),
      from,
      ...(dice.chance(0.7) && { to: from + 1 + dice.below(10) }),
      ...(revoked !== undefined && { revoked, is_void: dice.chance(0.5) }),
    });
  });
}

test('the result holds until next_look, and a person is entitled exactly while one grant entitles, whatever the grants', () => {
  for (let seed = 0; seed < 3000; seed += 1) {
    const dice = openDice(seed);
    const grants = randomGrants(dice);
    const shuffled = dice.shuffle(grants);
    for (let hours = 0; hours < 40; hours += 1) {
      const found = standing(grants, at(hours));
      assert.deepEqual(standing(shuffled, at(hours)), found, `seed ${seed}`);
      const entitling = grants.filter(
        one =>
          one.state !== 'paused' &&
          one.state !== 'unpaid' &&
          one.start_date <= stamp(hours) &&
          (one.end_date === null || stamp(hours) < one.end_date) &&
          (one.revoked_date === null || stamp(hours) < one.revoked_date),
      );
      assert.equal(found.entitled, entitling.length > 0, `seed ${seed}, hour ${hours}`);
      assert.equal(
        found.entitled,
        (entitledStandings as readonly string[]).includes(found.standing),
        `seed ${seed}, hour ${hours}`,
      );
      const next = found.next_look === null ? 60 : (Date.parse(found.next_look) - origin) / hour;
      assert.ok(next > hours);
      for (const later of [hours + (next - hours) / 2, next - 1 / 3600])
        assert.deepEqual(standing(grants, at(later)), found, `seed ${seed}, hour ${hours} to ${later}`);
      if (found.until !== null) assert.ok(found.until > stamp(hours));
      if (found.since !== null) assert.ok(found.since <= stamp(hours));
      assert.equal(movesOf(grants, at(hours)).at(-1)?.standing ?? nameAt(grants, -1), found.standing);
    }
  }
});
