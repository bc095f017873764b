import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classifyReply } from './classify-reply.ts';
import type { Stage } from './hand-over.ts';

const envelope = { from: 'news@example.org', to: 'ada@example.net' };
const verdict = (stage: Stage, reply: string, names_size = true) =>
  classifyReply(stage, Number(reply.slice(0, 3)), reply, envelope, names_size).status;

test('the class of the code decides, whatever the enhanced code says', () => {
  for (const stage of ['rcpt', 'data', 'dot'] as const) {
    assert.equal(verdict(stage, '550 5.1.1 no such user'), 'permanent');
    assert.equal(verdict(stage, '550 4.2.2 full'), 'permanent');
    assert.equal(verdict(stage, '452 4.2.2 full'), 'temporary');
    assert.equal(verdict(stage, '450 5.1.1 perhaps'), 'temporary');
    assert.equal(verdict(stage, '554 5.7.1 spam'), 'permanent');
  }
});

test('replies about our sender or login are not held against the recipient, at any command', () => {
  assert.equal(verdict('mail', '550 5.7.1 not you'), 'unreachable');
  assert.equal(verdict('mail', '451 4.7.1 not now'), 'unreachable');
  const ours = [
    '530 5.7.0 Authentication required',
    '535 5.7.8 expired',
    '553 5.1.7 bad sender',
    '450 4.1.8 <news@example.org>: Sender address rejected: Domain not found',
    '553 5.7.1 <news@example.org>: Sender address rejected: not owned by user ada',
    '554 5.7.1 <ada@example.net>: Relay access denied',
    '550 relay not permitted',
    '550 5.7.60 SMTP; Client does not have permissions to send as this sender',
    '554 Message rejected: Email address is not verified. The following identities failed the check in region X: a@b.c',
    '550 Verification failed for <news@example.org> Sender verify failed',
  ];
  for (const reply of ours) assert.equal(verdict('rcpt', reply), 'unreachable', reply);
});

test('words that a relay passes on from the recipient’s server are about the recipient', () => {
  const theirs = [
    '550 5.1.1 <ada@example.net>: Recipient address rejected: host mx said: 550 Relay access denied',
    '550 5.1.1 undeliverable: <news@example.org>: Sender address rejected: no',
  ];
  for (const reply of theirs) assert.equal(verdict('rcpt', reply), 'permanent', reply);
});

test('a message that is too large for the relay is not the recipient’s failure', () => {
  for (const reply of ['552 5.3.4 too big', '552 too big', '554 5.3.4 too big'])
    assert.equal(verdict('mail', reply), 'too_large');
  assert.equal(verdict('dot', '552 5.3.4 too big', false), 'too_large');
  assert.equal(verdict('dot', '552 5.3.4 too big'), 'permanent', 'it is the recipient’s server that says so');
  assert.equal(verdict('dot', '552 5.2.2 mailbox full', false), 'permanent');
});

test('a relay that does not accept a non-ASCII address refuses that recipient', () => {
  assert.equal(verdict('mail', '550 5.6.7 no SMTPUTF8 here'), 'permanent');
});
