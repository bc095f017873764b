import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import { type App, createServer } from '../../platform/http/server.ts';
import { createLog } from '../../platform/log.ts';
import { openAmazon, SubscribeURL, snsRequest, topic } from '../../testing/amazon.ts';
import { mailTo, type TestReader } from '../../testing/deliveries.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { findDiscrepancies } from '../ledger/counts.ts';
import { confirmTopic, type Topic } from './topics.ts';
import { providerRoutes } from './webhook-routes.ts';

const amazon = openAmazon();
let service: TestService;
let app: App;
before(async () => {
  service = await startTestService();
  app = await createServer({ log: createLog('silent'), body_limit: 1_000_000, trusted_proxies: [] });
  providerRoutes(app, {
    db: service.db,
    clock: () => new Date(),
    rule: { soft_bounces: 3, soft_bounce_days: 15, full_mailbox_days: 60 },
    secret: service.secret,
    vault: service.vault,
    sns: amazon,
    config: {} as Parameters<typeof providerRoutes>[1]['config'],
  });
});
after(async () => {
  await app.close();
  await service.stop();
});
afterEach(async () => assert.deepEqual(await findDiscrepancies(service.db), []));

type Relay = { id: string; report_url: string; has_report_secret: boolean };
async function addRelay(fields: object): Promise<Relay> {
  const input = { name: 'Relay', host: 'mail.example.org', ...fields };
  const { status, body } = await service.api('POST', '/v1/relays', input);
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}

async function post({ report_url }: Pick<Relay, 'report_url'>, body: string, headers = {}): Promise<number> {
  const { pathname } = new URL(report_url);
  const all = { 'content-type': 'application/json', ...headers };
  return (await app.inject({ method: 'POST', url: pathname, payload: body, headers: all })).statusCode;
}

const password = (secret: string) => ({
  authorization: `Basic ${Buffer.from(`postrider:${secret}`).toString('base64')}`,
});
const postmark = ({ email, subscriber }: TestReader, ID: number) =>
  JSON.stringify({
    RecordType: 'Bounce',
    Type: 'HardBounce',
    ID,
    Email: subscriber.email_address,
    Details: 'smtp;550 5.1.1 user unknown',
    Metadata: { delivery: `${email.id}.${subscriber.id}` },
  });
const typeOf = async ({ subscriber }: TestReader) =>
  (await service.api('GET', `/v1/subscribers/${subscriber.id}`)).body.type;

/** Adds a reader whose copy this relay took, or nobody knows which relay. */
async function readerOf(
  relay: Relay | null,
  status: 'accepted' | 'uncertain' = 'accepted',
): Promise<TestReader> {
  const [reader] = (await mailTo(service)) as [TestReader];
  const row =
    relay &&
    (await service.db
      .selectFrom('relays')
      .select('key')
      .where('id', '=', relay.id)
      .executeTakeFirstOrThrow());
  const { email_key } = reader;
  await service.db
    .updateTable('deliveries')
    .set({ relay_key: row?.key ?? null, status })
    .where('email_key', '=', email_key)
    .execute();
  if (status === 'uncertain')
    await service.db
      .updateTable('delivery_chunks')
      .set({ accepted: 0, uncertain: 1 })
      .where('email_key', '=', email_key)
      .execute();
  return reader;
}

test('three companies with a Postmark account each have their own address and secret, and report only about copies that their relay took', async () => {
  const secrets = ['secret-of-company-1', 'secret-of-company-2', 'secret-of-company-3'];
  const relays = await Promise.all(
    secrets.map(report_secret => addRelay({ report_service: 'postmark', report_secret })),
  );
  const readers = await Promise.all(relays.map(relay => readerOf(relay)));
  for (const [place, relay] of relays.entries())
    for (const [other, secret] of secrets.entries()) {
      const expected = place === other ? 200 : 401;
      assert.equal(await post(relay, postmark(readers[other]!, 1), password(secret)), expected);
    }
  assert.deepEqual(await Promise.all(readers.map(typeOf)), Array(3).fill('undeliverable'));
  // A company may learn the names of another's copies.
  const theirs = await readerOf(relays[1]!);
  assert.equal(await post(relays[0]!, postmark(theirs, 2), password(secrets[0]!)), 200);
  assert.equal(await typeOf(theirs), 'regular');
  // The report also stays available to the relay that took the copy.
  assert.equal(await post(relays[1]!, postmark(theirs, 2), password(secrets[1]!)), 200);
  assert.equal(await typeOf(theirs), 'undeliverable');
});

test('a report about an interrupted hand-over counts, because any relay may have the copy, and one about another does not', async () => {
  const secret = 'secret-of-company-4';
  const relay = await addRelay({ report_service: 'postmark', report_secret: secret });
  const [uncertain, unknown] = [await readerOf(null, 'uncertain'), await readerOf(null)];
  for (const [ID, reader] of [uncertain, unknown].entries())
    assert.equal(await post(relay, postmark(reader, ID), password(secret)), 200);
  assert.deepEqual([await typeOf(uncertain), await typeOf(unknown)], ['undeliverable', 'regular']);
});

test('the secret of a relay’s service is sealed, never shown, belongs to one service, and is gone with the relay', async () => {
  const secret = 'secret-of-company-5';
  const relay = await addRelay({ report_service: 'postmark', report_secret: secret });
  assert.match(relay.report_url, new RegExp(`^http.*/feedback/postmark/${relay.id}$`));
  assert.ok(!JSON.stringify(relay).includes(secret));
  const stored = async () =>
    (
      await service.db
        .selectFrom('relays')
        .select('report_secret')
        .where('id', '=', relay.id)
        .executeTakeFirstOrThrow()
    ).report_secret;
  assert.match(await stored(), /^sealed:1:/);
  const change = (body: object) => service.api('PATCH', `/v1/relays/${relay.id}`, body);
  const { status, body } = await change({ report_service: 'brevo' });
  assert.deepEqual([status, body.detail], [400, 'report_secret: use 16 to 500 characters']);
  assert.equal((await change({ report_service: 'brevo', report_secret: 'secret-for-brevo-5' })).status, 200);
  const reader = await readerOf(relay);
  assert.equal(await post(relay, postmark(reader, 3), password(secret)), 404);
  const brevo = { report_url: relay.report_url.replace('postmark', 'brevo') };
  assert.equal(await post(brevo, '{}', password(secret)), 401);
  assert.equal(await post(brevo, '{}', password('secret-for-brevo-5')), 200);
  assert.equal((await service.api('DELETE', `/v1/relays/${relay.id}`)).status, 204);
  assert.equal(await post(brevo, '{}', password('secret-for-brevo-5')), 404);
  assert.equal(await stored(), '');
});

test('a secret that cannot prove reports of its service is refused, with what to enter', async () => {
  const refused = async (fields: object) => {
    const input = { name: 'Relay', host: 'mail.example.org', ...fields };
    const { status, body } = await service.api('POST', '/v1/relays', input);
    assert.equal(status, 400);
    return body.detail;
  };
  for (const [fields, words] of [
    [{ report_secret: 'secret-of-company-6' }, /report_service: is missing/],
    [{ report_service: 'ses', report_secret: 'secret-of-company-6' }, /Amazon has none/],
    [{ report_service: 'mailgun', report_secret: 'short' }, /16 to 500/],
    [{ report_service: 'mailgun' }, /16 to 500/],
    [{ report_service: 'sendgrid', report_secret: 'secret-of-company-6' }, /verification key/],
    [{ report_service: 'resend', report_secret: 'secret-of-company-6' }, /whsec_/],
    [{ report_service: 'pigeon', report_secret: 'secret-of-company-6' }, /report_service/],
  ] as const)
    assert.match(await refused(fields), words);
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  assert.equal((await addRelay({ report_service: 'sendgrid', report_secret: key })).has_report_secret, true);
});

const question = { Type: 'SubscriptionConfirmation', Token: 'x', SubscribeURL };
const topicsOf = async ({ id }: Relay): Promise<Topic[]> =>
  (await service.api('GET', '/v1/report_topics')).body.results.filter((one: Topic) => one.relay_id === id);
const ask = (relay: Relay, fields: Record<string, string> = {}) => {
  const { body, headers } = snsRequest({ ...question, ...fields });
  return post(relay, body, headers);
};
const bounceOf = ({ email, subscriber }: TestReader) => ({
  Message: JSON.stringify({
    notificationType: 'Bounce',
    mail: {
      source: 'news@example.org',
      headers: [{ name: 'Message-ID', value: `<${email.id}.${subscriber.id}@x.example>` }],
    },
    bounce: {
      bounceType: 'Permanent',
      bounceSubType: 'General',
      bouncedRecipients: [
        {
          emailAddress: subscriber.email_address,
          status: '5.1.1',
          diagnosticCode: 'smtp; 550 5.1.1 user unknown',
        },
      ],
    },
  }),
});

test('topics of three SES accounts wait at their relays until a person confirms them, and only then report', async () => {
  const [one, two] = [await addRelay({ report_service: 'ses' }), await addRelay({ report_service: 'ses' })];
  amazon.confirmed.length = 0;
  assert.equal(await ask(one), 200);
  assert.equal(await ask(two, { TopicArn: `${topic}-2` }), 200);
  const [waiting] = (await topicsOf(one)) as [Topic];
  assert.deepEqual([waiting.topic_arn, waiting.is_waiting, waiting.confirmed_date], [topic, true, null]);
  assert.deepEqual(amazon.confirmed, []);
  const reader = await readerOf(one);
  const notice = snsRequest(bounceOf(reader));
  assert.equal(await post(one, notice.body, notice.headers), 401);
  await confirmTopic(service.db, amazon, waiting.id);
  assert.deepEqual(amazon.confirmed, [SubscribeURL]);
  assert.equal(await post(two, notice.body, notice.headers), 401);
  assert.equal(await typeOf(reader), 'regular');
  assert.equal(await post(one, notice.body, notice.headers), 200);
  assert.equal(await typeOf(reader), 'undeliverable');
  await assert.rejects(confirmTopic(service.db, amazon, waiting.id), /does not ask/);
});

test('a topic that Amazon no longer confirms waits on, a link elsewhere is not stored, and strangers cannot fill the list', async () => {
  const relay = await addRelay({ report_service: 'ses' });
  assert.equal(await ask(relay, { SubscribeURL: 'https://evil.example/' }), 200);
  assert.equal(await ask(relay, { SigningCertURL: 'https://evil.example/x.pem' }), 401);
  assert.deepEqual(await topicsOf(relay), []);
  assert.equal(await ask(relay), 200);
  const [own] = (await topicsOf(relay)) as [Topic];
  amazon.refuses = true;
  await assert.rejects(confirmTopic(service.db, amazon, own.id), /did not accept/);
  amazon.refuses = false;
  assert.equal((await topicsOf(relay))[0]?.is_waiting, true);
  await confirmTopic(service.db, amazon, own.id);
  for (let n = 0; n < 25; n += 1) assert.equal(await ask(relay, { TopicArn: `${topic}-${n}` }), 200);
  const kept = await topicsOf(relay);
  assert.equal(kept.length, 21);
  assert.ok(kept.some(({ id }) => id === own.id));
  assert.equal((await service.api('DELETE', `/v1/report_topics/${own.id}`)).status, 204);
  const reader = await readerOf(relay);
  const notice = snsRequest(bounceOf(reader));
  assert.equal(await post(relay, notice.body, notice.headers), 401);
});
