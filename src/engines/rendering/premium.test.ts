import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleTheme, sampleValues } from '../../testing/samples/rendering.ts';
import { compileMessage } from './compile.ts';
import { markdownToHtml } from './plain-markdown.ts';
import { teaserEnding } from './premium.ts';

const own = { name: 'The Weekly Ferret', premium_text: '', premium_url: '' };

function endWith(newsletter: typeof own) {
  const source = {
    subject: 'S',
    body: 'Above',
    description: '',
    ending: teaserEnding(newsletter, sampleTheme.words),
  };
  const compiled = compileMessage(source, sampleTheme);
  const { html, text } = compiled.fill({ ...sampleValues, newsletter: { ...sampleValues.newsletter } });
  return { html: html.replace(/ style="[^"]*"/g, ''), text, links: compiled.links };
}

test('a teaser ends with what paying subscribers get and a link to subscribe, in HTML and plain text', () => {
  const { html, text } = endWith(own);
  assert.match(html, /Paying subscribers of The Weekly Ferret get every issue in full/);
  assert.match(html, /<a href="https:\/\/news\.example\.org\/archive\/42">Sign in and read on<\/a>/);
  assert.match(text, /Above\n\n/);
  assert.match(text, /Paying subscribers of The Weekly Ferret/);
  assert.match(text, /https:\/\/news\.example\.org\/archive\/42\)\.\n/);
  assert.doesNotMatch(html, /Become/);
});

test('the newsletter’s call to action is Markdown, and its address is a button with countable clicks', () => {
  const premium_url = 'https://pay.example/join?a=1&b={{2}}';
  const { html, links } = endWith({ ...own, premium_text: '- **maps**\n- walks', premium_url });
  assert.match(html, /<li><strong>maps<\/strong><\/li>/);
  assert.match(html, /<a class="button" href="https:\/\/pay\.example\/join\?a=1&amp;b=\{\{2\}\}">Become/);
  assert.deepEqual(links, [premium_url]);
});

test('nothing in the call to action breaks the mail, runs, or is read as a template', () => {
  for (const premium_text of [
    '{% if %} {{ subscriber.email }} {% endraw %} {{{{',
    '```\nnever closed',
    '<div><table><tr><td>never closed',
    '<script>alert(1)</script><form><input></form>[x](javascript:alert(1)) <!-- paywall -->',
    '<!-- never closed',
    '\r\n\t',
  ]) {
    const { html, text } = endWith({ ...own, premium_text, name: '<b>*x*</b> {{ subscriber.email }}' });
    assert.match(html, /Sign in and read on/, premium_text);
    assert.match(text, /Sign in and read on/, premium_text);
    assert.doesNotMatch(html, /<script|<form|href="javascript:|ann@example/, premium_text);
  }
});

test('Markdown for a page is safe, and braces in it are text', () => {
  assert.equal(
    markdownToHtml('*Sundays*, see the [terms](https://a.example) {{ x }} {% y %}\nA & B'),
    '<p><em>Sundays</em>, see the <a href="https://a.example">terms</a> {{ x }} {% y %}\nA &amp; B</p>\n',
  );
  assert.equal(markdownToHtml('<img src=x onerror=alert(1)><script>x</script>').includes('onerror'), false);
});
