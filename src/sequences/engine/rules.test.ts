import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDice } from '../../platform/dice.ts';
import {
  decideStep,
  type EntryFacts,
  mostLinks,
  refusalOf,
  type StepDecision,
  type StepFacts,
  type StepRule,
  tryAgain,
  whenCapped,
} from './rules.ts';

const now = new Date('2026-11-20T09:00:00Z');
const hour = 3_600_000;
const ago = (hours: number) => new Date(now.getTime() - hours * hour);

const fit: EntryFacts = {
  counts: true,
  matches: true,
  is_inside: false,
  passages: 0,
  has_left: false,
  links: 0,
};
const rule: StepRule = { mails: true, until_end: null, late_ms: 24 * hour };
const ready: StepFacts = {
  is_there: true,
  has_reached_goal: false,
  still_matches: true,
  has_lost_tag: false,
  is_skipped: false,
  step_matches: true,
  until_holds: false,
  mail: 'open',
  quiet_until: null,
  last_mail: null,
};

test('nobody enters while inside, and only as often as the entry rule says', () => {
  assert.equal(refusalOf('once', fit), null);
  assert.equal(refusalOf('once', { ...fit, passages: 1 }), 'been_before');
  assert.equal(refusalOf('after_end', { ...fit, passages: 1 }), null);
  assert.equal(refusalOf('after_end', { ...fit, passages: 1, has_left: true }), 'has_left');
  assert.equal(refusalOf('every', { ...fit, passages: 9, has_left: true }), null);
  for (const entry of ['once', 'after_end', 'every'] as const)
    assert.equal(refusalOf(entry, { ...fit, is_inside: true }), 'inside');
});

test('sequences that trigger each other come to an end', () => {
  assert.equal(refusalOf('every', { ...fit, links: mostLinks }), null);
  assert.equal(refusalOf('every', { ...fit, links: mostLinks + 1 }), 'loop');
});

test('a step is done when it is due, and held when it is later than allowed', () => {
  assert.deepEqual(decideStep(rule, ready, ago(0), now), { do: 'act' });
  assert.deepEqual(decideStep(rule, ready, ago(24), now), { do: 'act' });
  assert.deepEqual(decideStep(rule, ready, ago(25), now), { do: 'hold', reason: 'late' });
});

test('leaving comes before everything else', () => {
  const reasons: [Partial<StepFacts>, string][] = [
    [{ is_there: false }, 'deleted'],
    [{ has_reached_goal: true }, 'goal'],
    [{ still_matches: false }, 'filters'],
    [{ has_lost_tag: true }, 'tag_removed'],
    [{ mail: 'closed' }, 'unmailable'],
  ];
  for (const [facts, reason] of reasons)
    assert.deepEqual(decideStep(rule, { ...ready, ...facts, is_skipped: true }, ago(99), now), {
      do: 'leave',
      reason,
    });
});

test('two mails of a run are never closer than half of their gap', () => {
  const last = (hours: number, gap: number) => ({
    ...ready,
    last_mail: { date: ago(hours), gap_ms: gap * hour },
  });
  assert.deepEqual(decideStep(rule, last(12, 24), ago(1), now), { do: 'act' });
  assert.deepEqual(decideStep(rule, last(0, 24), ago(1), now), {
    do: 'wait',
    until: new Date(now.getTime() + 12 * hour),
    reason: 'gap',
  });
  assert.equal(decideStep(rule, { ...ready, last_mail: 'on_its_way' }, ago(1), now).do, 'wait');
});

test('a step that cannot be done now is tried again in an hour, and is late when it has been due for too long', () => {
  const planned = new Date('2026-03-01T09:00:00Z');
  const at = (hours: number) => new Date(planned.getTime() + hours * hour);
  assert.deepEqual(tryAgain('bound_exceeded', planned, at(23), 24 * hour), {
    do: 'wait',
    until: at(24),
    reason: 'bound_exceeded',
  });
  assert.deepEqual(tryAgain('bound_exceeded', planned, at(25), 24 * hour), { do: 'hold', reason: 'late' });
});

test('in quiet hours mail waits for their end, and other steps are done', () => {
  const quiet_until = new Date(now.getTime() + 8 * hour);
  const facts = { ...ready, quiet_until };
  assert.deepEqual(decideStep(rule, facts, ago(0), now), {
    do: 'wait',
    until: quiet_until,
    reason: 'quiet_hours',
  });
  assert.deepEqual(decideStep({ ...rule, mails: false }, facts, ago(0), now), { do: 'act' });
});

test('a mail to somebody who has had as many as allowed waits for 7 days at most, and then is left out', () => {
  const planned = new Date('2026-03-01T09:00:00Z');
  const at = (hours: number) => new Date(planned.getTime() + hours * hour);
  assert.deepEqual(whenCapped(planned, at(0)), { do: 'wait', until: at(1), reason: 'mail_cap' });
  assert.deepEqual(whenCapped(planned, at(7 * 24 - 1)), {
    do: 'wait',
    until: at(7 * 24),
    reason: 'mail_cap',
  });
  assert.deepEqual(whenCapped(planned, at(7 * 24)), { do: 'skip', reason: 'mail_cap' });
});

test('a step waits until its condition holds, but no longer than it may', () => {
  const waiting = { ...rule, until_end: new Date(now.getTime() + hour) };
  assert.equal(decideStep(waiting, ready, ago(0), now).do, 'wait');
  assert.equal(decideStep(waiting, { ...ready, until_holds: true }, ago(0), now).do, 'act');
  assert.equal(decideStep({ ...rule, until_end: now }, ready, ago(0), now).do, 'act');
});

test('for any facts there is exactly one decision, and a wait always ends later', () => {
  const dice = openDice(31);
  const flag = () => dice.below(2) === 0;
  const seen = new Map<string, number>();
  for (let round = 0; round < 20_000; round += 1) {
    const facts: StepFacts = {
      is_there: dice.below(20) > 0,
      has_reached_goal: dice.below(10) === 0,
      still_matches: dice.below(10) > 0,
      has_lost_tag: dice.below(20) === 0,
      is_skipped: dice.below(6) === 0,
      step_matches: flag(),
      until_holds: flag(),
      mail: (['open', 'open', 'unconfirmed', 'paused', 'closed'] as const)[dice.below(5)]!,
      quiet_until: flag() ? null : new Date(now.getTime() + (1 + dice.below(12)) * hour),
      last_mail: flag()
        ? null
        : flag()
          ? 'on_its_way'
          : { date: ago(dice.below(50)), gap_ms: dice.below(96) * hour },
    };
    const until_end = flag() ? null : new Date(now.getTime() + (dice.below(10) - 5) * hour);
    const given = { mails: flag(), until_end, late_ms: 24 * hour };
    const due = ago(dice.below(40));
    const decision: StepDecision = decideStep(given, facts, due, now);
    assert.deepEqual(decision, decideStep(given, facts, due, now));
    if (decision.do === 'wait') assert.ok(decision.until > now);
    if (decision.do === 'act') {
      assert.ok(now.getTime() - due.getTime() <= given.late_ms && facts.step_matches && !facts.is_skipped);
      if (given.mails) assert.deepEqual([facts.mail, facts.quiet_until], ['open', null]);
    }
    seen.set(decision.do, (seen.get(decision.do) ?? 0) + 1);
  }
  assert.deepEqual([...seen.keys()].sort(), ['act', 'hold', 'leave', 'skip', 'wait']);
});
