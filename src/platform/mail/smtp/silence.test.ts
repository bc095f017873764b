import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openRelay, type Said } from '../../../testing/relay.ts';
import { until } from '../../../testing/until.ts';
import { createLog } from '../../log.ts';
import type { Limits } from './limits.ts';
import { openTransport } from './transport.ts';

const closing: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of closing.splice(0).reverse()) await one.close();
});
const never = new Promise<never>(() => {});
const letter = Buffer.from('Subject: Hello\r\n\r\nHello\r\n');
const names = (count: number) => Array.from({ length: count }, (_, n) => `r${n}`);

type Answer = NonNullable<NonNullable<Parameters<typeof openRelay>[0]>['answer']>;

/** Starts a relay, and a client that loses patience with it after 300 ms. */
async function meet(
  answer: Answer,
  { limits = {}, offers }: { limits?: Partial<Limits>; offers?: string[] } = {},
) {
  const relay = await openRelay({ answer, ...(offers && { offers }) });
  const lines: string[] = [];
  const log = createLog('warn', { write: line => void lines.push(line) });
  const transport = openTransport(relay.url, { connections: 4, log, limits: { patience: 300, ...limits } });
  closing.push(transport, relay); // the relay first, so that nobody waits for its answers
  const told = new Map<string, string>();
  const hand = (name: string) =>
    transport.handOver({ from: 'news@example.org', to: `${name}@example.net` }, letter, {
      on_stall: words => void told.set(name, words),
    });
  return { relay, transport, lines, told, hand };
}

for (const verb of ['CONNECT', 'EHLO', 'MAIL'])
  for (const offers of [['PIPELINING'], [], ['PIPELINING', 'CHUNKING']]) {
    if (verb === 'MAIL' && offers.includes('CHUNKING')) continue; // the content leaves with its MAIL
    test(`while a relay answers others, nobody waits for its answer to ${verb} (${offers})`, async () => {
      const silent = (said: Said) => said.verb === verb && said.connection <= 3;
      const { relay, lines, hand } = await meet(said => (silent(said) ? never : undefined), { offers });
      const results = await Promise.all(names(30).map(hand));
      assert.ok(results.every(({ status }) => status === 'accepted'));
      assert.equal(new Set(relay.accepted.map(({ to }) => to)).size, relay.accepted.length, 'nobody twice');
      assert.match(lines.join(''), /a connection to a relay is silent/);
      await until('the silent ones are closed', async () => relay.open <= 4);
    });
  }

test('the last message moves to an idle connection when its own is not answered', async () => {
  const second = Promise.withResolvers<undefined>();
  const answer = ({ verb, connection, to }: Said) => {
    if (verb === '.' && to.startsWith('r0@')) return second.promise; // so that the first connection is busy
    if (verb !== 'MAIL' || connection !== 2) return undefined;
    second.resolve(undefined);
    return never;
  };
  const { relay, hand } = await meet(answer, { offers: [], limits: { patience: 1000 } });
  const awake = setInterval(() => {}, 5); // in a sleeping process the checks come late, and take the answers for newer ones
  const results = await Promise.all(names(2).map(hand)).finally(() => clearInterval(awake));
  assert.ok(results.every(({ status }) => status === 'accepted'));
  assert.deepEqual(
    relay.accepted.map(({ to, connection }) => [to, connection]),
    names(2).map(name => [`${name}@example.net`, 1]),
  );
});

test('a message that waits for a relay without any answer says so, and leaves when the relay answers', async () => {
  const answered = Promise.withResolvers<undefined>();
  const { told, hand } = await meet(({ verb }) => (verb === 'CONNECT' ? answered.promise : undefined));
  const result = hand('ada');
  await until('it is told', async () => told.has('ada'));
  assert.match(
    told.get('ada')!,
    /^The mail server accepted a connection \d+ seconds ago and has not greeted us yet\.$/,
  );
  answered.resolve(undefined);
  assert.equal((await result).status, 'accepted');
});

test('a relay that keeps every connection waiting gets the time that it needs', async () => {
  for (const slow of ['CONNECT', 'MAIL']) {
    const { relay, hand } = await meet(({ verb }) => (verb === slow ? sleep(700, undefined) : undefined));
    const first = await Promise.all(names(4).map(hand)); // it is known from now on how long the relay takes
    const results = await Promise.all(names(12).map(hand));
    assert.ok(
      [...first, ...results].every(({ status }) => status === 'accepted'),
      slow,
    );
    assert.equal(relay.accepted.length, 16);
  }
});

test('a recipient about whom the relay stays silent fails for now, and the others are not delayed', async () => {
  const { relay, told, hand } = await meet(
    ({ verb, to }) => (verb === 'RCPT' && to.startsWith('r5@') ? never : undefined),
    { limits: { command: 1500 }, offers: [] },
  );
  let rest = 0;
  const all = names(30).map(async name => {
    const result = await hand(name);
    if (name !== 'r5') rest += 1;
    return result;
  });
  await until('the others are served', async () => rest === 29 && told.has('r5'));
  const going = setInterval(() => void hand('another'), 50);
  const [silent] = await Promise.all([all[5]!]).finally(() => clearInterval(going));
  assert.equal(silent!.status, 'temporary');
  assert.ok(relay.accepted.every(({ to }) => !to.startsWith('r5@')));
});

test('answers that a relay gave while the process was stopped are read before anybody loses patience', async t => {
  const { relay, hand } = await meet(() => undefined, { limits: { dot: 2000 } });
  await hand('first');
  const result = hand('second');
  await until('its content is with the relay', async () => relay.accepted.length === 2);
  // This is the state after a SIGSTOP: all timers are due at once, before anything is read.
  const now = performance.now.bind(performance);
  t.mock.method(performance, 'now', () => now() + 60_000);
  assert.equal((await result).status, 'accepted');
});

test('messages behind an unanswered one go over other connections', async () => {
  for (const offers of [['PIPELINING'], []]) {
    const answered = Promise.withResolvers<undefined>();
    const { told, hand } = await meet(
      ({ verb, to }) => (verb === '.' && /^r[0-3]@/.test(to) ? answered.promise : undefined),
      { offers },
    );
    let rest = 0;
    const results = names(20).map(async (name, at) => {
      const result = await hand(name);
      if (at > 3) rest += 1;
      return result;
    });
    await until('the others are served', async () => rest === 16);
    await until('they are told', async () => told.size === 4);
    answered.resolve(undefined);
    assert.ok((await Promise.all(results)).every(({ status }) => status === 'accepted'));
  }
});
