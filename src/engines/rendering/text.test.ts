import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillBody, sampleTheme, sampleValues, withMetadata } from '../../testing/samples/rendering.ts';
import { compileMessage } from './compile.ts';

function textOf(body: string, metadata: Record<string, unknown> = {}): string {
  return fillBody(body, withMetadata(metadata)).text;
}

test('headings are underlined at their rendered length', () => {
  assert.equal(
    textOf('# Hi {{ subscriber.metadata.name }}\n\nx\n\n## Two', { name: 'Annabelle' }),
    'Hi Annabelle\n============\n\nx\n\nTwo\n---',
  );
});

test('links show their address once', () => {
  assert.equal(
    textOf('[here](https://a.example/b), <https://a.example>, www.b.example'),
    'here (https://a.example/b), https://a.example, www.b.example',
  );
  assert.equal(
    textOf('<{{ unsubscribe_url }}> [mail](mailto:a@b.example) <c@d.example>'),
    `${sampleValues.unsubscribe_url} mail (a@b.example)\nc@d.example`,
  );
});

test('lists keep their markers and hanging indents', () => {
  const long = 'word '.repeat(20).trim();
  assert.equal(
    textOf(`1. a\n2. b\n   - c\n\n- ${long}`),
    `1. a\n2. b\n   - c\n\n- ${'word '.repeat(15).trim()}\n  word word word word word`,
  );
});

test('a loop between items leaves no empty lines', () => {
  assert.equal(
    textOf('Intro\n\n- a\n{% for tag in subscriber.tags %}\n- {{ tag }}\n{% endfor %}\n\nNext'),
    'Intro\n\n- a\n- Early\n- Vienna\n\nNext',
  );
  assert.equal(textOf('a\n\n{% if false %}\nb\n{% endif %}\n\nc'), 'a\n\nc');
});

test('tables have columns that fit their values', () => {
  assert.equal(
    textOf('| Name | |\n|---|---|\n| {{ subscriber.metadata.n }} | 1 |\n| b | |', { n: 'Wolfgang' }),
    'Name     |\n---------+--\nWolfgang | 1\nb        |',
  );
});

test('a layout table becomes the text of its cells', () => {
  assert.equal(
    textOf('<table width="600"><tr><td><p>left</p></td><td><p>right</p></td></tr></table>'),
    'left\n\nright',
  );
});

test('images show their alternative text, code keeps its lines, and quotations keep their marker', () => {
  assert.equal(textOf('![A cat](https://a.example/c.png) ![](https://a.example/pixel.png)'), '[A cat]');
  assert.equal(textOf(`    ${'x '.repeat(60).trim()}\n      y`), `    ${'x '.repeat(60).trim()}\n      y`);
  assert.equal(
    textOf(`> ${'word '.repeat(20)}`),
    `> ${'word '.repeat(15).trim()}\n> word word word word word`,
  );
});

test('lines wrap at 78 characters after values are filled in, and addresses are never broken', () => {
  const url = `https://a.example/${'x'.repeat(120)}`;
  const text = textOf(`${'Hi {{ subscriber.metadata.name }}, '.repeat(20)} ${url} ${'end '.repeat(30)}`, {
    name: 'Maximiliane Theodora',
  });
  assert.ok(text.split('\n').includes(url));
  for (const line of text.split('\n')) assert.ok(line === url || line.length <= 78, line);
  assert.equal(text.split('\n').length, 10);
});

test('values cannot bring control characters or internal markers into the text', () => {
  assert.equal(textOf('a {{ subscriber.metadata.x }} b', { x: '\u0001\u0004c\r\nd\0' }), 'a c\nd b');
});

test('the text part has the postal address and the unsubscribe link and is never empty', () => {
  const { text } = compileMessage({ subject: 's', body: '', description: '' }, sampleTheme).fill(
    sampleValues,
  );
  assert.match(text, /12 Burrow Lane/);
  assert.ok(text.includes(`Unsubscribe: ${sampleValues.unsubscribe_url}\n`));
});
