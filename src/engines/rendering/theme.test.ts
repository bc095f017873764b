import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sampleTheme, sampleValues } from '../../testing/samples/rendering.ts';
import { compileMessage } from './compile.ts';
import { loadTheme } from './theme.ts';

const paragraph =
  'A paragraph of ordinary length, with a [link](https://a.example/b) and **weight**, as letters have them. ';

function fill(body: string, description = 'What the <ferrets> did', values = sampleValues): string {
  return compileMessage({ subject: 'Hi & bye', body, description }, sampleTheme).fill(values).html;
}

test('a message is a whole document with language, charset, title and hidden preview line', () => {
  const html = fill('x');
  assert.match(html, /^<!DOCTYPE html><html lang="en"/);
  assert.ok(html.indexOf('<meta charset="utf-8">') < 500);
  assert.match(html, /<title>Hi &amp; bye<\/title>/);
  assert.match(html, /<div class="preview" style="display:none[^>]*>What the &lt;ferrets&gt; did/);
});

test('without a description, the hidden line is the beginning of the text for each reader, not the part above it', () => {
  const body =
    '# Low water\n\n![A boat](https://a.example/b.png)\n\nDear {{ subscriber.metadata.name | default: "reader" }}, the [wreck](https://a.example/w) is dry.';
  const line = (written: string, values = sampleValues) =>
    /<div class="preview"[^>]*>([^<]*?)(?:&#8199;|\u2007)/.exec(fill(written, '', values))?.[1];
  assert.equal(line(body), 'Low water Dear reader, the wreck is dry.');
  const subscriber = { ...sampleValues.subscriber, metadata: { name: 'B & C' } };
  assert.equal(line(body, { ...sampleValues, subscriber }), 'Low water Dear B &amp; C, the wreck is dry.');
  assert.equal(line('word '.repeat(10_000))?.length, 200);
  assert.equal(line('![](https://a.example/b.png)'), undefined);
});

test('the footer shows the postal address and the unsubscribe link', () => {
  const html = fill('x');
  assert.match(html, /Ferret &amp; Co\.<br>\n12 Burrow Lane<br>/);
  assert.match(
    html,
    /<a href="https:\/\/news\.example\.org\/unsubscribe\/abc\?list=1&amp;to=2"[^>]*>Unsubscribe<\/a>/,
  );
});

test('styles are inline, and rules for dark mode, phones and Outlook stay in the head', () => {
  const html = fill('# T\n\n[a](https://a.example)');
  assert.match(html, /<h1 style="[^"]*font-size:32px/);
  assert.match(html, /@media \(prefers-color-scheme: dark\)\{\.page\{/);
  assert.match(html, /@media \(max-width: 480px\)/);
  assert.match(
    html,
    /<!--\[if mso\]><table [^>]*width="600"[\s\S]*<!--\[if mso\]><\/td><\/tr><\/table><!\[endif\]-->/,
  );
  assert.equal(html.match(/<style>/g)?.length, 2);
});

test("an author's own style wins over the theme's", () => {
  assert.match(
    fill('<p style="margin:0">x</p>'),
    /<p style="margin:0 0 20px;margin:0">|<p style="margin:0">/,
  );
});

test('a long issue stays far below the 102 kB at which Gmail clips', () => {
  const body = `# Title\n\n${`${paragraph.repeat(4)}\n\n- one\n- two\n\n`.repeat(30)}`;
  assert.ok(body.length > 12_000);
  assert.ok(Buffer.byteLength(fill(body)) < 40_000);
});

test('a body cannot break out of the layout', () => {
  const html = fill(
    '<!-- buttondown-editor-mode: fancy --></td></tr></table></div><tr><td>x</td></tr></body>y',
  );
  assert.match(html, /<div class="content"[^>]*>xy<\/div>\n<\/td><\/tr>\n<tr><td class="footer"/);
});

test('a rendered message contains no placeholder', () => {
  assert.doesNotMatch(
    fill('{{ subscriber.email }} [a]({{ unsubscribe_url }}) {% if true %}b{% endif %}'),
    /q[0-9a-f]{10}\d+z/,
  );
});

test('a layout without the content variable is refused', () => {
  const directory = mkdtempSync(join(tmpdir(), 'theme-'));
  try {
    cpSync(join(import.meta.dirname, '../../../themes/default'), directory, { recursive: true });
    const layout = readFileSync(join(directory, 'email.html'), 'utf8');
    writeFileSync(join(directory, 'email.html'), layout.replace('{{ content }}', ''));
    assert.throws(() => loadTheme(directory), /needs \{\{ content \}\}/);
    writeFileSync(
      join(directory, 'email.html'),
      layout.replace('{{ content }}', '{% if true %}{{ content }}{% endif %}'),
    );
    assert.throws(() => loadTheme(directory), /needs \{\{ content \}\}/);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test('a theme’s mail without a subject is refused', () => {
  const directory = mkdtempSync(join(tmpdir(), 'theme-'));
  try {
    cpSync(join(import.meta.dirname, '../../../themes/default'), directory, { recursive: true });
    const file = join(directory, 'mails/confirmation.liquid');
    for (const text of ['', '<p>Body alone</p>', 'Subject: x\n\nbody', 'Subject: x\nDescription: y\nbody']) {
      writeFileSync(file, text);
      assert.throws(() => loadTheme(directory), /Subject: and Description:/);
    }
    writeFileSync(file, 'Subject: x\r\nDescription: \r\n\r\nbody');
    assert.deepEqual(loadTheme(directory).mails.confirmation, {
      subject: 'x',
      description: '',
      body: 'body',
    });
  } finally {
    rmSync(directory, { recursive: true });
  }
});
