import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import { providerFields, providerHeaders, servicesOf } from '../../links/provider-headers.ts';
import { returnPath } from '../../links/return-path.ts';
import { type App, createServer } from '../../platform/http/server.ts';
import { newId } from '../../platform/ids.ts';
import { createLog } from '../../platform/log.ts';
import type { SafeFetch } from '../../platform/safe-fetch/safe-fetch.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import {
  amazonKeys,
  certificate,
  openAmazon,
  SubscribeURL,
  snsRequest,
  topic,
} from '../../testing/amazon.ts';
import { readContents } from '../../testing/contents.ts';
import { mailTo, type TestReader } from '../../testing/deliveries.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { findDiscrepancies } from '../ledger/counts.ts';
import { isAmazons, openSns } from './providers/sns.ts';
import { confirmTopic, type Topic } from './topics.ts';
import { providerRoutes } from './webhook-routes.ts';

const mailgunKey = 'mailgun-signing-key-0001';
const postmarkSecret = 'postmark-secret-0001';
const brevoSecret = 'brevo-secret-00001';
const mailjetSecret = 'mailjet-secret-0001';
const sparkpostSecret = 'sparkpost-secret-01';
const resendSecret = `whsec_${Buffer.from('resend-signing-secret').toString('base64')}`;
const amazon = openAmazon();
const { asked, confirmed } = amazon;
const sendgrid = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });

let service: TestService;
let app: App;
let secret: Secret;
before(async () => {
  service = await startTestService();
  secret = service.secret;
  app = await createServer({ log: createLog('silent'), body_limit: 1_000_000, trusted_proxies: [] });
  providerRoutes(app, {
    db: service.db,
    clock: () => new Date(),
    rule: { soft_bounces: 3, soft_bounce_days: 15, full_mailbox_days: 60 },
    secret,
    sns: amazon,
    vault: service.vault,
    config: {
      SES_TOPIC_ARN: topic,
      POSTMARK_WEBHOOK_SECRET: postmarkSecret,
      MAILGUN_SIGNING_KEY: mailgunKey,
      BREVO_WEBHOOK_SECRET: brevoSecret,
      MAILJET_WEBHOOK_SECRET: mailjetSecret,
      SPARKPOST_WEBHOOK_SECRET: sparkpostSecret,
      RESEND_SIGNING_SECRET: resendSecret,
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

/** Makes the requests of a service that does not sign: it sends the password of its webhook address. */
function byPassword(event: unknown, password: string): Post {
  const authorization = `Basic ${Buffer.from(`postrider:${password}`).toString('base64')}`;
  return { body: JSON.stringify(event), headers: { authorization } };
}
const postmark = (event: object, password = postmarkSecret) => byPassword(event, password);
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

const brevoBounce = (reader: TestReader, fields: object = {}) => ({
  event: 'hard_bounce',
  email: reader.subscriber.email_address,
  'message-id': `<${newId()}@smtp-relay.example>`,
  'X-Mailin-custom': nameOf(reader),
  ts_epoch: Date.now(),
  reason: ' RecipientError: 550 5.1.1 user unknown',
  ...fields,
});
const mailjetBounce = (reader: TestReader, fields: object = {}) => ({
  event: 'bounce',
  email: reader.subscriber.email_address,
  time: Math.floor(Date.now() / 1000),
  Message_GUID: newId(),
  CustomID: nameOf(reader),
  hard_bounce: true,
  blocked: true,
  error_related_to: 'recipient',
  error: 'user unknown',
  ...fields,
});
const sparkpostBounce = (reader: TestReader, fields: object = {}) => ({
  msys: {
    message_event: {
      type: 'bounce',
      event_id: newId(),
      bounce_class: '10',
      error_code: '550',
      raw_reason: '550 5.1.1 user unknown',
      raw_rcpt_to: reader.subscriber.email_address,
      rcpt_meta: { delivery: nameOf(reader) },
      ...fields,
    },
  },
});
const resendBounce = (reader: TestReader, data: object = {}, type = 'email.bounced') => ({
  type,
  created_at: new Date().toISOString(),
  data: {
    email_id: newId(),
    to: [reader.subscriber.email_address],
    headers: [{ name: 'X-Postrider-Delivery', value: nameOf(reader) }],
    bounce: { message: 'A hard bounce.', type: 'Permanent', subType: 'General' },
    ...data,
  },
});
function resend(event: unknown, { secret = resendSecret, at = Date.now() / 1000, id = newId() } = {}): Post {
  const body = JSON.stringify(event);
  const timestamp = String(Math.floor(at));
  const signature = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64');
  const headers = {
    'svix-id': id,
    'svix-timestamp': timestamp,
    'svix-signature': `v1,${'A'.repeat(43)}= v1,${signature}`,
  };
  return { body, headers };
}

const hardBounces: [string, (reader: TestReader) => Post][] = [
  ['ses', reader => snsRequest(sesBounce(reader))],
  ['mailgun', reader => mailgun(reader, mailgunFailure)],
  ['postmark', reader => postmark(postmarkBounce(reader))],
  ['sendgrid', reader => sendgridPost([sendgridBounce(reader)])],
  ['brevo', reader => byPassword(brevoBounce(reader), brevoSecret)],
  ['mailjet', reader => byPassword([mailjetBounce(reader)], mailjetSecret)],
  ['sparkpost', reader => byPassword([sparkpostBounce(reader)], sparkpostSecret)],
  ['resend', reader => resend(resendBounce(reader))],
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

test('words of a server about our own address end no subscription, whichever service reports them', async () => {
  const { body } = await service.api('GET', '/v1/newsletters');
  const from = body.results[0].from_address;
  for (const words of [`550 5.1.1 <${from}>: user unknown`, `550 no such user <${from}>`]) {
    const status = /5\.1\.1/.exec(words)?.[0] ?? '';
    for (const [provider, make] of [
      [
        'ses',
        reader =>
          snsRequest(
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
      ['brevo', reader => byPassword(brevoBounce(reader, { reason: words }), brevoSecret)],
      ['mailjet', reader => byPassword(mailjetBounce(reader, { comment: words }), mailjetSecret)],
      ['sparkpost', reader => byPassword([sparkpostBounce(reader, { raw_reason: words })], sparkpostSecret)],
      [
        'resend',
        reader =>
          resend(resendBounce(reader, { bounce: { type: 'Permanent', diagnosticCode: [`smtp; ${words}`] } })),
      ],
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
  const ses = snsRequest(sesBounce(reader));
  const signed = sendgridPost([sendgridBounce(reader)]);
  const forged: [string, Post][] = [
    ['ses', snsRequest(sesBounce(reader), stranger)],
    ['ses', snsRequest({ ...sesBounce(reader), TopicArn: `${topic}2` })],
    ['ses', { ...ses, body: ses.body.replace('Permanent', 'Transient') }],
    ['ses', snsRequest({ ...sesBounce(reader), SigningCertURL: 'https://sns.evil.example/x.pem' })],
    ['ses', snsRequest({ ...sesBounce(reader), SigningCertURL: 'http://sns.eu-west-1.amazonaws.com/x.pem' })],
    [
      'ses',
      snsRequest({ ...sesBounce(reader), SigningCertURL: 'https://sns.eu-west-1.amazonaws.com/?x=.pem' }),
    ],
    ['ses', snsRequest({ ...sesBounce(reader), SigningCertURL: 'https://sns.eu-west-1.amazonaws.com/x' })],
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
    ['brevo', byPassword(brevoBounce(reader), mailjetSecret)],
    ['mailjet', { body: JSON.stringify(mailjetBounce(reader)) }],
    ['sparkpost', byPassword([sparkpostBounce(reader)], '')],
    [
      'resend',
      resend(resendBounce(reader), { secret: `whsec_${Buffer.from('another').toString('base64')}` }),
    ],
    ['resend', resend(resendBounce(reader), { at: Date.now() / 1000 - 600 })],
    ['resend', { ...resend(resendBounce(reader)), body: JSON.stringify(resendBounce(reader)) }],
    ['resend', { body: JSON.stringify(resendBounce(reader)) }],
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
  const fields = (config: Parameters<typeof servicesOf>[0]) =>
    Object.entries(providerHeaders(providerFields(servicesOf(config)))).map(([name, make]) => [
      name,
      make({ message_id }),
    ]);
  assert.deepEqual(fields({}), []);
  const json = (place: string) => JSON.stringify({ [place]: { delivery: message_id } });
  for (const [setting, field, value] of [
    ['POSTMARK_WEBHOOK_SECRET', 'X-PM-Metadata-delivery', message_id],
    ['SENDGRID_PUBLIC_KEY', 'X-SMTPAPI', json('unique_args')],
    ['BREVO_WEBHOOK_SECRET', 'X-Mailin-custom', message_id],
    ['RESEND_SIGNING_SECRET', 'X-Postrider-Delivery', message_id],
    ['MAILJET_WEBHOOK_SECRET', 'X-MJ-CustomID', message_id],
    ['SPARKPOST_WEBHOOK_SECRET', 'X-MSYS-API', json('metadata')],
  ])
    assert.deepEqual(fields({ [setting!]: 'x' }), [[field, value]]);
});

test('a subscription waits for a person only if Amazon signed it for our topic with its own link, and never confirms itself', async () => {
  const confirmation = { Type: 'SubscriptionConfirmation', Token: 'x', SubscribeURL };
  assert.equal(await post('ses', snsRequest(confirmation)), 200);
  assert.equal(
    await post('ses', snsRequest({ ...confirmation, SubscribeURL: 'https://evil.example/' })),
    200,
  );
  assert.equal(await post('ses', snsRequest({ ...confirmation, TopicArn: `${topic}2` })), 401);
  assert.equal(await post('ses', snsRequest({ ...confirmation, SubscribeURL })), 200);
  const { results } = (await service.api('GET', '/v1/report_topics')).body;
  assert.deepEqual(
    results.map(({ id, asked_date, ...rest }: Topic) => rest),
    [{ relay_id: null, topic_arn: topic, is_waiting: true, confirmed_date: null }],
  );
  assert.deepEqual(confirmed, []);
  const confirmed_topic = await confirmTopic(service.db, amazon, results[0].id);
  assert.deepEqual([confirmed_topic.is_waiting, typeof confirmed_topic.confirmed_date], [false, 'string']);
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
    [hard, (reader: TestReader) => snsRequest(sesBounce(reader), amazonKeys.privateKey, '1')],
    [
      hard,
      (reader: TestReader) =>
        snsRequest(
          sesBounce(reader, {}, { ...bare, commonHeaders: { messageId: `<${nameOf(reader)}@x.example>` } }),
        ),
    ],
    [
      hard,
      (reader: TestReader) =>
        snsRequest(sesBounce(reader, { bouncedRecipients: [{ emailAddress: 'a@b.example' }] })),
    ],
    [soft, (reader: TestReader) => snsRequest(sesBounce(reader, full))],
    [
      soft,
      (reader: TestReader) => snsRequest(sesBounce(reader, { ...full, bounceSubType: 'ContentRejected' })),
    ],
    [complained, (reader: TestReader) => snsRequest(complaint(reader, 'abuse'))],
    [untouched, (reader: TestReader) => snsRequest(complaint(reader, 'not-spam'))],
    [untouched, (reader: TestReader) => snsRequest(sesBounce(reader, {}, bare))],
    [untouched, () => snsRequest({ Message: 'Successfully validated SNS topic' })],
    [untouched, () => snsRequest({ Message: '{"notificationType":"Bounce","mail":null}' })],
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

/** Posts each request, about a reader of its own, and compares the resulting state of the reader. */
async function mean(provider: string, cases: [unknown[], (reader: TestReader) => Post][]): Promise<void> {
  for (const [expected, make] of cases) {
    const [reader] = (await mailTo(service)) as [TestReader];
    assert.equal(await post(provider, make(reader)), 200);
    assert.deepEqual(await stateOf(reader), expected, make.toString());
  }
}

test('Brevo: soft, invalid, blocked, delayed, complaints, and mail that is not ours', async () => {
  const brevo = (fields: object) => (reader: TestReader) =>
    byPassword(brevoBounce(reader, fields), brevoSecret);
  await mean('brevo', [
    [soft, brevo({ event: 'soft_bounce', reason: 'undefined Unable to find MX of domain' })],
    [hard, brevo({ event: 'invalid_email', reason: '' })],
    [soft, brevo({ event: 'blocked', reason: 'blocked : due to blacklist user' })],
    [untouched, brevo({ event: 'deferred', reason: '421 later' })],
    [untouched, brevo({ event: 'unique_opened' })],
    [untouched, brevo({ event: 'request' })],
    [complained, brevo({ event: 'spam' })],
    [complained, brevo({ event: 'complaint' })],
    [untouched, brevo({ 'X-Mailin-custom': 'something else' })],
    [untouched, () => byPassword([null, 7], brevoSecret)],
  ]);
});

test('Mailjet: single and grouped events, soft, greylisted, blocked, complaints, and mail that is not ours', async () => {
  const mailjet = (fields: object) => (reader: TestReader) =>
    byPassword(mailjetBounce(reader, fields), mailjetSecret);
  await mean('mailjet', [
    [soft, mailjet({ hard_bounce: false, error: 'quota exceeded' })],
    [soft, mailjet({ error_related_to: 'spam', error: 'content blocked' })],
    [untouched, mailjet({ hard_bounce: false, error_related_to: 'domain', error: 'greylisted' })],
    [soft, mailjet({ event: 'blocked', error: 'preblocked' })],
    [untouched, mailjet({ event: 'sent' })],
    [untouched, mailjet({ event: 'unsub' })],
    [complained, mailjet({ event: 'spam', source: 'JMRPP' })],
    [untouched, mailjet({ CustomID: '' })],
    [
      hard,
      reader =>
        byPassword(
          [null, 'x', mailjetBounce(reader, { event: 'open' }), mailjetBounce(reader)],
          mailjetSecret,
        ),
    ],
  ]);
});

test('SparkPost: soft, blocked, late and automatic replies, rejections, complaints, and mail that is not ours', async () => {
  const sparkpost = (fields: object) => (reader: TestReader) =>
    byPassword([sparkpostBounce(reader, fields)], sparkpostSecret);
  await mean('sparkpost', [
    [soft, sparkpost({ bounce_class: '22', raw_reason: '552 5.2.2 mailbox full' })],
    [soft, sparkpost({ bounce_class: '51', raw_reason: '550 5.7.1 spam message rejected' })],
    [hard, sparkpost({ type: 'out_of_band', raw_reason: '', bounce_class: 10 })],
    [soft, sparkpost({ bounce_class: '20', error_code: '', raw_reason: '' })],
    [untouched, sparkpost({ bounce_class: '60', raw_reason: 'I am away' })],
    [soft, sparkpost({ type: 'policy_rejection', reason: 'recipient address suppressed' })],
    [untouched, sparkpost({ type: 'delay', raw_reason: '421 later' })],
    [untouched, sparkpost({ type: 'injection' })],
    [complained, sparkpost({ type: 'spam_complaint', fbtype: 'abuse' })],
    [untouched, sparkpost({ type: 'spam_complaint', fbtype: 'not-spam' })],
    [untouched, sparkpost({ rcpt_meta: {} })],
    [hard, reader => byPassword([null, { msys: {} }, sparkpostBounce(reader)], sparkpostSecret)],
    [untouched, () => byPassword({ msys: 1 }, sparkpostSecret)],
  ]);
});

test('Resend: soft, refused by the receiver, suppressed, delayed, complaints, and mail that is not ours', async () => {
  const bounce = (fields: object) => (reader: TestReader) => resend(resendBounce(reader, { bounce: fields }));
  const other = (type: string) => (reader: TestReader) => resend(resendBounce(reader, {}, type));
  await mean('resend', [
    [soft, bounce({ message: 'The inbox was full.', type: 'Transient', subType: 'MailboxFull' })],
    [soft, bounce({ type: 'Permanent', subType: 'ContentRejected' })],
    [soft, bounce({ type: 'Permanent', diagnosticCode: ['smtp; 550 5.7.1 spam message rejected'] })],
    [soft, bounce({ message: 'Resend has suppressed sending.', type: 'Permanent', subType: 'Suppressed' })],
    [soft, bounce({ message: 'Who knows.' })],
    [soft, other('email.suppressed')],
    [untouched, other('email.delivery_delayed')],
    [untouched, other('email.delivered')],
    [untouched, other('domain.created')],
    [complained, other('email.complained')],
    [
      hard,
      reader =>
        resend(
          resendBounce(reader, { headers: [{ name: 'message-id', value: `<${nameOf(reader)}@x.example>` }] }),
        ),
    ],
    [untouched, reader => resend(resendBounce(reader, { headers: null }))],
    [untouched, () => resend({ type: 'email.bounced' })],
  ]);
});

test('a provider without settings is 404, and an oversized request is refused', async () => {
  for (const [provider] of hardBounces)
    assert.equal((await service.api('POST', `/feedback/${provider}`, {})).status, 404, provider);
  assert.equal(await post('mailgun', { body: ' '.repeat(5_000_000) }), 413);
});
