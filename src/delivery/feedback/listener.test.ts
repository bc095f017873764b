import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, afterEach, before, test } from 'node:test';
import { sql } from 'kysely';
import { returnPath, unsubscribeMailbox } from '../../links/return-path.ts';
import { createLog } from '../../platform/log.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { holdTransaction, untilBlocked } from '../../testing/barriers.ts';
import { readContents } from '../../testing/contents.ts';
import { bounceMessage, mailTo, type TestReader } from '../../testing/deliveries.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { openSmtpClient, type SmtpClient } from '../../testing/smtp-client.ts';
import { until } from '../../testing/until.ts';
import { findDiscrepancies } from '../ledger/counts.ts';
import { type Listener, startListener } from './listener.ts';
import { readStart } from './read-start.ts';

const bounce_domain = 'bounces.example.org';
let service: TestService;
let secret: Secret;
let smtp: Listener;
const errors: Error[] = [];
before(async () => {
  service = await startTestService();
  secret = service.secret;
  smtp = await listen();
});
after(async () => {
  await smtp.close();
  await service.stop();
});
afterEach(async () => assert.deepEqual(await findDiscrepancies(service.db), []));

function listen(options: Partial<Parameters<typeof startListener>[1]> = {}): Promise<Listener> {
  const context = {
    db: service.db,
    clock: () => new Date(),
    log: createLog('silent'),
    secret,
    rule: { soft_bounces: 3, soft_bounce_days: 15, full_mailbox_days: 60 },
  };
  const on_error = (error: Error) => void errors.push(error);
  return startListener(context, {
    protocol: 'smtp',
    host: '127.0.0.1',
    port: 0,
    bounce_domain,
    on_error,
    ...options,
  });
}

const pathOf = (reader: TestReader) => returnPath(secret, bounce_domain, { ...reader, date: new Date() });
const typeOf = async ({ subscriber }: TestReader) =>
  (await service.api('GET', `/v1/subscribers/${subscriber.id}`)).body.type;
const failuresOf = async ({ email }: TestReader) =>
  (await service.api('GET', `/v1/emails/${email.id}/analytics`)).body.permanent_failures;

/** Opens a client that has sent MAIL FROM and RCPT TO; `replies` are the replies to RCPT. */
async function begin(port: number, recipients: string[], hello = 'EHLO') {
  const client = await openSmtpClient(port);
  await client.say('');
  await client.say(`${hello} mx.example.net`);
  await client.say('MAIL FROM:<>');
  const replies: string[] = [];
  for (const recipient of recipients) replies.push(await client.say(`RCPT TO:<${recipient}>`));
  return { client, replies };
}

async function deliver(port: number, recipient: string, message: string | Buffer): Promise<string> {
  const { client, replies } = await begin(port, [recipient]);
  assert.match(replies[0]!, /^250/);
  assert.match(await client.say('DATA'), /^354/);
  const [reply = ''] = await client.send(message);
  client.socket.destroy();
  return reply;
}

test('a report answered with 250 is stored and has taken effect', async () => {
  const [reader] = (await mailTo(service)) as [TestReader];
  assert.match(await deliver(smtp.port, pathOf(reader), bounceMessage('a@b.example')), /^250/);
  assert.deepEqual([await typeOf(reader), await failuresOf(reader)], ['undeliverable', 1]);
  assert.match(await deliver(smtp.port, pathOf(reader).toUpperCase(), bounceMessage('a@b.example')), /^250/);
  assert.equal(await failuresOf(reader), 1);
});

test('only mail to BOUNCE_DOMAIN and its postmaster is accepted; forged return paths are refused and counted', async () => {
  const [reader] = (await mailTo(service)) as [TestReader];
  const { client, replies } = await begin(smtp.port, [
    'ann@example.net',
    pathOf(reader).replace(bounce_domain, 'other.example'),
    pathOf(reader).replace('-', '-a'),
    'postmaster',
    `fbl@${bounce_domain.toUpperCase()}`,
  ]);
  assert.deepEqual(
    replies.map(reply => reply.slice(0, 3)),
    ['550', '550', '550', '250', '250'],
  );
  client.socket.destroy();
  const { body } = await service.api('GET', '/v1/feedback/refusals');
  assert.deepEqual(
    body.results.map(({ reason, total }: { reason: string; total: number }) => [reason, total]),
    [['forged_return_path', 1]],
  );
});

test('a client that guesses return paths is disconnected', async () => {
  const client = await openSmtpClient(smtp.port);
  for (const line of ['', 'EHLO x', 'MAIL FROM:<a@b.example>']) await client.say(line);
  let reply = '';
  for (let tries = 0; tries < 30 && !reply.startsWith('421'); tries += 1)
    reply = await client.say(`RCPT TO:<b+guess${tries}@${bounce_domain}>`);
  assert.match(reply, /^421/);
  await client.closed;
});

test('LMTP replies for each recipient', async () => {
  const lmtp = await listen({ protocol: 'lmtp' });
  const readers = await mailTo(service, 2);
  const { client, replies } = await begin(lmtp.port, readers.map(pathOf), 'LHLO');
  assert.ok(replies.every(reply => reply.startsWith('250')));
  await client.say('DATA');
  const given = await client.send(bounceMessage('a@b.example'), 2);
  assert.ok(given.every(reply => reply.startsWith('250')));
  for (const reader of readers) assert.equal(await typeOf(reader), 'undeliverable');
  client.socket.destroy();
  await lmtp.close();
});

test('a report that cannot be stored gets 451, has no effect, and can be repeated', async () => {
  const [reader] = (await mailTo(service)) as [TestReader];
  const before = await readContents(service.db);
  const message = bounceMessage('a@b.example');
  await using held = await holdTransaction(service.db, trx =>
    trx.selectFrom('subscribers').selectAll().where('id', '=', reader.subscriber.id).forUpdate().execute(),
  );
  const reply = deliver(smtp.port, pathOf(reader), message);
  await untilBlocked(service.db);
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(service.db);
  assert.match(await reply, /^451/);
  assert.match(errors.at(-1)!.message, /terminat/);
  await held.release();
  assert.deepEqual(await readContents(service.db), before);
  assert.match(await deliver(smtp.port, pathOf(reader), message), /^250/);
  assert.deepEqual([await typeOf(reader), await failuresOf(reader)], ['undeliverable', 1]);
});

test('a bounce of forty megabytes is read from its beginning; one of over fifty is refused', async () => {
  const [reader] = (await mailTo(service)) as [TestReader];
  const line = `${'x'.repeat(998)}\r\n`;
  const padded = (megabytes: number) =>
    Buffer.from(
      bounceMessage('a@b.example', { about: 'To: a@b.example\n\nbody' }).replace(
        'body\r\n',
        `${line.repeat(megabytes * 1000)}`,
      ),
    );
  assert.match(await deliver(smtp.port, pathOf(reader), padded(55)), /^552/);
  assert.equal(await typeOf(reader), 'regular');
  assert.match(await deliver(smtp.port, pathOf(reader), padded(40)), /^250/);
  assert.equal(await typeOf(reader), 'undeliverable');
});

test('the first MiB of a message is kept, however it arrives', async () => {
  const megabyte = Buffer.alloc(1024 * 1024, 'x');
  const odd = Array.from({ length: 60 }, () => megabyte.subarray(0, 99_991));
  assert.equal((await readStart(Readable.from(odd), 10 * megabyte.length))?.length, megabyte.length);
  assert.equal(
    (await readStart(Readable.from([megabyte, megabyte]), 2 * megabyte.length))?.length,
    megabyte.length,
  );
  assert.equal(await readStart(Readable.from([megabyte, megabyte]), 2 * megabyte.length - 1), null);
  assert.equal((await readStart(Readable.from([]), 1))?.length, 0);
});

test('a message may have a hundred recipients, not ten thousand', async () => {
  const [reader] = (await mailTo(service)) as [TestReader];
  const client = await openSmtpClient(smtp.port);
  for (const line of ['', 'EHLO x', 'MAIL FROM:<>']) await client.say(line);
  const statuses = new Map<string, number>();
  await client.say(`RCPT TO:<${pathOf(reader)}>`);
  for (let n = 1; n < 300; n += 1) {
    const status = (await client.say(`RCPT TO:<fbl${n}@${bounce_domain}>`)).slice(0, 3);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  assert.deepEqual(
    [...statuses],
    [
      ['250', 99],
      ['452', 200],
    ],
  );
  client.socket.destroy();
});

test('of a thousand concurrent connections all are answered and a hundred served, and service continues', async () => {
  const clients = await Promise.all(Array.from({ length: 1000 }, () => openSmtpClient(smtp.port)));
  const greetings = await Promise.all(clients.map(client => client.say('')));
  assert.equal(greetings.filter(greeting => greeting.startsWith('220')).length, 100);
  assert.equal(greetings.filter(greeting => greeting.startsWith('421')).length, 900);
  for (const { socket } of clients) socket.destroy();
  const [reader] = (await mailTo(service)) as [TestReader];
  await until('room for another', async () => {
    const client = await openSmtpClient(smtp.port);
    const greeting = await client.say('');
    client.socket.destroy();
    return greeting.startsWith('220');
  });
  assert.match(await deliver(smtp.port, pathOf(reader), bounceMessage('a@b.example')), /^250/);
});

test('silent and very slow clients do not block others', async () => {
  const slow = await listen({ most_clients: 2, idle_milliseconds: 1500, session_milliseconds: 3000 });
  const [silent, dripping] = await Promise.all([openSmtpClient(slow.port), openSmtpClient(slow.port)]);
  const drip = setInterval(() => dripping.socket.write('E'), 50);
  await Promise.all([silent.closed, dripping.closed]);
  clearInterval(drip);
  const [reader] = (await mailTo(service)) as [TestReader];
  assert.match(await deliver(slow.port, pathOf(reader), bounceMessage('a@b.example')), /^250/);
  await slow.close();
});

test('bombs of parts, levels, fields and lines get 250, leave nothing, and service continues', async () => {
  let nested = 'deep';
  for (let level = 0; level < 2000; level += 1)
    nested = `Content-Type: multipart/mixed; boundary="b${level}"\n\n--b${level}\n${nested}\n--b${level}--\n`;
  const bombs = [
    nested,
    `Content-Type: multipart/mixed; boundary=b\n\n${'--b\n\nx\n'.repeat(500_000)}`,
    'X: y\n'.repeat(1_000_000),
    `From: MAILER-DAEMON@x\n\n${'\r'.repeat(3_000_000)}`,
    '',
    '\0'.repeat(100_000),
  ];
  for (const bomb of bombs) assert.match(await deliver(smtp.port, `fbl@${bounce_domain}`, bomb), /^250/);
  const [reader] = (await mailTo(service)) as [TestReader];
  assert.match(await deliver(smtp.port, pathOf(reader), bounceMessage('a@b.example')), /^250/);
  assert.equal(await typeOf(reader), 'undeliverable');
});

test('mail to unsubscribe is accepted the same way', async () => {
  const [reader] = (await mailTo(service)) as [TestReader];
  const mailbox = unsubscribeMailbox(secret, bounce_domain, { ...reader, date: new Date() });
  const client: SmtpClient = await openSmtpClient(smtp.port);
  for (const line of ['', 'EHLO x', 'MAIL FROM:<someone@else.example>', `RCPT TO:<${mailbox}>`, 'DATA'])
    await client.say(line);
  const [reply] = await client.send('From: someone@else.example\r\nSubject: unsubscribe\r\n\r\n');
  assert.match(reply!, /^250/);
  assert.equal(await typeOf(reader), 'unsubscribed');
  client.socket.destroy();
});

test('a client that hangs up during a message leaves nothing', async () => {
  const [reader] = (await mailTo(service)) as [TestReader];
  const { client } = await begin(smtp.port, [pathOf(reader)]);
  await client.say('DATA');
  client.socket.write(bounceMessage('a@b.example'));
  client.socket.destroy();
  const [other] = (await mailTo(service)) as [TestReader];
  assert.match(await deliver(smtp.port, pathOf(other), bounceMessage('a@b.example')), /^250/);
  const { body } = await service.api('GET', `/v1/feedback?subscriber_id=${reader.subscriber.id}`);
  assert.deepEqual([body.count, await typeOf(reader), await typeOf(other)], [0, 'regular', 'undeliverable']);
});

test('bounces to a newsletter’s own domain find their copies, and the domain is refused once the newsletter gives it up', async () => {
  const own = 'bounces.brand.example';
  const set = (bounce_domain: string) =>
    service.db
      .updateTable('newsletters')
      .set({ bounce_domain })
      .where('key', '=', service.newsletter.key)
      .execute();
  const [reader] = (await mailTo(service)) as [TestReader];
  const path = returnPath(secret, own, { ...reader, date: new Date() });
  const asked = async () => {
    const { client, replies } = await begin(smtp.port, [path, `nobody@${own}`, `b+forged@${own}`]);
    client.socket.destroy();
    return replies.map(reply => reply.slice(0, 3));
  };
  assert.deepEqual(await asked(), ['550', '550', '550']);
  await set(own);
  assert.deepEqual(await asked(), ['250', '250', '550']);
  assert.match(
    await deliver(
      smtp.port,
      path.replace(own, own.toUpperCase()),
      bounceMessage(reader.subscriber.email_address),
    ),
    /^250/,
  );
  assert.equal(await typeOf(reader), 'undeliverable');
  await set('');
  assert.deepEqual(await asked(), ['550', '550', '550']);
});
