import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readReferralCode } from '../../links/referrals.ts';
import { returnPath, unsubscribeMailbox } from '../../links/return-path.ts';
import { unsubscribeAddress } from '../../links/unsubscribe.ts';
import { createLog } from '../../platform/log.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import {
  bounceMessage,
  complaintMessage,
  mailTo,
  messageIdOf,
  type TestReader,
} from '../../testing/deliveries.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { takeMessage } from './take-message.ts';

let service: TestService;
let secret: Secret;
const now = new Date();
before(async () => {
  service = await startTestService();
  secret = service.secret;
});
after(() => service.stop());

const pathOf = (reader: TestReader) => returnPath(secret, 'bounces.example.org', { ...reader, date: now });
const take = (recipient: string | null, message: string, sender: string | null = '') =>
  takeMessage(
    {
      db: service.db,
      clock: () => now,
      log: createLog('silent'),
      secret,
      rule: { soft_bounces: 3, soft_bounce_days: 15, full_mailbox_days: 60 },
    },
    { source: 'smtp', recipient, sender },
    Buffer.from(message),
  );
const typeOf = async ({ subscriber }: TestReader) =>
  (await service.api('GET', `/v1/subscribers/${subscriber.id}`)).body.type;
const feedbackOf = async ({ subscriber }: TestReader) =>
  (await service.api('GET', `/v1/feedback?subscriber_id=${subscriber.id}`)).body.results;

/** Returns the state of a reader: their type, and the kind and clue of the newest report about them. */
async function fateOf(reader: TestReader) {
  const [report] = await feedbackOf(reader);
  return [await typeOf(reader), report?.kind ?? null, report?.identified_by ?? null];
}

test('a person’s mail to a return path makes nobody undeliverable, whatever it says', async () => {
  for (const [subject, text] of [
    ['Returned from holiday', 'I am back. I have moved to another flat, and my old account is closed.'],
    ['Problem with your message', 'The user you wrote about does not exist, and the mailbox is full.'],
    ['Mail rejected', 'Your message was rejected by me. This address is no longer in use by my sister.'],
    ['Undeliverable', 'I have left the company.'],
  ]) {
    const [reader] = (await mailTo(service)) as [TestReader];
    const from = reader.subscriber.email_address;
    const message = `From: Ann <${from}>\nTo: ${pathOf(reader)}\nSubject: ${subject}\nMessage-ID: <${subject}@x>\n\n${text}\n`;
    await take(pathOf(reader), message, from);
    assert.deepEqual(await fateOf(reader), ['regular', 'none', 'return_path'], subject);
    assert.equal((await service.api('GET', `/v1/emails/${reader.email.id}/analytics`)).body.deliveries, 1);
  }
});

test('a bounce in prose sent through a mailing list is read if the return path proves which copy it is about', async () => {
  const notice = `From: MAILER-DAEMON@lists.example.net
List-Id: <friends.lists.example.net>
List-Unsubscribe: <https://lists.example.net/leave>
Subject: Undelivered Mail Returned to Sender

This is the mail system at host lists.example.net.

<ann@example.net>: 550 5.1.1 User unknown
`;
  const [reader] = (await mailTo(service)) as [TestReader];
  await take(pathOf(reader), notice);
  assert.deepEqual(await fateOf(reader), ['undeliverable', 'hard', 'return_path']);
  assert.equal(await take(null, notice), 'unassigned');
});

test('a 550 with unknown wording suppresses nobody, and neither does a sender’s fault or a full mailbox', async () => {
  for (const [words, kind] of [
    ['550 See our website', 'soft'],
    ['551 5.0.0 X-1234', 'soft'],
    ['553 nothing to see here', 'soft'],
    ['550 5.1.1 mailbox temporarily unavailable', 'soft'],
    ['550 5.1.1 the mailbox is full', 'soft'],
    ['550 5.1.1 your From address does not exist', 'policy'],
    ['550 unknown user or domain in MAIL FROM', 'policy'],
  ] as const) {
    const [reader] = (await mailTo(service)) as [TestReader];
    const status = words.includes('5.1.1') ? '5.1.1' : '5.0.0';
    await take(pathOf(reader), bounceMessage(reader.subscriber.email_address, { status, words }));
    assert.deepEqual(await fateOf(reader), ['regular', kind, 'return_path'], words);
  }
});

test('a complaint that returns only our List-Unsubscribe is assigned by its link or mailbox', async () => {
  const [first, second] = (await mailTo(service, 2)) as [TestReader, TestReader];
  const link = unsubscribeAddress('https://news.example.org', secret, {
    subscriber_id: first.subscriber.id,
    email_id: first.email.id,
  });
  const mailbox = unsubscribeMailbox(secret, 'bounces.example.org', { ...second, date: now });
  for (const [reader, field] of [
    [first, `<${link}>`],
    [second, `<https://redacted.example/>,\r\n <mailto:${mailbox}>`],
  ] as const) {
    assert.equal(await take(null, complaintMessage(`List-Unsubscribe: ${field}\r\n`)), 'taken');
    assert.deepEqual(await fateOf(reader), ['complained', 'complaint', 'unsubscribe_link']);
  }
});

/** Returns Amazon SES's notification text for a bounce. */
function sesNotice(reader: TestReader, mail: object): string {
  return JSON.stringify({
    notificationType: 'Bounce',
    mail: { messageId: 'ses-1', source: 'news@example.org', headers: [], ...mail },
    bounce: {
      bounceType: 'Permanent',
      bounceSubType: 'General',
      bouncedRecipients: [
        {
          emailAddress: reader.subscriber.email_address,
          action: 'failed',
          status: '5.1.1',
          diagnosticCode: 'smtp; 550 5.1.1 user unknown',
        },
      ],
    },
  });
}

/** Returns the same notification as a mail of Amazon SNS. */
function snsMail(text: string, id: string): string {
  const encoded = Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\r\n');
  return `From: AWS Notifications <no-reply@sns.amazonaws.com>\r\nSubject: Amazon SES Email Event Notification\r\nMessage-ID: <${id}@sns>\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${encoded}\r\n`;
}

test('bounces that arrive as Amazon SNS mail are read, bare or wrapped, and count once', async () => {
  const footer =
    '\n\n--\nIf you wish to stop receiving notifications from this topic, follow the link below.';
  const wrapped = (Message: string) =>
    JSON.stringify({ Type: 'Notification', MessageId: 'm', TopicArn: 'arn:aws:sns:x', Message });
  const readers = await mailTo(service, 3);
  const byPath = (reader: TestReader) => sesNotice(reader, { source: pathOf(reader) });
  const byId = (reader: TestReader) =>
    sesNotice(reader, {
      headers: [{ name: 'Message-ID', value: messageIdOf(secret, reader) }],
    });
  for (const [at, text, clue] of [
    [0, `${byPath(readers[0]!)}${footer}`, 'return_path'],
    [1, wrapped(byPath(readers[1]!)), 'return_path'],
    [2, wrapped(byId(readers[2]!)), 'message_id'],
  ] as const) {
    const reader = readers[at]!;
    const message = snsMail(text, `sns-${at}`);
    assert.equal(await take('fbl@bounces.example.org', message, 'no-reply@sns.amazonaws.com'), 'taken');
    assert.equal(await take(null, message), 'taken');
    assert.deepEqual(await fateOf(reader), ['undeliverable', 'hard', clue]);
    assert.equal((await feedbackOf(reader)).length, 1);
  }
});

test('somebody who knows only ids, which feeds and the links that readers share contain, ends nobody’s subscription', async () => {
  const [reader, other] = (await mailTo(service, 2)) as [TestReader, TestReader];
  const { referral_code } = (await service.api('GET', `/v1/subscribers/${reader.subscriber.id}`)).body;
  const subscriber_id = readReferralCode(referral_code);
  assert.equal(subscriber_id, reader.subscriber.id);
  const proof = messageIdOf(secret, other).slice(1).split(/[.@]/)[2];
  for (const made_up of [
    `${reader.email.id}.${subscriber_id}`,
    `${reader.email.id}.${subscriber_id}.${proof}`,
  ]) {
    const about = `Message-ID: <${made_up}@news.example>\nTo: x@y.example\n\n`;
    const notice = sesNotice(reader, {
      headers: [{ name: 'Message-ID', value: `<${made_up}@news.example>` }],
    });
    const address = reader.subscriber.email_address;
    for (const message of [
      bounceMessage(address, { about }),
      complaintMessage(about),
      snsMail(notice, `made up ${made_up}`),
    ])
      assert.equal(await take('fbl@bounces.example.org', message), 'unassigned');
  }
  assert.deepEqual(await fateOf(reader), ['regular', null, null]);
});

test('a mail that only looks like SNS, from somebody who knows only an address, affects nobody', async () => {
  const [reader] = (await mailTo(service)) as [TestReader];
  const forged = pathOf(reader).replace(/-[a-z2-7]{16}@/, '-aaaaaaaaaaaaaaaa@');
  for (const text of [sesNotice(reader, {}), sesNotice(reader, { source: forged }), '{"notificationType":1}'])
    assert.equal(await take(null, snsMail(text, text.slice(0, 40))), 'unassigned');
  assert.deepEqual(await fateOf(reader), ['regular', null, null]);
});
