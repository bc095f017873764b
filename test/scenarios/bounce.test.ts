import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { findDiscrepancies } from '../../src/delivery/ledger/counts.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { connectDatabase, type Database } from '../../src/platform/database/connect.ts';
import { createLog } from '../../src/platform/log.ts';
import { type Service, startService } from '../../src/program/main.ts';
import { createTestDatabase, type TestDatabase } from '../../src/testing/database.ts';
import { bounceMessage, complaintMessage } from '../../src/testing/deliveries.ts';
import { freePort } from '../../src/testing/free-port.ts';
import { openSmtpClient } from '../../src/testing/smtp-client.ts';
import { openSmtpSink, type SmtpSink } from '../../src/testing/smtp-sink.ts';
import { until } from '../../src/testing/until.ts';

const key = 'a-key-that-is-long-enough-for-the-service';
let sink: SmtpSink;
let database: TestDatabase;
let db: Database;
let service: Service;
let url: string;
let bounce_port: number;
before(async () => {
  sink = await openSmtpSink();
  database = await createTestDatabase();
  db = connectDatabase(database.url, { size: 2, on_error: () => {} });
  const [port, smtp] = await Promise.all([freePort(), freePort()]);
  url = `http://127.0.0.1:${port}`;
  bounce_port = smtp;
  const settings = {
    PORT: String(port),
    BASE_URL: url,
    DATABASE_URL: database.url,
    SMTP_URL: sink.url,
    API_KEY: key,
    BOUNCE_DOMAIN: 'Bounces.Example.ORG',
    BOUNCE_PORT: String(smtp),
    POSTMARK_WEBHOOK_SECRET: 'a-secret-for-postmark',
  };
  service = await startService(readConfig(settings, '/nowhere/.env'), createLog('silent'));
});
after(async () => {
  await service.stop();
  await db.destroy();
  await database.drop();
  await sink.close();
});

test('returned mail is assigned to its recipient, and the sum does not change', async () => {
  const addresses = ['gone', 'full', 'angry', 'leaving', 'fine'].map(name => `${name}@example.net`);
  for (const email_address of addresses)
    await api('POST', '/v1/subscribers', { email_address, type: 'regular' });
  const [{ id }] = (await api('GET', '/v1/newsletters')).results;
  await api('PATCH', `/v1/newsletters/${id}`, { from_address: 'news@example.org' });
  const email = await api('POST', '/v1/emails', { subject: 'Comes back', body: 'Hello' });
  const analytics = () => api('GET', `/v1/emails/${email.id}/analytics`);
  await until('sent', async () => (await analytics()).deliveries === 5);

  const mailTo = (name: string) => sink.accepted.find(({ to }) => to === `${name}@example.net`)!;
  assert.equal(
    new Set(sink.accepted.map(({ from }) => from)).size,
    5,
    'each copy has a different return path',
  );
  for (const { from, source } of sink.accepted) {
    assert.match(from, /^b\+[a-z2-7-]{41}@bounces\.example\.org$/);
    assert.match(
      source,
      /^List-Unsubscribe: <http[^>]+>, <mailto:unsub\+[a-z2-7-]{41}@bounces\.example\.org>\r$/m,
    );
    assert.match(source, /^X-PM-Metadata-delivery: [0-9a-f-]{36}\.[0-9a-f-]{36}\r$/m);
    assert.match(source, /^From: .*<[^>]*@[^>]*>\r$/m);
    assert.doesNotMatch(source, /^From: .*bounces\.example\.org/m);
    assert.match(source, /^CFBL-Address: fbl@bounces\.example\.org; report=arf\r$/m);
  }
  await comeBack('', mailTo('gone').from, bounceMessage('gone@example.net'));
  const full = { status: '5.2.2', words: '552 5.2.2 mailbox full' };
  await comeBack('', mailTo('full').from.toUpperCase(), bounceMessage('full@elsewhere.example', full));
  await comeBack('staff@isp.example', 'fbl@bounces.example.org', complaintMessage(mailTo('angry').source));
  const [, mailbox] = /<mailto:([^>]+)>/.exec(mailTo('leaving').source)!;
  await comeBack(
    'leaving@example.net',
    mailbox!,
    'From: leaving@example.net\r\nSubject: unsubscribe\r\n\r\n',
  );

  const types = await Promise.all(
    addresses.map(async address => (await api('GET', `/v1/subscribers/${address}`)).type),
  );
  assert.deepEqual(types, ['undeliverable', 'regular', 'complained', 'unsubscribed', 'regular']);
  assert.deepEqual(await analytics(), {
    recipients: 5,
    deliveries: 3,
    opens: 0,
    clicks: 0,
    temporary_failures: 1,
    permanent_failures: 1,
    unsubscriptions: 1,
    complaints: 1,
  });
  assert.deepEqual(await findDiscrepancies(db), []);
  assert.equal(sink.accepted.length, 5, 'nothing is mailed back');
});

test('an unusable bounce setting is reported by name', () => {
  for (const [settings, name] of [
    [{ BOUNCE_PORT: '2525' }, /^BOUNCE_PORT: /],
    [{ BOUNCE_LMTP_PORT: '2424' }, /^BOUNCE_LMTP_PORT: /],
    [{ BOUNCE_DOMAIN: 'localhost' }, /^BOUNCE_DOMAIN: /],
    [{ BOUNCE_DOMAIN: 'a@b.example' }, /^BOUNCE_DOMAIN: /],
    [{ SES_TOPIC_ARN: 'topic' }, /^SES_TOPIC_ARN: /],
    [{ POSTMARK_WEBHOOK_SECRET: 'short' }, /^POSTMARK_WEBHOOK_SECRET: /],
    [{ SENDGRID_PUBLIC_KEY: 'no key' }, /^SENDGRID_PUBLIC_KEY: /],
  ] as const)
    assert.throws(() => readConfig(settings, '/nowhere/.env'), { message: name });
});

// biome-ignore lint/suspicious/noExplicitAny: responses of every shape
async function api(method: string, path: string, body?: object): Promise<any> {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Token ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  assert.ok(response.ok, `${method} ${path}: ${response.status}`);
  return response.json();
}

async function comeBack(from: string, to: string, message: string): Promise<void> {
  const client = await openSmtpClient(bounce_port);
  for (const line of ['', 'EHLO mx.example.net', `MAIL FROM:<${from}>`, `RCPT TO:<${to}>`]) {
    const reply = await client.say(line);
    assert.match(reply, /^2/);
  }
  await client.say('DATA');
  assert.match((await client.send(message))[0]!, /^250/);
  await client.say('QUIT');
  client.socket.destroy();
}
