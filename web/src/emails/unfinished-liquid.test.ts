import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLiquid } from './unfinished-liquid.ts';

const lacks = (text: string) => openLiquid(text)?.lacks;

test('while Liquid is typed character by character, every step but the last is unfinished', () => {
  const pieces: [before: string, typed: string, after: string][] = [
    ['Hello ', '{{ subscriber.email }}', ' and {{ medium }}'],
    ['', '{% if subscriber.metadata.city %}here{% endif %}', '\n\n{% if x %}b{% endif %}'],
    ['{{ subscriber.email | ', 'default', ' }}'],
    ['{% ', 'unless', ' x %}{% endunless %}'],
    ['', '{% raw %}{{{% endraw %}', ''],
    ['', '{{ "}}" | append: \'{{\' }}', ''],
  ];
  for (const [before, typed, after] of pieces) {
    assert.equal(openLiquid(before + typed + after), undefined, before + typed + after);
    for (let length = typed.startsWith('{') ? 2 : 1; length < typed.length; length += 1) {
      const text = before + typed.slice(0, length) + after;
      assert.ok(openLiquid(text), text);
    }
  }
});

test('it says where it begins and what is missing', () => {
  assert.deepEqual(openLiquid('a\nb {{ x\n\n{{ y }}'), { line: 2, column: 3, mark: '{{', lacks: 'end' });
  assert.deepEqual(openLiquid('a\n\n{% if x %}\n\nb'), { line: 3, column: 1, mark: 'if', lacks: 'end_tag' });
  assert.deepEqual(
    [lacks('{{ }}'), lacks('{%- -%}'), lacks('{% if %}{% endif %}')],
    Array(3).fill('content'),
  );
});

test('Liquid that the service can read, or refuses for another reason, is left to the service', () => {
  const texts = [
    '{{ x | }}',
    '{{ x | default: "you" }}',
    '{%- if x -%}a{%- else -%}b{%- endif -%}',
    '{% liquid\nif x\necho 1\nendif %}',
    '{% # note %}',
    '{# x #} { { x } }',
    '{% comment %} it’s {{ open {% endcomment %}',
    '{{ x | nope }}',
    '{% endif %}',
    "It's {{ x }} isn't",
  ];
  for (const text of texts) assert.equal(openLiquid(text), undefined, text);
});
