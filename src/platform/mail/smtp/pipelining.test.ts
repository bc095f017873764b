import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { openRelay, type ScriptedRelay } from '../../../testing/relay.ts';
import { openTransport, type Transport } from './transport.ts';

const closing: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of closing.splice(0).reverse()) await one.close();
});
const from = 'news@example.org';
const letter = Buffer.from('Subject: Hello\r\n\r\nHello\r\n');

async function open(
  script: Parameters<typeof openRelay>[0] = {},
  connections = 1,
): Promise<[ScriptedRelay, Transport]> {
  const relay = await openRelay(script);
  const transport = openTransport(relay.url, { connections });
  closing.push(relay, transport);
  return [relay, transport];
}
const handOver = (transport: Transport, names: string[], message: Buffer | string = letter) =>
  Promise.all(names.map(name => transport.handOver({ from, to: `${name}@example.net` }, message)));
const numbered = (count: number) => Array.from({ length: count }, (_, n) => `r${n}`);

test('the final dot leaves with the next envelope, content follows 354, and only one dot is unanswered', async () => {
  const [relay, transport] = await open();
  const results = await handOver(transport, ['a', 'b', 'c']);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['accepted', 'accepted', 'accepted'],
  );
  const mail = (name: string) => `MAIL FROM:<${from}> SIZE=25\r\nRCPT TO:<${name}@example.net>\r\nDATA\r\n`;
  const content = 'Subject: Hello\r\n\r\nHello\r\n.\r\n';
  assert.deepEqual(
    relay.pieces.slice(1).map(piece => piece.text),
    [mail('a'), content + mail('b'), content + mail('c'), content],
  );
});

test('without PIPELINING or EHLO, each command waits for its reply', async () => {
  for (const answer of [
    undefined,
    ({ verb }: { verb: string }) => (verb === 'EHLO' ? '502 5.5.1 what?' : undefined),
  ]) {
    const [relay, transport] = await open({ offers: ['8BITMIME'], answer });
    const results = await handOver(transport, numbered(5));
    assert.ok(results.every(({ status }) => status === 'accepted'));
    assert.equal(relay.accepted.length, 5);
    for (const { text } of relay.pieces)
      assert.ok(text.endsWith('\r\n.\r\n') || text.indexOf('\r\n') === text.length - 2, text);
  }
});

test('each recipient gets their own reply, with and without PIPELINING', async () => {
  const treatments: Record<string, [string, string]> = {
    'r1@example.net': ['RCPT', '550 5.1.1 no such user'],
    'r2@example.net': ['RCPT', '450 4.2.0 later'],
    'r4@example.net': ['.', '554 5.7.1 spam'],
    'r5@example.net': ['DATA', '451 4.3.0 not this one'],
  };
  for (const offers of [['PIPELINING'], []]) {
    // A relay without a valid recipient also refuses DATA.
    let has_recipient = false;
    const [relay, transport] = await open({
      offers,
      answer({ verb, line, to, from: sender }) {
        if (verb === 'MAIL') has_recipient = false;
        if (line.includes('r7@example.org')) return '550 5.7.1 not you';
        const [stage, reply] = treatments[to] ?? [];
        if (verb === 'RCPT') has_recipient = stage !== 'RCPT' && sender === from;
        if (stage === verb) return reply;
        return verb === 'DATA' && !has_recipient ? '554 5.5.1 no valid recipients' : undefined;
      },
    });
    const results = await Promise.all(
      numbered(10).map(name =>
        transport.handOver(
          { from: name === 'r7' ? 'r7@example.org' : from, to: `${name}@example.net` },
          letter,
        ),
      ),
    );
    const { r1, r2, r4, r5 } = Object.fromEntries(
      Object.entries(treatments).map(([to, [, reply]]) => [to.slice(0, 2), reply]),
    );
    const kept = '250 2.0.0 kept';
    assert.deepEqual(
      results.map(({ reply }) => reply),
      [kept, r1, r2, kept, r4, r5, kept, '550 5.7.1 not you', kept, kept],
    );
    assert.equal(results[7]!.status, 'unreachable');
    assert.deepEqual(
      relay.accepted.map(({ to }) => to),
      ['r0', 'r3', 'r6', 'r8', 'r9'].map(name => `${name}@example.net`),
    );
    assert.equal(relay.connections, 1);
  }
});

test('a relay that answers 354 for a refused recipient gets a lone dot, and nobody gets the message', async () => {
  const [relay, transport] = await open({
    answer: ({ verb, to }) =>
      to.startsWith('gone') && verb !== 'MAIL'
        ? { RCPT: '550 5.1.1 gone', '.': '554 5.5.1 no valid recipients' }[verb]
        : undefined,
  });
  const results = await handOver(transport, ['gone1', 'ada', 'gone2', 'gone3', 'bob']);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['permanent', 'accepted', 'permanent', 'permanent', 'accepted'],
  );
  assert.deepEqual(
    relay.accepted.map(({ to, source }) => [to, source.length]),
    [
      ['ada@example.net', 23],
      ['bob@example.net', 23],
    ],
  );
  assert.ok(relay.pieces.some(({ text }) => text.startsWith('.\r\nMAIL')));
});

test('a refused transaction is reset before the next begins', async () => {
  const [relay, transport] = await open({
    answer: ({ verb, to }) => (verb === 'DATA' && to.startsWith('a@') ? '450 4.7.1 no' : undefined),
  });
  await handOver(transport, ['a', 'b']);
  assert.ok(relay.pieces.some(({ text }) => text.startsWith('RSET\r\nMAIL')));
});

test('messages of every form arrive as they are: dots, no line end, text or bytes, large and empty', async () => {
  const [relay, transport] = await open();
  const messages = [
    '.\r\n..\r\n.\r\nend\r\n.',
    '\r\n.\r\n',
    'no end',
    'a bare end\n',
    'another\r',
    'Grüße: ö\r\n',
    '',
    `${'x'.repeat(900)}\r\n.y\r\n`.repeat(500),
    'bare\n.\nsmuggled\n..',
  ];
  for (const message of messages) {
    for (const form of [message, Buffer.from(message)]) {
      relay.accepted.length = 0;
      assert.deepEqual((await handOver(transport, ['a'], form as string))[0]!.status, 'accepted');
      const whole = message.endsWith('\r\n') || message === '' ? message : `${message}\r\n`;
      const { source } = relay.accepted[0]!;
      const bytes = Buffer.from(source, 'latin1').toString();
      if (message.startsWith('bare')) assert.equal(bytes, 'bare\n..\nsmuggled\n...');
      else assert.equal(`${bytes}\r\n`, whole === '' ? '\r\n' : whole);
    }
  }
});

test('a message over the relay’s size limit is not offered', async () => {
  const [relay, transport] = await open({ offers: ['PIPELINING', 'SIZE 100'] });
  const [result] = await handOver(transport, ['a'], Buffer.alloc(101, 'x'));
  assert.deepEqual(result, {
    status: 'too_large',
    reply: 'The mail server accepts at most 100 bytes, but the message has 101 bytes.',
  });
  assert.equal((await handOver(transport, ['b']))[0]!.status, 'accepted');
  assert.equal(relay.said.filter(({ verb }) => verb === 'MAIL').length, 1);
});

test('ten thousand refusals in a row do not deepen the stack', async () => {
  const [, transport] = await open({ offers: ['PIPELINING', 'SIZE 5'] });
  const results = await handOver(transport, numbered(10_000));
  assert.ok(results.every(({ status }) => status === 'too_large'));
});

test('a message withdrawn behind another under way never leaves, and the connection is closed', async () => {
  const answer = Promise.withResolvers<void>();
  const heard = Promise.withResolvers<void>();
  const [relay, transport] = await open({
    async answer({ verb, to }) {
      if (verb !== '.' || to !== 'a@example.net') return undefined;
      heard.resolve();
      await answer.promise;
      return undefined;
    },
  });
  const abort = new AbortController();
  const results = ['a', 'b', 'c'].map(name =>
    transport.handOver({ from, to: `${name}@example.net` }, letter, { signal: abort.signal }),
  );
  await heard.promise;
  abort.abort();
  assert.deepEqual(
    (await Promise.all(results.slice(1))).map(({ status }) => status),
    ['unreachable', 'unreachable'],
  );
  answer.resolve();
  assert.equal((await results[0])!.status, 'accepted');
  assert.equal((await handOver(transport, ['d']))[0]!.status, 'accepted');
  assert.deepEqual(
    relay.accepted.map(({ to }) => to),
    ['a@example.net', 'd@example.net'],
  );
  assert.equal(relay.connections, 2);
});
