import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeWords, firstHeader } from './headers.ts';
import { leavesOf, parseMessage, readText } from './mime.ts';

test('a multipart splits at its own boundary only, never at text that looks like it', () => {
  const root = parseMessage(
    Buffer.from(
      'Content-Type: multipart/mixed; boundary="b"\r\n\r\npreamble\r\n--b\r\n\r\none\r\n--bb\r\n--b  \r\n--b\r\n\r\ntwo',
    ),
  );
  assert.deepEqual(leavesOf(root).map(readText), ['one\n--bb', '', 'two']);
});

test('levels, parts and fields over the limits are ignored', () => {
  const parts = `Content-Type: multipart/mixed; boundary=b\n\n${'--b\n\nx\n'.repeat(500)}--b--`;
  assert.equal(leavesOf(parseMessage(Buffer.from(parts))).length, 99);
  const fields = Array.from({ length: 2000 }, (_, at) => `X-${at}: y\n`).join('');
  assert.equal(parseMessage(Buffer.from(fields)).headers.size, 1000);
  let nested = 'deep';
  for (let level = 0; level < 20; level++) {
    nested = `Content-Type: multipart/mixed; boundary=b${level}\n\n--b${level}\n${nested}\n--b${level}--`;
  }
  const [leaf] = leavesOf(parseMessage(Buffer.from(nested)));
  assert.match(leaf!.body, /^--b9\n/);
});

test('text is read in its charset, even if none is declared or the declared one is unknown', () => {
  const read = (type: string, bytes: Buffer) =>
    readText(parseMessage(Buffer.concat([Buffer.from(`Content-Type: ${type}\n\n`), bytes])));
  assert.equal(read('text/plain; charset=koi8-r', Buffer.from([0xd1, 0xdd, 0xc9, 0xcb])), 'ящик');
  assert.equal(read('text/plain; charset=iso-2022-jp', Buffer.from('\x1b$BIT:_\x1b(B')), '不在');
  assert.equal(read('text/plain', Buffer.from('\x1b$BIT:_\x1b(B')), '不在');
  assert.equal(read('text/plain', Buffer.from('größe')), 'größe');
  assert.equal(read('text/plain; charset=x-none', Buffer.from('gr\xf6\xdfe', 'latin1')), 'größe');
  assert.equal(read('text/plain; charset=cp850', Buffer.from([0x94])), 'ö');
});

test('encoded words in a header are decoded, and a line that begins no field continues the one before', () => {
  assert.equal(
    decodeWords('=?utf-8?Q?Gr=C3=B6=C3=9Fe_?= =?iso-8859-1?B?9g==?= plain =?bad'),
    'Größe ö plain =?bad',
  );
  const { headers } = parseMessage(Buffer.from('\n>From x\nSubject: a\n\tb\nc d\nTo: e\n\n'));
  assert.equal(firstHeader(headers, 'subject'), 'a b c d');
  assert.equal(firstHeader(headers, 'to'), 'e');
});
