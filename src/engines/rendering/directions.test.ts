import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleTheme, sampleValues } from '../../testing/samples/rendering.ts';
import { compileMessage } from './compile.ts';

const style = { formal_words: false, words: {} };
function html(body: string, locale = 'ar'): string {
  const spoken = sampleTheme.in({ ...style, locale });
  return compileMessage({ subject: 's', description: '', body }, spoken).fill(sampleValues).html;
}

test('a mail from right to left has its quotes, lists and cells on the right', () => {
  const body = 'مرحبا\n\n> قول\n\n- واحد\n\n| أ | ب |\n|---|---|\n| ج | د |';
  const [arabic, english] = [
    html(body),
    html('Hello\n\n> said\n\n- one\n\n| a | b |\n|---|---|\n| c | d |', 'en'),
  ];
  assert.match(arabic, /<blockquote style="[^"]*padding-right:18px;border-right:3px/);
  assert.match(arabic, /<ul style="[^"]*padding-right:26px/);
  assert.match(arabic, /<th style="[^"]*text-align:right/);
  assert.match(arabic, /<td class="browser" align="left"/);
  assert.match(english, /<blockquote style="[^"]*padding-left:18px;border-left:3px/);
  assert.match(english, /<th style="[^"]*text-align:left/);
  assert.match(english, /<td class="browser" align="right"/);
  for (const mail of [arabic, english])
    assert.doesNotMatch(mail, /inline-(?:start|end)|text-align:(?:start|end)/);
});

test('a block that begins in the other direction says so, and no other block does', () => {
  const mail = html('مرحبا\n\nEnglish here.\n\n- one\n- واحد');
  assert.match(mail, /<p style="[^"]*">مرحبا/);
  assert.match(mail, /<p dir="ltr" style="[^"]*">English here\./);
  assert.match(mail, /<ul dir="ltr"[^>]*>\s*<li style="[^"]*">one<\/li>\s*<li dir="rtl"/);
  assert.match(html('Hello\n\nمرحبا', 'en'), /<p dir="rtl" style="[^"]*">مرحبا/);
  assert.doesNotMatch(html('Hello\n\n> world', 'en'), /<(?:p|blockquote) dir/);
});

test('an author’s own direction stays, and Liquid in a block has no influence', () => {
  assert.match(html('<p dir="rtl">English</p>'), /<p dir="rtl"[^>]*>English/);
  assert.match(html('{{ subscriber.email }} مرحبا'), /<p style=/);
});
