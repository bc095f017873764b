import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { returnPath } from '../../links/return-path.ts';
import { systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import type { HandOver } from '../../platform/mail/smtp/transport.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { bounceMessage, mailAgain, mailTo, type TestReader } from '../../testing/deliveries.ts';
import { openOutbox } from '../../testing/letters.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { printSenderFault } from './sender-faults.ts';
import { takeMessage } from './take-message.ts';

let service: TestService;
let outbox: ReturnType<typeof openOutbox>;
let status: HandOver['status'] = 'accepted';
let secret: Secret;
const time = { now: Date.now() };
before(async () => {
  service = await startTestService();
  const { db } = service;
  const setting = { printers: { tell_sender_fault: printSenderFault({ db, clock }) }, clock, log };
  outbox = openOutbox(service, setting, () => ({ status, reply: 'as set' }));
  secret = service.secret;
});
beforeEach(async () => {
  outbox.mails.length = 0;
  await sql`truncate sender_faults`.execute(service.db);
});
after(async () => {
  await service.stop();
});

const log = createLog('silent');
const clock = () => new Date(time.now);
const round = () => outbox.deliver();
const words = '550 5.7.60 Client does not have permissions to send as this sender';
const bounce = (reader: TestReader, said = words) =>
  takeMessage(
    {
      db: service.db,
      clock,
      log,
      secret,
      rule: { soft_bounces: 3, soft_bounce_days: 15, full_mailbox_days: 60 },
    },
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
  const [notice, ...more] = outbox.mails;
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
  assert.equal(outbox.mails.length, 1);
  assert.match((await emailOf(second)).status_reason, /^1 copy was refused/);
  const [other] = (await mailTo(service)) as [TestReader];
  await bounce(other, '550 5.1.8 Sender domain does not exist');
  await round();
  assert.equal(outbox.mails.length, 2);
  time.now += 8 * 86_400_000;
  const [third] = (await mailAgain(service, [first])) as [TestReader];
  await bounce(third);
  await round();
  assert.equal(outbox.mails.length, 3);
  time.now = Date.now();
});

test('while the mail server is down no fault is forgotten, and the owner is told once it is back', async () => {
  const [reader] = (await mailTo(service)) as [TestReader];
  await bounce(reader);
  status = 'unreachable';
  await assert.rejects(round(), /not been sent yet/);
  outbox.mails.length = 0;
  status = 'accepted';
  await sql`update letters set work_date = now()`.execute(service.db);
  await round();
  assert.equal(outbox.mails.length, 1);
});
