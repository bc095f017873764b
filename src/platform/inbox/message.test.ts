import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMail, prepareHtml, readMessage } from './message.ts';

test('the header and bodies are decoded', async () => {
  const message = await read(
    'From: =?utf-8?q?J=C3=BCrgen?= <j@example.org>\r\nSubject: =?utf-8?b?R3LDvMOfZQ==?=\r\nMIME-Version: 1.0\r\n' +
      'Content-Type: multipart/alternative; boundary=b\r\n\r\n' +
      '--b\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nGr=FC=DFe\r\n' +
      '--b\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\nPGI+R3LDvMOfZTwvYj4=\r\n--b--\r\n',
  );
  assert.equal(message.from, 'Jürgen <j@example.org>');
  assert.equal(message.subject, 'Grüße');
  assert.equal(message.text.trim(), 'Grüße');
  assert.equal(message.html.trim(), '<b>Grüße</b>');
});

test('a missing part is empty', async () => {
  assert.equal((await read('Content-Type: text/html\r\n\r\n<p>x')).text, '');
  assert.equal((await read('Subject: x\r\n\r\nx')).html, '');
});

test('a name with a comma is quoted, and a missing From header falls back to the envelope sender', async () => {
  assert.equal(
    (await read('From: "Harbour, weekly" <h@example.org>\r\n\r\n')).from,
    '"Harbour, weekly" <h@example.org>',
  );
  assert.equal((await read('From: h@example.org\r\n\r\n')).from, 'h@example.org');
  assert.equal(
    (await read('From: us: a@example.org, b@example.org;\r\n\r\n')).from,
    'us: a@example.org, b@example.org',
  );
  assert.equal((await read('Subject: x\r\n\r\n')).from, 'bounce@example.org');
});

test('a damaged message shows what can be read', async () => {
  const nested = Array.from(
    { length: 400 },
    (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
  );
  const broken = await read(`Subject: still here\r\n${nested.join('')}`);
  assert.equal(broken.subject, 'still here');
  assert.match(broken.source, /boundary=b399/);
  for (const source of [
    '',
    '\r\n',
    '\0\u0001\xff',
    'no header at all',
    `Subject: ${'x'.repeat(3_000_000)}`,
  ]) {
    assert.equal((await read(source)).source, source);
  }
});

test('the source is read as UTF-8 if it is valid, else byte by byte', async () => {
  assert.match((await readBytes(Buffer.from('Subject: Grüße\r\n\r\n', 'utf8'))).source, /Grüße/);
  assert.match((await readBytes(Buffer.from('Subject: Grüße\r\n\r\n', 'latin1'))).source, /Grüße/);
});

test('a mail’s embedded images appear in its HTML, and its links open outside the frame', async () => {
  const mail = await parseMail(
    Buffer.from(
      'Content-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n' +
        '<!doctype html><html><head><title>x</title></head><body><img src="cid:a%40b"><img src=cid:other></body></html>\r\n' +
        '--b\r\nContent-Type: image/png\r\nContent-ID: <a@b>\r\nContent-Transfer-Encoding: base64\r\n\r\nAAEC\r\n--b--\r\n',
    ),
  );
  const html = prepareHtml(mail);
  assert.match(html, /^<!doctype html><html><head><base target="_blank"><title>/);
  assert.match(html, /<img src="data:image\/png;base64,AAEC"><img src=cid:other>/);
  assert.match(prepareHtml({ ...mail, html: '<p>x' }), /^<base target="_blank"><p>x/);
  assert.match(
    prepareHtml({ ...mail, html: '<!DOCTYPE html><p>x' }),
    /^<!DOCTYPE html><base target="_blank"><p>x/,
  );
});

function read(source: string) {
  return readBytes(Buffer.from(source, 'latin1'));
}

function readBytes(source: Buffer) {
  return readMessage({
    id: 'id',
    sender: 'bounce@example.org',
    recipient: 'ada@example.org',
    source,
    date: '',
  });
}
