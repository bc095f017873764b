import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertBounded } from '../../testing/processor-time.ts';
import { findFeedLinks } from './discover.ts';

const page = 'https://example.org/blog/post';
const link = (href: string, rest = 'rel="alternate" type="application/rss+xml"') =>
  `<link ${rest} href="${href}">`;

test('a page’s feeds are found in page order, each once, with comment feeds last', () => {
  const html = `<!doctype html><html><head><title>A &lt;link&gt; page</title>
    ${link('/comments/feed/')}
    ${link('/b', 'rel=alternate type=application/atom+xml title="Comments on all"')}
    ${link('rss?a=1&amp;b=2')}
    <LINK TYPE='Application/Feed+JSON; charset=utf-8' REL='me ALTERNATE' HREF=' //cdn.example.org/feed.json ' />
    ${link('rss?a=1&amp;b=2')}
    ${link('atom', 'rel=alternate type=application/atom+xml')}`;
  assert.deepEqual(findFeedLinks(html, page), [
    'https://example.org/blog/rss?a=1&b=2',
    'https://cdn.example.org/feed.json',
    'https://example.org/blog/atom',
    'https://example.org/comments/feed/',
    'https://example.org/b',
  ]);
});

test('addresses resolve against the first base element, wherever it is', () => {
  const html = `${link('feed')}<base target=_blank><base href="/home/"><base href="https://other.example/">`;
  assert.deepEqual(findFeedLinks(html, page), ['https://example.org/home/feed']);
  assert.deepEqual(findFeedLinks(`<base href="http://[">${link('feed')}`, page), [
    'https://example.org/blog/feed',
  ]);
});

test('links that only look like feed links are ignored', () => {
  const none = [
    link('/style', 'rel="alternate stylesheet" type="application/rss+xml"'),
    link('/fr', 'rel=alternate hreflang=fr'),
    link('/wp-json', 'rel=alternate type="application/json"'),
    link('/x', 'rel=notalternate type="application/rss+xml"'),
    '<link rel=alternate type="application/rss+xml">',
    link(''),
    link('javascript:alert(1)'),
    link('file:///etc/passwd'),
    link('http://['),
    link(`/${'long'.repeat(500)}`),
    `<!-- ${link('/comment')} -->`,
    `<script>document.write('${link('/script')}')</script>`,
    `<title>${link('/title')}</title>`,
    `<a title='${link('/attribute')}'>`,
  ];
  assert.deepEqual(findFeedLinks(none.join('\n'), page), []);
});

test('the first of two equal attributes counts', () => {
  assert.deepEqual(findFeedLinks(link('/b', 'rel=alternate type=application/rss+xml href="/a"'), page), [
    'https://example.org/a',
  ]);
});

test('a hostile page costs little and yields at most 50 feeds', () => {
  const many = Array.from({ length: 1000 }, (_, n) => link(`/${n}`)).join('');
  assert.equal(findFeedLinks(many, page).length, 50);
  const half = 500_000;
  const pages = [
    '<b>'.repeat(half / 3) + '</i>'.repeat(half / 4),
    '<'.repeat(2 * half),
    `<link ${'a '.repeat(half)}`,
    `<link href="${'&amp;'.repeat(half / 5)}`,
    `<link href="${'&'.repeat(half)}`,
    '<!--'.repeat(half / 4),
    '<script>'.repeat(half / 8),
    '<base href=x>'.repeat(half / 13),
    `${'x'.repeat(2 * half)}${link('/beyond')}`,
  ];
  assertBounded(5, () => {
    for (const hostile of pages) assert.deepEqual(findFeedLinks(hostile, page), []);
  });
});
