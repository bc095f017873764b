import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import { providerFields, providerHeaders } from '../../links/provider-headers.ts';
import { returnPath } from '../../links/return-path.ts';
import { type App, createServer } from '../../platform/http/server.ts';
import { newId } from '../../platform/ids.ts';
import { createLog } from '../../platform/log.ts';
import type { SafeFetch } from '../../platform/safe-fetch/safe-fetch.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { readContents } from '../../testing/contents.ts';
import { mailTo, type TestReader } from '../../testing/deliveries.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { findDiscrepancies } from '../ledger/counts.ts';
import { isAmazons, openSns } from './providers/sns.ts';
import { providerRoutes } from './webhook-routes.ts';

const topic = 'arn:aws:sns:eu-west-1:123456789012:bounces';
const certificate = 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-1.pem';
const mailgunKey = 'mailgun-signing-key-0001';
const postmarkSecret = 'postmark-secret-0001';
const amazon = generateKeyPairSync('rsa', { modulusLength: 2048 });
const sendgrid = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });

let service: TestService;
let app: App;
let secret: Secret;
const asked: string[] = [];
const confirmed: string[] = [];
before(async () => {
  service = await startTestService();
  secret = service.secret;
  app = await createServer({ log: createLog('silent'), body_limit: 1_000_000, trusted_proxies: [] });
  providerRoutes(app, {
    db: service.db,
    clock: () => new Date(),
    rule: { soft_bounces: 3, soft_bounce_days: 15 },
    secret,
    sns: {
      certificate: async url => {
        asked.push(url);
        return amazon.publicKey.export({ format: 'pem', type: 'spki' }).toString();
      },
      confirm: async url => void confirmed.push(url),
    },
    config: {
      SES_TOPIC_ARN: topic,
      POSTMARK_WEBHOOK_SECRET: postmarkSecret,
      MAILGUN_SIGNING_KEY: mailgunKey,
      SENDGRID_PUBLIC_KEY: sendgrid.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    },
  });
});
after(async () => {
  await app.close();
  await service.stop();
});
afterEach(async () => assert.deepEqual(await findDiscrepancies(service.db), []));

type Post = { body: string; headers?: Record<string, string> };
async function post(provider: string, { body, headers = {} }: Post): Promise<number> {
  const answer = await app.inject({
    method: 'POST',
    url: `/feedback/${provider}`,
    payload: body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  return answer.statusCode;
}

const nameOf = ({ email, subscriber }: TestReader) => `${email.id}.${subscriber.id}`;
const stateOf = async (reader: TestReader) => {
  const { body: subscriber } = await service.api('GET', `/v1/subscribers/${reader.subscriber.id}`);
  const { body } = await service.api('GET', `/v1/emails/${reader.email.id}/analytics`);
  return [subscriber.type, body.deliveries, body.temporary_failures, body.permanent_failures];
};
const untouched = ['regular', 1, 0, 0];
const hard = ['undeliverable', 0, 0, 1];
const soft = ['regular', 0, 1, 0];
const complained = ['complained', 1, 0, 0];

/** An SNS message as Amazon signs it. */
function sns(fields: Record<string, string>, key = amazon.privateKey, version = '2'): Post {
  const message: Record<string, string> = {
    Type: 'Notification',
    MessageId: newId(),
    TopicArn: topic,
    Message: '{}',
    Timestamp: new Date().toISOString(),
    SignatureVersion: version,
    SigningCertURL: certificate,
    ...fields,
  };
  const names =
    message.Type === 'Notification'
      ? ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
      : ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
  const text = names
    .filter(name => message[name] !== undefined)
    .map(name => `${name}\n${message[name]}\n`)
    .join('');
  const signature = sign(version === '1' ? 'sha1' : 'sha256', Buffer.from(text), key);
  const body = JSON.stringify({ ...message, Signature: signature.toString('base64') });
  return { body, headers: { 'content-type': 'text/plain; charset=UTF-8' } };
}

function sesBounce(reader: TestReader, bounce: object = {}, mail: object = {}): Record<string, string> {
  const address = returnPath(secret, 'bounces.example.org', { ...reader, date: new Date() });
  const recipient = { emailAddress: reader.subscriber.email_address, action: 'failed' };
  const known = { status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 user unknown' };
  return {
    Message: JSON.stringify({
      notificationType: 'Bounce',
      mail: { source: address, messageId: 'ses-1', ...mail },
      bounce: {
        bounceType: 'Permanent',
        bounceSubType: 'General',
        bouncedRecipients: [{ ...recipient, ...known }],
        ...bounce,
      },
    }),
  };
}

function mailgun(
  reader: TestReader,
  data: object,
  { token = newId(), at = Date.now() / 1000, key = mailgunKey } = {},
): Post {
  const timestamp = String(Math.floor(at));
  const signature = createHmac('sha256', key)
    .update(timestamp + token)
    .digest('hex');
  const event = {
    recipient: reader.subscriber.email_address,
    message: { headers: { 'message-id': `${nameOf(reader)}@example.org` } },
    ...data,
  };
  return { body: JSON.stringify({ signature: { timestamp, token, signature }, 'event-data': event }) };
}
const mailgunFailure = {
  event: 'failed',
  severity: 'permanent',
  reason: 'bounce',
  'delivery-status': { code: 550, message: '5.1.1 user unknown' },
};

function postmark(event: object, password = postmarkSecret): Post {
  const authorization = `Basic ${Buffer.from(`postrider:${password}`).toString('base64')}`;
  return { body: JSON.stringify(event), headers: { authorization } };
}
const postmarkBounce = (
  reader: TestReader,
  Type = 'HardBounce',
  Details = 'smtp;550 5.1.1 user unknown',
) => ({
  RecordType: 'Bounce',
  ID: Math.floor(Math.random() * 1e12),
  Type,
  Email: reader.subscriber.email_address,
  Details,
  Metadata: { delivery: nameOf(reader) },
});

function sendgridPost(events: object[], key = sendgrid.privateKey, at = Date.now() / 1000): Post {
  const body = JSON.stringify(events);
  const timestamp = String(Math.floor(at));
  const signature = sign('sha256', Buffer.from(timestamp + body), key).toString('base64');
  return {
    body,
    headers: {
      'x-twilio-email-event-webhook-signature': signature,
      'x-twilio-email-event-webhook-timestamp': timestamp,
    },
  };
}
const sendgridBounce = (reader: TestReader, fields: object = {}) => ({
  event: 'bounce',
  type: 'bounce',
  email: reader.subscriber.email_address,
  reason: '550 5.1.1 user unknown',
  status: '5.1.1',
  sg_event_id: newId(),
  'smtp-id': `<${nameOf(reader)}@example.org>`,
  ...fields,
});

const hardBounces: [string, (reader: TestReader) => Post][] = [
  ['ses', reader => sns(sesBounce(reader))],
  ['mailgun', reader => mailgun(reader, mailgunFailure)],
  ['postmark', reader => postmark(postmarkBounce(reader))],
  ['sendgrid', reader => sendgridPost([sendgridBounce(reader)])],
];

for (const [provider, make] of hardBounces) {
  test(`a hard bounce reported by ${provider} takes effect, and only once if replayed`, async () => {
    const [reader] = (await mailTo(service)) as [TestReader];
    const request = make(reader);
    assert.equal(await post(provider, request), 200);
    assert.deepEqual(await stateOf(reader), hard);
    const before = await readContents(service.db);
    assert.equal(await post(provider, request), 200);
    assert.deepEqual(await readContents(service.db), before);
    const { body } = await service.api('GET', `/v1/feedback?subscriber_id=${reader.subscriber.id}`);
    assert.deepEqual([body.results[0].source, body.results[0].kind], [provider, 'hard']);
  });
}

test('what a server says of our own address ends no subscription, whichever service reports it', async () => {
  const { body } = await service.api('GET', '/v1/newsletters');
  const from = body.results[0].from_address;
  for (const words of [`550 5.1.1 <${from}>: user unknown`, `550 no such user <${from}>`]) {
    const status = /5\.1\.1/.exec(words)?.[0] ?? '';
    for (const [provider, make] of [
      [
        'ses',
        reader =>
          sns(
            sesBounce(reader, {
              bouncedRecipients: [
                { emailAddress: reader.subscriber.email_address, status, diagnosticCode: `smtp; ${words}` },
              ],
            }),
          ),
      ],
      [
        'mailgun',
        reader => mailgun(reader, { ...mailgunFailure, 'delivery-status': { code: 550, message: words } }),
      ],
      ['postmark', reader => postmark(postmarkBounce(reader, 'HardBounce', `smtp;${words}`))],
      ['sendgrid', reader => sendgridPost([sendgridBounce(reader, { reason: words, status })])],
    ] as [string, (reader: TestReader) => Post][]) {
      const [reader] = (await mailTo(service)) as [TestReader];
      assert.equal(await post(provider, make(reader)), 200);
      const { type } = (await service.api('GET', `/v1/subscribers/${reader.subscriber.id}`)).body;
      assert.equal(type, 'regular', `${provider}: ${words}`);
      const found = (await service.api('GET', `/v1/feedback?subscriber_id=${reader.subscriber.id}`)).body;
      assert.equal(found.results[0].kind, 'policy', `${provider}: ${words}`);
    }
  }
});

test('a request without a valid signature does nothing and is counted', async () => {
  const [reader] = (await mailTo(service)) as [TestReader];
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const strange = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;
  const ses = sns(sesBounce(reader));
  const signed = sendgridPost([sendgridBounce(reader)]);
  const forged: [string, Post][] = [
    ['ses', sns(sesBounce(reader), stranger)],
    ['ses', sns({ ...sesBounce(reader), TopicArn: `${topic}2` })],
    ['ses', { ...ses, body: ses.body.replace('Permanent', 'Transient') }],
    ['ses', sns({ ...sesBounce(reader), SigningCertURL: 'https://sns.evil.example/x.pem' })],
    ['ses', sns({ ...sesBounce(reader), SigningCertURL: 'http://sns.eu-west-1.amazonaws.com/x.pem' })],
    ['ses', sns({ ...sesBounce(reader), SigningCertURL: 'https://sns.eu-west-1.amazonaws.com/?x=.pem' })],
    ['ses', sns({ ...sesBounce(reader), SigningCertURL: 'https://sns.eu-west-1.amazonaws.com/x' })],
    ['ses', { body: '{}' }],
    ['mailgun', mailgun(reader, mailgunFailure, { key: 'another-key' })],
    ['mailgun', mailgun(reader, mailgunFailure, { at: Date.now() / 1000 - 13 * 3600 })],
    ['mailgun', mailgun(reader, mailgunFailure, { at: Date.now() / 1000 + 13 * 3600 })],
    ['mailgun', { body: '[]' }],
    ['postmark', postmark(postmarkBounce(reader), 'wrong')],
    ['postmark', { body: JSON.stringify(postmarkBounce(reader)) }],
    ['sendgrid', sendgridPost([sendgridBounce(reader)], strange)],
    ['sendgrid', sendgridPost([sendgridBounce(reader)], undefined, Date.now() / 1000 - 26 * 3600)],
    ['sendgrid', sendgridPost([sendgridBounce(reader)], undefined, Date.now() / 1000 + 26 * 3600)],
    ['sendgrid', { ...signed, body: `${signed.body} ` }],
    ['sendgrid', { body: signed.body }],
    ['sendgrid', { body: '' }],
  ];
  const before = (await service.api('GET', '/v1/feedback/refusals')).body.results;
  assert.deepEqual(before, []);
  asked.length = 0;
  for (const [provider, request] of forged)
    assert.equal(await post(provider, request), 401, `${provider} ${request.body.slice(0, 100)}`);
  assert.deepEqual([...new Set(asked)], [certificate], 'no certificate is fetched from elsewhere');
  assert.deepEqual(await stateOf(reader), untouched);
  const [refusal] = (await service.api('GET', '/v1/feedback/refusals')).body.results;
  assert.deepEqual([refusal.reason, refusal.total], ['forged_signature', forged.length]);
});

test('a Mailgun token is valid for one event, as the signature covers nothing else', async () => {
  const [seen, victim] = (await mailTo(service, 2)) as [TestReader, TestReader];
  const token = newId();
  assert.equal(await post('mailgun', mailgun(seen, mailgunFailure, { token })), 200);
  await post('mailgun', mailgun(victim, mailgunFailure, { token }));
  const { body } = await service.api('GET', `/v1/subscribers/${victim.subscriber.id}`);
  assert.equal(body.type, 'regular');
});

test('only Amazon’s own addresses are accepted as Amazon’s', () => {
  for (const [address, expected] of [
    [certificate, true],
    ['https://sns.cn-north-1.amazonaws.com.cn/x.pem', true],
    ['http://sns.eu-west-1.amazonaws.com/x.pem', false],
    ['https://sns.eu-west-1.amazonaws.com:8443/x.pem', false],
    ['https://sns.eu-west-1.amazonaws.com.evil.example/x.pem', false],
    ['https://evil.example/sns.eu-west-1.amazonaws.com', false],
    ['https://sns.eu-west-1.amazonaws.com@evil.example/x.pem', false],
    ['https://a:b@sns.eu-west-1.amazonaws.com/x.pem', false],
    ['https://bucket.s3.amazonaws.com/x.pem', false],
    ['nonsense', false],
  ] as const)
    assert.equal(isAmazons(address), expected, address);
});

test('a certificate is fetched once a day, a failure is not cached, and ten certificates are', async () => {
  let status = 500;
  const requested: string[] = [];
  const request: SafeFetch['request'] = async url => {
    requested.push(url);
    return { kind: 'response', status, headers: {}, body: Buffer.from('PEM'), url, redirects: [] };
  };
  const { certificate: fetched } = openSns({ request, close: async () => {} });
  assert.equal(await fetched(certificate), null);
  status = 200;
  for (let times = 0; times < 3; times += 1) assert.equal(await fetched(certificate), 'PEM');
  assert.equal(requested.length, 2);
  for (let n = 0; n < 10; n += 1) await fetched(`${certificate}?${n}`);
  await fetched(certificate);
  assert.equal(requested.length, 13);
});

test('a service that replaces the Message-ID gets ours in a separate field', () => {
  const message_id = 'email.subscriber';
  const fields = (config: Parameters<typeof providerFields>[0]) =>
    Object.entries(providerHeaders(providerFields(config))).map(([name, make]) => [
      name,
      make({ message_id }),
    ]);
  const none = { POSTMARK_WEBHOOK_SECRET: undefined, SENDGRID_PUBLIC_KEY: undefined };
  assert.deepEqual(fields(none), []);
  assert.deepEqual(fields({ ...none, POSTMARK_WEBHOOK_SECRET: 'x' }), [
    ['X-PM-Metadata-delivery', message_id],
  ]);
  assert.deepEqual(fields({ ...none, SENDGRID_PUBLIC_KEY: 'x' }), [
    ['X-SMTPAPI', '{"unique_args":{"delivery":"email.subscriber"}}'],
  ]);
});

test('a subscription is confirmed only if Amazon signed it for our topic, and only at Amazon’s address', async () => {
  const SubscribeURL = 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=x';
  const confirmation = { Type: 'SubscriptionConfirmation', Token: 'x', SubscribeURL };
  assert.equal(await post('ses', sns(confirmation)), 200);
  assert.equal(await post('ses', sns({ ...confirmation, SubscribeURL: 'https://evil.example/' })), 200);
  assert.equal(await post('ses', sns({ ...confirmation, TopicArn: `${topic}2` })), 401);
  assert.deepEqual(confirmed, [SubscribeURL]);
});

test('SES: both signature versions, Message-ID without a return path, soft bounce, complaint, delay and other events', async () => {
  const complaint = (reader: TestReader, complaintFeedbackType: string) => ({
    Message: JSON.stringify({
      eventType: 'Complaint',
      mail: {
        source: 'news@example.org',
        headers: [{ name: 'Message-ID', value: `<${nameOf(reader)}@x.example>` }],
      },
      complaint: { complaintFeedbackType, complainedRecipients: [{ emailAddress: 'a@b.example' }] },
    }),
  });
  const bare = { source: 'news@example.org' };
  const full = {
    bounceType: 'Transient',
    bounceSubType: 'MailboxFull',
    bouncedRecipients: [{ emailAddress: 'a@b.example' }],
  };
  for (const [expected, make] of [
    [hard, (reader: TestReader) => sns(sesBounce(reader), amazon.privateKey, '1')],
    [
      hard,
      (reader: TestReader) =>
        sns(
          sesBounce(reader, {}, { ...bare, commonHeaders: { messageId: `<${nameOf(reader)}@x.example>` } }),
        ),
    ],
    [
      hard,
      (reader: TestReader) =>
        sns(sesBounce(reader, { bouncedRecipients: [{ emailAddress: 'a@b.example' }] })),
    ],
    [soft, (reader: TestReader) => sns(sesBounce(reader, full))],
    [soft, (reader: TestReader) => sns(sesBounce(reader, { ...full, bounceSubType: 'ContentRejected' }))],
    [complained, (reader: TestReader) => sns(complaint(reader, 'abuse'))],
    [untouched, (reader: TestReader) => sns(complaint(reader, 'not-spam'))],
    [untouched, (reader: TestReader) => sns(sesBounce(reader, {}, bare))],
    [untouched, () => sns({ Message: 'Successfully validated SNS topic' })],
    [untouched, () => sns({ Message: '{"notificationType":"Bounce","mail":null}' })],
  ] as const) {
    const [reader] = (await mailTo(service)) as [TestReader];
    assert.equal(await post('ses', make(reader)), 200);
    assert.deepEqual(await stateOf(reader), expected);
  }
});

test('Mailgun: given up, suppressed, temporary, complained and other events', async () => {
  for (const [expected, data] of [
    [soft, { ...mailgunFailure, reason: 'old', 'delivery-status': { code: 602, message: 'Too old' } }],
    [soft, { ...mailgunFailure, 'delivery-status': { code: 550, message: '5.7.1 spam message rejected' } }],
    [hard, { ...mailgunFailure, reason: 'suppress-bounce', 'delivery-status': { code: 605, message: '' } }],
    [soft, { ...mailgunFailure, reason: 'suppress-unsubscribe' }],
    [untouched, { ...mailgunFailure, severity: 'temporary' }],
    [complained, { event: 'complained' }],
    [untouched, { event: 'delivered' }],
    [untouched, { event: 'unheard-of' }],
    [untouched, { ...mailgunFailure, message: { headers: { 'message-id': 'another@example.org' } } }],
    [untouched, { ...mailgunFailure, message: null }],
  ] as const) {
    const [reader] = (await mailTo(service)) as [TestReader];
    assert.equal(await post('mailgun', mailgun(reader, data)), 200);
    assert.deepEqual(await stateOf(reader), expected, JSON.stringify(data));
  }
});

test('Postmark: soft, blocked, delayed, replies, complaints, and mail that is not ours', async () => {
  const makes: [unknown[], (reader: TestReader) => object][] = [
    [hard, reader => postmarkBounce(reader, 'HardBounce', '')],
    [soft, reader => postmarkBounce(reader, 'SoftBounce', '')],
    [soft, reader => postmarkBounce(reader, 'SoftBounce')],
    [soft, reader => postmarkBounce(reader, 'Blocked', '')],
    [untouched, reader => postmarkBounce(reader, 'Transient')],
    [untouched, reader => postmarkBounce(reader, 'AutoResponder')],
    [untouched, reader => postmarkBounce(reader, 'Unknown')],
    [complained, reader => ({ ...postmarkBounce(reader, 'SpamComplaint'), RecordType: 'SpamComplaint' })],
    [untouched, reader => ({ ...postmarkBounce(reader), Metadata: {} })],
    [untouched, reader => ({ ...postmarkBounce(reader), Metadata: { delivery: 7 } })],
  ];
  for (const [expected, make] of makes) {
    const [reader] = (await mailTo(service)) as [TestReader];
    assert.equal(await post('postmark', postmark(make(reader))), 200);
    assert.deepEqual(await stateOf(reader), expected, make.toString());
  }
});

test('SendGrid: many events in one request, each with its own meaning', async () => {
  const cases: [unknown[], object][] = [
    [soft, { type: 'blocked', reason: '550 5.7.1 blocked', status: '5.7.1' }],
    [hard, { event: 'dropped', reason: 'Bounced Address' }],
    [soft, { event: 'dropped', reason: 'Spam Content' }],
    [untouched, { event: 'deferred', response: '421 later' }],
    [complained, { event: 'spamreport' }],
    [untouched, { event: 'processed' }],
    [hard, { 'smtp-id': undefined, delivery: 'set below' }],
    [untouched, { 'smtp-id': '<another@example.org>' }],
  ];
  const played: [TestReader, unknown[]][] = [];
  const events: object[] = [];
  for (const [expected, fields] of cases) {
    const [reader] = (await mailTo(service)) as [TestReader];
    played.push([reader, expected]);
    const delivery = 'delivery' in fields ? { delivery: nameOf(reader) } : {};
    events.push({ ...sendgridBounce(reader, fields), ...delivery });
  }
  assert.equal(await post('sendgrid', sendgridPost([null as never, 'x' as never, ...events])), 200);
  for (const [reader, expected] of played) assert.deepEqual(await stateOf(reader), expected);
});

test('a provider without settings is 404, and an oversized request is refused', async () => {
  for (const provider of ['ses', 'postmark', 'mailgun', 'sendgrid'])
    assert.equal((await service.api('POST', `/feedback/${provider}`, {})).status, 404, provider);
  assert.equal(await post('mailgun', { body: ' '.repeat(5_000_000) }), 413);
});
