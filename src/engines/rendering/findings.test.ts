import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleTheme, sampleValues } from '../../testing/samples/rendering.ts';
import { compileMessage } from './compile.ts';
import type { Finding } from './finding.ts';
import { findFaults } from './findings.ts';
import type { MessageSource } from './message.ts';

const good: MessageSource = {
  subject: 'The week in ferrets',
  body: '# Hi {{ subscriber.metadata.first_name }}\n\nRead [this](https://a.host.net/b) and [that]({{ email.absolute_url }}).',
  description: 'What happened',
};

function find(changes: Partial<MessageSource>): Finding[] {
  const source = { ...good, ...changes };
  const compiled = compileMessage(source, sampleTheme);
  return findFaults(source, compiled, compiled.fill(sampleValues));
}

function kinds(changes: Partial<MessageSource>): string[] {
  return find(changes).map(({ kind, severity }) => `${kind} ${severity}`);
}

test('a good message has no findings', () => {
  assert.deepEqual(find({}), []);
});

test('HTML that Gmail would clip is measured in bytes', () => {
  const paragraphs = (letter: string) => ({ body: `${letter.repeat(20_000)}\n\n`.repeat(4) });
  assert.deepEqual(kinds(paragraphs('x')), []);
  assert.deepEqual(kinds(paragraphs('ж')), ['size warning']);
});

test('images without alternative text are found', () => {
  const [finding, ...rest] = find({
    body: 'Text ![](https://a.host.net/x.png) ![cat](https://a.host.net/y.png)',
  });
  assert.equal(rest.length, 0);
  assert.match(finding?.detail ?? '', /image https:\/\/a\.host\.net\/x\.png has no alternative text/);
  assert.deepEqual(kinds({ body: 'Text <img src="https://a.host.net/x.png" alt=" ">' }), [
    'alt_missing warning',
  ]);
});

test('an image whose alternative text is the name of its file is found', () => {
  const url = 'https://a.host.net/files/harbour-final_v2.jpg';
  for (const alt of ['harbour final v2', 'harbour-final_v2.jpg', 'Harbour Final V2'])
    assert.deepEqual(kinds({ body: `Text ![${alt}](${url})` }), ['alt_missing warning'], alt);
  for (const alt of ['IMG_1234', 'DSC 0042', 'old harbour.JPG', 'Screenshot 2026-11-02 10-11-12'])
    assert.deepEqual(kinds({ body: `Text ![${alt}](${url})` }), ['alt_missing warning'], alt);
  for (const alt of ['The harbour at low water', 'Image 3 of the harbour', 'Screenshot of 2 tides'])
    assert.deepEqual(kinds({ body: `Text ![${alt}](${url})` }), [], alt);
  const [finding] = find({ body: `Text ![harbour final v2](${url})` });
  assert.match(finding?.detail ?? '', /has only its file name as alternative text/);
});

test('an image that has several faults is found at its place for each of them', () => {
  const found = find({ body: 'Text\n\n<img src="https://a.example/x.avif?x=1" alt="">' });
  assert.deepEqual(
    found.map(({ kind, line }) => [kind, line]),
    [
      ['alt_missing', 3],
      ['image_dead', 3],
      ['image_format', 3],
    ],
  );
});

test('uploads of an installation on this computer are not taken for placeholder addresses', () => {
  const upload = '/files/0193b2a4-6f0e-7c1d-9a52-3d1f4b8e7c60/tides.png';
  for (const host of ['http://localhost:8080', 'http://127.0.0.1:8080'])
    assert.deepEqual(kinds({ body: `Text ![Low water](${host}${upload})` }), [], host);
  assert.deepEqual(kinds({ body: 'Text ![Low water](http://localhost:8080/tides.png)' }), [
    'image_dead warning',
  ]);
  assert.deepEqual(kinds({ body: `Text ![Low water](https://example.com${upload})` }), [
    'image_dead warning',
  ]);
});

test('relative addresses are errors', () => {
  assert.deepEqual(kinds({ body: '[a](/about) [b](page.html) ![c](x.png) [ok](mailto:a@b.host.net)' }), [
    'link_relative error',
    'link_relative error',
    'image_relative error',
  ]);
});

test('addresses that look broken are found', () => {
  for (const url of [
    '',
    '#',
    '#nowhere',
    'http://',
    'https://example.com/x',
    'https://www.example.org',
    'http://localhost:3000/',
    'https://yourdomain.com',
    'http://127.0.0.1/x',
    'https://x.test/y?a=1&amp;b=2',
  ]) {
    assert.deepEqual(kinds({ body: `<p>Text <a href="${url}">x</a></p>` }), ['link_dead warning'], url);
  }
  assert.deepEqual(kinds({ body: 'Text ![x](https://via.placeholder.com/100)' }), ['image_dead warning']);
  assert.deepEqual(kinds({ body: 'Note[^1] [up](#top)<a id="top"></a>\n\n[^1]: x' }), []);
  assert.deepEqual(kinds({ body: '[x](http://contest.host.net)' }), []);
});

test('a link that is empty for this recipient is found', () => {
  assert.deepEqual(kinds({ body: '[x]({{ subscriber.metadata.homepage }})' }), ['link_dead warning']);
});

test('unknown variable names are reported with line and column', () => {
  const body =
    'Hi\n\n{{ subscriber.fristname }} {{ foo | default: bar }}{{ foo }}{% for tag in subscriber.tags %}{{ tag }}{{ forloop.index }}{% endfor %}{% assign x = 1 %}{{ x }}';
  assert.deepEqual(
    find({ body, subject: '{{ title }}x' }).map(({ detail }) => detail.split(', so')[0]),
    [
      'subject, line 1, column 4: title does not exist',
      'body, line 3, column 4: subscriber.fristname does not exist',
      'body, line 3, column 31: foo does not exist',
      'body, line 3, column 46: bar does not exist',
    ],
  );
  assert.deepEqual(
    kinds({
      body: '{{ subscriber.metadata.anything.at.all }} {{ subscriber.tags[0] }} {{ subscriber["email"] }}',
    }),
    [],
  );
});

test('leftover placeholders are found, except in code and addresses', () => {
  assert.deepEqual(
    find({ body: 'TODO: more. Price TK. Lorem ipsum dolor. TODO again', description: 'XXX' }).map(
      ({ detail }) => detail.split(' is')[0],
    ),
    ['"XXX"', '"TODO"', '"TK"', '"Lorem ipsum"'],
  );
  assert.deepEqual(
    kinds({ body: 'Todo lists by tk, [x](https://a.host.net/TODO)\n\n```\n// TODO\n```' }),
    [],
  );
});

test('a body without text is found', () => {
  assert.deepEqual(kinds({ body: '' }), ['text_missing error']);
  assert.deepEqual(kinds({ body: '<!-- only a comment -->\n\n---' }), ['text_missing error']);
  assert.deepEqual(kinds({ body: '![A cat](https://a.host.net/x.png)' }), ['text_missing warning']);
  assert.deepEqual(kinds({ body: '{{ subscriber.email }}' }), []);
});

test('text that mail programs would hide is found, and is an error above a quarter of the body', () => {
  const html = (more: string) =>
    `<!-- buttondown-editor-mode: fancy --><p>one two three <textarea>lost words</textarea>${more}</p>`;
  const [finding] = find({ body: html(' four five six') });
  assert.deepEqual([finding?.kind, finding?.severity], ['text_dropped', 'warning']);
  assert.match(finding?.detail ?? '', /^25 % of the text .* left out: "lost words"\. Put it in paragraphs/);
  assert.deepEqual(kinds({ body: html('') }), ['text_dropped error']);
  assert.deepEqual(kinds({ body: '<p>a</p><style>b</style><script>c</script><!-- d -->' }), []);
});

test('subjects that are empty, long or loud are found', () => {
  assert.deepEqual(kinds({ subject: '{{ subscriber.metadata.nope }}' }), ['subject_empty error']);
  assert.deepEqual(kinds({ subject: '🍞'.repeat(70) }), []);
  assert.deepEqual(kinds({ subject: '🍞'.repeat(71) }), ['subject_long hint']);
  for (const subject of ['BUY YOUR FERRETS NOW', 'Buy now!!!', 'Wow! So! Cheap!', 'Make $$$ fast']) {
    assert.deepEqual(kinds({ subject }), ['subject_shouting warning'], subject);
  }
  for (const subject of ['NASA', 'Ferrets! At last!', 'Only $5', '雪貂週報第四十二期雪貂週報'])
    assert.deepEqual(kinds({ subject }), [], subject);
});

test('tags of HTML in a subject are found, and comparisons are not', () => {
  for (const subject of ['<b>New</b>', 'One<br>two', '<span class="a">News</span>'])
    assert.deepEqual(kinds({ subject }), ['subject_markup warning'], subject);
  for (const subject of ['I <3 ferrets', 'a < b > c', '{{ subscriber.email }}'])
    assert.deepEqual(kinds({ subject }), [], subject);
});

test('the picture of an embedded video needs no description, because the words of its link describe it', () => {
  const body = 'Text\n\n<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>';
  assert.deepEqual(kinds({ body }), []);
});

test('a missing description gives a hint', () => {
  assert.deepEqual(kinds({ description: ' ' }), ['description_missing hint']);
});

test('a long series of one kind of finding is cut short', () => {
  assert.equal(find({ body: '[x](/y) '.repeat(500) }).length, 10);
});
