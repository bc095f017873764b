import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { hmac, isMac, mac, readToken, type Secret, signToken } from './signed-tokens.ts';

test('the signature is HMAC-SHA-256 for secrets shorter than, equal to and longer than a block', () => {
  for (const bytes of [1, 20, 32, 63, 64, 65, 131]) {
    const secret = randomBytes(bytes);
    for (const length of [0, 1, 55, 64, 1000]) {
      const message = randomBytes(length);
      for (const before of ['', 'link']) {
        const expected = createHmac('sha256', secret).update(before).update(message).digest();
        assert.deepEqual(hmac(secret, message, before), expected);
      }
    }
  }
});

test('a token opens only with its own purpose and secret, and only unaltered', () => {
  const secret: Secret = [randomBytes(32)];
  const payload = randomBytes(20);
  const token = signToken(secret, 'link', payload);
  assert.deepEqual(readToken(secret, 'link', token, 20), payload);
  assert.equal(readToken(secret, 'manage', token, 20), null);
  assert.equal(readToken([randomBytes(32)], 'link', token, 20), null);
  assert.equal(readToken(secret, 'link', token, 19), null);
  for (let at = 0; at < token.length; at += 1) {
    const other = token[at] === 'A' ? 'B' : 'A';
    assert.equal(readToken(secret, 'link', token.slice(0, at) + other + token.slice(at + 1), 20), null);
  }
});

test('the newest value of a secret signs, and tokens signed with an earlier one stay valid until it is removed', () => {
  const [former, newest] = [randomBytes(32), randomBytes(32)];
  const payload = randomBytes(20);
  const old = signToken([former], 'link', payload);
  const token = signToken([newest, former], 'link', payload);
  assert.equal(token, signToken([newest], 'link', payload));
  for (const one of [old, token]) assert.deepEqual(readToken([newest, former], 'link', one, 20), payload);
  assert.equal(readToken([newest], 'link', old, 20), null);
  for (const short of [Buffer.alloc(0), mac([newest], 'link', payload).subarray(0, 9)])
    assert.equal(isMac([newest], 'link', payload, short), false);
});
