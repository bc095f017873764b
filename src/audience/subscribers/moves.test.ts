import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SubscriberType } from '../../platform/database/schema.ts';
import { changesOf } from './update.ts';

const person = { id: 'x', tags: [], confirmation_date: null };
const named = (from: SubscriberType, to: SubscriberType) =>
  changesOf({ ...person, type: from }, { ...person, type: to })
    .map(({ event_type }) => event_type.slice('subscriber.'.length))
    .filter(name => !['updated', 'type.changed', 'unsubscribed'].includes(name));

const moves: [from: SubscriberType, to: SubscriberType, names: string[]][] = [
  ['regular', 'premium', ['paid']],
  ['regular', 'gifted', []],
  ['gifted', 'premium', ['paid']],
  ['regular', 'trialed', ['trial_started']],
  ['trialed', 'premium', ['paid', 'trial_ended']],
  ['trialed', 'regular', ['trial_ended']],
  ['churning', 'premium', []],
  ['past_due', 'premium', []],
  ['churning', 'churned', ['churned']],
  ['premium', 'paused', ['paused']],
  ['paused', 'premium', ['resumed']],
  ['regular', 'unsubscribed', []],
];

for (const [from, to, names] of moves)
  test(`from ${from} to ${to} is ${names.join(' and ') || 'only a change of type'}`, () => {
    assert.deepEqual(named(from, to), names);
  });

test('every event of a change of type has the old and new type', () => {
  const events = changesOf({ ...person, type: 'regular' }, { ...person, type: 'premium' });
  assert.deepEqual(
    events.filter(({ event_type }) => event_type !== 'subscriber.updated').map(({ data }) => data),
    [
      { from: 'regular', to: 'premium' },
      { from: 'regular', to: 'premium' },
    ],
  );
});
