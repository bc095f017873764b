import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sanitizeHtml } from './sanitize.ts';
import { shortenHtml } from './shorten.ts';

test('HTML is cut at the end of a paragraph, and open elements are closed', () => {
  const list = `<div><ul>${'<li>An item of <b>weight</b></li>'.repeat(20)}</ul></div>`;
  assert.match(shortenHtml(list, 200), /^<div><ul>(<li>An item of <b>weight<\/b><\/li>){5,6}<\/ul><\/div>$/);
  assert.equal(shortenHtml('<p>One</p><p>Two</p>', 15), '<p>One</p>');
});

test('a long paragraph is cut between words, never inside a tag or character reference', () => {
  const words = `<p>${'word &amp; <em title="a > b">more</em> '.repeat(50)}</p>`;
  for (let most = 0; most < 400; most += 1) {
    const short = shortenHtml(words, most);
    assert.ok(short.length <= most + '</em></p>'.length, `${most}: ${short}`);
    assert.equal(sanitizeHtml(short), short.replaceAll('a > b', 'a &gt; b'));
    assert.doesNotMatch(short, /&(?!amp;)/);
  }
});

test('content that fits is unchanged, and text without any break is left out', () => {
  assert.equal(shortenHtml('<p>a</p>', 8), '<p>a</p>');
  assert.equal(shortenHtml('x'.repeat(50), 20), '');
});
