import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { returnPath } from '../../links/return-path.ts';
import { systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { openTransport, type Transport } from '../../platform/mail/transport.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { bounceMessage, mailAgain, mailTo, type TestReader } from '../../testing/deliveries.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { tellFaults } from './sender-faults.ts';
import { takeMessage } from './take-message.ts';

let service: TestService;
let transport: Transport;
let secret: Secret;
const time = { now: Date.now() };
before(async () => {
  service = await startTestService();
  transport = openTransport(service.sink.url, { connections: 1 });
  secret = service.secret;
});
beforeEach(async () => {
  service.sink.accepted.length = 0;
  await sql`truncate sender_faults`.execute(service.db);
});
after(async () => {
  await transport.close();
  await service.stop();
});

const log = createLog('silent');
const clock = () => new Date(time.now);
const round = () => tellFaults({ ...service, transport, clock, log });
const words = '550 5.7.60 Client does not have permissions to send as this sender';
const bounce = (reader: TestReader, said = words) =>
  takeMessage(
    { db: service.db, clock, log, secret, rule: { soft_bounces: 3, soft_bounce_days: 15 } },
    {
      source: 'smtp',
      recipient: returnPath(secret, 'bounces.example.org', { ...reader, date: systemClock() }),
      sender: '',
    },
    Buffer.from(bounceMessage(reader.subscriber.email_address, { status: '5.0.0', words: said })),
  );
const emailOf = async ({ email }: TestReader) => (await service.api('GET', `/v1/emails/${email.id}`)).body;

test('a sender’s fault is mailed to the owner once, shown on the email, and affects no subscriber', async () => {
  const readers = await mailTo(service, 3);
  for (const reader of readers) await bounce(reader);
  await Promise.all([round(), round()]);
  await round();
  const [notice, ...more] = service.sink.accepted;
  assert.deepEqual(more, []);
  assert.equal(notice!.to, service.newsletter.from_address);
  assert.match(notice!.source, /^Subject: Mail servers refuse Test as a sender\r$/m);
  assert.ok(notice!.source.replace(/=\r\n/g, '').includes(words), notice!.source);
  const { status_reason } = await emailOf(readers[0]!);
  assert.equal(status_reason, `3 copies were refused because of the sender, not the recipient: ${words}`);
  for (const { subscriber } of readers) {
    const { body } = await service.api('GET', `/v1/subscribers/${subscriber.id}`);
    assert.equal(body.type, 'regular');
    const { results } = (await service.api('GET', `/v1/feedback?subscriber_id=${subscriber.id}`)).body;
    assert.deepEqual([results[0].kind, results[0].pattern], ['policy', 'sender-rights']);
  }
});

test('the same fault in the next email is not mailed again for a week, and another fault is', async () => {
  const [first] = (await mailTo(service)) as [TestReader];
  await bounce(first);
  await round();
  const [second] = (await mailAgain(service, [first])) as [TestReader];
  await bounce(second);
  await round();
  assert.equal(service.sink.accepted.length, 1);
  assert.match((await emailOf(second)).status_reason, /^1 copy was refused/);
  const [other] = (await mailTo(service)) as [TestReader];
  await bounce(other, '550 5.1.8 Sender domain does not exist');
  await round();
  assert.equal(service.sink.accepted.length, 2);
  time.now += 8 * 86_400_000;
  const [third] = (await mailAgain(service, [first])) as [TestReader];
  await bounce(third);
  await round();
  assert.equal(service.sink.accepted.length, 3);
  time.now = Date.now();
});

test('while the mail server is down nothing is forgotten, and the owner is told once it is back', async () => {
  const [reader] = (await mailTo(service)) as [TestReader];
  await bounce(reader);
  service.sink.treat = () => ({ rcpt: '451 4.3.0 later' });
  await assert.rejects(round(), /451/);
  service.sink.treat = () => ({});
  await round();
  assert.equal(service.sink.accepted.length, 1);
});
