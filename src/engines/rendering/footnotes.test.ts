import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomainError } from '../../platform/errors.ts';
import { fillBody } from '../../testing/samples/rendering.ts';

test('a note is placed at the end, linked both ways, with its own ids', () => {
  const { html } = fillBody('One[^a] two[^b] and again[^a].\n\n[^a]: Note *A*.\n[^b]: Note B.');
  assert.match(html, /<p>One<sup class="footnote-ref"><a href="#fn1" id="fnref1">\[1\]<\/a><\/sup> two/);
  assert.match(
    html,
    /<li class="footnote-item" id="fn1"><p>Note <em>A<\/em>\. <a class="footnote-backref" href="#fnref1">/,
  );
  const ids = Array.from(html.matchAll(/ id="([^"]*)"/g), match => match[1]);
  assert.equal(new Set(ids).size, ids.length);
  for (const [, target] of html.matchAll(/href="#([^"]*)"/g)) assert.ok(ids.includes(target), target);
});

test('the text part numbers its notes and omits the arrows', () => {
  const { text } = fillBody(
    'One[^a], two^[Inline.]\n\n[^a]: A note that is long enough to be wrapped, for it goes on and on.',
  );
  assert.equal(
    text,
    `One[1], two[2]\n\n${'-'.repeat(40)}\n\n` +
      '[1] A note that is long enough to be wrapped, for it goes on and on.\n\n[2] Inline.',
  );
});

test('a note can contain several paragraphs and values', () => {
  const { html } = fillBody('x[^a]\n\n[^a]: To {{ subscriber.email }}\n\n    second {{ medium }}');
  assert.match(html, /<p>To ann@example\.org<\/p>\n<p>second email <a class="footnote-backref"/);
});

test('a reference without a note stays text', () => {
  assert.equal(fillBody('x[^nope]').html, '<p>x[^nope]</p>');
});

test('notes work inside notes, quotations and lists', () => {
  const pieces = [
    '[^a]: x',
    '    [^b]: y',
    '> [^c]: z[^a]',
    '- [^a]',
    '[^b]^[in [^a]]',
    '',
    '    more',
    '{% if true %}',
    '{% endif %}',
  ];
  for (let seed = 0; seed < 600; seed++) {
    const lines = Array.from(
      { length: 6 },
      (_, index) => pieces[(seed * 31 + index * (seed % 7) + index) % pieces.length],
    );
    try {
      fillBody(lines.join('\n'));
    } catch (error) {
      assert.ok(error instanceof DomainError, `${lines.join('\n')}\n${error}`);
    }
  }
});

test('thousands of notes are refused with advice', () => {
  assert.throws(() => fillBody('x^[a] '.repeat(1_001)), {
    code: 'body_invalid',
    detail: 'body: the text has more than 1000 footnotes. Remove some.',
  });
});
