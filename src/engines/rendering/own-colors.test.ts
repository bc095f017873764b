import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyLook } from '../../accounts/look/fields.ts';
import { contrastOf } from '../../platform/color.ts';
import { inProgram } from '../../platform/root.ts';
import { readColor } from './color-values.ts';
import { compileMessage } from './compile.ts';
import { themeOf } from './look.ts';
import { settleColors } from './own-colors.ts';
import { loadTheme } from './theme.ts';

const theme = loadTheme(inProgram('themes/default'));

test('a light background without a text color gets dark text, and a dark one light text', () => {
  assert.equal(
    settleColors('<p style="background:#fff3cd">Note</p>'),
    '<p class="own-ground on-light" style="background:#fff3cd">Note</p>',
  );
  assert.match(settleColors('<p style="background-color:navy">Note</p>'), /class="own-ground on-dark"/);
  assert.match(
    settleColors('<table><tr><td bgcolor="#eeeeee">a</td></tr></table>'),
    /<td class="own-ground on-light" bgcolor/,
  );
  assert.match(
    settleColors('<p class="big" style="background:#ffe">x</p>'),
    /class="big own-ground on-light"/,
  );
});

test('a pair of colors stays together', () => {
  assert.equal(
    settleColors('<a href="https://a.net" style="background:gold;color:#222">Buy</a>'),
    '<a class="own-ground" href="https://a.net" style="background:gold;color:#222;color:#222!important">Buy</a>',
  );
  const inside = settleColors('<div style="background:#ffe"><span style="color:#333">dark</span></div>');
  assert.match(inside, /<span style="color:#333;color:#333!important">/);
});

test('dark text without a background gets the usual color on dark screens, and readable text keeps its own', () => {
  assert.equal(settleColors('<p style="color:#333">x</p>'), '<p class="dark-ink" style="color:#333">x</p>');
  assert.match(settleColors('<font color="#000080">x</font>'), /<font class="dark-ink" color/);
  assert.match(
    settleColors('<p style="color:#ff9a9a">x</p>'),
    /<p style="color:#ff9a9a;color:#ff9a9a!important">/,
  );
  // After the end of an element with a background, the page is behind the text again.
  assert.match(
    settleColors('<p style="background:#ffe">a<br>b</p><b style="color:#000">c</b>'),
    /<b class="dark-ink"/,
  );
});

test('HTML without own colors stays as it is', () => {
  for (const html of [
    '<p style="text-align:center">color: red</p>',
    '<p style="border-color:#333">x</p>',
    '<p style="background:none;color:inherit">x</p>',
    '<p style="background:rgba(0,0,0,.04)">x</p>',
  ])
    assert.equal(settleColors(html), html);
});

test('colors are read in every notation', () => {
  for (const [text, hex] of [
    ['#FFF', '#ffffff'],
    ['#11223380', '#112233'],
    ['#11223340', undefined],
    ['rgb(255, 128, 0)', '#ff8000'],
    ['rgba(0,0,0,.2)', undefined],
    ['rgb(100% 0% 0%)', '#ff0000'],
    ['hsl(120, 100%, 25%)', '#008000'],
    ['Papayawhip no-repeat', '#ffefd5'],
    ['transparent', undefined],
    ['currentColor', undefined],
  ] as const)
    assert.equal(readColor(text), hex, text);
});

function mailOf(background_color: string, body: string): string {
  const layout = themeOf(theme, null, {
    ...emptyLook,
    background_color,
    locale: 'en',
    formal_words: false,
    words: {},
  });
  return compileMessage({ subject: 'Colors', description: '', body }, layout).fill({
    subscriber: { email: 'a@b.net', type: 'regular', tags: [], metadata: {} },
    newsletter: { name: 'N', description: '', postal_address: '' },
    email: { subject: 'Colors', absolute_url: '', secondary_id: 1 },
    unsubscribe_url: '',
    manage_subscription_url: '',
    answer_url: 'https://news.example.org/manage/answer/token',
    referral_url: 'https://news.example.org/lighthouse?referral_code=code',
    subscribe_url: '',
    medium: 'email',
  }).html;
}

test('in a mail, the text on an own background is readable in light and in dark', () => {
  const html = mailOf('', '<p style="background:#fff3cd">A <a href="https://a.net">link</a></p>');
  const ink = /<p class="own-ground on-light" style="[^"]*;?color:\s*(#[0-9a-f]{6})/.exec(html)?.[1] ?? '';
  assert.ok(contrastOf(ink, '#fff3cd') > 10, html);
  assert.match(
    html,
    /@media \(prefers-color-scheme: ?dark\) ?\{[^@]*\.on-light ?\{ ?color: ?#141210 ?!important/,
  );
});

test('a look that is dark in both schemes needs no rule for dark screens', () => {
  const html = mailOf(
    '#111122',
    '<p style="background:#fff3cd">A <a href="https://a.net">link</a></p><p style="color:#333">Gray</p>',
  );
  assert.match(html, /<p class="own-ground on-light" style="[^"]*color:#141210[";]/);
  assert.match(html, /<a href="https:\/\/a\.net" style="[^"]*color:inherit[";]/);
  assert.match(html, /<p class="dark-ink" style="(?![^"]*#333)[^"]*color:inherit ?!important"/);
});
