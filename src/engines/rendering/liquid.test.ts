import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { DomainError } from '../../platform/errors.ts';
import { readSentence } from '../../platform/sentences/sentence.ts';
import { assertBounded } from '../../testing/processor-time.ts';
import { fillBody, withMetadata } from '../../testing/samples/rendering.ts';

function fault(body: string, metadata = {}): string {
  try {
    fillBody(body, withMetadata(metadata));
  } catch (error) {
    assert.ok(error instanceof DomainError, String(error));
    return error.detail;
  }
  return 'no error';
}

test('a template cannot read files', () => {
  for (const tag of ['render', 'include', 'layout']) {
    assert.match(
      fault(`x\n{% ${tag} "package.json" %}`),
      new RegExp(`line 2, column 1: the tag {% ${tag} %} is not available`),
    );
    assert.match(fault(`{% liquid\n ${tag} "package.json" %}`), /is not available/);
  }
});

test('a template cannot reach a prototype', () => {
  const { html } = fillBody(
    '{{ constructor }}{{ __proto__ }}{{ subscriber.constructor }}{{ subscriber["__proto__"] }}{{ "a".constructor }}' +
      '{{ subscriber.tags.constructor }}{{ subscriber.metadata.toString }}{{ hasOwnProperty }}|',
  );
  assert.equal(html, '<p>|</p>');
  assert.match(
    fault('{% for tag in subscriber.tags %}{{ forloop.constructor.constructor }}{% endfor %}'),
    /line 1/,
  );
});

test('a runaway template quickly ends in an error', () => {
  const list = Array.from({ length: 300 }, (_, number) => number);
  const nested = (depth: number): string =>
    depth === 0 ? 'x' : `{% for i in subscriber.metadata.list %}${nested(depth - 1)}{% endfor %}`;
  for (const body of [
    '{% for i in (1..100000000) %}x{% endfor %}',
    '{% for i in (1..1000) %}{% for j in (1..1000) %}{% for k in (1..1000) %}x{% endfor %}{% endfor %}{% endfor %}',
    nested(5),
    '{% assign x = "ab" %}{% for i in (1..99) %}{% assign x = x | append: x %}{% endfor %}',
    '{% capture x %}ab{% endcapture %}{% for i in (1..99) %}{% capture x %}{{ x }}{{ x }}{% endcapture %}{% endfor %}',
    `{% for i in (1..99999) %}${'text '.repeat(500)}{% endfor %}`,
    '<p title="{% for i in (1..999999) %}xxxxxxxxxx{% endfor %}">x</p>',
    `${'{% if true %}'.repeat(9000)}${'{% endif %}'.repeat(9000)}`,
  ]) {
    assertBounded(3, () =>
      assert.match(
        fault(body, { list }),
        /takes too long to render|limit exceeded|grows beyond|nested too deeply|more than 5,000 Liquid tags/,
        body.slice(0, 80),
      ),
    );
  }
});

test('a template also renders on a slow machine, and a runaway one still ends in an error', () => {
  let now = 0;
  mock.method(performance, 'now', () => {
    now += 60_000; // as if other processes had the processor
    return now;
  });
  try {
    const { html } = fillBody('{% for i in (1..100) %}{{ i }} {% endfor %}');
    assert.match(html, /^<p>1 2 3 .* 100/);
    const loops = '{% for i in (1..1000) %}'.repeat(3);
    assertBounded(3, () =>
      assert.match(fault(`${loops}${'{% endfor %}'.repeat(3)}`), /takes too long to render/),
    );
  } finally {
    mock.restoreAll();
  }
});

test('a source over the limit is refused', () => {
  assert.match(fault('x'.repeat(500_001)), /longer than 500,000 characters; shorten it/);
});

test('a raw block cannot hide in a liquid tag', () => {
  const body = '{% liquid\n raw\n x <img src=x onerror=alert(1)>\n endraw %}';
  assert.match(fault(body), /the tag {% raw %} is not available/);
});

test('data is not evaluated as an expression', () => {
  assert.match(
    fault('{{ subscriber.tags | where_exp: "t", subscriber.metadata.x }}'),
    /undefined filter: where_exp/,
  );
});

test('internal tags are not available to authors', () => {
  assert.match(fault('{% attribute link %}x{% endattribute %}'), /tag "attribute" not found/);
});

test('text filters produce plain text in the text part', () => {
  const body = '{{ newsletter.postal_address | newline_to_br }} {{ "a & b" | escape }}';
  assert.equal(fillBody(body).html, '<p>Ferret &amp; Co.<br>\n12 Burrow Lane<br>\n1010 Vienna a &amp; b</p>');
  assert.equal(fillBody(body).text, 'Ferret & Co.\n12 Burrow Lane\n1010 Vienna a & b');
});

test('every fault that LiquidJS finds is a sentence with a code', () => {
  for (const [body, code] of [
    ['{{ name | shout }}', 'no_filter'],
    ['{% shout %}', 'no_tag'],
    ['{% if a', 'tag_open'],
    ['{% if a %}', 'tag_open'],
    ['{{ a', 'output_open'],
    ['{% raw %}', 'tag_open'],
    ['{% for a %}{% endfor %}', 'tag_illegal'],
    ['{% assign %}', 'variable_missing'],
    ['{% assign a 1 %}', 'equals_missing'],
    ['{% if a %}{% else %}{% else %}{% endif %}', 'else_twice'],
    ['{{ a[ }}', 'bracket_open'],
    ['{% capture %}{% endcapture %}', 'capture_name'],
    ['{% cycle %}', 'candidates_missing'],
    ['{% include "x" %}', 'tag_unavailable'],
  ] as const) {
    const read = readSentence(fault(body));
    assert.equal(read?.code, 'rendering.at', fault(body));
    const { reason } = read!.values;
    assert.ok(typeof reason === 'object' && 'code' in reason, fault(body));
    assert.equal(reason.code.split('.')[1], code, fault(body));
  }
});
