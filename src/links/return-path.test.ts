import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { Secret } from '../platform/secrets/signed-tokens.ts';
import { findReturnPath, readReturnPath, returnPath, unsubscribeMailbox } from './return-path.ts';

const secret: Secret = [Buffer.alloc(32, 7)];
const domain = 'bounces.example.org';
const date = new Date('2026-11-20T13:00:00Z');
const whose = { email_key: 4711, subscriber_key: 2 ** 47 + 12_345, date };
const address = returnPath(secret, domain, whose);

test('a return path tells whose message it was and when that was made, to the hour', () => {
  assert.deepEqual(readReturnPath(secret, address), { purpose: 'bounce', ...whose });
  const later = returnPath(secret, domain, { ...whose, date: new Date('2026-11-20T13:59:59Z') });
  assert.equal(later, address);
});

test('it is lower-case letters, digits and hyphens, of at most 64 octets before the @', () => {
  const largest = { email_key: 2 ** 48 - 1, subscriber_key: 2 ** 48 - 1, date: new Date('2999-01-01') };
  for (const own of [address, returnPath(secret, domain, largest)]) {
    assert.match(own, /^b\+[a-z2-7-]+@bounces\.example\.org$/);
    assert.ok(own.indexOf('@') <= 64);
  }
  assert.ok(unsubscribeMailbox(secret, domain, largest).indexOf('@') <= 64);
});

test('a server that changes the case of letters changes nothing', () => {
  for (const folded of [address.toUpperCase(), address.replace(/^b/, 'B').replace('@b', '@B')])
    assert.deepEqual(readReturnPath(secret, folded), { purpose: 'bounce', ...whose });
});

test('one letter changed anywhere, a piece missing, or another secret make it forged', () => {
  const at = address.indexOf('@');
  for (let place = 2; place < at; place += 1) {
    const letter = address[place] === 'a' ? 'b' : 'a';
    const altered = address.slice(0, place) + letter + address.slice(place + 1);
    assert.deepEqual(readReturnPath(secret, altered), { purpose: 'forged' }, altered);
    assert.deepEqual(readReturnPath(secret, address.slice(0, place) + address.slice(at)), {
      purpose: 'forged',
    });
  }
  assert.deepEqual(readReturnPath([randomBytes(32)], address), { purpose: 'forged' });
  assert.deepEqual(readReturnPath(secret, address.replace('@', 'a@')), { purpose: 'forged' });
});

test('an unsubscribe address is not a return path, and vice versa', () => {
  const mailbox = unsubscribeMailbox(secret, domain, whose);
  assert.deepEqual(readReturnPath(secret, mailbox), { purpose: 'unsubscribe', ...whose });
  assert.deepEqual(readReturnPath(secret, mailbox.replace('unsub+', 'b+')), { purpose: 'forged' });
  assert.deepEqual(readReturnPath(secret, address.replace('b+', 'unsub+')), { purpose: 'forged' });
});

test('any other address is just that, and nothing makes it throw', () => {
  for (const other of ['postmaster@x', 'b@x', 'bob+news@x', '', '@', 'b+', 'b', '\0@\0'])
    assert.deepEqual(readReturnPath(secret, other), { purpose: 'other' }, other);
  for (const broken of ['b+@x', 'b+ä@x', `b+${'a'.repeat(100_000)}@x`, 'unsub+@x', 'B+\n@x'])
    assert.deepEqual(readReturnPath(secret, broken), { purpose: 'forged' }, broken.slice(0, 20));
});

test('it is found in the header of a message that comes back', () => {
  assert.deepEqual(findReturnPath(secret, `<${address}>`)?.email_key, whose.email_key);
  assert.equal(findReturnPath(secret, `<${address.replace('@', 'x@')}>`), null);
  assert.equal(findReturnPath([randomBytes(32)], `<${address}>`), null);
});
