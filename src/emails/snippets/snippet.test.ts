import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertSnippets, snippetsIn } from './snippet.ts';

test('a body’s snippets are found, each once, with and without spaces in the braces', () => {
  const body =
    '{{ snippets.a }}{{snippets.b-2}}{{- snippets.c_3 -}}\n{{ snippets.a}} {{ snippetsx.d }} snippets.e';
  assert.deepEqual(snippetsIn(body), ['a', 'b-2', 'c_3']);
});

test('each snippet is inserted unchanged, whatever it contains', () => {
  const contents = new Map([
    ['a', '$& $1 \\ {{ subscriber.email }}'],
    ['b', 'B'],
  ]);
  assert.equal(
    insertSnippets('<{{ snippets.a }}|{{snippets.b}}>', contents),
    '<$& $1 \\ {{ subscriber.email }}|B>',
  );
});

test('an unknown snippet is named in the error, even if every object has a property with that name', () => {
  for (const word of ['x', 'constructor', '__proto__'])
    assert.throws(() => insertSnippets(`{{ snippets.${word} }}`, new Map()), {
      code: 'body_invalid',
      detail: new RegExp(`^body: there is no snippet "${word}"`),
    });
});

test('a snippet in a form that would print nothing is refused', () => {
  const contents = new Map([
    ['a', 'A'],
    ['outer', '{{ snippets.a }}'],
  ]);
  for (const body of [
    '{{ snippets.a | upcase }}',
    "{{ snippets['a'] }}",
    '{{ snippets }}',
    '{{- snippets.a.b -}}',
    '{{ snippets.outer }}',
  ])
    assert.throws(() => insertSnippets(body, contents), {
      code: 'body_invalid',
      detail: /^body: \{\{-? snippets.* cannot be read/,
    });
  const endless = '{{snippets '.repeat(400_000);
  assert.equal(insertSnippets(endless, contents), endless);
});

test('a body that its snippets would make too large is refused before it is built', () => {
  const contents = new Map([['a', 'x'.repeat(100_000)]]);
  assert.throws(() => insertSnippets('{{ snippets.a }}'.repeat(300_000), contents), {
    code: 'body_invalid',
    detail: /^body: with its snippets, the body is longer/,
  });
  assert.equal(insertSnippets('{{snippets.a}}'.repeat(49), contents).length, 4_900_000);
});
