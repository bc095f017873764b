import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanName } from './file.ts';

const names: [given: string, kept: string][] = [
  ['report.pdf', 'report.pdf'],
  ['第一号のニュースレター.pdf', '第一号のニュースレター.pdf'],
  ['👩‍👩‍👧‍👦 family.png', '👩‍👩‍👧‍👦 family.png'],
  ['نامه\u200cها.txt', 'نامه\u200cها.txt'],
  ['Cafe\u0301.txt', 'Café.txt'],
  ['say "hi" & <b>.txt', 'say "hi" & <b>.txt'],
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\boot.ini', 'boot.ini'],
  ['C:\\temp\\x.doc', 'x.doc'],
  ['a/b/', 'file'],
  ['.htaccess', 'htaccess'],
  ['name. . ', 'name'],
  ['..', 'file'],
  ['', 'file'],
  [' \t ', 'file'],
  ['a\r\nBcc: x@y.example\0.txt', 'aBcc: x@y.example.txt'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['a\u2066b\u2028c\ufeff\u200b.txt', 'abc.txt'],
  ['half \ud800 pair.txt', 'half \ufffd pair.txt'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(196)}.pdf`],
  [`x${'🌍'.repeat(150)}.pdf`, `x${'🌍'.repeat(97)}.pdf`],
  [`a.${'x'.repeat(300)}`, `a.${'x'.repeat(198)}`],
];

for (const [given, kept] of names) {
  test(`a file called ${JSON.stringify(given.slice(0, 40))} is kept under a safe name`, () => {
    assert.equal(cleanName(given), kept);
    assert.ok(kept.length <= 200 && kept.isWellFormed());
  });
}
