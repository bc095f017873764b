import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyLook } from '../../accounts/look/fields.ts';
import { contrastOf } from '../../platform/color.ts';
import { sampleTheme, sampleValues } from '../../testing/samples/rendering.ts';
import { compileMessage } from './compile.ts';
import { themeOf } from './look.ts';

const source = {
  subject: 'x',
  description: '',
  body: '[a link](https://a.example)\n\n<a class="button" href="https://a.example">Press</a>',
};
const plain = { ...emptyLook, locale: 'en', formal_words: false, words: {} };
const render = (look: object, template: 'classic' | 'naked' | null = null, values = sampleValues) =>
  compileMessage(source, themeOf(sampleTheme, template, { ...plain, ...look })).fill(values).html;

test('the tint is the color of links and buttons in mails, readable in both schemes', () => {
  const html = render({ tint_color: '#ffcc00' });
  const color = /<a class="button"[^>]*background-color:(#[0-9a-f]{6})/.exec(html)?.[1];
  assert.ok(color && contrastOf(color, '#ffffff') >= 4.5, html);
  assert.match(html, new RegExp(`<a [^>]*color:${color}[^>]*>a link`));
  const dark = [...html.matchAll(/\.content a\s*\{\s*color:\s*(#[0-9a-f]{6}) !important/g)].at(-1)?.[1];
  assert.equal(dark, '#ffcc00');
});

test('the typeface applies to mails, and without a look a mail is as the theme defines it', () => {
  assert.match(render({ typeface: 'serif' }), /class="content" style="[^"]*Georgia/);
  assert.equal(render({}), compileMessage(source, sampleTheme).fill(sampleValues).html);
});

test('a mail in the look of the mail program is not changed', () => {
  assert.equal(render({ tint_color: '#ff0000', typeface: 'serif' }, 'naked'), render({}, 'naked'));
});

test('hostile values never become rules, whatever the database says', () => {
  const hostile = { tint_color: '#fff}body{background:url(//evil.example)', typeface: 'x;}</style><script>' };
  assert.equal(render(hostile), render({}));
  assert.equal(render({ tint_color: '', typeface: 'constructor' }), render({}));
});

test('the picture at the top has its address escaped', () => {
  const newsletter = {
    ...sampleValues.newsletter,
    header_image: 'https://a.example/"><script>alert(1)</script>',
  };
  const html = render({}, null, { ...sampleValues, newsletter });
  assert.match(html, /<img class="picture"[^>]*src="https:\/\/a\.example\/[^"<>]*"/);
  assert.ok(!html.includes('<script>'));
  assert.ok(!render({}).includes('class="picture"'));
});
