import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Newsletter } from '../accounts/newsletter.ts';
import { parseFeed } from '../feeds/parse.ts';
import type { DomainError } from '../platform/errors.ts';
import { rss } from '../testing/feed-server.ts';
import { assertBounded } from '../testing/processor-time.ts';
import { type IssueItem, writeIssue } from './issue.ts';

const newsletter = { name: 'Low Water', description: '', postal_address: 'Quay 1' } as Newsletter;
const feed = { title: 'The log', url: 'https://log.example/' };
const item = (fields: Partial<IssueItem> = {}): IssueItem => ({
  url: 'https://log.example/one',
  title: 'One',
  publish_date: '2026-03-01T09:00:00.000Z',
  description: '<p>In short</p>',
  content: '<p>At length</p>',
  author: 'Ada',
  enclosure: null,
  ...fields,
});
const write = (body: string, items = [item()], subject = '{{ item.title }}') =>
  writeIssue({ subject, body }, { items, feed, newsletter });
const bodyOf = (body: string, items?: IssueItem[]) => write(body, items).body.replace(/^<!--.*?-->\n/, '');

test('every field of an item, the feed and the newsletter can be named', () => {
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

test('items come in their order, and item is the newest', () => {
  const items = [item({ title: 'Old' }), item({ title: 'New' })];
  assert.equal(bodyOf('<p>{% for one in items %}{{ one.title }} {% endfor %}</p>', items), '<p>Old New </p>');
  assert.equal(write('x', items).subject, 'New');
});

test("a feed's markup is sanitised, its text escaped", () => {
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

test('relative addresses of a feed are absolute in the email, and an enclosure of a script is none', () => {
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
    { ...read, url: read.url ?? '', publish_date: '' },
  ]);
  assert.match(written, /href="https:\/\/log.example\/a".*src="https:\/\/log.example\/pic.png"/);
  assert.match(written, /https:\/\/log.example\/posts\/1 https:\/\/log.example\/one.mp3/);
});

test('a body that comes to nothing is empty; a picture alone is something', () => {
  for (const nothing of [
    '<p>{{ item.nothing }}</p>',
    '{% if item.title contains "important" %}{{ item.title }}{% endif %}',
    '<div> &nbsp; <!-- {{ item.title }} --></div>',
    '{% for item in nothing %}x{% endfor %}',
  ])
    assert.equal(write(nothing).body, '', nothing);
  assert.notEqual(write('<img src="https://log.example/x.png">').body, '');
});

test('an empty subject is the name of the feed, else of the newsletter', () => {
  assert.equal(write('x', [item({ title: '' })]).subject, 'The log');
  assert.equal(
    writeIssue(
      { subject: '{{ item.title }}', body: 'x' },
      { items: [item({ title: '' })], feed: { title: '', url: '' }, newsletter },
    ).subject,
    'Low Water',
  );
});

test('a subject or a title of a feed that shows nothing counts as empty', () => {
  const made = (title: string) =>
    writeIssue(
      { subject: '{{ item.title }}', body: 'x' },
      { items: [item({ title: '\u200b\u00ad' })], feed: { ...feed, title }, newsletter },
    ).subject;
  assert.deepEqual([made('The log'), made('\u2060')], ['The log', 'Low Water']);
});

test('megabytes of an item are no burden on who does not ask for them, and a clear fault to who does', () => {
  const content = '<p>Words <b>and</b> more.</p>'.repeat(400_000);
  assertBounded(3, () => {
    assert.equal(
      bodyOf('<div>{{ item.title }} {{ item.description }}</div>', [item({ content })]),
      '<div>One <p>In short</p></div>',
    );
    assert.throws(
      () => write('Here:\n\n{{ item.content }}', [item({ content })]),
      (error: DomainError) =>
        error.code === 'body_invalid' &&
        /^body, line 3, column \d+: the content of the items is longer/.test(error.detail),
    );
  });
});
