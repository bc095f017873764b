import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { newId } from '../platform/ids.ts';
import type { Secret } from '../platform/secrets/signed-tokens.ts';
import { isSealed, readClick, readStamp, signStamp, signTarget } from './tracked.ts';
import { signLink } from './unsubscribe.ts';

const secret: Secret = [randomBytes(32)];
const owner = { email_key: 7, subscriber_key: 1234 };
const url = 'https://example.org/a?b=1&c=ü';

function clickOf(whose = owner, number = 3, to = url) {
  return signStamp(secret, whose) + signTarget(secret, whose.email_key, number, to);
}

function isGood(token: string, to = url): boolean {
  const click = readClick(secret, token);
  return click !== null && isSealed(secret, { ...click.owner, number: click.number, url: to }, click.seal);
}

test('a stamp identifies its recipient in 40 characters, whatever the size of the keys', () => {
  for (const key of [0, 1, 255, 2 ** 31, 2 ** 48, 2 ** 48 - 1, Number.MAX_SAFE_INTEGER]) {
    const whose = { email_key: key, subscriber_key: Number.MAX_SAFE_INTEGER - key };
    const stamp = signStamp(secret, whose);
    assert.match(stamp, /^[\w-]{40}$/);
    assert.deepEqual(readStamp(secret, stamp), whose);
  }
});

test('click tokens all have the same length and identify the recipient and the link', () => {
  for (const number of [0, 1, 300, 65_535]) {
    const token = clickOf(owner, number);
    assert.match(token, /^[\w-]{56}$/);
    assert.ok(isGood(token));
    const click = readClick(secret, token)!;
    assert.deepEqual([click.owner, click.number], [owner, number]);
  }
});

test('a token that is altered, cut or lengthened leads nowhere', () => {
  const token = clickOf();
  for (let at = 0; at < token.length; at += 1) {
    const other = token[at] === 'A' ? 'B' : 'A';
    assert.equal(isGood(token.slice(0, at) + other + token.slice(at + 1)), false, `at ${at}`);
    assert.equal(isGood(token.slice(0, at)), false, `cut at ${at}`);
  }
  for (const wrong of ['', `${token}A`, `${token}=`, ` ${token}`, token.toUpperCase(), '😀'.repeat(28)])
    assert.equal(isGood(wrong), false, wrong);
});

test('a target matches neither the stamp of another email nor another address', () => {
  const other = { email_key: 8, subscriber_key: 1234 };
  assert.equal(isGood(signStamp(secret, other) + signTarget(secret, owner.email_key, 3, url)), false);
  assert.equal(isGood(clickOf(), 'https://evil.example/'), false);
});

test('tokens from another installation and unsubscribe tokens are not stamps', () => {
  assert.equal(readStamp([randomBytes(32)], signStamp(secret, owner)), null);
  const unsubscribe = signLink(secret, { subscriber_id: newId(), email_id: newId() });
  assert.equal(readStamp(secret, unsubscribe), null);
  assert.equal(readStamp(secret, unsubscribe.slice(0, 40)), null);
});
