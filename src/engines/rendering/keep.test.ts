import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleTheme, sampleValues } from '../../testing/samples/rendering.ts';
import { compileMessage } from './compile.ts';
import { restoreMessage } from './keep.ts';
import type { MessageSource } from './message.ts';
import { joinPattern } from './patterns.ts';
import { layoutOf } from './theme.ts';
import { valuesRead } from './values-read.ts';

const bodies = {
  'plain text': 'Hello **all**',
  'values, filters and conditions':
    'Hi {{- subscriber.metadata.first_name | default: "you" -}} ! {% if subscriber.type == "regular" %}[more](https://a.example/?q={{ subscriber.email }}){% else %}*paid*{% endif %}',
  'braces that are text': '{% raw %}{{ not.liquid }} {% {% endraw %} { {{ subscriber.email }} } `{{ "{{" }}`',
  'every kind of attribute':
    '<p style="color: {{ subscriber.metadata.color }}"><a href="{{ subscriber.metadata.site }}" title="{{ subscriber.email }}">x</a><img src="https://a.example/{{ subscriber.metadata.first_name }}.png" alt="{{ subscriber.type }}"></p>',
  'tags that depend on each other':
    '{% assign name = subscriber.metadata.first_name %}{%- for tag in subscriber.tags -%} {{ tag }}{% cycle ", ", "; " %} {%- endfor -%} {% capture x %}<b>{{ name }}</b>{% endcapture %}{{ x }}',
  'tables, lists and code':
    '| a | {{ subscriber.email }} |\n| - | - |\n| 1 | {{ medium }} |\n\n- {{ newsletter.name }}\n\n```\n{{ subscriber.email }}\n```',
};

for (const [what, body] of Object.entries(bodies))
  for (const template of [null, 'naked', 'classic'] as const)
    test(`${what}: a message stored as JSON gives the same copies (${template ?? 'modern'})`, () => {
      const source: MessageSource = {
        subject: 'For {{ subscriber.metadata.first_name }}',
        body,
        description: 'D {{ x }}',
        ending: '{% if email.absolute_url != blank %}{{ email.absolute_url }}{% endif %}',
      };
      const compiled = compileMessage(source, layoutOf(sampleTheme, template));
      const { subject, html, text } = restoreMessage(JSON.parse(JSON.stringify(compiled.keep()))).bind(
        sampleValues,
      );
      const again = [subject, html, text].map(pattern => joinPattern(pattern, sampleValues));
      const filled = compiled.fill(sampleValues);
      assert.deepEqual(again, [filled.subject, filled.html, filled.text]);
    });

const reads = {
  Hello: [],
  '{{ subscriber.email }} {{ newsletter.name }} {{ "subscriber" | upcase }}': [],
  '{{ subscriber.metadata.first_name | default: "subscriber" }}': ['metadata.first_name'],
  '{% if subscriber.metadata.a-b == 1 and subscriber . type != "x" %}y{% endif %}': ['metadata.a-b', 'type'],
  '{{ subscriber.metadata.address.city }}': ['metadata.address'],
  '{{ subscriber.metadata.size }}': ['metadata'],
  '{{ subscriber.metadata.größe }}': ['metadata'],
  '{{ subscriber.metadata.a }}{{ subscriber.metadata | json }}': ['metadata'],
  '{% for tag in subscriber.tags %}{{ tag }}{% endfor %}': ['tags'],
  '{% assign s = subscriber %}{{ s.type }}': ['metadata', 'tags', 'type'],
  '{{ subscriber["metadata"]["a"] }}': ['metadata', 'tags', 'type'],
  '{% assign x = "subscriber" %}{{ [x].metadata.a }}': ['metadata', 'tags', 'type'],
  '<a href="https://a.example/{{ subscriber.metadata.ref }}">x</a>': ['metadata.ref'],
};
for (const [body, names] of Object.entries(reads))
  test(`the recipient fields that a body reads are known: ${body}`, () => {
    const kept = compileMessage({ subject: 'S', body, description: '' }, sampleTheme).keep();
    assert.deepEqual(valuesRead(kept).toSorted(), names);
  });
