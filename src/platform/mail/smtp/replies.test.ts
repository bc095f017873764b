import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enhancedCode, openReplyReader, ReplyError, replyText } from './replies.ts';

function read(...chunks: (string | Buffer)[]): [number, string][] {
  const replies: [number, string][] = [];
  const reader = openReplyReader((code, bytes, start, end) => {
    replies.push([code, replyText(bytes, start, end)]);
  });
  for (const chunk of chunks) reader.read(Buffer.from(chunk));
  return replies;
}

test('replies are read the same wherever the network splits them', () => {
  const text =
    '250-2.1.0 one\r\n250 2.1.0 two\r\n354\r\n550-5.1.1 No such\n450-5.1.1  user here\r\n550 5.1.1 at all\r\n250 ok\r\n';
  const expected = [
    [250, '250 2.1.0 one two'],
    [354, '354'],
    [550, '550 5.1.1 No such user here at all'],
    [250, '250 ok'],
  ];
  assert.deepEqual(read(text), expected);
  assert.deepEqual(read(...text), expected);
  for (let at = 1; at < text.length; at += 1)
    assert.deepEqual(read(text.slice(0, at), text.slice(at)), expected);
});

test('the last line gives the code', () => {
  assert.deepEqual(read('250-fine\r\n554 no\r\n'), [[554, '554 fine no']]);
});

test('data that is not a reply is recognised', () => {
  for (const text of [
    'hello\r\n',
    '\r\n',
    '25\r\n',
    '2500 x\r\n',
    '150 x\r\n',
    '650 x\r\n',
    '25o x\r\n',
    '250_x\r\n',
    '\0\0\0\0\r\n',
  ])
    assert.throws(() => read(text), ReplyError, JSON.stringify(text));
});

test('an endless reply is refused after 32 kB, in one piece, many pieces, or many lines', () => {
  assert.throws(() => read(`250 ${'x'.repeat(10_000_000)}`), ReplyError);
  assert.throws(() => read(`250 ${'x'.repeat(10_000_000)}\r\n`), ReplyError);
  assert.throws(() => read(...Array.from({ length: 100 }, () => 'y'.repeat(1000))), ReplyError);
  assert.throws(() => read(...Array.from({ length: 10_000 }, () => '220-welcome\r\n')), ReplyError);
});

test('a long reply is kept up to 1000 characters, with spaces for control characters', () => {
  const [[, long]] = read(`550 ${'x'.repeat(5000)}\r\n`) as [[number, string]];
  assert.equal(long, `550 ${'x'.repeat(996)}`);
  assert.deepEqual(read('550 a\0b\x1b[31mc\x7f\xff\r\n'), [[550, '550 a b [31mc ÿ']]);
  assert.equal(read(Buffer.from('550 \xff\xfe\r\n', 'latin1'))[0]![1], '550 ��');
});

test('the enhanced code is read only directly after the code', () => {
  assert.equal(enhancedCode('550 5.7.26 unauthenticated'), '5.7.26');
  assert.equal(enhancedCode('450 4.2.2'), '4.2.2');
  for (const reply of ['550 no such user', '550 see 5.1.1', '550 5.1.1.2 x', '550 1.1.1 x'])
    assert.equal(enhancedCode(reply), null, reply);
});
