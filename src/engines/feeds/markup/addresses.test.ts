import assert from 'node:assert/strict';
import { test } from 'node:test';
import { absoluteMarkup, addressIn, webAddress } from './addresses.ts';

const base = 'https://example.org/blog/post';

test('every address in an attribute becomes absolute', () => {
  for (const [markup, absolute] of [
    ['<a href="x">', '<a href="https://example.org/blog/x">'],
    ["<a href='/x'>", "<a href='https://example.org/x'>"],
    ['<a href=../x>', '<a href=https://example.org/x>'],
    ['<A HREF = "?q=1&amp;r=2">', '<A HREF = "https://example.org/blog/post?q=1&amp;r=2">'],
    ['<a href="?q=1&r=2">', '<a href="https://example.org/blog/post?q=1&amp;r=2">'],
    ['<img src="//cdn.example/x.png">', '<img src="https://cdn.example/x.png">'],
    ['<img src=" a b.png ">', '<img src="https://example.org/blog/a%20b.png">'],
    [
      '<img srcset="a.png 1x, /b.png 2x">',
      '<img srcset="https://example.org/blog/a.png 1x, https://example.org/b.png 2x">',
    ],
    ['<img srcset="a.png,b.png 2x">', '<img srcset="https://example.org/blog/a.png,b.png 2x">'],
    [
      '<img srcset="a.png, b.png">',
      '<img srcset="https://example.org/blog/a.png, https://example.org/blog/b.png">',
    ],
    [
      '<video poster="p.jpg" src="v.mp4">',
      '<video poster="https://example.org/blog/p.jpg" src="https://example.org/blog/v.mp4">',
    ],
    ['<blockquote cite="/c">', '<blockquote cite="https://example.org/c">'],
    ['<form action="/f">', '<form action="https://example.org/f">'],
    ['<object data="o.swf">', '<object data="https://example.org/blog/o.swf">'],
    ['<table background="b.gif">', '<table background="https://example.org/blog/b.gif">'],
    ['<a title="href=x" href="y">', '<a title="href=x" href="https://example.org/blog/y">'],
  ] as const) {
    assert.equal(absoluteMarkup(markup, base), absolute, markup);
  }
});

test('everything else stays as it is, byte for byte', () => {
  for (const markup of [
    '<a href="https://other.example/x?a=1&b=2">x</a>',
    '<a href="mailto:jane@example.org">',
    '<a href="tel:1">',
    '<a href="#note-1">',
    '<a href="">',
    '<a href>',
    '<img src="data:image/gif;base64,R0lGOD">',
    '<img src="cid:1" srcset="https://a.example/1.png 1x,https://a.example/2.png 2x">',
    '<p data="x" title="src=y">href=z</p>',
    '<!-- <a href="x"> --><script>a.href="x"</script>',
    '<a href="x',
  ]) {
    assert.equal(absoluteMarkup(markup, base), markup);
  }
});

test('markup that is already absolute and plain is not rewritten', () => {
  for (const written of [
    'https://example.org',
    'HTTP://Example.ORG/A',
    'https://example.org/a/../b?c=[d]#e',
  ]) {
    assert.equal(addressIn(written, base), written);
  }
});

test('an invalid address or one that is not http or https is null', () => {
  for (const written of [
    '',
    ' ',
    'https://',
    'http://[',
    'javascript:x',
    'mailto:a@b.c',
    'urn:x',
    'data:,x',
    `/${'x'.repeat(9000)}`,
  ]) {
    assert.equal(webAddress(written, base), null, written);
  }
});
