import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillBody } from '../../testing/samples/rendering.ts';

const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;

test('fenced code is coloured by inline styles, with classes for dark mode', () => {
  const { html } = fillBody(fence('ts', 'const x = 5; // <b>')).message;
  assert.match(html, /<span class="code-word" style="color:#[0-9a-f]{6}">const<\/span>/);
  assert.match(html, /<span class="code-note" style="[^"]*">\/\/ &lt;b&gt;<\/span>/);
  assert.match(html, /prefers-color-scheme: dark.*\.content \.code-word\{color:/s);
});

test('the text part is the code as it was written', () => {
  const code = 'function f(a) {\n  return `b` + "<b>"; // &amp;\n}';
  assert.equal(fillBody(fence('js', code)).text, code.replace(/^/gm, '    '));
});

test('code in an unknown language or none stays plain', () => {
  assert.equal(
    fillBody(fence('klingon', 'if x')).html,
    '<pre><code class="language-klingon">if x\n</code></pre>',
  );
  assert.equal(fillBody(fence('', 'if x')).html, '<pre><code>if x\n</code></pre>');
});

test('Liquid works in code of any language', () => {
  for (const language of [
    'ts',
    'py',
    'json',
    'css',
    'html',
    'sql',
    'diff',
    'yaml',
    'bash',
    'c',
    'go',
    'ini',
  ]) {
    const { text } = fillBody(
      fence(language, 'a: "{{ subscriber.email }}" #{{ email.secondary_id }}{{ medium }}'),
    );
    assert.equal(text, '    a: "ann@example.org" #42email', language);
  }
  const loop = 'tags = [{% for tag in subscriber.tags %}"{{ tag }}", {% endfor %}]';
  assert.equal(fillBody(fence('py', loop)).text, '    tags = ["Early", "Vienna", ]');
});

test('code is unchanged, whatever the language', () => {
  const code =
    '<?php $a = "<b>&amp;"; /* x */ ?> {"k": [1, \'two\', null]} -- c\n#include <x.h>\n+ a\n- b :sym @at $1';
  for (const language of 'bash c cpp csharp css diff go ini java js json php py rb rs sh sql ts html yaml'.split(
    ' ',
  )) {
    assert.equal(fillBody(fence(language, code)).text, code.replace(/^/gm, '    '), language);
  }
});
