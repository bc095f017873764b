import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBareValues } from './bare-values.ts';

test('a value without a default is found once for each key, where its braces begin', () => {
  const source =
    'Hello {{ subscriber.metadata.first_name }},\r\n\r\nin {{- subscriber.metadata["home town"] | upcase }} or {{ subscriber.metadata.first_name }}';
  assert.deepEqual(findBareValues(source), [
    { key: 'first_name', line: 1, column: 7 },
    { key: 'home town', line: 3, column: 4 },
  ]);
});

test('nothing is found where a default or a condition takes care of readers who lack the value', () => {
  for (const source of [
    '{{ subscriber.metadata.city | default: "your town" }}',
    "{{ subscriber.metadata.city | upcase | default: 'your | town' }}",
    '{% if subscriber.metadata.city %}in {{ subscriber.metadata.city }}{% endif %}',
    '{% if medium == "web" %}{% elsif subscriber.metadata["city"] != "" %}{{ subscriber.metadata.city }}{% endif %}',
    '{% raw %}{{ subscriber.metadata.city }}{% endraw %}{% comment %}{{ subscriber.metadata.city }}{% endcomment %}',
    '{{ subscriber.metadata }} {{ subscriber.metadata.size }} {{ subscriber.email }} {{ city }}',
    '{{ subscriber.metadata.city',
  ])
    assert.deepEqual(findBareValues(source), [], source);
});

test('a condition on something else, or one that has ended, takes care of nobody', () => {
  for (const source of [
    '{% if subscriber.type == "premium" %}{{ subscriber.metadata.city }}{% endif %}',
    '{% if subscriber.metadata.city %}there{% endif %}{{ subscriber.metadata.city }}',
    '{{ subscriber.metadata.city | append: "default" }}',
  ])
    assert.deepEqual(
      findBareValues(source).map(({ key }) => key),
      ['city'],
      source,
    );
});
