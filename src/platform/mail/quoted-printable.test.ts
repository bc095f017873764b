import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isStringOneByteRepresentation } from 'node:v8';
import { encodeOpenEnd, encodeQuotedPrintable } from './quoted-printable.ts';

/** Decodes independently of the code under test (RFC 2045 §6.7). */
function decode(encoded: string): string {
  const joined = encoded.replace(/=\r\n/g, '');
  const bytes = joined.replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

const texts = [
  '',
  'short',
  'a = b',
  'ends in a space ',
  'ends in a tab\t\nand goes on',
  '.dot\n..dots\nFrom here\n',
  'é🌍'.repeat(60),
  'x'.repeat(2000),
  `${'x'.repeat(74)}.`,
  `${'x'.repeat(75)}.${'.'.repeat(100)}`,
  'line\r\nline\rline\n\n\n',
  ' '.repeat(200),
  '\u0000\u001f\u007f',
  'é. '.repeat(700),
  '語\n'.repeat(20_000),
  'short after long',
];

test('encoded text decodes to the original, with CRLF line ends', () => {
  for (const text of texts)
    assert.equal(decode(encodeQuotedPrintable(text)), text.replace(/\r\n|\r|\n/g, '\r\n'));
});

test('no line is longer than 76 characters, ends in white space, or begins with a dot or From', () => {
  for (const text of texts) {
    for (const line of encodeQuotedPrintable(text).split('\r\n')) {
      assert.ok(line.length <= 76, `${line.length}`);
      assert.doesNotMatch(line, /[ \t]$|^\.|^From /);
      assert.match(line, /^[\t -~]*$/);
    }
  }
});

test('only a whole From and a dot at the beginning of a line are encoded', () => {
  assert.equal(encodeQuotedPrintable('From x\nFrom\nFro'), '=46rom x\r\nFrom\r\nFro');
  assert.equal(encodeQuotedPrintable('From '), '=46rom=20');
  assert.equal(encodeQuotedPrintable('.a\na.\n '), '=2Ea\r\na.\r\n=20');
});

test('values between encoded texts are read as one text', () => {
  for (const value of texts) {
    const encoded = `${encodeOpenEnd('Hello ')}${encodeOpenEnd(value)}${encodeQuotedPrintable('!\nNext')}`;
    assert.equal(decode(encoded), `Hello ${value.replace(/\r\n|\r|\n/g, '\r\n')}!\r\nNext`);
    for (const line of encoded.split('\r\n'))
      assert.ok(line.length <= 76 && !line.startsWith('.') && !/[ \t]$/.test(line), line);
  }
});

test('no line is longer than 76 characters, even after a value of any length', () => {
  for (const end of ['x', '.', 'é', '=', ' x']) {
    for (let length = 60; length < 170; length += 1) {
      const value = 'x'.repeat(length) + end;
      const encoded = encodeOpenEnd(value);
      const lines = encoded.split('\r\n');
      assert.ok(
        lines.every(line => line.length <= 76 && !line.startsWith('.')),
        `${length} ${end}`,
      );
      assert.equal(decode(`${encoded}more`), `${value}more`);
    }
  }
});

test('the encoded form of any text takes one byte per character in memory', () => {
  const source = '— {{ name }} and some more plain text that is long enough for a slice of its own';
  for (const text of [source, source.slice(2), `${source.slice(20)}\n${source.slice(30)}`]) {
    assert.equal(isStringOneByteRepresentation(text), false);
    assert.ok(isStringOneByteRepresentation(encodeQuotedPrintable(text)));
    assert.ok(isStringOneByteRepresentation(encodeOpenEnd(text)));
  }
});

test('lines break at the same places whether or not they contain text to encode', () => {
  for (let length = 1; length < 240; length += 1) {
    const line = 'abc.de '.repeat(40).slice(0, length);
    const broken = encodeQuotedPrintable(`${line}x`).split('=\r\n');
    const withMore = encodeQuotedPrintable(`${line}x\n=`).split('\r\n=3D')[0]!.split('=\r\n');
    assert.deepEqual(broken, withMore);
  }
});
