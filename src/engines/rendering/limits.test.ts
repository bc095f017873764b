import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomainError } from '../../platform/errors.ts';
import { assertBounded, processorSeconds } from '../../testing/processor-time.ts';
import { fillBody, sampleTheme, sampleValues, withMetadata } from '../../testing/samples/rendering.ts';
import { compileMessage } from './compile.ts';
import { sanitizeHtml } from './sanitize.ts';
import { teaserOf } from './teaser.ts';

const largest = 500_000;

/** Returns the processor time of the work in seconds. If it throws, the error must be one that the author can read. */
function cost(work: () => unknown, what: string): number {
  return processorSeconds(() => {
    try {
      work();
    } catch (error) {
      assert.ok(error instanceof DomainError && error.code === 'body_invalid', `${what}: ${error}`);
    }
  });
}

const fancy = '<!-- buttondown-editor-mode: fancy -->';

const hostile = [
  'word ',
  'word\n\n',
  '[',
  '[]',
  '![',
  '[a](',
  '[^',
  '^[',
  '*',
  '*a **b ',
  '`',
  '>',
  '- ',
  '# a\n',
  '|',
  'a|',
  '<',
  '<!--',
  '<div>',
  '<div ',
  '<a title="',
  `{{`,
  '{%',
  '{{ a }}',
  '{{ subscriber.email }}\n\n',
  '{% if a %}',
  '{% if a %}x\n\ny{% endif %}\n\n',
  '{% raw %}',
  '{% assign a = 1 %}\n',
  '```js\nx\n```\n',
  '<!-- paywall -->',
  'www.',
  '"a ',
  '\ud800',
  '\u0000',
  '\u202e\u200b',
];

/** The bodies that Markdown takes longest for. */
const slow = [
  ...['[', '![', '[^', '^[', '`', 'a|', '*a **b ', 'www.', 'www.a_', 'http://_', 'a@', '"', '"\n', ')))'],
  ...['<svg>', '<script>\n', '<!--\n', '<a_b>', '- [ ] a\n', '{{ subscriber.email }}\n\n'],
];

test('bodies of 5 MB are refused immediately', () => {
  for (const piece of hostile) {
    const body = piece.repeat(Math.ceil(5_000_000 / piece.length));
    const refuse = () => assert.throws(() => fillBody(body), { code: 'body_invalid', detail: /longer than/ });
    assert.ok(cost(refuse, piece) < 0.5, piece);
  }
});

test('the largest bodies are compiled or refused in at most ten times the time of plain paragraphs', () => {
  const markup = ['<', '<!--', '<title>', '<svg>', '<div>', '<div ', '<a title="', '{{ a }}'];
  const bodies = [
    ...slow.map(piece => ['[^]: x\n\n', piece]),
    ...markup.map(piece => [`${fancy}<p>`, piece]),
  ];
  const compiling = (start: string, piece: string) => {
    const body = start + piece.repeat(Math.floor((largest - start.length) / piece.length));
    return cost(() => compileMessage({ subject: 's', body, description: '' }, sampleTheme), piece);
  };
  const plain = compiling('', 'word\n\n');
  for (const [start = '', piece = ''] of bodies) {
    const taken = compiling(start, piece);
    assert.ok(taken < 10 * plain, `${start + piece}: ${taken} s, plain paragraphs ${plain} s`);
  }
});

test('cutting a teaser takes at most ten times the time of plain paragraphs', () => {
  const cutting = (piece: string) => {
    const body = piece.repeat(Math.floor(largest / piece.length));
    return cost(() => teaserOf(body, ''), piece);
  };
  const plain = cutting('word\n\n');
  for (const piece of [...slow, '<!-- paywall -->', '<!--', '<div ']) {
    const taken = cutting(piece);
    assert.ok(taken < 10 * plain, `${piece}: ${taken} s, plain paragraphs ${plain} s`);
  }
});

test('a refusal says which limit was exceeded and what to do', () => {
  const refusal = (body: string) => {
    try {
      fillBody(body);
    } catch (error) {
      return (error as DomainError).detail;
    }
    return '';
  };
  assert.equal(
    refusal('<p>x</p>'.repeat(20_001)),
    'body: it has more than 20,000 HTML elements. Shorten it and link to the rest.',
  );
  assert.equal(
    refusal('x\n{{ a }}'.repeat(5_001)),
    'body, line 5002, column 1: the template has more than 5,000 Liquid tags and outputs; write some of them out.',
  );
  assert.match(
    refusal('{% if a %}'.repeat(4_000) + '{% endif %}'.repeat(900)),
    /nested too deeply|not closed/,
  );
});

test('deep nesting is compiled or refused and never crashes', () => {
  const deep = (open: string, close: string) => open.repeat(3_000) + close.repeat(3_000);
  const bodies = [
    fancy + deep('<div>', '</div>'),
    fancy + deep('<b><table><tr><td>', '</td></tr></table></b>'),
    deep('> ', ''),
    deep('[', '](/x)'),
    deep('**a ', ' b**'),
    Array.from({ length: 500 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n'),
    `{{ a${'.b'.repeat(50_000)} }}`,
    `{{ a${' | upcase'.repeat(20_000)} }}`,
    `{% if ${'not '.repeat(20_000)}a %}{% endif %}`,
  ];
  for (const body of bodies) assert.ok(cost(() => fillBody(body), body) < 3, body.slice(0, 40));
});

test('deep or odd metadata is printed or ignored', () => {
  let deep: unknown = 'x';
  for (let depth = 0; depth < 5_000; depth++) deep = { a: deep };
  const body =
    '{{ subscriber.metadata.deep }} {{ subscriber.metadata.deep | json }} {{ subscriber.metadata.list }}';
  cost(() => fillBody(body, withMetadata({ deep, list: Array(1_000).fill([['y']]) })), 'deep');
  const odd = { __proto__: null, constructor: 'c', toString: 'd', toLiquid: 'e', valueOf: 'f' };
  assert.equal(
    fillBody(
      '{{ subscriber.metadata.odd.toString }}{{ subscriber.metadata.odd.constructor }}',
      withMetadata({ odd }),
    ).text,
    'dc',
  );
});

test('lone surrogates become replacement characters', () => {
  const values = withMetadata({ half: 'a\ud83c' });
  const source = {
    subject: 'S\ud800 {{ subscriber.metadata.half }}',
    body: 'b\udc00 {{ subscriber.metadata.half }}',
    description: 'd\ud800',
  };
  const filled = compileMessage(source, sampleTheme).fill(values);
  assert.equal(filled.subject, 'S\ufffd a\ufffd');
  for (const part of Object.values(filled)) assert.ok(part.isWellFormed());
});

test('invisible characters and direction overrides are removed from a subject', () => {
  const subject = (text: string) =>
    compileMessage({ subject: text, body: '', description: '' }, sampleTheme).fill(sampleValues).subject;
  assert.equal(subject('a\u202egpj.exe\u202c b\u2066c\u2069'), 'agpj.exe bc');
  assert.equal(subject('pass\u200bword \ufeff\u2060x\u00ad'), 'password x');
  assert.equal(subject('\u200b\u202e '), '');
  // Persian, Arabic, Hebrew and emoji need their joiners and marks.
  for (const text of ['می\u200cخواهم', '\u200fשלום', '👩\u200d👧', '🏴\u{e0067}\u{e0062}\u{e007f}']) {
    assert.equal(subject(text), text);
  }
});

test('nested elements cost the same at any depth and keep their text', () => {
  for (const tags of ['<table><tr><td>', '<b>', '<div><ul><li>', '<a href="https://a.example/">']) {
    assertBounded(4, () => {
      const clean = sanitizeHtml(`${`${tags}x`.repeat(40_000)}<p>The end</p>`);
      assert.equal(clean.match(/x/g)?.length, 40_000 + (clean.match(/\.example/g)?.length ?? 0));
      assert.match(clean, /The end/);
    });
  }
});
