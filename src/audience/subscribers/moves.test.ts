import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MailState, Standing } from '../../platform/database/schema.ts';
import { typeOf } from '../standing/type.ts';
import { changesOf } from './update.ts';

const person = { id: 'x', tags: [], confirmation_date: null };
const stands = (standing: Standing, mail_state: MailState = 'subscribed') => ({
  ...person,
  standing,
  mail_state,
  type: typeOf({ standing, mail_state }),
});
const namesOf = (...move: Parameters<typeof changesOf>) =>
  changesOf(...move)
    .map(({ event_type }) => event_type.slice('subscriber.'.length))
    .filter(name => !['updated', 'type.changed', 'unsubscribed'].includes(name));

const moves: [from: Standing, to: Standing, names: string[]][] = [
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
];

for (const [from, to, names] of moves)
  test(`from ${from} to ${to} is ${names.join(' and ') || 'only a change of type'}`, () => {
    assert.deepEqual(namesOf(stands(from), stands(to)), names);
  });

for (const mail_state of ['unsubscribed', 'undeliverable', 'complained', 'paused'] as const)
  test(`a paid standing ends and begins while the reader’s mail is ${mail_state}`, () => {
    assert.deepEqual(namesOf(stands('premium', mail_state), stands('churned', mail_state)), ['churned']);
    assert.deepEqual(namesOf(stands('churned', mail_state), stands('premium', mail_state)), ['paid']);
  });

test('a reader who pauses mail has not paused what they pay for', () => {
  assert.deepEqual(namesOf(stands('premium'), stands('premium', 'paused')), ['mail_paused']);
  assert.deepEqual(namesOf(stands('premium', 'paused'), stands('premium')), ['mail_resumed']);
  assert.deepEqual(namesOf(stands('premium', 'paused'), stands('premium', 'unsubscribed')), ['mail_resumed']);
});

test('a change of type to paused says whether mail goes on', () => {
  const moveTo = (to: ReturnType<typeof stands>) =>
    changesOf(stands('regular'), to).find(({ event_type }) => event_type === 'subscriber.type.changed')?.data;
  assert.deepEqual(moveTo(stands('paused')), { from: 'regular', to: 'paused', mail_to: 'subscribed' });
  assert.deepEqual(moveTo(stands('regular', 'paused')), { from: 'regular', to: 'paused' });
});

test('every event of a change of type has the old and new type', () => {
  const events = changesOf(stands('regular'), stands('premium'));
  assert.deepEqual(
    events.filter(({ event_type }) => event_type !== 'subscriber.updated').map(({ data }) => data),
    [
      { from: 'regular', to: 'premium' },
      { from: 'regular', to: 'premium' },
    ],
  );
});
