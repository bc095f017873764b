import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillBody } from '../../testing/samples/rendering.ts';

const yes = '{% if subscriber.type == "regular" %}';
const no = '{% if subscriber.type == "premium" %}';
const each = '{% for tag in subscriber.tags %}';

test('tags on lines of their own leave no paragraph behind', () => {
  assert.equal(fillBody(`a\n${yes}\nb\n{% endif %}\nc`).html, '<p>a</p>\n<p>b</p>\n<p>c</p>');
  assert.equal(fillBody(`a\n\n${no}\nb\n{% endif %}\n\nc`).html, '<p>a</p>\n<p>c</p>');
  assert.equal(fillBody('{% assign x = 1 %} {% assign y = 2 %}\n\n{{ x }}').html, '<p>1</p>');
});

test('a loop around a list item repeats it, alone or in the middle of a list', () => {
  assert.equal(
    fillBody(`${each}\n- {{ tag }}\n{% endfor %}`).html,
    '<ul>\n<li>Early</li>\n<li>Vienna</li>\n</ul>',
  );
  assert.equal(
    fillBody(`1. first\n${each}\n2. {{ tag }}\n{% endfor %}\n3. last\n\nafter`).html,
    '<ol>\n<li>first</li>\n<li>Early</li>\n<li>Vienna</li>\n<li>last</li>\n</ol>\n<p>after</p>',
  );
});

test('conditions around list items do not split the list', () => {
  const body = (tag: string) => `- a\n${tag}\n- b\n{% else %}\n- c\n{% endif %}\n- d`;
  assert.equal(fillBody(body(yes)).html, '<ul>\n<li>a</li>\n<li>b</li>\n<li>d</li>\n</ul>');
  assert.equal(fillBody(body(no)).html, '<ul>\n<li>a</li>\n<li>c</li>\n<li>d</li>\n</ul>');
  assert.equal(
    fillBody(`- a\n- ${yes}b\n- c{% endif %}\n- d`).html,
    '<ul>\n<li>a</li>\n<li>b</li>\n<li>c</li>\n<li>d</li>\n</ul>',
  );
});

test('a loop around a table row repeats the row', () => {
  const { html, text } = fillBody(`| a | b |\n|---|---|\n${each}\n| {{ tag }} | x |\n{% endfor %}\nafter`);
  assert.match(
    html,
    /<tr>\n<td>Early<\/td>\n<td>x<\/td>\n<\/tr>\n<tr>\n<td>Vienna<\/td>\n<td>x<\/td>\n<\/tr>\n<\/tbody>/,
  );
  assert.match(html, /<\/table><\/div>\n<p>after<\/p>$/);
  assert.equal(text, 'a      | b\n-------+--\nEarly  | x\nVienna | x\n\nafter');
});

test('a condition around a table covers the whole table', () => {
  assert.equal(fillBody(`${no}\n| a | b |\n|---|---|\n| 1 | 2 |\n{% endif %}\nafter`).html, '<p>after</p>');
});

test('a condition that spans paragraphs covers them whole', () => {
  assert.equal(fillBody(`${no}one\n\ntwo{% endif %}\n\nthree`).html, '<p>three</p>');
  assert.equal(fillBody(`${no}one{% endif %}\n\nthree`).html, '<p>three</p>');
  assert.equal(fillBody(`${yes}one\n\n{% else %}two{% endif %}\n\nthree`).html, '<p>one</p>\n<p>three</p>');
});

test('a heading, list item or quotation may follow a tag on the same line', () => {
  assert.equal(fillBody(`${yes}# Title{% endif %}`).html, '<h1>Title</h1>');
  assert.equal(
    fillBody(`${each}- {{ tag }}\n{% endfor %}`).html,
    '<ul>\n<li>Early</li>\n<li>Vienna</li>\n</ul>',
  );
  assert.equal(fillBody(`${no}> quoted{% endif %}\n\nx`).html, '<p>x</p>');
});

test('tags that trim white space work around items', () => {
  const { html } = fillBody(`- a\n{%- for tag in subscriber.tags %}\n- {{ tag }}\n{%- endfor %}\n- d`);
  assert.equal(html, '<ul>\n<li>a</li>\n<li>Early</li>\n<li>Vienna</li>\n<li>d</li>\n</ul>');
});

test('a tag line is not taken for the text above an underline', () => {
  assert.equal(fillBody(`${yes}\na\n{% endif %}\n---\nb`).html, '<p>a</p>\n<hr>\n<p>b</p>');
});

test('rows of an HTML table can be repeated', () => {
  const { html } = fillBody(`<table border="1">${each}<tr><td>{{ tag }}</td></tr>{% endfor %}</table>`);
  assert.match(html, /<tbody><tr><td>Early<\/td><\/tr><tr><td>Vienna<\/td><\/tr><\/tbody>/);
});

test('rendered HTML stays well formed whatever a condition leaves out', () => {
  for (const body of [
    `<div>${no}</div>{% endif %}`,
    `<b>a${no}</b>{% endif %}`,
    `- a ${no}b\n- c{% endif %} d`,
  ]) {
    assert.throws(() => fillBody(body), { code: 'body_invalid' }, body);
  }
});

test('comments disappear with everything in them', () => {
  assert.equal(
    fillBody('a\n\n{% comment %}\n{% render "x" %} {{ y | nope }}\n{% endcomment %}\n\nb{% # note %}').html,
    '<p>a</p>\n<p>b</p>',
  );
});
