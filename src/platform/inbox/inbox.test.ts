import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { connectDatabase, type Database } from '../database/connect.ts';
import { startInbox } from './inbox.ts';
import { listMessages, readTotal, type StoredMessage } from './store.ts';

let db: Database;
let inbox: Awaited<ReturnType<typeof startInbox>>;
let database: TestDatabase;
let errors: Error[] = [];

before(async () => {
  database = await createTestDatabase();
  db = connectDatabase(database.url, { size: 5, on_error: () => {} });
  inbox = await startInbox(db, { on_error: error => errors.push(error) });
});
after(async () => {
  await inbox.close();
  await db.destroy();
  await database.drop();
});

test('a message is in the inbox once the server has answered 250', async () => {
  const client = await dial();
  await client.send({ to: ['ada@example.org'], data: 'Subject: Hello\r\n\r\nHello.\r\n' });
  assert.match(await client.reply(), /^250 /);
  const [message] = await messagesTo('ada@example.org');
  assert.equal(message!.source.toString(), 'Subject: Hello\r\n\r\nHello.\r\n');
  assert.equal(message!.sender, 'news@example.org');
  client.close();
});

test('mail programs can send to the inbox', async () => {
  const transport = createTransport(inbox.smtp_url);
  await transport.sendMail({
    from: 'news@example.org',
    to: 'grace@example.org',
    subject: 'Grüße 🌊',
    text: 'text',
    html: '<p>html',
  });
  assert.match((await messagesTo('grace@example.org'))[0]!.source.toString(), /^Content-Type: text\/html/m);
  transport.close();
});

test('three recipients are three messages, each counted', async () => {
  const total = await readTotal(db);
  const to = ['one@three.example', 'two@three.example', 'three@three.example'];
  const client = await dial();
  await client.send({ to, data: 'Subject: x\r\n\r\n' });
  assert.match(await client.reply(), /^250 /);
  for (const address of to) assert.equal((await messagesTo(address)).length, 1);
  assert.equal(await readTotal(db), total + 3);
  client.close();
});

test('recipients are stored exactly as the client wrote them', async () => {
  const to = [
    'Case@Exact.Example',
    'case@exact.example',
    'a@xn--bcher-kva.example',
    'jürgen@bücher.example',
    'a+b=c/d@[127.0.0.1]',
  ];
  const client = await dial();
  await client.send({ to, data: 'Subject: x\r\n\r\n' });
  assert.match(await client.reply(), /^250 /);
  const stored = await listMessages(db, {}, to.length);
  assert.deepEqual(new Set(stored.map(message => message.recipient)), new Set(to));
  client.close();
});

test('recipients do not carry over to the next message', async () => {
  const client = await dial();
  await client.say('MAIL FROM:<news@example.org>');
  await client.say('RCPT TO:<given-up@next.example>');
  await client.say('RSET');
  await client.send({ to: ['first@next.example'], data: 'Subject: 1\r\n\r\n' });
  await client.reply();
  await client.send({ to: ['second@next.example'], data: 'Subject: 2\r\n\r\n' });
  await client.reply();
  assert.equal((await messagesTo('given-up@next.example')).length, 0);
  assert.equal((await messagesTo('first@next.example')).length, 1);
  client.close();
});

test('every byte is kept, however the network splits the data', async () => {
  const everyByte = String.fromCharCode(...Array.from({ length: 256 }, (_, byte) => byte)).replace(
    /[\r\n]/g,
    '',
  );
  const data =
    `Subject: bytes\r\n\r\n.\r\n..\r\n...\r\n.leading\r\n\r\n.\r\n${everyByte}\r\nbare\nline\n`.repeat(20) +
    'end\r\n';
  for (const size of [1, 2, 3, 5, 7, 64, 1000]) {
    const client = await dial();
    await client.send({ to: [`cut-${size}@bytes.example`], data, pieces: size });
    assert.match(await client.reply(), /^250 /);
    const [message] = await messagesTo(`cut-${size}@bytes.example`);
    assert.ok(message!.source.equals(Buffer.from(data, 'latin1')), `in pieces of ${size}`);
    client.close();
  }
});

test('an incomplete message is not stored', async () => {
  const client = await dial();
  for (const line of ['MAIL FROM:<news@example.org>', 'RCPT TO:<half@example.org>', 'DATA'])
    await client.say(line);
  client.write('Subject: half\r\n\r\nHere comes the');
  client.close();
  const next = await dial();
  await next.send({ to: ['after-half@example.org'], data: 'Subject: x\r\n\r\n' });
  await next.reply();
  assert.equal((await messagesTo('half@example.org')).length, 0);
  next.close();
});

test('a client that hangs up before the reply does not affect others', async () => {
  errors = [];
  const [hasty, patient] = await Promise.all([dial(), dial()]);
  await hasty.send({ to: ['hasty@example.org'], data: 'Subject: x\r\n\r\n' });
  hasty.close();
  await patient.send({ to: ['patient@example.org'], data: 'Subject: x\r\n\r\n' });
  assert.match(await patient.reply(), /^250 /);
  assert.deepEqual(errors, []);
  patient.close();
});

test('a message over 25 MB is refused with 552, declared or not, and the next one is accepted', async () => {
  const client = await dial();
  assert.match(await client.say(`MAIL FROM:<news@example.org> SIZE=${25 * 1024 * 1024 + 1}`), /^552 /);
  await client.send({
    to: ['large@example.org'],
    data: `Subject: large\r\n\r\n${`${'x'.repeat(998)}\r\n`.repeat(26_300)}`,
  });
  assert.match(await client.reply(), /^552 /);
  await client.send({ to: ['small@example.org'], data: 'Subject: small\r\n\r\n' });
  assert.match(await client.reply(), /^250 /);
  assert.equal((await messagesTo('large@example.org')).length, 0);
  client.close();
});

test('while the database fails the reply is 451, and nothing is half stored', async () => {
  const total = await readTotal(db);
  errors = [];
  const client = await dial();
  await sql`alter table inbox_total rename to inbox_total_gone`.execute(db);
  await client.send({ to: ['fails@example.org'], data: 'Subject: x\r\n\r\n' });
  assert.match(await client.reply(), /^451 /);
  assert.equal(errors.length, 1);
  await sql`alter table inbox_total_gone rename to inbox_total`.execute(db);
  assert.equal((await messagesTo('fails@example.org')).length, 0);
  await client.send({ to: ['fails@example.org'], data: 'Subject: x\r\n\r\n' });
  assert.match(await client.reply(), /^250 /);
  assert.equal(await readTotal(db), total + 1);
  client.close();
});

test('the newest 1,000 are kept and all are counted', async () => {
  const total = await readTotal(db);
  const clients = await Promise.all(Array.from({ length: 10 }, dial));
  await Promise.all(
    clients.map(async (client, which) => {
      for (let n = 0; n < 115; n += 1) {
        await client.send({ to: [`${n}-${which}@many.example`], data: 'Subject: one of many\r\n\r\n' });
        assert.match(await client.reply(), /^250 /);
      }
      client.close();
    }),
  );
  assert.equal(await readTotal(db), total + 1150);
  const kept = await listMessages(db, {}, 2000);
  assert.equal(kept.length, 1000);
  assert.ok(kept.every(message => message.recipient.endsWith('@many.example')));
  assert.equal((await messagesTo('ada@example.org')).length, 0);
  const { rows } = await sql<{ count: number }>`select count(*) from inbox_messages`.execute(db);
  assert.ok(rows[0]!.count < 1200, `${rows[0]!.count} rows are in the table`);
});

test('closing does not wait for idle clients, and frees the port', async () => {
  const second = await startInbox(db, { on_error: error => errors.push(error) });
  const port = Number(new URL(second.smtp_url).port);
  const client = await dial(second.smtp_url);
  await second.close();
  await client.closed;
  const third = await startInbox(db, { port, on_error: error => errors.push(error) });
  await assert.rejects(startInbox(db, { port, on_error: error => errors.push(error) }), {
    code: 'EADDRINUSE',
  });
  await third.close();
});

function messagesTo(address: string): Promise<StoredMessage[]> {
  return listMessages(db, { to: [address] }, 1000);
}

async function dial(url: string | unknown = inbox.smtp_url) {
  const socket = connect(
    Number(new URL(typeof url === 'string' ? url : inbox.smtp_url).port),
    '127.0.0.1',
  ).setNoDelay(true);
  const closed = once(socket, 'close');
  socket.on('error', () => {});
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  async function reply(): Promise<string> {
    for (;;) {
      const { value, done } = await lines.next();
      if (done || value[3] === ' ') return value ?? '';
    }
  }
  async function say(line: string): Promise<string> {
    socket.write(`${line}\r\n`);
    return reply();
  }
  async function send({ to, data, pieces }: { to: string[]; data: string; pieces?: number }): Promise<void> {
    await say('MAIL FROM:<news@example.org> SMTPUTF8');
    for (const address of to) assert.match(await say(`RCPT TO:<${address}>`), /^250 /);
    assert.match(await say('DATA'), /^354 /);
    const bytes = Buffer.from(`${data.replace(/^\./gm, '..')}.\r\n`, 'latin1');
    for (let at = 0; at < bytes.length; at += pieces ?? bytes.length) {
      socket.write(bytes.subarray(at, at + (pieces ?? bytes.length)));
      if (pieces) await new Promise(setImmediate);
    }
  }
  await reply();
  await say('EHLO client.example');
  return {
    reply,
    say,
    send,
    closed,
    write: (text: string) => socket.write(text),
    close: () => socket.destroy(),
  };
}
