import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyLook } from '../../accounts/look/fields.ts';
import type { Newsletter } from '../../accounts/newsletter.ts';
import { sampleTheme } from '../../testing/samples/rendering.ts';
import { headingOf, readingMinutes } from './heading.ts';

const newsletter = {
  ...emptyLook,
  name: 'Tides',
  from_name: 'Nell',
  timezone: 'UTC',
} as unknown as Newsletter;
const email = { body: 'Hello', image: '', secondary_id: 7 };
const heading = (change: object = {}, settings: object = {}) =>
  headingOf(
    sampleTheme,
    { ...newsletter, ...settings },
    { ...email, ...change },
    '2026-11-28T09:00:00Z',
    sampleTheme.words,
  );

test('an issue says who wrote it, when, its number and how long it takes, as far as the look shows them', () => {
  const words = ({ byline }: ReturnType<typeof heading>) => byline.map(part => part.words);
  assert.deepEqual(words(heading()), ['Nell', '28 November 2026', 'No. 7', '1 minute to read']);
  assert.deepEqual(
    words(heading({ secondary_id: null }, { from_name: 'Tides', issue_shows: ['author', 'number', 'date'] })),
    ['28 November 2026'],
  );
  assert.deepEqual(words(heading({}, { issue_shows: [] })), []);
});

test('a text that begins with a title gets no second one', () => {
  assert.ok(heading().has_title);
  for (const body of ['# Hello\n\nx', '\n<h1>Hello</h1>', 'Hello\n=====\n', '<!-- note -->\n# Hello'])
    assert.ok(!heading({ body }).has_title, body);
  assert.ok(heading({ body: '## Part\n\nx' }).has_title);
});

test('the picture of an issue comes first, unless its text contains it or its address is not a web address', () => {
  const image = 'https://news.example/a.png';
  assert.equal(heading({ image }).picture, image);
  assert.equal(heading({ image, body: `![](${image})` }).picture, '');
  assert.equal(heading({ image: 'javascript:alert(1)' }).picture, '');
  assert.equal(heading({ image }, { issue_shows: ['date'] }).picture, '');
});

test('reading time counts words without addresses and template code, and characters in scripts without spaces', () => {
  assert.equal(readingMinutes('word '.repeat(1150)), 5);
  assert.equal(
    readingMinutes('[word](https://a.example/a/b/c/d?e=f) {{ subscriber.email }} '.repeat(230)),
    1,
  );
  assert.equal(readingMinutes('潮'.repeat(1500)), 3);
});
