import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderMarkdown } from './markdown.ts';
import { liftLiquid } from './placeholders.ts';

function linksOf(text: string): string[] {
  const html = renderMarkdown(text, liftLiquid(text).placeholders);
  return Array.from(html.matchAll(/<a href="([^"]*)">/g), match =>
    (match[1] as string).replaceAll('&amp;', '&'),
  );
}

test('a bare address becomes a link exactly as in GitHub Flavored Markdown', () => {
  for (const [text, ...links] of [
    ['www.example.org', 'http://www.example.org'],
    ['Visit www.example.org/help today', 'http://www.example.org/help'],
    ['Visit www.example.org.', 'http://www.example.org'],
    ['Visit www.example.org/a.b!?', 'http://www.example.org/a.b'],
    ['(www.example.org/a+(b))', 'http://www.example.org/a+(b)'],
    ['www.example.org/a+(b)))', 'http://www.example.org/a+(b)'],
    ['www.example.org/a=(b))+ok', 'http://www.example.org/a=(b))+ok'],
    ['www.example.org/?a=b&hl=en', 'http://www.example.org/?a=b&hl=en'],
    ['www.example.org/?a=b&hl;', 'http://www.example.org/?a=b'],
    ['www.example.org/he<lp', 'http://www.example.org/he'],
    ['*www.example.org* and <b>www.example.net</b>', 'http://www.example.org', 'http://www.example.net'],
    ['www.a_b.example.org', 'http://www.a_b.example.org'],
    ['(See https://example.org/a?q=b+(c))', 'https://example.org/a?q=b+(c)'],
    ['http://localhost:8080/x', 'http://localhost:8080/x'],
    ['ftp://example.org/file', 'ftp://example.org/file'],
  ]) {
    assert.deepEqual(linksOf(text as string), links, text);
  }
});

test('text that only looks like a bare address stays text', () => {
  for (const text of [
    'xwww.example.org',
    '"www.example.org"',
    '/www.example.org',
    'www._.org',
    'www.a.b_c',
    'https://a_b.c',
    '//example.org',
    'readme.md',
    '`www.example.org`',
  ]) {
    assert.deepEqual(linksOf(text), [], text);
  }
});

test('a bare email address becomes a link exactly as in GitHub Flavored Markdown', () => {
  for (const [text, ...links] of [
    ['me@example.org', 'mailto:me@example.org'],
    ['Mail (me+news@example.org), now', 'mailto:me+news@example.org'],
    ['a.b-c_d@a.example.', 'mailto:a.b-c_d@a.example'],
    ['a.b-c_d@a.b-'],
    ['a.b-c_d@a.b_'],
    ['hello@mail+xyz.example'],
    ['me@localhost'],
    ['mailto:me@example.org', 'mailto:me@example.org'],
  ]) {
    assert.deepEqual(linksOf(text as string), links, text);
  }
});
