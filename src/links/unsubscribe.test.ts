import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { newId } from '../platform/ids.ts';
import type { Secret } from '../platform/secrets/signed-tokens.ts';
import { readLink, signLink, unsubscribeAddress } from './unsubscribe.ts';

const secret: Secret = [randomBytes(32)];
const owner = () => ({ subscriber_id: newId(), email_id: newId() });

test('a token identifies its subscriber in 64 characters that need no escaping in an address', () => {
  for (let round = 0; round < 200; round += 1) {
    const whose = owner();
    const token = signLink(secret, whose);
    assert.match(token, /^[\w-]{64}$/);
    assert.deepEqual(readLink(secret, token), whose);
    assert.equal(signLink(secret, whose), token);
  }
});

test('a token that is altered, cut or lengthened is invalid', () => {
  const token = signLink(secret, owner());
  for (let at = 0; at < token.length; at += 1) {
    const other = token[at] === 'A' ? 'B' : 'A';
    assert.equal(readLink(secret, token.slice(0, at) + other + token.slice(at + 1)), null, `at ${at}`);
    assert.equal(readLink(secret, token.slice(0, at)), null, `cut at ${at}`);
  }
  for (const wrong of [
    `${token}A`,
    `${token}=`,
    ` ${token}`,
    `${token}\n`,
    token.toUpperCase(),
    '',
    '😀',
    `${token}${token}`,
  ]) {
    assert.equal(readLink(secret, wrong), null, wrong);
  }
});

test('parts of two tokens do not make a third', () => {
  const [one, other] = [signLink(secret, owner()), signLink(secret, owner())];
  const bytes = (token: string) => Buffer.from(token, 'base64url');
  for (const cut of [16, 32]) {
    const mixed = Buffer.concat([bytes(one).subarray(0, cut), bytes(other).subarray(cut)]);
    assert.equal(readLink(secret, mixed.toString('base64url')), null);
  }
});

test('a token from another installation is invalid', () => {
  assert.equal(readLink([randomBytes(32)], signLink(secret, owner())), null);
});

test('a link is under the base address, including its path', () => {
  const whose = owner();
  const address = unsubscribeAddress('https://example.org/news', secret, whose);
  assert.equal(address, `https://example.org/news/unsubscribe/${signLink(secret, whose)}`);
});
