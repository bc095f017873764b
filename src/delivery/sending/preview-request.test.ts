import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parseDocument } from 'htmlparser2';
import { startTestService, type TestService } from '../../testing/postrider.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
  await service.api('POST', '/v1/subscribers', {
    email: 'ada@example.org',
    type: 'premium',
    metadata: { name: 'Ada' },
  });
});
after(() => service.stop());

const preview = (body: object, headers?: Record<string, string>) =>
  service.api('POST', '/v1/emails/preview', { subject: 'Preview', ...body }, headers);
/** Lists the lines of the blocks, with their elements. */
const linesOf = (html: string) =>
  Array.from(
    html.matchAll(/<(\w+)(?=[^>]* data-line="(\d+)")[^>]*>/g),
    ([, name, line]) => `${name} ${line}`,
  );

test('with lines, every block names the line of the author’s source at which it begins', async () => {
  const body = [
    '# Title', // 1
    '',
    'A paragraph', // 3
    'of two lines',
    '',
    '- one', // 6
    '- two', // 7
    '',
    '> quoted', // 9
    '',
    '```js', // 11
    'let x;',
    '```',
    '',
    '| a | b |', // 15
    '| - | - |',
    '| 1 | 2 |', // 17
    '',
    '<div>raw</div>', // 19
    '',
    '---', // 21
    '',
    '    code', // 23
    '',
    'End', // 25
  ].join('\n');
  const { body: plain } = await preview({ body });
  const { body: shown } = await preview({ body, lines: true });
  assert.deepEqual(linesOf(shown.html), [
    ...['h1 1', 'p 3', 'ul 6', 'li 6', 'li 7', 'blockquote 9', 'p 9', 'pre 11', 'table 15'],
    ...['thead 15', 'tr 15', 'tbody 17', 'tr 17', 'div 19', 'hr 21', 'pre 23', 'p 25'],
  ]);
  assert.deepEqual(linesOf(plain.html), []);
  assert.equal(shown.html.replace(/ data-line="\d+"/g, ''), plain.html, 'nothing else differs');
  assert.deepEqual([shown.size, shown.html_size, shown.text], [plain.size, plain.html_size, plain.text]);
  assert.doesNotMatch((await preview({ body: '<p data-line="7">x</p>' })).body.html, /data-line/);
});

test('lines stay those of the source behind Liquid, a declaration, Windows line ends and snippets', async () => {
  await service.api('POST', '/v1/snippets', { identifier: 'three', content: 'one\n\ntwo\n\nthree' });
  const body = [
    '<!-- buttondown-editor-mode: plaintext -->',
    '{% comment %}', // 2
    'not shown',
    '{% endcomment %}',
    'After the comment', // 5
    '',
    '{% if subscriber.type == "premium" %}', // 7
    '# Paid', // 8
    '{% endif %}',
    '',
    '{% assign x = "a',
    'b" %}',
    '', // 13
    '{{ snippets.three }}', // 14
    '',
    '## Last', // 16
  ].join('\r\n');
  const { body: shown } = await preview({ body, lines: true, subscriber: 'ada@example.org' });
  const lines = linesOf(shown.html);
  for (const expected of ['h1 8', 'p 14', 'h2 16'])
    assert.ok(lines.includes(expected), `${expected}: ${lines}`);
  assert.equal(lines.filter(line => line === 'p 14').length, 3);
  assert.ok(lines.includes('p 5') || lines.includes('p 4'), String(lines));
});

test('findings name the part, line and column where the author can fix them', async () => {
  await service.api('POST', '/v1/snippets', { identifier: 'two', content: 'one\n\ntwo' });
  const body = [
    '{{ snippets.two }}',
    '',
    'Hello {{ subscriber.nme }} and {{ nobody }}', // 3
    '',
    '![](https://tides.blog/a.png) ![](https://tides.blog/a.png)', // 5
    '[dead](http://example.com/?a=1&b=2) [](https://ok.example)', // 6
    '[relative](page.html) [empty]()', // 7
    'TODO', // 8
  ].join('\n');
  const { findings } = (await preview({ subject: 'Hi {{ who }}', body })).body;
  const found = findings.map(({ kind, part, line, column }: Record<string, unknown>) => [
    kind,
    part,
    line,
    column,
  ]);
  const expected = [
    ['variable_unknown', 'subject', 1, 7],
    ['variable_unknown', 'body', 3, 10],
    ['variable_unknown', 'body', 3, 35],
    ['alt_missing', 'body', 5, 1],
    ['alt_missing', 'body', 5, 31],
    ['link_dead', 'body', 6, 6],
    ['link_relative', 'body', 7, 10],
    ['link_dead', 'body', 7, 29],
    ['placeholder_left', 'body', 8, 1],
    ['description_missing', 'description', null, null],
  ];
  for (const one of expected)
    assert.ok(
      found.some((other: unknown[]) => JSON.stringify(other) === JSON.stringify(one)),
      `${one} in ${JSON.stringify(found)}`,
    );
});

test('a paywall that hides nothing is found where it stands, and one that hides something is not', async () => {
  const body = 'Free\n\n```\n<!--paywall-->\n```\n\n<!-- paywall -->\n\nPaid';
  const open = async (fields: object) => {
    const { findings } = (await preview({ body, ...fields })).body;
    return findings
      .filter(({ kind }: { kind: string }) => kind === 'paywall_open')
      .map(({ severity, part, line }: Record<string, unknown>) => [severity, part, line]);
  };
  const found = [['warning', 'body', 7]];
  for (const email_type of ['public', 'private', 'free', 'archival'])
    assert.deepEqual(await open({ email_type }), found, email_type);
  assert.deepEqual(await open({ archival_mode: 'enabled_for_paid_subscribers' }), found, 'in its mail');
  assert.deepEqual(await open({ email_type: 'premium' }), []);
  assert.deepEqual(await open({ email_type: 'premium', should_send_teaser: true }), []);
  assert.deepEqual(
    await open({ archival_mode: 'enabled_for_subscribers' }),
    [],
    'strangers sign up on its page',
  );
  const onPage = { email_type: 'archival', archival_mode: 'enabled_for_paid_subscribers' };
  assert.deepEqual(await open(onPage), []);
  assert.deepEqual(await open({ body: '`<!-- paywall -->`' }), [], 'shown as code');
});

test('a value that some of the audience lack is found where it has no default, with how many they are', async () => {
  const headers = await service.foreignKey();
  const add = (name: string, fields: object) =>
    service.api('POST', '/v1/subscribers', { email: `${name}@example.org`, ...fields }, headers);
  await add('ada', { type: 'premium', metadata: { name: 'Ada' } });
  await add('bo', { type: 'regular', metadata: { name: '' }, tags: ['waders'] });
  await add('cy', { type: 'regular', metadata: { name: 'Cy' }, tags: ['waders'] });
  await add('di', { type: 'unsubscribed' });
  const missingIn = ({ body }: { body: { findings: Record<string, unknown>[] } }) =>
    body.findings
      .filter(({ kind }) => kind === 'value_missing')
      .map(({ part, line, column, detail }) => `${part} ${line}:${column} ${detail}`);
  const written = {
    subject: 'For {{ subscriber.metadata.city }}',
    body: 'Hi\n\n{{ subscriber.metadata.name }}',
  };
  const remedy = 'a gap here. Add a default: | default: "…".';
  assert.deepEqual(missingIn(await preview(written, headers)), [
    `subject 1:5 Nobody who gets this has a “city”, so everybody sees ${remedy}`,
    `body 3:1 1 of the 3 people who get this has no “name” and sees ${remedy}`,
  ]);
  const safe = { subject: 'Hi', body: '{{ subscriber.metadata.name | default: "you" }}' };
  assert.deepEqual(missingIn(await preview(safe, headers)), []);
  const draft = { ...written, subject: 'Hi', included_tags: ['waders'], status: 'draft' };
  const { id } = (await service.api('POST', '/v1/emails', draft, headers)).body;
  const tagged = await service.api('POST', `/v1/emails/${id}/preview`, { page: true }, headers);
  assert.deepEqual(missingIn(tagged), [
    `body 3:1 1 of the 2 people who get this has no “name” and sees ${remedy}`,
  ]);
  const past = { ...written, subject: 'Then', status: 'imported' };
  const { id: gone } = (await service.api('POST', '/v1/emails', past, headers)).body;
  assert.deepEqual(missingIn(await service.api('POST', `/v1/emails/${gone}/preview`, {}, headers)), []);
});

test('a caller who may not see people is not told how many of them lack a value', async () => {
  const writer = await service.keyWith({ emails: 'write' });
  const { findings } = (await preview({ body: '{{ subscriber.metadata.shoe_size }}' }, writer)).body;
  assert.match(
    findings.find(({ kind }: { kind: string }) => kind === 'value_missing').detail,
    /^Some of the people who get this have no “shoe_size” and see a gap here\./,
  );
});

test('one request shows mail, text, row of an inbox and public page, for a real reader or a nameless one', async () => {
  const body = 'Hello {{ subscriber.metadata.name | default: "reader" }}\n\n<!-- paywall -->\n\nOnly for you';
  const fields = { body, email_type: 'premium', description: 'About it', page: true };
  const ada = (await preview({ ...fields, subscriber: 'ada@example.org' })).body;
  assert.match(ada.html, /Hello Ada/);
  assert.match(ada.text, /Hello Ada[\s\S]*Only for you/);
  assert.deepEqual(ada.inbox, { from: 'Test', subject: 'Preview', preview: 'About it' });
  assert.match(
    ada.web,
    /<h1>Preview<\/h1>[\s\S]*Hello reader[\s\S]*Only for you/,
    'she has signed in and pays',
  );
  assert.ok(parseDocument(ada.web).children.length > 0);
  const nameless = (await preview({ ...fields, description: '' })).body;
  assert.match(nameless.html, /Hello reader/);
  assert.match(nameless.web, /for paying subscribers/);
  assert.doesNotMatch(nameless.web, /Only for you/);
  assert.equal(nameless.inbox.preview, 'Hello reader Only for you', 'nothing of the header');
  assert.equal((await preview({ ...fields, archival_mode: 'disabled' })).body.web, null);
  assert.equal((await preview({ body })).body.web, null, 'not asked for');
});

test('sizes are those of the mail as sent, with tracking if the newsletter tracks', async () => {
  const body = Array.from({ length: 50 }, (_, at) => `[link ${at}](https://post.example/${at})`).join('\n\n');
  const path = `/v1/newsletters/${service.newsletter.id}`;
  const plain = (await preview({ body })).body;
  assert.equal(plain.html_size, Buffer.byteLength(plain.html));
  await service.api('PATCH', path, { track_clicks: true, track_opens: true });
  const tracked = (await preview({ body })).body;
  await service.api('PATCH', path, { track_clicks: false, track_opens: false });
  assert.equal(tracked.html, plain.html, 'links in a preview are not tracked');
  assert.ok(tracked.html_size > plain.html_size + 50 * 40, String(tracked.html_size - plain.html_size));
  assert.ok(tracked.size > plain.size + 50 * 40);
});

test('Gmail’s limit is checked for the reader with the longest values, although the preview is for somebody else', async () => {
  const paragraphs = `${'x'.repeat(1000)}\n\n`.repeat(60);
  const body = `${paragraphs}{{ subscriber.metadata.story }}\n\n{{ subscriber.email }}`;
  await service.api('POST', '/v1/subscribers', {
    email: 'eve@example.org',
    type: 'regular',
    metadata: { story: '&'.repeat(9000) }, // five bytes each in HTML
  });
  const { html_size, findings } = (await preview({ body })).body;
  assert.deepEqual([html_size > 102_000, findings[0]?.kind], [true, 'size']);
  const { body: without } = await preview({ body, email_type: 'premium' });
  assert.ok(without.html_size < 102_000, 'she does not get it');
  assert.ok(without.findings.every(({ kind }: { kind: string }) => kind !== 'size'));
});

test('a caller who may not see people previews only the made-up reader', async () => {
  const writer = await service.keyWith({ emails: 'write' });
  assert.equal((await preview({ body: 'x', page: true, lines: true }, writer)).status, 200);
  assert.equal((await preview({ body: 'x', subscriber: 'ada@example.org' }, writer)).status, 403);
});
