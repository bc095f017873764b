import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { openSmtpSink, type SmtpSink } from '../../../testing/smtp-sink.ts';
import { openTransport, type Transport } from './transport.ts';

const letter = Buffer.from('Subject: Hello\r\n\r\n.dots at the start\r\n..and two\r\n');
let sink: SmtpSink;
let transport: Transport;
before(async () => {
  sink = await openSmtpSink();
  transport = openTransport(sink.url, { connections: 2 });
});
beforeEach(() => {
  sink.treat = () => ({});
  sink.accepted.length = 0;
});
after(async () => {
  await transport.close();
  await sink.close();
});

const handOver = (to: string) => transport.handOver({ from: 'news@example.org', to }, letter);

test('an accepted message arrives byte for byte, dots included, with its envelope', async () => {
  assert.deepEqual(await handOver('ada@example.org'), {
    status: 'accepted',
    reply: '250 2.0.0 kept',
    stage: 'dot',
  });
  assert.deepEqual(sink.accepted, [
    { from: 'news@example.org', to: 'ada@example.org', source: letter.toString('latin1').trimEnd() },
  ]);
});

test('the class of the reply decides, both at RCPT and at the final dot', async () => {
  const replies = ['450 4.2.0 greylisted', '550 5.1.1 no such user', '421 4.3.2 going away'];
  for (const reply of replies) {
    sink.treat = () => ({ dot: reply });
    const expected = reply.startsWith('5') ? 'permanent' : 'temporary';
    assert.deepEqual(await handOver('ada@example.org'), { status: expected, reply, stage: 'dot' });
  }
  for (const reply of replies.slice(0, 2)) {
    sink.treat = () => ({ rcpt: reply });
    const expected = reply.startsWith('5') ? 'permanent' : 'temporary';
    assert.deepEqual(await handOver('ada@example.org'), { status: expected, reply, stage: 'rcpt' });
  }
  assert.deepEqual(sink.accepted, []);
});

test('a message whose connection is cut before the reply to the final dot is uncertain and is not offered again', async () => {
  sink.treat = () => ({ dot: 'drop' });
  assert.equal((await handOver('ada@example.org')).status, 'uncertain');
  assert.equal(sink.accepted.length, 1);
});

test('a missing server is unreachable', async () => {
  const nowhere = openTransport('smtp://127.0.0.1:1', { connections: 1 });
  const result = await nowhere.handOver({ from: 'news@example.org', to: 'ada@example.org' }, letter);
  await nowhere.close();
  assert.equal(result.status, 'unreachable');
  assert.match(result.reply, /ECONNREFUSED/);
});
