import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Newsletter } from '../../accounts/newsletter.ts';
import { parseFeed } from '../../engines/feeds/parse.ts';
import { cleanForeignHtml } from '../../engines/rendering/foreign.ts';
import type { Labels } from '../../engines/rendering/players.ts';
import { rss } from '../../testing/feed-server.ts';
import { issueLimit, writeIssue } from './issue.ts';
import type { IssueItem } from './prepare.ts';

const newsletter = { name: 'Low Water', description: '', postal_address: 'Quay 1' } as Newsletter;
const words = {
  rest_at: 'Read the rest at {host}',
  rest_too_long: 'The rest is too long.',
  labels: {} as Labels,
};
const feed = { title: 'The log', url: 'https://log.example/' };
const item = (fields: Partial<IssueItem> = {}): IssueItem => ({
  url: 'https://log.example/one',
  title: 'One',
  publish_date: '2026-03-01T09:00:00.000Z',
  description: '<p>In short</p>',
  content: '<p>At length</p>',
  author: 'Ada',
  enclosure: null,
  image: null,
  categories: [],
  feed,
  ...fields,
});
const prepare = (items: IssueItem[]) =>
  items.map(one => ({
    ...one,
    description: cleanForeignHtml(one.description),
    content: cleanForeignHtml(one.content),
  }));
const write = (body: string, items = [item()], subject = '{{ item.title }}') =>
  writeIssue({ subject, body }, { items: prepare(items), newsletter, words });
const bodyOf = (body: string, items?: IssueItem[]) => write(body, items).body.replace(/^<!--.*?-->\n/, '');

test('a template can use every field of an item, the feed and the newsletter', () => {
  const enclosure = { url: 'https://log.example/one.mp3?a=1&b=2', type: 'audio/mpeg', length: 77 };
  const names = [
    'item.title',
    'item.description',
    'item.content',
    'item.url',
    'item.publish_date',
    'item.author',
    'item.enclosure',
    'item.enclosure.url',
    'item.enclosure.type',
    'item.enclosure.length',
    'feed.title',
    'feed.url',
    'newsletter.name',
  ];
  assert.deepEqual(
    bodyOf(`<div>${names.map(name => `{{ ${name} }}`).join('|')}</div>`, [item({ enclosure })])
      .slice(5, -6)
      .split('|'),
    [
      'One',
      '<p>In short</p>',
      '<p>At length</p>',
      'https://log.example/one',
      '2026-03-01T09:00:00.000Z',
      'Ada',
      'https://log.example/one.mp3?a=1&amp;b=2',
      'https://log.example/one.mp3?a=1&amp;b=2',
      'audio/mpeg',
      '77',
      'The log',
      'https://log.example/',
      'Low Water',
    ],
  );
  assert.equal(bodyOf('<p>{{ item.publish_date | date: "%-d %B %Y" }}</p>'), '<p>1 March 2026</p>');
  assert.equal(bodyOf('<p>{% if item.enclosure %}listen{% else %}read{% endif %}</p>'), '<p>read</p>');
});

test('items are in order, and item is the newest', () => {
  const items = [item({ title: 'Old' }), item({ title: 'New' })];
  assert.equal(bodyOf('<p>{% for one in items %}{{ one.title }} {% endfor %}</p>', items), '<p>Old New </p>');
  assert.equal(write('x', items).subject, 'New');
});

test('a feed’s markup is sanitised and its text escaped', () => {
  const nasty = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<iframe src="https://evil.example"></iframe>',
    '<svg><style><img src=x onerror=alert(1)></style></svg>',
    '<form action="https://evil.example"><input></form>',
    '<meta http-equiv=refresh content=0>',
  ].join('');
  const written = bodyOf(
    '<div>{{ item.title }}{{ item.author }}{{ item.content }}{{ item.description }}</div>',
    [item({ title: nasty, author: nasty, content: nasty, description: nasty })],
  );
  assert.doesNotMatch(written, /<(?:script|iframe|svg|form|input|meta|style)|<[^>]*(?:onerror|javascript:)/i);
  assert.match(written, /&lt;script&gt;/);
});

test('relative addresses become absolute in the email, and a script enclosure is dropped', () => {
  const content = '<p><a href="/a">a</a> <img src="../pic.png"></p>';
  const document = rss([{ title: 'T', link: '/posts/1', content }]).replace(
    '</item>',
    '<enclosure url="javascript:alert(1)" type="audio/mpeg"/><enclosure url="/one.mp3" type="audio/mpeg" length="5"/></item>',
  );
  const result = parseFeed(Buffer.from(document), { url: 'https://log.example/feeds/rss.xml' });
  assert.ok('feed' in result);
  const [read] = result.feed.items;
  assert.ok(read);
  const written = bodyOf('<div>{{ item.content }} {{ item.url }} {{ item.enclosure }}</div>', [
    { ...read, url: read.url ?? '', publish_date: '', feed },
  ]);
  assert.match(written, /href="https:\/\/log.example\/a".*src="https:\/\/log.example\/pic.png"/);
  assert.match(written, /https:\/\/log.example\/posts\/1 https:\/\/log.example\/one.mp3/);
});

test('a body without visible content counts as empty; a picture alone does not', () => {
  for (const nothing of [
    '<p>{{ item.nothing }}</p>',
    '{% if item.title contains "important" %}{{ item.title }}{% endif %}',
    '<div> &nbsp; <!-- {{ item.title }} --></div>',
    '{% for item in nothing %}x{% endfor %}',
  ])
    assert.equal(write(nothing).body, '', nothing);
  assert.notEqual(write('<img src="https://log.example/x.png">').body, '');
});

test('an untitled post has its first words as subject and no title in the body', () => {
  const subjectOf = (content: string, subject = 'New: {{ item.title }}') =>
    write('x', [item({ title: '', content })], subject).subject;
  assert.equal(subjectOf('<p>High   tide &amp; low</p><p>at noon</p>'), 'New: High tide & low at noon');
  assert.equal(
    subjectOf(`<p>${'Every word counts here '.repeat(9)}</p>`),
    'New: Every word counts here Every word counts here Every word counts here…',
  );
  assert.equal(
    write('x', [item({ title: '', content: 'One' }), item()], '{{ items | map: "title" | join }}').subject,
    'One One',
  );
  assert.equal(bodyOf('<p>[{{ item.title }}]</p>', [item({ title: '' })]), '<p>[]</p>');
});

test('an empty subject falls back to the feed’s name, then the newsletter’s', () => {
  const made = (title: string) =>
    write('x', [item({ title: '\u200b\u00ad', content: '', feed: { ...feed, title } })]).subject;
  assert.deepEqual(['The log', '', '\u2060'].map(made), ['The log', 'Low Water', 'Low Water']);
});

test('an overlong item is shortened and links to the rest; the others stay whole', () => {
  const long = `<p>Words <b>and</b> more.</p>`.repeat(30_000);
  const items = [
    item({ content: '<p>Short</p>' }),
    item({ content: long }),
    item({ content: '<p>Last</p>' }),
  ];
  const body = bodyOf('{% for one in items %}<div>{{ one.content }}</div>{% endfor %}', items);
  assert.match(body, /^<div><p>Short<\/p><\/div><div><p>Words /);
  assert.match(
    body,
    /more\.<\/p><p><a href="https:\/\/log.example\/one">Read the rest at log.example<\/a><\/p><\/div><div><p>Last<\/p><\/div>$/,
  );
  assert.ok(body.length > issueLimit * 0.9 && body.length < issueLimit * 1.01, String(body.length));
});

test('embedded data is left out before the length is measured', () => {
  const picture = `<img src="data:image/png;base64,${'A'.repeat(800_000)}">`;
  assert.equal(
    bodyOf('<div>{{ item.content }}</div>', [item({ content: `${picture}<p>Text</p>` })]),
    '<div><p>Text</p></div>',
  );
});

test('an item’s picture is the one the feed names, or else the first in its text that is not a tracking pixel', () => {
  const content = '<img src="https://c.example/dot.gif" width="1"><img src="https://a.example/?a=1&amp;b=2">';
  const imageOf = (fields: Partial<IssueItem>) => bodyOf('<p>{{ item.image }}</p>', [item(fields)]);
  assert.equal(imageOf({ content }), '<p>https://a.example/?a=1&amp;b=2</p>');
  assert.equal(imageOf({ content, image: 'https://b.example/b.png' }), '<p>https://b.example/b.png</p>');
  assert.equal(bodyOf('<p>{% if item.image %}x{% else %}none{% endif %}</p>'), '<p>none</p>');
  assert.equal(
    bodyOf('<p>{{ item.categories | join: ", " }}</p>', [item({ categories: ['Sea', 'Land'] })]),
    '<p>Sea, Land</p>',
  );
});
