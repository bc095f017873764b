import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { algorithms, type DkimKey, dkimRecord, makeDkimKey, openSigner, type Signer } from './dkim.ts';

let keys: DkimKey[];
let signer: Signer;
before(async () => {
  keys = await Promise.all(
    algorithms.map(async (algorithm, at) => ({
      ...(await makeDkimKey(algorithm)),
      domain: 'news.example',
      selector: `pr${at}`,
      algorithm,
    })),
  );
  signer = openSigner(keys);
});

const date = new Date('2026-11-20T09:00:00Z');
const message = [
  'From: "Low Water" <editor@news.example>',
  'To: <ada@reader.example>',
  'Subject: =?UTF-8?B?w6k=?=',
  ' folded  and   spaced ',
  'Message-ID: <1@news.example>',
  'Date: Fri, 20 Nov 2026 09:00:00 +0000',
  'MIME-Version: 1.0',
  'Content-Type: text/plain; charset=utf-8',
  'List-Unsubscribe: <https://news.example/u>',
  'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
  'List-Id: <low.news.example>',
  'Feedback-ID: a:b:c:postrider',
  '',
  'Hello,  you \t',
  '.',
  'a\tb',
  '',
  '',
  '',
].join('\r\n');

/** Returns an independent verifier's result for each signature. */
async function verify(text: string): Promise<{ result: string; algorithm: string }[]> {
  const resolver = async (name: string) => {
    const key = keys.find(({ selector, domain }) => name === `${selector}._domainkey.${domain}`);
    return key ? [[dkimRecord(key)]] : [];
  };
  const { results } = await dkimVerify(Buffer.from(text), { resolver });
  return results.map(({ status, algo }) => ({ result: status.result, algorithm: String(algo) }));
}

const sign = async (text = message) => (await signer([text], date)).join('');
const passing = [
  { result: 'pass', algorithm: 'rsa-sha256' },
  { result: 'pass', algorithm: 'ed25519-sha256' },
];

test('an independent verifier accepts both signatures, and the message itself is unchanged to the byte', async () => {
  const text = await sign();
  assert.ok(text.endsWith(message));
  assert.deepEqual(await verify(text), passing);
  assert.ok(text.split('\r\n').every(line => line.length <= 100));
});

test('messages without a body, without a final line end, or with only blank lines verify', async () => {
  const head = message.slice(0, message.indexOf('\r\n\r\n') + 4);
  for (const body of ['', 'x', '\r\n\r\n', ' \t\r\n \r\n', 'a  b\t\tc', `${'é'.repeat(5)}\r\n`]) {
    assert.deepEqual(await verify(await sign(head + body)), passing, JSON.stringify(body));
  }
});

const fails = async (text: string, why: string) => {
  const results = await verify(text);
  assert.ok(results.length === 2 && results.every(({ result }) => result !== 'pass'), why);
};

test('nothing that is signed can be added, changed or removed', async () => {
  const text = await sign();
  const sealed = ['From', 'To', 'Subject', 'Date', 'Message-ID', 'MIME-Version', 'Content-Type'];
  for (const name of [...sealed, 'List-Unsubscribe', 'List-Unsubscribe-Post']) {
    const field = new RegExp(`^${name}: .*\r\n`, 'm').exec(message)![0];
    await fails(field + text, `a second ${name} before`);
    await fails(text.replace(field, ''), `${name} taken away`);
    await fails(text.replace(field, field.replace(/(\S)\r\n/, 'x$1\r\n')), `${name} changed`);
  }
  for (const name of ['Reply-To', 'Content-Transfer-Encoding']) {
    await fails(`${name}: evil@example.org\r\n${text}`, `${name} added`);
  }
  await fails(text.replace('Hello', 'hello'), 'body changed');
  await fails(`${text}more\r\n`, 'body added to');
});

test('adding a Cc or Sender breaks the signatures, whether or not there was one before', async () => {
  for (const field of ['Cc', 'Sender']) {
    for (const original of [message, `${field}: <bob@example.net>\r\n${message}`]) {
      const text = await sign(original);
      assert.deepEqual(await verify(text), passing);
      await fails(`${field}: <eve@example.com>\r\n${text}`, `${field} added`);
    }
  }
});

test('white-space changes by relays leave the signatures valid', async () => {
  const text = await sign();
  const refolded = text
    .replace('Subject: =?UTF-8?B?w6k=?=\r\n folded', 'SUBJECT:   =?UTF-8?B?w6k=?= folded')
    .replace('Hello,  you \t', 'Hello, you');
  assert.deepEqual(await verify(`${refolded}\r\n\r\n`), passing);
});

test('without keys a message is unchanged', async () => {
  assert.equal((await openSigner([])([message], date)).join(''), message);
});

test('a message in pieces gets the same signature as in one piece, wherever it is cut', async () => {
  const body = message.indexOf('\r\n\r\n') + 4;
  for (let at = 1; at < message.length; at += 1) {
    const pieces = [message.slice(0, at), message.slice(at)];
    assert.equal((await signer(pieces, date)).join(''), await sign(), `cut at ${at}`);
  }
  const single = [message.slice(0, body), ...message.slice(body)];
  assert.deepEqual(await verify((await signer(single, date)).join('')), passing);
});

test('shared text of any form gets the same signature the first time and every other time', async () => {
  const header = message.slice(0, message.indexOf('\r\n\r\n') + 4);
  const long = 'word  and\tword '.repeat(20);
  const cuts = [
    [`${long}\r\n`, long],
    [`${long} `, ` ${long}`],
    [`${long}\r`, `\n${long}`],
    [`${long} `, `\r\n${long}\r\n\r\n`],
    ['', long],
  ];
  for (const cut of cuts)
    for (let time = 0; time < 2; time += 1) {
      const text = (await signer([header, ...cut, '\r\n', ...cut], date)).join('');
      assert.deepEqual(await verify(text), passing, JSON.stringify(cut));
    }
});

test('messages with different headers are each signed with their own fields', async () => {
  const other = message.replace('Subject:', 'Reply-To: <r@news.example>\r\nSubject:');
  const twice = message.replace('Subject:', 'List-Id: <a>\r\nList-Id:  <b>\r\nSubject:');
  for (const text of [message, other, message, twice, other])
    assert.deepEqual(await verify(await sign(text)), passing);
});
