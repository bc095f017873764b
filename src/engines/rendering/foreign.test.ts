import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanForeignHtml } from './foreign.ts';

const cleaned = (html: string) => cleanForeignHtml(`<p>Text</p>${html}`).html;

const hidden = [
  ...[
    '<svg',
    '<svg ',
    '<svg viewBox="0 0 1 1"',
    '<svg viewBox="0 0',
    '<svg viewBox="0 0 1 1">',
    '<svg><path d="M0"/>',
  ],
  ...['<math>', '<math><mi>x', '<style>p{color:red}', '<script>let x = 1;', '<script src="x', '<style'],
  ...[
    '<!--',
    '<!-- more',
    '<!',
    '<!doctype',
    '<![CDATA[ x',
    '<?php echo',
    '<template>',
    '<noscript>',
    '<select>',
  ],
  ...[
    '<textarea>',
    '<title>',
    '<plaintext>',
    '<xmp>',
    '<iframe',
    '<object>',
    '<video>',
    '<noembed>',
    '<noframes>',
  ],
  ...['<p', '</p', '</', '<a href="https://a.example/', '<img src="https://a.example/x.png'],
];

test('elements at the end of a stranger’s HTML that are never closed are not mailed as text', () => {
  for (const end of hidden) assert.equal(cleaned(end), '<p>Text</p>', end);
});

const shown: [given: string, left: string][] = [
  ['<svg><text>x</text><p>After</p>', '<p>After</p>'],
  ['<svg><path/><svg><path/><h2>After</h2>', '<h2>After</h2>'],
  ['<template><p>In</p>', '<p>In</p>'],
  ['<noscript><b>In</b>', '<b>In</b>'],
  ['<select><option>One', 'One'],
  ['<textarea>x', 'x'],
  ['<title>x', 'x'],
  ['<plaintext>x', 'x'],
  ['<xmp>x', 'x'],
  ['<video src="https://a.example/x.mp4">x', 'x'],
  ['<svg><path/></svg><p>After</p>', '<p>After</p>'],
  ['1 < 5 <3', '1 &lt; 5 &lt;3'],
];

test('the text after an unfinished drawing and in other unfinished elements stays', () => {
  for (const [given, left] of shown) assert.equal(cleaned(given), `<p>Text</p>${left}`, given);
});

test('thousands of unfinished elements of a stranger take almost no time', () => {
  for (const tag of ['<svg>', '<!--', '<math ', '<title>', '<svg><p>'])
    assert.ok(cleaned(tag.repeat(20_000)).startsWith('<p>Text</p>'));
});
