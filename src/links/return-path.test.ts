import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { Secret } from '../platform/secrets/signed-tokens.ts';
import {
  complaintsAddress,
  findReturnPath,
  readReturnPath,
  returnPath,
  unsubscribeMailbox,
} from './return-path.ts';

const secret: Secret = [Buffer.alloc(32, 7)];
const domain = 'bounces.example.org';
const date = new Date('2026-11-20T13:00:00Z');
const whose = { email_key: 4711, subscriber_key: 2 ** 47 + 12_345, date };
const address = returnPath(secret, domain, whose);

test('a return path identifies the recipient and, to the hour, when the message was made', () => {
  assert.deepEqual(readReturnPath(secret, address), { purpose: 'bounce', ...whose });
  const later = returnPath(secret, domain, { ...whose, date: new Date('2026-11-20T13:59:59Z') });
  assert.equal(later, address);
});

test('it consists of lower-case letters, digits and hyphens, with at most 64 octets before the @', () => {
  const largest = { email_key: 2 ** 48 - 1, subscriber_key: 2 ** 48 - 1, date: new Date('2999-01-01') };
  for (const own of [address, returnPath(secret, domain, largest)]) {
    assert.match(own, /^b\+[a-z2-7-]+@bounces\.example\.org$/);
    assert.ok(own.indexOf('@') <= 64);
  }
  assert.ok(unsubscribeMailbox(secret, domain, largest).indexOf('@') <= 64);
});

test('a server that changes the case of letters does no harm', () => {
  for (const folded of [address.toUpperCase(), address.replace(/^b/, 'B').replace('@b', '@B')])
    assert.deepEqual(readReturnPath(secret, folded), { purpose: 'bounce', ...whose });
});

test('a changed letter, a missing piece or another secret makes it a forgery', () => {
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

test('complaints come to the bounce domain if the mail’s own signature vouches for it', () => {
  for (const [from, bounces, expected] of [
    ['news@example.org', 'bounces.example.org', 'fbl@bounces.example.org'],
    ['news@example.org', 'example.org', 'fbl@example.org'],
    ['news@mail.example.org', 'bounces.example.org', ''],
    ['news@example.org', 'bounces-example.org', ''],
    ['news@example.org', 'notexample.org', ''],
    ['news@example.org', undefined, ''],
  ] as const)
    assert.equal(complaintsAddress(from, bounces), expected, `${from} ${bounces}`);
});

test('any other address is not a return path, and no input throws', () => {
  for (const other of ['postmaster@x', 'b@x', 'bob+news@x', '', '@', 'b+', 'b', '\0@\0'])
    assert.deepEqual(readReturnPath(secret, other), { purpose: 'other' }, other);
  for (const broken of ['b+@x', 'b+ä@x', `b+${'a'.repeat(100_000)}@x`, 'unsub+@x', 'B+\n@x'])
    assert.deepEqual(readReturnPath(secret, broken), { purpose: 'forged' }, broken.slice(0, 20));
});

test('it is found in the header of a returned message', () => {
  assert.deepEqual(findReturnPath(secret, `<${address}>`)?.email_key, whose.email_key);
  assert.equal(findReturnPath(secret, `<${address.replace('@', 'x@')}>`), null);
  assert.equal(findReturnPath([randomBytes(32)], `<${address}>`), null);
});
