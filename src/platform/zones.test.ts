import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zoneOr } from './zones.ts';

test('a zone that nobody knows is that of the newsletter', () => {
  assert.equal(zoneOr('Asia/Tokyo', 'UTC'), 'Asia/Tokyo');
  for (const wrong of ['Atlantis/Capital', '', 7, null, undefined, 'x'.repeat(200)])
    assert.equal(zoneOr(wrong, 'Europe/Rome'), 'Europe/Rome');
});
