import assert from 'node:assert/strict';
import { test } from 'node:test';
import PostalMime from 'postal-mime';
import { encodeDate, encodeMailbox, encodeText } from './header.ts';

const subjects = [
  'Hello',
  'Grüße aus Köln 🌍',
  '新しいニュースレター'.repeat(20),
  'A plain subject that is much longer than the seventy-eight characters which one line of a header should have at most',
  'x'.repeat(2000),
  'looks like =?UTF-8?B?SGVsbG8=?= an encoded word',
  'two  spaces   and    more '.repeat(10),
  '👩‍👩‍👧‍👦'.repeat(30),
];

test('a subject of any script and length survives being written and read', async () => {
  for (const subject of subjects) {
    const { subject: read } = await PostalMime.parse(`${encodeText('Subject', subject)}\r\n\r\nbody`);
    assert.equal(read, subject);
  }
});

test('header lines are short ASCII, with encoded words of at most 75 characters', () => {
  for (const subject of subjects) {
    for (const line of encodeText('Subject', subject).split('\r\n')) {
      assert.match(line, /^[ -~]*$/);
      assert.ok(line.length <= 90, line);
      for (const word of line.match(/=\?\S+\?=/g) ?? []) assert.ok(word.length <= 75, word);
    }
  }
});

test('a line with encoded words has at most 76 octets, including the field name on the first', () => {
  for (const field of ['Subject', 'From', 'X-A-Rather-Long-Field-Name']) {
    for (const text of subjects) {
      const name = `${text.slice(0, 300)} é`;
      const mailbox = encodeMailbox(field, { name, address: 'ada@example.org' });
      for (const line of `${encodeText(field, `${text}é`)}\r\n${mailbox}`.split('\r\n'))
        assert.ok(line.length <= 76, line);
    }
  }
});

test('no text can start a header field of its own', () => {
  for (const hostile of [
    'a\r\nBcc: v@example.org',
    'a\nBcc: v@example.org',
    'a\rBcc: v',
    'a\u2028Bcc: v',
    'a\0b',
  ]) {
    const field = encodeText('Subject', hostile);
    assert.equal(field.split(/\r\n(?! )/).length, 1);
    assert.doesNotMatch(field, /^Bcc/m);
    assert.doesNotMatch(encodeMailbox('From', { name: hostile, address: 'a@example.org' }), /^Bcc/m);
  }
});

test('a display name survives being written and read, with specials and addresses quoted', async () => {
  for (const name of [
    'Ada',
    'Ada, Countess "of" Lovelace',
    'ceo@bank.example',
    'Zoë 🌍',
    'back\\slash',
    'x'.repeat(200),
    'The Very Long And  Perfectly "Respectable" Society for the Observation of Tides and Tidal Pools',
  ]) {
    const { from } = await PostalMime.parse(
      `${encodeMailbox('From', { name, address: 'ada@example.org' })}\r\n\r\nbody`,
    );
    assert.deepEqual([from?.name, from?.address], [name, 'ada@example.org']);
  }
  assert.equal(
    encodeMailbox('From', { name: 'ceo@bank.example', address: 'a@b.example' }),
    'From: "ceo@bank.example" <a@b.example>',
  );
});

test('a long ASCII name is folded, not encoded, which filters take for a sign of spam', () => {
  const name = 'The Very Long And Perfectly Respectable Society for the Observation of Tides';
  const lines = encodeMailbox('From', { name, address: 'ada@example.org' }).split('\r\n');
  assert.equal(lines.join(''), `From: "${name}" <ada@example.org>`);
  assert.ok(lines.length === 2 && lines.every(line => line.length <= 78));
});

test('a date has a numeric zone', () => {
  assert.equal(encodeDate(new Date('2026-11-20T09:05:07Z')), 'Fri, 20 Nov 2026 09:05:07 +0000');
});
