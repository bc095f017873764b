import assert from 'node:assert/strict';
import { test } from 'node:test';
import cssInline from '@css-inline/css-inline';
import { fillBody } from '../../testing/samples/rendering.ts';
import { sanitizeHtml } from './sanitize.ts';

const hostile = [
  '<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" java&#10;script&colon;alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:x" onclick="y">x</a>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<template><img src=x onerror=alert(1)></template>',
  '<textarea></textarea/><img src=x onerror=alert(1)>',
  '<xmp></xmp><img src=x onerror=alert(1)>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<iframe src="https://e.example"></iframe><object data="x"></object><embed src="x">',
  '<form action="https://e.example"><input name=a><button>go</button></form>',
  '<base href="https://e.example"><meta http-equiv="refresh" content="0;url=https://e.example">',
  '<style>@import "https://e.example/x.css"</style><link rel=stylesheet href="https://e.example/x.css">',
  '<p style="background:url(https://e.example/x);behavior:url(x);position:fixed;color:red">x</p>',
  '<p style="color:expression(alert(1));width:1px;-moz-binding:url(x)">x</p>',
  '<p style="color:red/*;*/;font-family:\'</style><script>alert(1)</script>\'">x</p>',
  '<a title="--><script>alert(1)</script>">x</a>',
  '<table><a href="https://a.example"><tr><td>x<a href="https://b.example">y</table>z',
  '<p>a<hr/>b<foreignObject><hr/></p><li>c<table><li>d</table>',
  '<pre>\n\n\nx</pre><b><p>a</b>b</p><a href="//e.example">x</a>',
  '<a href="https://a.example" target="_blank" ping="https://e.example">x</a>\u0001\0',
];

/** Returns the elements and attributes that a browser sees in HTML. */
function tagsOf(html: string): { name: string; attributes: string }[] {
  const tags = cssInline.inlineFragment(html, '').matchAll(/<([a-z][^\s>/]*)((?:"[^"]*"|[^">])*)>/gi);
  return Array.from(tags, ([, name, attributes]) => ({
    name: name as string,
    attributes: attributes as string,
  }));
}

function assertHarmless(html: string, source: string): void {
  for (const { name, attributes } of tagsOf(html)) {
    assert.match(name, /^(?:p|a|b|br|div|em|table|tbody|tr|td|img|pre|hr|li|ul)$/, source);
    assert.doesNotMatch(
      attributes.replace(/"[^"]*"/g, '""'),
      /\s(?:on\w+|ping|srcdoc|action|formaction|data)=/,
      source,
    );
    assert.doesNotMatch(attributes, /(?:href|src)="(?!(?:https?|mailto|tel|cid):)(?:[^"]*:|\s*\/\/)/, source);
    assert.doesNotMatch(attributes, /style="[^"]*(?:url|expression|position|behavior|binding)/, source);
  }
}

test('hostile HTML is made harmless', () => {
  for (const source of hostile) assertHarmless(sanitizeHtml(source), source);
});

test('hostile HTML in a whole message is made harmless, written as HTML or Markdown', () => {
  for (const source of hostile) {
    assertHarmless(fillBody(`<!-- buttondown-editor-mode: fancy -->${source}`).html, source);
    assertHarmless(fillBody(`*a*\n\n${source}\n\nb ${source.replaceAll('\n', ' ')}`).html, source);
  }
});

test('sanitising again changes nothing, even after another parser has rewritten the HTML', () => {
  for (const source of [...hostile, hostile.join(''), hostile.toReversed().join('<p>')]) {
    const clean = sanitizeHtml(source);
    assert.equal(sanitizeHtml(clean), clean, source);
    const parsed = cssInline.inlineFragment(clean, '');
    assert.equal(cssInline.inlineFragment(parsed, ''), parsed, source);
    assert.equal(sanitizeHtml(parsed), clean, source);
  }
});

test('everything a newsletter needs is kept', () => {
  const html =
    '<table cellpadding="0" width="600"><tbody><tr><td align="center" style="padding:4px 8px;color:rgb(1,2,3)">' +
    '<a class="button" href="mailto:a@b.example" target="_blank">x</a><a href="tel:+43">y</a><a href="#top" id="top">z</a>' +
    '<img alt="" src="cid:logo@x" width="10" /></td></tr></tbody></table>';
  assert.equal(sanitizeHtml(html), html);
});

test('a script is not restored when a condition removes the text that split it', () => {
  for (const body of [
    '<scr{% if true %}{% endif %}ipt>alert(1)</script>',
    '<p title="{% if false %}">{% endif %}" onmouseover="x">a</p>',
    '<p title="{% if false %}a"> {% endif %}">',
  ]) {
    assert.throws(() => fillBody(body), { code: 'body_invalid' });
  }
});

test('a whole document loses its title, styles and scripts', () => {
  const { html } = fillBody(
    '<!doctype html><html><head><title>T</title><style>p{}</style></head><body><p>a</p><script>b</script></body></html>',
  );
  assert.equal(html, '<p>a</p>');
});

test('a link whose address is blank has no address', () => {
  assert.equal(sanitizeHtml('<a href=" \t">x</a> <a href="">y</a>'), '<a>x</a> <a>y</a>');
});
