import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answersIn, askFor, chipsIn } from './chips.ts';

const said = (text: string) => chipsIn(text).map(({ kind, says }) => `${kind}: ${says}`);

test('Liquid is shown in words', () => {
  assert.deepEqual(
    said(
      'Dear {{ subscriber.metadata.first_name | default: "reader" }}, {{ newsletter.name }} {{snippets.farewell}} {{ subscriber.metadata["shoe size"] }}',
    ),
    ['value: first name', 'value: newsletter name', 'snippet: farewell', 'value: shoe size'],
  );
  assert.deepEqual(
    said(
      '{% if subscriber.type == "premium" and subscriber.metadata.city != blank %}a{% elsif subscriber.tags contains \'waders\' %}b{%- else -%}c{% endif %}{% unless x %}{% endunless %}',
    ),
    [
      'if: type is premium and city is not empty',
      'elsif: tags has waders',
      'else: ',
      'end: ',
      'unless: x',
      'end: ',
    ],
  );
});

test('Liquid without words of its own is shown as it is written', () => {
  for (const text of ['{% assign x = 1 %}', '{{ "text" }}', '{{ a + b', '{% for x in y %}', '{{ }}'])
    assert.deepEqual(chipsIn(text), []);
});

test('one preview answers for every piece', () => {
  const written = ['{{ subscriber.email }}', '{% elsif subscriber.type == "x" %}'];
  const asked = askFor(written);
  assert.match(asked, /\{% if subscriber\.type == "x" %\}1\{% else %\}0\{% endif %\}/);
  const shown = asked.replace('{{ subscriber.email }}', 'ann@example.org').replace(/\{% if.*endif %\}/, '1');
  assert.deepEqual(
    [...answersIn(shown, written)],
    [
      [written[0], 'ann@example.org'],
      [written[1], '1'],
    ],
  );
});
