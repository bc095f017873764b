import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fields } from './fields.ts';
import { placedAt, placeOf } from './place.ts';

const types = ['public', 'private', 'premium', 'free', 'archival'] as const satisfies Fields['email_type'][];
const modes = ['enabled', 'enabled_for_subscribers', 'enabled_for_paid_subscribers', 'disabled'] as const;
const all = types.flatMap(email_type => modes.map(archival_mode => ({ email_type, archival_mode })));

test('an email appears where it was put', () => {
  for (const email of all)
    for (const place of ['both', 'email', 'web'] as const)
      assert.equal(placeOf(placedAt(email, place)), place, JSON.stringify(email));
});

test('a change of place keeps who gets the email and who reads its page, unless nobody did', () => {
  const paid = { email_type: 'premium', archival_mode: 'enabled_for_subscribers' } as const;
  assert.deepEqual(placedAt(paid, 'both'), paid);
  assert.deepEqual(placedAt(paid, 'email'), { email_type: 'premium', archival_mode: 'disabled' });
  assert.deepEqual(placedAt({ ...paid, email_type: 'private' }, 'both').email_type, 'public');
});

test('an email type without a page or without mail is read as such', () => {
  assert.equal(placeOf({ email_type: 'private', archival_mode: 'enabled' }), 'email');
  assert.equal(placeOf({ email_type: 'churned', archival_mode: 'enabled' }), 'email');
  assert.equal(placeOf({ email_type: 'archival', archival_mode: 'disabled' }), 'web');
});
