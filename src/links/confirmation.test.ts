import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { newId } from '../platform/ids.ts';
import type { Secret } from '../platform/secrets/signed-tokens.ts';
import { confirmAddress, readConfirmation } from './confirmation.ts';
import { isOwner } from './owner.ts';
import { readLink, signLink } from './unsubscribe.ts';

const secret: Secret = [randomBytes(32)];
const base = 'https://example.org/news/confirm/';
const person = () => ({ id: newId(), normal_address: `${newId()}@example.org` });
const tokenOf = (who: ReturnType<typeof person>, by = secret) =>
  confirmAddress('https://example.org/news', by, who).slice(base.length);

test('the link is under the base address, and its token names the person and verifies the address', () => {
  for (let round = 0; round < 200; round += 1) {
    const who = person();
    assert.ok(confirmAddress('https://example.org/news', secret, who).startsWith(base));
    assert.match(tokenOf(who), /^[\w-]{64}$/);
    const confirmation = readConfirmation(secret, tokenOf(who))!;
    assert.equal(confirmation.subscriber_id, who.id);
    assert.ok(isOwner(secret, confirmation, who.normal_address));
    assert.ok(!isOwner(secret, confirmation, 'other@example.org'));
    assert.equal(tokenOf(who), tokenOf(who));
  }
});

test('a token that is altered, cut, lengthened or from another installation is invalid', () => {
  const who = person();
  const token = tokenOf(who);
  for (let at = 0; at < token.length; at += 1) {
    const other = token[at] === 'A' ? 'B' : 'A';
    assert.equal(readConfirmation(secret, token.slice(0, at) + other + token.slice(at + 1)), null);
    assert.equal(readConfirmation(secret, token.slice(0, at)), null);
  }
  for (const wrong of [`${token}A`, `${token}=`, ` ${token}`, '', '😀', tokenOf(who, [randomBytes(32)])])
    assert.equal(readConfirmation(secret, wrong), null, wrong);
});

test('an unsubscribe link cannot confirm, and a confirmation link cannot unsubscribe', () => {
  const who = person();
  assert.equal(readLink(secret, tokenOf(who)), null);
  const unsubscribing = signLink(secret, { subscriber_id: who.id, email_id: newId() });
  assert.equal(readConfirmation(secret, unsubscribing), null);
});
