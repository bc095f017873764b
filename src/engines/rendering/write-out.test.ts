import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DomainError } from '../../platform/errors.ts';
import { fillBody, sampleTheme, sampleValues } from '../../testing/samples/rendering.ts';
import { compileMessage } from './compile.ts';
import { Markup } from './markup.ts';
import { writeOut } from './write-out.ts';

const values = {
  item: {
    title: 'Knots & <b>bends</b>',
    url: 'https://a.example/?x=1&y="2"',
    content: new Markup('<p>Said <em>so</em></p>'),
  },
  items: [{ title: 'One' }, { title: 'Two' }],
  feed: { title: 'The log', url: 'https://a.example/' },
};
const write = (body: string, subject = 's', given: Record<string, unknown> = values) =>
  writeOut({ subject, body }, given);
const mark = '<!-- buttondown-editor-mode: fancy -->\n';
const bodyOf = (body: string, given?: Record<string, unknown>) =>
  write(body, 's', given).body.slice(mark.length);

/** Returns the text that a reader gets. */
const read = (body: string, given?: Record<string, unknown>) => fillBody(write(body, 's', given).body);
const readSubject = (subject: string, given?: Record<string, unknown>) => {
  const written = write('x', subject, given).subject;
  return compileMessage({ subject: written, body: 'x', description: '' }, sampleTheme).fill(sampleValues)
    .subject;
};

test('values are escaped in the body and plain in the subject; markup works in the body only', () => {
  assert.equal(bodyOf('<p>{{ item.title }}</p>'), '<p>Knots &amp; &lt;b&gt;bends&lt;/b&gt;</p>');
  assert.equal(bodyOf('<div>{{ item.content }}</div>'), '<div><p>Said <em>so</em></p></div>');
  assert.equal(write('x', '{{ item.title }}').subject, 'Knots & <b>bends</b>');
  assert.equal(write('x', '{{ item.content }}').subject, 'Said so');
  assert.match(
    bodyOf('<a href="{{ item.url }}">x</a>'),
    /href="https:\/\/a.example\/\?x=1&amp;y=&quot;2&quot;"/,
  );
});

test('a Markdown template becomes HTML, with links and blocks made from values', () => {
  assert.match(
    bodyOf('# {{ feed.title }}\n\n[{{ item.title }}]({{ item.url }})\n\n{{ item.content }}\n\nEnd'),
    /^<h1>The log<\/h1>\n<p><a href="https:[^"]*">Knots &amp; &lt;b&gt;bends&lt;\/b&gt;<\/a><\/p>\n<p>Said <em>so<\/em><\/p>\n<p>End<\/p>$/,
  );
  assert.match(bodyOf('| a |\n|---|\n| {{ item.title }} |'), /<td>Knots &amp; &lt;b&gt;/);
});

test('an item without an address becomes text instead of a link that leads nowhere, and one without a picture shows none', () => {
  const none = { item: { title: 'Title', url: '', image: '' } };
  for (const [template, written] of [
    ['## [{{ item.title }}]({{ item.url }})', '<h2>Title</h2>'],
    ['<p><a class="button" href="{{ item.url }}"><b>{{ item.title }}</b></a></p>', '<p><b>Title</b></p>'],
    ["<p><a href='{{ item.url }}'>{{ item.title }}</a> <a href='https://a.example'>x</a></p>", null],
    ['<p>a<img src="{{ item.image }}" alt="{{ item.title }}"></p>', '<p>a</p>'],
  ] as const) {
    const { body } = write(template, 's', none);
    assert.doesNotMatch(body, /(?:href|src)=["']{2}/, template);
    if (written) assert.ok(body.endsWith(`\n${written}`), body);
    else assert.match(body, /<p>Title <a href=["']https:/);
  }
});

test('loops, filters and assignments for later tags work', () => {
  assert.equal(
    bodyOf(
      '<ul>{% for item in items %}<li>{{ forloop.index }} {{ item.title | upcase }}</li>{% endfor %}</ul>',
    ),
    '<ul><li>1 ONE</li><li>2 TWO</li></ul>',
  );
  assert.equal(bodyOf('{% assign n = items.size | times: 2 %}<p>{{ n }}</p>'), '<p>4</p>');
  assert.match(
    bodyOf('{% for item in items %}\n## {{ item.title }}\n{% endfor %}'),
    /<h2>One<\/h2>\s*<h2>Two<\/h2>/,
  );
  assert.equal(write('x', '{{ items | map: "title" | join: ", " }}').subject, 'One, Two');
});

test('Liquid about the subscriber is kept and rendered for each one', () => {
  const { html } = read(
    '<p>{{ item.title }} for {{ subscriber.email }}{% if subscriber.type == "regular" %}, regular{% endif %}</p>\n<p><a href="{{ unsubscribe_url }}">Leave</a></p>',
  );
  assert.match(html, /bends&lt;\/b&gt; for ann@example.org, regular<\/p>/);
  assert.match(html, /href="https:\/\/news.example.org\/unsubscribe/);
  assert.equal(readSubject('{{ subscriber.metadata.first_name }}: {{ feed.title }}'), 'Ann: The log');
  assert.match(read('{% assign who = subscriber.email %}\n\nTo {{ who }}').html, /To ann@example.org/);
});

test('Liquid that mixes item and subscriber is refused with its position', () => {
  for (const [body, place] of [
    ['one\n\n{% if subscriber.type == "premium" %}{{ item.title }}{% endif %}', /line 3, column 1/],
    ['{% for item in items %}{{ subscriber.email }}{% endfor %}', /line 1, column 1/],
    ['ab {{ item.title | append: subscriber.email }}', /line 1, column 4/],
    ['{% assign who = subscriber.email %}\n{{ item.title | append: who }}', /line 2, column 1/],
  ] as const)
    assert.throws(
      () => write(body),
      (error: DomainError) =>
        error.code === 'body_invalid' && place.test(error.detail) && /separate them/.test(error.detail),
      body,
    );
  assert.throws(() => write('x', '{{ item.title | append: subscriber.email }}'), { code: 'subject_invalid' });
});

test('an invalid template is refused with line and column', () => {
  for (const [subject, body, code] of [
    ['{{ item.title', 'x', 'subject_invalid'],
    ['s', '{% for item in items %}', 'body_invalid'],
    ['s', '{{ item.title | nosuchfilter }}', 'body_invalid'],
    ['s', '{% render "x" %}', 'body_invalid'],
  ] as const)
    assert.throws(
      () => write(body, subject),
      (error: DomainError) => error.code === code && /line \d+, column \d+/.test(error.detail),
    );
});

const hostile = [
  '{{ subscriber.email }}',
  '{% if true %}x{% endif %}',
  '{{{ subscriber.email }}}',
  '{{{{ a }}}}',
  '{% raw %}{{ subscriber.email }}{% endraw %}',
  '{% endraw %}{{ subscriber.email }}',
  '{%- comment -%}',
  '&#123;{ subscriber.email }}',
  '&#123;&#123; subscriber.email }}',
  '{',
  '{{',
  '{%',
  'a { b',
  '}}',
  '&lcub;&lcub;subscriber.email}}',
];

test('braces in a value stay text in subject, text, attributes and markup, whatever follows them', () => {
  for (const title of hostile) {
    const given = { item: { title, content: new Markup(`<p title="${title}">${title}</p>`) } };
    assert.equal(readSubject('{{ item.title }}', given), title, title);
    assert.equal(
      readSubject('{{ item.title }}{{ subscriber.email }}', given),
      `${title}ann@example.org`,
      title,
    );
    for (const template of [
      '<p>[{{ item.title }}]</p>',
      '<p title="[{{ item.title }}]">[{{ item.title }}]</p>',
      '[{{ item.title }}]\n\n*x*',
      '<p>[{{ item.title }}{{ subscriber.email }}]</p>',
      '<p>[{{ item.title }}{{ item.title }}]</p>',
    ]) {
      const { html, text } = read(template, given);
      const twice = template.includes('}}{{');
      const expected = twice
        ? template.includes('subscriber')
          ? `[${title}ann@example.org]`
          : `[${title}${title}]`
        : `[${title}]`;
      assert.ok(decode(html).includes(expected), `${template} of ${title}: ${html}`);
      assert.ok(text.replace(/\s+/g, ' ').includes(expected), `${template} of ${title}: ${text}`);
    }
    const { html } = read('<div>{{ item.content }}</div>', given);
    assert.doesNotMatch(html, /ann@example.org/, title);
  }
});

test('a value that is one brace does not form Liquid with the template around it', () => {
  const given = { item: { title: '{', other: '{ subscriber.email }}', percent: '% if true %}' } };
  assert.equal(readSubject('{{ item.title }}{{ item.other }}', given), '{{ subscriber.email }}');
  assert.match(
    decode(read('<p>{{ item.title }}{{ item.other }}</p>', given).html),
    /\{\{ subscriber.email \}\}/,
  );
  assert.match(decode(read('<p>{{ item.title }}{{ item.percent }}</p>', given).html), /\{% if true %\}/);
});

test('a subject is one line and takes at most 1,000 characters from a value', () => {
  assert.equal(
    write('x', '{{ item.title }}', { item: { title: 'a\r\nBcc: x@y.example\u2028b\0' } }).subject,
    'a Bcc: x@y.example b',
  );
  const long = write('x', '{{ item.title }}', { item: { title: '😀'.repeat(2000) } }).subject;
  assert.ok(long.length <= 1000 && long.isWellFormed());
  const braces = write('x', '{{ item.title }}', { item: { title: '{'.repeat(1000) } }).subject;
  assert.equal(
    compileMessage({ subject: braces, body: 'x', description: '' }, sampleTheme).fill(sampleValues).subject,
    '{'.repeat(1000),
  );
});

test('a missing value renders empty', () => {
  assert.equal(bodyOf('<p>[{{ item.nothing }}{{ nothing.at.all }}]</p>'), '<p>[]</p>');
  assert.equal(write('x', ' {{ item.nothing }} ').subject, '');
});

test('a template whose output grows without end is refused', () => {
  assert.throws(
    () => write('{% for i in (1..100000) %}{% for j in (1..1000) %}{{ item.title }}{% endfor %}{% endfor %}'),
    {
      code: 'body_invalid',
    },
  );
});

function decode(html: string): string {
  return html
    .replace(/&#123;|&lcub;/g, '{')
    .replace(/&#125;/g, '}')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&');
}

test('a value alone in a paragraph keeps its own blocks and leaves no stray paragraph', () => {
  const given = (html: string) => ({ item: { content: new Markup(html) } });
  for (const [html, expected] of [
    ['<p>a</p> tail', '<p>a</p><p>tail</p>'],
    ['head <b>x</b><ul><li>a</li></ul>', '<p>head <b>x</b></p><ul><li>a</li></ul>'],
    ['<div><p>a</p>b</div><hr />c', '<div><p>a</p>b</div><hr /><p>c</p>'],
    ['just <em>text</em>', '<p>just <em>text</em></p>'],
    ['<b><p>a</p></b>', '<b><p>a</p></b>'],
  ] as const) {
    assert.equal(bodyOf('<p>{{ item.content }}</p>', given(html)), expected, html);
    assert.equal(bodyOf('Up\n\n{{ item.content }}', given(html)), `<p>Up</p>\n${expected}`, html);
  }
  assert.equal(
    bodyOf('<p class="x">Hi {{ item.content }} {{ subscriber.email }}</p>', given('<p>a</p>')),
    '<p class="x">Hi</p><p>a</p><p class="x">{{ subscriber.email }}</p>',
  );
  assert.equal(
    bodyOf('{% for one in (1..2) %}<p>{{ item.content }}</p>{% endfor %}', given('<p>a</p>b')),
    '<p>a</p><p>b</p><p>a</p><p>b</p>',
  );
});

test('a subject never shows Liquid, whatever the feed contains', () => {
  for (const title of hostile)
    assert.doesNotMatch(
      write('x', '{{ item.title }}', { item: { title: title.replaceAll('raw', '') } }).subject,
      /\{[{%]/,
    );
});
