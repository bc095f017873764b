import assert from 'node:assert/strict';
import { test } from 'node:test';
import { envelopeCommands } from './envelope.ts';
import type { Envelope, Message } from './hand-over.ts';
import { readOffers } from './session.ts';

const letter = Buffer.from('Subject: x\r\n\r\nHello\r\n');
const commands = (offers: string[], envelope: Partial<Envelope> = {}, message: Message = letter) => {
  const result = envelopeCommands(
    { from: 'news@example.org', to: 'ada@example.net', ...envelope },
    message,
    readOffers(['relay', ...offers]),
  );
  return 'commands' in result ? result.commands : result;
};
const reply = (...of: Parameters<typeof commands>) => {
  const result = commands(...of);
  assert.ok(typeof result !== 'string');
  assert.equal(result.status, 'permanent');
  return result.reply;
};

test('a relay is asked only for extensions that it offers', () => {
  const plain = 'MAIL FROM:<news@example.org>\r\nRCPT TO:<ada@example.net>\r\n';
  assert.equal(commands([], { envelope_id: 'x' }), plain);
  assert.equal(commands(['8BITMIME', 'SMTPUTF8', 'DSN']), plain);
});

test('the size is declared and the relay’s limit is kept', () => {
  assert.match(commands(['SIZE 1000']) as string, /^MAIL FROM:<news@example.org> SIZE=21\r\n/);
  assert.match(commands(['SIZE']) as string, / SIZE=21\r\n/);
  assert.match(commands(['SIZE 0']) as string, / SIZE=21\r\n/);
  assert.deepEqual(commands(['SIZE 20']), {
    status: 'too_large',
    reply: 'The mail server accepts at most 20 bytes, but the message has 21 bytes.',
  });
});

test('non-ASCII addresses go only to relays that accept them', () => {
  const body = Buffer.from('Subject: x\r\n\r\nGrüße\r\n');
  assert.match(reply([], {}, body), /^554 5\.6\.3 /);
  assert.match(commands(['8BITMIME'], {}, body) as string, /<news@example.org> BODY=8BITMIME\r\n/);
  assert.match(commands(['8BITMIME'], {}, body.toString()) as string, / BODY=8BITMIME\r\n/);
  const to = 'müller@example.net';
  assert.match(reply(['8BITMIME'], { to }), /^550 5\.6\.7 /);
  assert.match(
    commands(['SMTPUTF8'], { to }) as string,
    /<news@example.org> SMTPUTF8\r\nRCPT TO:<müller@example.net>\r\n/,
  );
});

test('no address can start another command', () => {
  for (const to of ['a@b.c>\r\nRSET', 'a@b.c\n', 'a b@c.d', 'a@b.c>', '<a@b.c', 'a\0@b.c', ''])
    assert.match(reply(['SMTPUTF8'], { to }), /^553 5\.1\.3 /, JSON.stringify(to));
  assert.match(reply([], { from: 'a@b.c> SIZE=1' }), /^553 5\.1\.3 /);
  assert.match(commands([], { from: '' }) as string, /^MAIL FROM:<>\r\n/);
});

test('a delivery report is requested in the form of RFC 3461', () => {
  const text = commands(['DSN'], { to: 'a+b=c@example.net', envelope_id: 'mail 1+1' }) as string;
  assert.equal(
    text,
    'MAIL FROM:<news@example.org> RET=HDRS ENVID=mail+201+2B1\r\nRCPT TO:<a+b=c@example.net> NOTIFY=FAILURE,DELAY ORCPT=rfc822;a+2Bb+3Dc@example.net\r\n',
  );
});
