import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zoneOr } from './zones.ts';

test('an unknown zone is replaced by the newsletter’s', () => {
  assert.equal(zoneOr('Asia/Tokyo', 'UTC'), 'Asia/Tokyo');
  for (const wrong of ['Atlantis/Capital', '', 7, null, undefined, 'x'.repeat(200)])
    assert.equal(zoneOr(wrong, 'Europe/Rome'), 'Europe/Rome');
});
