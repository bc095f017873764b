import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findUnknown, type Known, typedIn } from './liquid.ts';

const valueNames = ['subscriber.email', 'subscriber.type', 'newsletter.name', 'unsubscribe_url'];
const known: Known = {
  values: valueNames.map(name => ({ name, description: '' })),
  keys: [
    { key: 'first_name', name: 'subscriber.metadata.first_name', count: 2, example: 'Ada' },
    { key: 'home town', name: 'subscriber.metadata["home town"]', count: 1, example: null },
  ],
  is_whole: true,
  snippets: [{ identifier: 'footer', name: 'Footer' }],
  surveys: [{ identifier: 'walk', name: 'Where next' }],
};
const names = (text: string) => findUnknown(text, known).map(({ name, suggestion }) => [name, suggestion]);

test('an unknown name is found, with the nearest known one', () => {
  assert.deepEqual(names('{{ subscriber.metadata.frist_name }}'), [
    ['frist_name', 'subscriber.metadata.first_name'],
  ]);
  assert.deepEqual(names('{{ subscriber.emial }}'), [['subscriber.emial', 'subscriber.email']]);
  assert.deepEqual(names('{{ snippets.foter }}'), [['foter', 'snippets.footer']]);
  assert.deepEqual(names('{{ survey.wlk }} {{ survey.walk }}'), [['wlk', 'survey.walk']]);
  assert.deepEqual(names('{{ first_name }}'), [['first_name', 'subscriber.metadata.first_name']]);
  assert.deepEqual(names('{{ subscriber.email | upcas }}'), [['upcas', 'upcase']]);
  assert.deepEqual(names('{% if subscriber.metadata.zzz == "x" %}a{% endif %}'), [['zzz', undefined]]);
});

test('names that a reader has, that the template defines, or that are only shown as code are not reported', () => {
  const fine = [
    '{{ subscriber.metadata.first_name | default: "dear frist_name" }}',
    '{{ subscriber.metadata["home town"] }}',
    '{{ snippets.footer }} {{ newsletter.name }} {{ unsubscribe_url }}',
    '{% assign place = subscriber.metadata.first_name %}{{ place }}',
    '{% for tag in subscriber.tags %}{{ tag }}{{ forloop.index }}{% endfor %}'.replace(
      'subscriber.tags',
      'subscriber.type',
    ),
    '{% raw %}{{ nothing.like.it }}{% endraw %}',
    '{% if subscriber.email contains "@" and subscriber.type != "premium" %}{% endif %}',
  ];
  for (const text of fine) assert.deepEqual(names(text), [], text);
});

test('no key is reported if not all keys are known, or if nobody has any', () => {
  const text = '{{ subscriber.metadata.zzz }}';
  assert.deepEqual(findUnknown(text, { ...known, is_whole: false }), []);
  assert.deepEqual(findUnknown(text, { ...known, keys: [] }), []);
});

test('an unknown name is found at its place', () => {
  const text = 'Hello\n{{ subscriber.metadata.nme }}, bye';
  const [found] = findUnknown(text, known);
  assert.equal(text.slice(found!.from, found!.to), 'subscriber.metadata.nme');
});

test('typing a path, a filter or a tag inside Liquid is told apart', () => {
  assert.equal(typedIn('Hello'), undefined);
  assert.equal(typedIn('{{ a }} then'), undefined);
  assert.deepEqual(typedIn('{{ subscriber.me'), { kind: 'path', from: 3, is_output: true });
  assert.deepEqual(typedIn('{{ a | def'), { kind: 'filter', from: 7, is_output: true });
  assert.deepEqual(typedIn('{% un'), { kind: 'tag', from: 3, is_output: false });
  assert.deepEqual(typedIn('{% if sub'), { kind: 'path', from: 6, is_output: false });
  assert.equal(typedIn('{{ a | default: "de'), undefined);
});
