import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDice } from '../../platform/dice.ts';
import { fillBody } from '../../testing/samples/rendering.ts';
import { cleanBody } from './compile.ts';
import { findDroppedText } from './dropped-text.ts';

test('a tag mentioned in Markdown is shown and hides nothing after it', () => {
  for (const tag of [
    'title',
    'textarea',
    'script',
    'style',
    'svg',
    'iframe',
    'noscript',
    'option',
    'xmp',
    'plaintext',
  ]) {
    assert.equal(
      fillBody(`Use the <${tag}> tag.\n\nThe **next** paragraph.`).html,
      `<p>Use the &lt;${tag}&gt; tag.</p>\n<p>The <strong>next</strong> paragraph.</p>`,
    );
    assert.equal(
      fillBody(`<${tag}> is a tag.\n\nThe **next** paragraph.`).html,
      `<p>&lt;${tag}&gt; is a tag.</p>\n<p>The <strong>next</strong> paragraph.</p>`,
    );
  }
});

test('unknown HTML tags are shown as written', () => {
  assert.equal(
    fillBody('Dear <your name>, press <enter> </enter>; vector<int>.').html,
    '<p>Dear &lt;your name&gt;, press &lt;enter&gt; &lt;/enter&gt;; vector&lt;int&gt;.</p>',
  );
});

test('an unclosed comment is text, and a closed one is a comment', () => {
  assert.equal(fillBody('<!-- a\n\n**b**').html, '<p>&lt;!-- a</p>\n<p><strong>b</strong></p>');
  assert.equal(fillBody('<!-- a -->\n\n**b**').html, '<p><strong>b</strong></p>');
});

test('closed scripts and styles are left out with their content', () => {
  assert.equal(fillBody('a <script>x</script>b\n\n<style>\np{}\n</style>\n\nc').html, '<p>a b</p>\n<p>c</p>');
});

test('HTML shows an unclosed raw tag and everything after it', () => {
  assert.equal(
    fillBody('<p>The <title> tag</p><p>and <textarea> too</p><p>end</p>').html,
    '<p>The &lt;title&gt; tag</p><p>and &lt;textarea&gt; too</p><p>end</p>',
  );
});

test('every word of a body is either in the mail or reported as left out', () => {
  const pieces = [
    'word',
    '**bold**',
    '\n\n',
    '\n',
    ' ',
    '<title>',
    '</title>',
    '<textarea>',
    '</textarea>',
    '<svg>',
    '</svg>',
    '<p>',
    '</p>',
    '<div>',
    '</div>',
    '<table><tr><td>',
    '</td></tr></table>',
    '<option>',
    '<foo>',
    '</foo>',
    '<b>',
    '</b>',
    '`code`',
    '- [ ] item\n',
    '> quote\n',
    '<!--',
    '-->',
    '<script>',
    '<a href="https://a.example">',
    '</a>',
    '| a | b |\n|---|---|\n| c | d |\n',
    '<noscript>',
    '</noscript>',
    '<xmp>',
    '<iframe>',
    '</iframe>',
    '&amp;',
    '"quoted"',
    'www.example.org',
    '<video>',
    '</video>',
    '<details><summary>',
    '</summary></details>',
    '<custom-tag>',
    '<br>',
    '<h2>',
    '</h2>',
    '# heading\n',
    '~~gone~~',
    '[link](https://a.example)',
    '<object>',
    '</object>',
    '<math>',
    '<select>',
    '<li>',
  ];
  const { pick } = openDice(7);
  for (let round = 0; round < 400; round += 1) {
    let number = 0;
    const words: string[] = [];
    const parts: string[] = [];
    for (let at = 0; at < 12; at += 1) {
      parts.push(pick(pieces), ' ');
      words.push(`w${round}x${number++}`);
      parts.push(words.at(-1) as string, ' ');
    }
    const body = parts.join('');
    const content = cleanBody(body);
    const kept = fillBody(body);
    const reported = new Set(findDroppedText(content).words);
    // A closed comment or script is not part of the text.
    const hidden = body.replace(/<!--[\s\S]*?-->|<script>[\s\S]*?<\/script>/g, '');
    for (const word of words) {
      const isShown = kept.html.includes(word) && kept.text.includes(word);
      assert.ok(
        isShown || reported.has(word) || !hidden.includes(word),
        `${word} of ${JSON.stringify(body)}`,
      );
    }
  }
});
