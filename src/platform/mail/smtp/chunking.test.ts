import assert from 'node:assert/strict';
import { afterEach, mock, test } from 'node:test';
import { openRelay, type Said } from '../../../testing/relay.ts';
import { until } from '../../../testing/until.ts';
import { deepest } from './chunking.ts';
import type { Limits } from './limits.ts';
import { type HandOver, openTransport, type Transport } from './transport.ts';

const closing: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  mock.restoreAll();
  for (const one of closing.splice(0).reverse()) await one.close();
});
const from = 'news@example.org';
const offers = ['PIPELINING', 'CHUNKING', '8BITMIME', 'SIZE 1000000'];
const letter = 'Subject: Hello\r\n\r\nHello\r\n.dot\r\n';

type Setting = { connections?: number; limits?: Partial<Limits> };
async function open(
  script: Parameters<typeof openRelay>[0] = {},
  { connections = 1, limits = {} }: Setting = {},
) {
  const relay = await openRelay({ offers, ...script });
  const transport = openTransport(relay.url, { connections, limits });
  closing.push(relay, transport);
  return { relay, transport };
}
const addressed = (name: string) => `${name}@example.net`;
const hand = (transport: Transport, name: string, message: string | Buffer = letter) =>
  transport.handOver({ from: `${name}@example.org`, to: addressed(name) }, message);
const handAll = (transport: Transport, names: string[]) =>
  Promise.all(names.map(name => hand(transport, name)));
const numbered = (count: number, letter = 'r') => Array.from({ length: count }, (_, n) => `${letter}${n}`);
/** Sends mail until the relay has been seen to accept several messages together. */
async function prove(transport: Transport) {
  const results = await handAll(transport, numbered(3, 'proof'));
  assert.deepEqual(statusesOf(results), Array(3).fill('accepted'));
}
const statusesOf = (results: HandOver[]) => results.map(({ status }) => status);

test('a relay is first tried with one message, then with two, then gets eight in one write', async () => {
  const { relay, transport } = await open();
  const results = await handAll(transport, numbered(11));
  assert.ok(results.every(({ status }) => status === 'accepted'));
  assert.deepEqual(
    relay.accepted.map(({ from, to, source }) => [from, to, source]),
    numbered(11).map(name => [`${name}@example.org`, addressed(name), letter.slice(0, -2)]),
  );
  const said = relay.pieces
    .map(({ text }) => text.match(/^(RSET|MAIL|RCPT|DATA|BDAT .*)(?=[ \r])/gm) ?? [])
    .slice(1);
  const whole = ['MAIL', 'RCPT', 'BDAT 31 LAST'];
  const behind = ['RSET', ...whole];
  assert.deepEqual(said, [
    ['MAIL', 'RCPT', 'BDAT 16'],
    ['BDAT 15 LAST'],
    [...whole, ...behind],
    [whole, ...Array(deepest - 1).fill(behind)].flat(),
  ]);
  assert.equal(transport.choiceOf().holds(), deepest);
});

test('other connections use DATA until one connection has tried BDAT', async () => {
  const others = Promise.withResolvers<void>();
  const { relay, transport } = await open(
    {
      async answer({ verb }) {
        if (verb === 'BDAT') await others.promise;
        return undefined;
      },
    },
    { connections: 3 },
  );
  const results = numbered(9).map(name => hand(transport, name));
  await Promise.all(results.slice(1)); // the first message is on the connection that runs the test
  others.resolve();
  assert.equal((await results[0])!.status, 'accepted');
  assert.equal(relay.said.filter(({ verb }) => verb === 'BDAT').length, 1);
  assert.ok(relay.said.some(({ verb }) => verb === 'DATA'));
});

test('each recipient of messages sent together gets their own reply', async () => {
  const treatments: Record<string, [Said['verb'], string]> = {
    r1: ['RCPT', '550 5.1.1 no such user'],
    r2: ['RCPT', '450 4.2.0 later'],
    r3: ['RCPT', '552 5.2.2 full'],
    r5: ['.', '554 5.7.1 spam'],
    r6: ['.', '451 4.3.0 not this one'],
    r7: ['MAIL', '550 5.7.1 not you'],
  };
  const { relay, transport } = await open({
    answer: ({ verb, to, from }) => {
      const [stage, reply] = treatments[(verb === 'MAIL' ? from : to).split('@')[0]!] ?? [];
      return stage === verb ? reply : undefined;
    },
  });
  await prove(transport);
  relay.accepted.length = 0;
  const results = await handAll(transport, numbered(20));
  assert.deepEqual(
    results.map(({ reply }) => reply),
    numbered(20).map(name => treatments[name]?.[1] ?? '250 2.0.0 kept'),
  );
  assert.deepEqual(statusesOf(results).slice(0, 8), [
    'accepted',
    'permanent',
    'temporary',
    'permanent',
    'accepted',
    'permanent',
    'temporary',
    'unreachable',
  ]);
  const kept = numbered(20).filter(name => !treatments[name]);
  assert.deepEqual(
    relay.accepted.map(({ from, to }) => [from, to]),
    kept.map(name => [`${name}@example.org`, addressed(name)]),
  );
  assert.equal(relay.connections, 1);
});

test('if a connection dies midway, exactly the unanswered messages are uncertain', async () => {
  for (const nth of [1, 3, 8]) {
    for (const is_kept of [true, false]) {
      let met = 0;
      const { relay, transport } = await open({
        answer: ({ verb, to, from }) => {
          if (verb !== '.' || to.startsWith('proof') || ++met !== nth) return undefined;
          if (is_kept) relay.accepted.push({ from, to, source: '', connection: 0 });
          return null;
        },
      });
      await prove(transport);
      const results = await handAll(transport, numbered(8));
      const expected = numbered(8).map((_, at) => (at < nth - 1 ? 'accepted' : 'uncertain'));
      assert.deepEqual(statusesOf(results), expected, `at ${nth}`);
      assert.deepEqual(statusesOf([await hand(transport, 'after')]), ['accepted']);
      const arrived = relay.accepted.map(({ to }) => to);
      assert.equal(new Set(arrived).size, arrived.length, 'nobody twice');
      assert.equal(
        transport.choiceOf().holds(),
        deepest,
        'one broken connection does not end the use of BDAT',
      );
    }
  }
});

test('messages after a 421 go over another connection, and nobody gets a message twice', async () => {
  for (const verb of ['MAIL', 'RCPT', '.']) {
    let is_over = false;
    const { relay, transport } = await open({
      answer: said => {
        if (is_over) return said.connection === 1 ? null : undefined;
        is_over = said.verb === verb && `${said.from}${said.to}`.includes('r2@');
        return is_over ? '421 4.7.0 too many errors' : undefined;
      },
    });
    await prove(transport);
    const results = await handAll(transport, numbered(8));
    const expected = numbered(8).map((_, at) => (verb === '.' && at === 2 ? 'temporary' : 'accepted'));
    assert.deepEqual(statusesOf(results), expected, verb);
    const arrived = relay.accepted.map(({ to }) => to);
    assert.equal(new Set(arrived).size, arrived.length, 'nobody twice');
    assert.ok(relay.connections > 1);
  }
});

test('replies after a 421 are still believed', async () => {
  const { relay, transport } = await open({
    answer: ({ verb, to }) => (verb === 'RCPT' && to.startsWith('r2') ? '421 4.7.0 not them' : undefined),
  });
  await prove(transport);
  const results = await handAll(transport, numbered(8));
  const expected = numbered(8).map((_, at) => (at === 2 ? 'temporary' : 'accepted'));
  assert.deepEqual(statusesOf(results), expected);
  const arrived = relay.accepted.map(({ to }) => to);
  assert.equal(new Set(arrived).size, 3 + 7);
  assert.equal(arrived.length, 3 + 7);
});

test('a full relay’s refusal does not affect messages that are already under way', async () => {
  let is_full = false;
  const { relay, transport } = await open({
    answer: ({ verb }) => (is_full && verb === 'MAIL' ? '452 4.3.1 no space' : undefined),
  });
  await prove(transport);
  is_full = true;
  const results = await handAll(transport, numbered(8));
  assert.deepEqual(statusesOf(results), Array(8).fill('unreachable'));
  assert.equal(relay.accepted.length, 3);
});

test('a relay that announces BDAT but rejects it loses one command and gets everything by DATA', async () => {
  const { relay, transport } = await open({ knows_no_bdat: true }, { connections: 2 });
  const results = await handAll(transport, numbered(20));
  assert.deepEqual(statusesOf(results), Array(20).fill('accepted'));
  assert.equal(relay.accepted.length, 20);
  assert.equal(relay.said.filter(({ verb }) => verb === 'BDAT').length, 1);
  const commands = new Set(relay.said.map(({ verb }) => verb));
  assert.ok(!commands.has('HELLO'), 'no other line of the message was taken for a command');
  assert.equal(transport.choiceOf().holds(), 4);
});

test('a relay that cannot take two messages together gets DATA, and only those two are uncertain', async () => {
  const pieces: Record<string, (said: Said) => boolean> = {
    'it closes': ({ verb }) => verb === 'RSET',
    'it closes after the first': ({ verb, to }) => verb === '.' && !to.startsWith('r0'),
  };
  for (const [what, isEnd] of Object.entries(pieces)) {
    let is_over = false;
    const { relay, transport } = await open({
      answer: said => {
        const ends = !is_over && relay.pieces.some(({ text }) => text.includes('RSET')) && isEnd(said);
        is_over ||= ends;
        return ends ? null : undefined;
      },
    });
    const results = await handAll(transport, numbered(20));
    const uncertain = results.filter(({ status }) => status === 'uncertain').length;
    assert.ok(uncertain >= 1 && uncertain <= 2, `${what}: ${uncertain}`);
    assert.equal(results.filter(({ status }) => status === 'accepted').length, 20 - uncertain);
    const arrived = relay.accepted.map(({ to }) => to);
    assert.equal(new Set(arrived).size, arrived.length, 'nobody twice');
    assert.equal(transport.choiceOf().holds(), 2);
    assert.ok(relay.said.some(({ verb }) => verb === 'DATA'));
  }
});

test('a relay that drops data after a message is noticed by its silence, and then gets DATA', async () => {
  const { relay, transport } = await open(
    {
      answer: ({ verb, connection }) =>
        verb === 'RSET' && connection === 1 ? new Promise(() => {}) : undefined,
    },
    { limits: { dot: 2000, command: 2000 } },
  );
  const results = await handAll(transport, numbered(10));
  const statuses = statusesOf(results);
  assert.deepEqual(statuses.slice(0, 4), ['accepted', 'accepted', 'uncertain', 'uncertain']);
  assert.deepEqual(statuses.slice(4), Array(6).fill('accepted'));
  assert.equal(relay.accepted.length, 8);
  assert.equal(transport.choiceOf().holds(), 2);
});

test('a doubtful relay gets DATA and is tried again after an hour', async () => {
  const { relay, transport } = await open({ knows_no_bdat: true });
  await handAll(transport, numbered(3));
  await handAll(transport, numbered(3));
  const tries = () => relay.said.filter(({ verb }) => verb === 'BDAT').length;
  assert.equal(tries(), 1);
  const now = performance.now();
  mock.method(performance, 'now', () => now + 3_600_001);
  assert.deepEqual(statusesOf(await handAll(transport, numbered(3))), Array(3).fill('accepted'));
  assert.equal(tries(), 2);
});

test('messages of every form arrive as they are', async () => {
  const { relay, transport } = await open();
  await prove(transport);
  const messages = [
    '.\r\n..\r\n.\r\nend\r\n.',
    '\r\n.\r\n',
    'no end',
    'Grüße: ö\r\n',
    '',
    'QUIT\r\n',
    `${'x'.repeat(900)}\r\n.y\r\n`.repeat(500),
  ];
  for (const message of messages) {
    for (const form of [message, Buffer.from(message), `${message}`]) {
      relay.accepted.length = 0;
      const results = await Promise.all([hand(transport, 'a', form), hand(transport, 'b', form)]);
      assert.deepEqual(statusesOf(results), ['accepted', 'accepted']);
      for (const { source } of relay.accepted)
        assert.equal(Buffer.from(source, 'latin1').toString(), message.replace(/\r\n$/, ''));
    }
  }
});

test('large messages wait for each other: about 256 kB may be unanswered', async () => {
  const { relay, transport } = await open();
  await prove(transport);
  relay.pieces.length = 0;
  const large = `Subject: x\r\n\r\n${'x'.repeat(70)}\r\n`.repeat(1200);
  const results = await Promise.all(numbered(9).map(name => hand(transport, name, large)));
  assert.deepEqual(statusesOf(results), Array(9).fill('accepted'));
  const most = Math.ceil(262_144 / large.length);
  const mails = relay.pieces.map(({ text }) => text.match(/^MAIL/gm)?.length ?? 0);
  assert.equal(
    mails.reduce((sum, count) => sum + count, 0),
    9,
  );
  assert.ok(Math.max(...mails) <= most);
});

test('messages behind an unanswered one get their results, and others continue', async () => {
  const answer = Promise.withResolvers<void>();
  const { transport } = await open(
    {
      async answer({ verb, to }) {
        if (verb === '.' && to.startsWith('slow')) await answer.promise;
        return undefined;
      },
    },
    { limits: { patience: 500 } },
  );
  await prove(transport);
  const stalled = [0, 0];
  const waiting = ['slow', 'behind'].map((name, at) =>
    transport.handOver({ from, to: addressed(name) }, letter, {
      on_stall: () => {
        stalled[at]! += 1;
      },
    }),
  );
  await until('both are heard of', async () => stalled.join() === '1,1');
  assert.equal((await hand(transport, 'other')).status, 'accepted');
  answer.resolve();
  assert.deepEqual(statusesOf(await Promise.all(waiting)), ['accepted', 'accepted']);
});
