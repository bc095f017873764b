import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMail, readMailsByPython } from '../../testing/mail-readers.ts';
import { assertForm } from '../../testing/message-form.ts';
import { type Attachment, type MessagePattern, prepareMessage } from './message.ts';

type Values = { name: string; link: string | null };
const date = new Date('2026-11-20T09:05:07Z');
const ada: Values = { name: 'Ada', link: 'https://news.example/unsubscribe/abc' };

const plain: MessagePattern<Values> = {
  from: { name: 'News', address: 'news@news.example' },
  to: () => 'ada@example.org',
  reply_to: 'editor@news.example',
  subject: ['Hello ', ({ name }) => name],
  text: ['Dear ', ({ name }) => name, ',\n\nthe news.'],
  html: ['<p>Dear ', ({ name }) => name, ',</p>\n<p>the news.</p>'],
  message_id: ({ name }) => `1.${name.length}@news.example`,
  headers: {
    'List-Unsubscribe': ({ link }) => link && `<${link}>`,
    'List-Unsubscribe-Post': ({ link }) => link && 'List-Unsubscribe=One-Click',
  },
  attachments: [],
};

const names = [
  'report.pdf',
  'two words - 1.txt',
  '第一号のニュースレター.pdf',
  '👩‍👩‍👧‍👦.png',
  'say "hi" \\ (it\'s *50%*); a=b.txt',
  `${'長'.repeat(196)}.pdf`,
  `${'x'.repeat(196)}.pdf`,
  '🌍'.repeat(100),
  'e\u0301 \u202Eevil\r\nBcc: v@example.org',
];
const files: Attachment[] = [
  ...names.map((name, at) => ({ name, content_type: 'application/pdf', bytes: bytesOf(at * 57) })),
  ...['text/html', 'message/rfc822', 'multipart/mixed', 'no type', 'a/b\r\nBcc: v@example.org', ''].map(
    content_type => ({ name: 'typed', content_type, bytes: Buffer.from('--=_postrider_mixed--\r\n.\r\n') }),
  ),
];

const cases: Record<string, [pattern: Partial<MessagePattern<Values>>, values?: Partial<Values>]> = {
  'a plain message': [{}],
  'a message without unsubscribe link and reply address': [{ reply_to: '' }, { link: null }],
  'values in any script': [{}, { name: 'Zoë 北京 👩‍👩‍👧‍👦' }],
  'a sender in any script': [{ from: { name: 'Grüße, "北京" 🌍', address: 'news@news.example' } }],
  'a long word without a space': [{ text: ['x'.repeat(5000)], html: [`<p>${'北'.repeat(5000)}</p>`] }],
  'a long subject': [{ subject: ['A subject 北京 '.repeat(80), ({ name }) => name] }],
  'a value that would start a header': [{}, { name: 'x\r\nBcc: v@example.org' }],
  'lines with a meaning for mail servers': [{ text: ['.\r\nFrom me\n..\n\n.'], html: ['.\n\n<p>a</p>\n.'] }],
  'text that looks like a boundary': [
    {
      text: ['--=_postrider_alternative--\n--=_postrider_mixed--'],
      html: ['<p>--=_postrider_alternative</p>'],
    },
    { name: '--=_postrider_alternative' },
  ],
  'line endings of every kind, and trailing spaces': [
    { text: ['a\rb\nc\r\nd \ne\t\n'], html: ['<p>\r\n a \n</p>\r'] },
  ],
  'a lone surrogate and control characters': [{ text: ['a\ud800b\0c'] }, { name: '\udc00\x07' }],
  'many attachments': [{ attachments: files }],
  'one attachment': [{ attachments: files.slice(0, 1), text: ['--=_postrider_mixed'] }],
};
const messages = Object.entries(cases).map(([what, [pattern, values]]) => {
  const print = prepareMessage({ ...plain, ...pattern });
  return { what, print, values: { ...ada, ...values }, attachments: pattern.attachments ?? [] };
});

for (const { what, print, values, attachments } of messages) {
  test(`${what}: is a well-formed message`, () => {
    const message = print(values, date).pieces.join('');
    const { header, parts } = assertForm(message);
    assert.deepEqual(parts.map(part => /^Content-Type: ([^;\r]*)/i.exec(part)![1]).slice(0, 2), [
      'text/plain',
      'text/html',
    ]);
    assert.equal(parts.length, 2 + attachments.length);
    assert.match(header, /^Date: Fri, 20 Nov 2026 09:05:07 \+0000\r$/m);
    assert.match(header, /^Message-ID: <[!-~]+@news\.example>\r$/m);
    const link = values.link && `List-Unsubscribe: <${values.link}>`;
    assert.equal(/^List-Unsubscribe: .*(?=\r)/m.exec(header)?.[0] ?? null, link);
    const post = values.link && 'List-Unsubscribe-Post: List-Unsubscribe=One-Click';
    assert.equal(/^List-Unsubscribe-Post: .*(?=\r)/m.exec(header)?.[0] ?? null, post);
  });
}

test('two independent readers read every message alike and find nothing wrong', async t => {
  const sources = messages.map(({ print, values }) => print(values, date).pieces.join(''));
  const byPython = await readMailsByPython(sources.map(source => Buffer.from(source)));
  if (!byPython) return t.skip('there is no python3');
  for (const [at, { what }] of messages.entries()) {
    const { defects, ...read }: (typeof byPython)[number] = byPython[at]!;
    assert.deepEqual(read, await readMail(Buffer.from(sources[at]!)), what);
    assert.deepEqual(defects, [], what);
  }
});

test('a message is read back as it was written', async () => {
  const print = prepareMessage({ ...plain, subject: ['北京 ', ({ name }) => name, ' 🌍'] });
  const read = await readMail(Buffer.from(print({ ...ada, name: 'Zoë' }, date).pieces.join('')));
  assert.deepEqual([read.subject, read.text], ['北京 Zoë 🌍', 'Dear Zoë,\n\nthe news.']);
  assert.equal(read.html, '<p>Dear Zoë,</p>\n<p>the news.</p>');
});

test('attachments keep their names and bytes; a type that would break the message is replaced', async () => {
  const { pieces } = prepareMessage({ ...plain, attachments: files })(ada, date);
  const { attachments } = await readMail(Buffer.from(pieces.join('')));
  assert.deepEqual(
    attachments.map(({ bytes }) => bytes),
    files.map(({ bytes }) => Buffer.from(bytes)),
  );
  assert.deepEqual(
    attachments.slice(0, names.length - 1).map(({ name }) => name),
    names.slice(0, -1),
  );
  assert.deepEqual(
    attachments.slice(names.length).map(({ type }) => type),
    ['text/html', ...Array(5).fill('application/octet-stream')],
  );
});

test('printing the same copy again gives the same message with the same Message-ID', () => {
  for (const { print, values } of messages)
    assert.deepEqual(print(values, date), print({ ...values }, new Date(date)));
});

function bytesOf(length: number): Buffer {
  return Buffer.from(Array.from({ length }, (_, at) => (at * 7) % 256));
}

test('a non-ASCII name comes with a plain one for programs that cannot read it', () => {
  const file = { name: 'März "第一号".pdf', content_type: 'application/pdf', bytes: Buffer.from('x') };
  const message = prepareMessage({ ...plain, attachments: [file] })(ada, date).pieces.join('');
  assert.match(message, /^ filename="M_rz _____\.pdf"\r$/m);
});
