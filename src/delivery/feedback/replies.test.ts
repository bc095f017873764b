import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { demandInbox } from '../../audience/replies/address.ts';
import { mostAnHour } from '../../audience/replies/reply.ts';
import { replyMailbox, returnPath } from '../../links/return-path.ts';
import { newId } from '../../platform/ids.ts';
import { bounceMessage, messageIdOf as copyIdOf, mailTo, type TestReader } from '../../testing/deliveries.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { openSmtpClient } from '../../testing/smtp-client.ts';
import type { Accepted } from '../../testing/smtp-sink.ts';
import { until } from '../../testing/until.ts';
import { type Listener, startListener } from './listener.ts';

const bounce_domain = 'bounces.example.org';
let service: TestService;
let smtp: Listener;
let mailbox: string;
before(async () => {
  service = await startTestService({
    works: true,
    env: { BOUNCE_DOMAIN: bounce_domain, AUTHSERV_ID: 'mx.example.org' },
  });
  smtp = await startListener(service, {
    ...{ protocol: 'smtp', host: '127.0.0.1', port: 0, bounce_domain },
    on_error: error => assert.fail(error),
  });
  mailbox = replyMailbox(service.secret, bounce_domain, service.newsletter.key);
  await call('PATCH', `/v1/newsletters/${service.newsletter.id}`, { replies: 'inbox' });
});
after(async () => {
  await smtp.close();
  await service.stop();
});

const call = async (method: string, path: string, body?: object) => {
  const answer = await service.api(method, path, body);
  assert.ok(answer.status < 300, answer.text);
  return answer.body;
};
const repliesFrom = async (address: string) =>
  (await call('GET', `/v1/replies?from_address=${encodeURIComponent(address)}`)).results;
const messageIdOf = (reader: TestReader) => copyIdOf(service.secret, reader);

/** Sends a message to the listener, and returns the answer to RCPT or to the end of the message. */
async function send(message: string | Buffer, sender = 'ann@example.net', recipient = mailbox) {
  const client = await openSmtpClient(smtp.port);
  try {
    for (const line of ['', 'EHLO mx.example.net', `MAIL FROM:<${sender}>`]) await client.say(line);
    const accepted = await client.say(`RCPT TO:<${recipient}>`);
    if (!accepted.startsWith('250')) return accepted;
    await client.say('DATA');
    return (await client.send(message))[0]!;
  } finally {
    client.socket.destroy();
  }
}

type Written = { from?: string; about?: string; subject?: string; fields?: string; text?: string };
const letter = ({
  from = 'Ann <ann@example.net>',
  about,
  subject = 'Re: Low water',
  ...more
}: Written = {}) =>
  `From: ${from}
To: ${mailbox}
Subject: ${subject}
Message-ID: <${newId()}@example.net>
${about ? `In-Reply-To: ${about}\nReferences: ${about}\n` : ''}${more.fields ?? ''}
${more.text ?? 'The dunes are best in the morning.'}
`;

test('a mail of a newsletter that wants replies here names our address, the same in each copy; others name their own', async () => {
  const addresses = ['bea@example.org', 'cay@example.org'];
  for (const email_address of addresses)
    await call('POST', '/v1/subscribers', { email_address, type: 'regular' });
  const mailed = async (subject: string) => {
    await call('POST', '/v1/emails', { subject, body: 'Tides.' });
    const copies = () => service.sink.accepted.filter(({ source }) => source.includes(`Subject: ${subject}`));
    await until('both copies', async () => copies().length === 2);
    return copies().map(({ source }) => /^Reply-To: <(.*)>\r$/m.exec(source)?.[1]);
  };
  assert.deepEqual(await mailed('Wanted here'), [mailbox, mailbox]);
  const path = `/v1/newsletters/${service.newsletter.id}`;
  await call('PATCH', path, { replies: 'mailbox', reply_to: 'me@example.org' });
  assert.deepEqual(await mailed('Wanted there'), ['me@example.org', 'me@example.org']);
  await call('PATCH', path, { replies: 'inbox', reply_to: '' });
});

test('a reply that is answered with 250 is listed with its reader and the email, and only once if it comes twice', async () => {
  const [reader] = (await mailTo(service)) as [TestReader];
  const { email_address } = reader.subscriber;
  const message = letter({
    from: `"Ada, Countess" <${email_address.toUpperCase().replace('EXAMPLE.ORG', 'example.org')}>`,
    about: messageIdOf(reader),
    text: 'Go early.\n\nOn Friday, 20 November 2026, Low Water wrote:\n> When do you go?\n>\n> Yours',
  });
  assert.match(await send(message), /^250/);
  assert.match(await send(message), /^250/);
  const [reply, ...others] = await repliesFrom(email_address);
  assert.deepEqual(others, []);
  assert.partialDeepStrictEqual(reply, {
    email_id: reader.email.id,
    subscriber_id: reader.subscriber.id,
    from_name: 'Ada, Countess',
    sender: 'reader',
    is_authentic: null,
    is_automatic: false,
    status: 'unread',
    subject: 'Re: Low water',
    text: 'Go early.',
    quoted: 'On Friday, 20 November 2026, Low Water wrote:\n> When do you go?\n>\n> Yours',
    asks_to_unsubscribe: false,
    answers: [],
  });
  const events = await call(
    'GET',
    `/v1/events?event_type=subscriber.replied&subscriber_id=${reader.subscriber.id}`,
  );
  assert.deepEqual(
    events.results.map(({ metadata }: { metadata: object }) => metadata),
    [{ reply_id: reply.id, sender: 'reader' }],
  );
  const { needs } = await call('GET', '/v1/overview');
  assert.ok(
    needs.some(({ kind, count }: { kind: string; count: number }) => kind === 'replies' && count > 0),
  );
});

test('the sender is shown as far as known, and a forged sender changes nothing', async () => {
  const [reader, other] = (await mailTo(service, 2)) as [TestReader, TestReader];
  const about = messageIdOf(reader);
  const results = (words: string) => `Authentication-Results: ${words}\n`;
  const cases: [Written & { from: string }, object][] = [
    [
      { from: 'else@example.net', about },
      { sender: 'other_address', subscriber_id: reader.subscriber.id },
    ],
    [
      { from: other.subscriber.email_address, about },
      { sender: 'subscriber', subscriber_id: other.subscriber.id },
    ],
    [{ from: 'nobody@example.net' }, { sender: 'stranger', subscriber_id: null, is_authentic: null }],
    [
      {
        from: 'good@example.net',
        fields: results('mx.example.org; spf=fail; dmarc=pass (p=none) header.from=example.net'),
      },
      { is_authentic: true },
    ],
    [
      { from: 'bad@example.net', fields: results('mx.example.org;\n dmarc=fail header.from=example.net') },
      { is_authentic: false },
    ],
    [
      { from: 'spf@example.net', fields: results('mx.example.org; spf=pass smtp.mailfrom=x@example.net') },
      { is_authentic: true },
    ],
    [
      { from: 'lies@example.net', fields: results('mx.attacker.example; dmarc=pass') },
      { is_authentic: null },
    ],
  ];
  for (const [written, expected] of cases) {
    assert.match(await send(letter({ ...written, text: 'Please unsubscribe me' })), /^250/);
    assert.partialDeepStrictEqual((await repliesFrom(written.from))[0], {
      ...expected,
      asks_to_unsubscribe: true,
    });
  }
  for (const { subscriber } of [reader, other])
    assert.equal((await call('GET', `/v1/subscribers/${subscriber.id}`)).type, 'regular');
});

test('an answer goes out once, in the thread, from the newsletter, and the reply to it joins the conversation', async () => {
  const [reader] = (await mailTo(service)) as [TestReader];
  const { email_address } = reader.subscriber;
  await send(
    letter({
      from: email_address,
      about: messageIdOf(reader),
      subject: 'Dunes\u0000 =?utf-8?q?=0D=0ABcc:_x=40y.example?=',
    }),
  );
  const [{ id, subject }] = await repliesFrom(email_address);
  const key = { 'idempotency-key': newId() };
  for (let time = 0; time < 2; time += 1) {
    const { status } = await service.api(
      'POST',
      `/v1/replies/${id}/answers`,
      { text: 'Bcc: x\n\nThank you.' },
      key,
    );
    assert.equal(status, 201);
  }
  const outcome = async () => (await call('GET', `/v1/replies/${id}`)).answers[0].outcome;
  await until('the answer is accepted', async () => (await outcome()) === 'accepted');
  const mails = service.sink.accepted.filter(({ source }) => source.includes('Message-ID: <answer.'));
  assert.equal(mails.length, 1);
  const [{ to, source }] = mails as [(typeof mails)[0]];
  const head = source.slice(0, source.indexOf('\r\n\r\n')).replaceAll('\r\n ', ' ');
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(head)?.[1]?.trim();
  const [, theirs] = /^(<[^ ]*@example\.net>)$/.exec(field('In-Reply-To') ?? '') ?? [];
  assert.equal(to, email_address);
  assert.equal(field('Reply-To'), `<${mailbox}>`);
  assert.equal(field('References'), `${messageIdOf(reader)} ${theirs}`);
  assert.equal(field('Subject'), `Re: ${subject}`);
  assert.doesNotMatch(head, /^(Bcc|Auto-Submitted|Precedence|List-)/im);
  assert.match(source, /Thank you\.[\s\S]*> The dunes are best in the morning\./);
  await send(letter({ from: 'home@example.net', about: field('Message-ID')!, text: 'From home.' }));
  assert.partialDeepStrictEqual((await repliesFrom('home@example.net'))[0], {
    sender: 'other_address',
    subscriber_id: reader.subscriber.id,
    email_id: reader.email.id,
  });
  const answered = await call('GET', `/v1/replies?subscriber_id=${reader.subscriber.id}&is_answered=true`);
  assert.deepEqual([answered.count, answered.results[0].status], [1, 'read']);
});

/** Automatic replies as programs write them. */
const automatic: [program: string, written: Written, sender?: string][] = [
  [
    'a vacation notice of Sieve',
    { subject: 'Auto: Low water', fields: 'Auto-Submitted: auto-replied (vacation)\n' },
  ],
  ['Exchange', { subject: 'Automatic reply: Low water', fields: 'X-Auto-Response-Suppress: All\n' }, ''],
  ['vacation(1)', { subject: 'away', fields: 'Precedence: junk\n' }],
  ['Gmail', { subject: 'Out of office Re: Low water', fields: 'Precedence: bulk\nX-Autoreply: yes\n' }],
  ['GMX', { subject: 'Abwesenheitsnotiz: Low water', fields: 'X-Autorespond: x\n' }],
  ['a help desk', { subject: '[Ticket #12345] Low water', fields: 'Auto-Submitted: auto-generated\n' }],
  [
    'a challenge',
    {
      subject: 'Please confirm your message',
      fields: 'X-Boxtrapper: x\n',
      text: 'Click the link to prove you are human.',
    },
  ],
  ['a list', { subject: 'Low water', fields: 'List-Id: <walks.example.net>\n' }],
  ['another newsletter', { subject: 'News', fields: 'List-Unsubscribe: <mailto:x@y.example>\n' }],
  ['nobody', { subject: 'Hello' }, ''],
];

test('replies by programs are kept apart, are not news, and cannot be answered, unless a person decides otherwise', async () => {
  const [reader] = (await mailTo(service)) as [TestReader];
  for (const [at, [program, written, sender]] of automatic.entries()) {
    const from = `robot${at}@example.net`;
    assert.match(
      await send(letter({ ...written, from, about: messageIdOf(reader) }), sender),
      /^250/,
      program,
    );
    const [reply] = await repliesFrom(from);
    assert.equal(reply?.is_automatic, true, program);
    const refused = await service.api('POST', `/v1/replies/${reply.id}/answers`, { text: 'Hello?' });
    assert.deepEqual([refused.status, refused.body.code], [400, 'status_invalid'], program);
  }
  const events = await call(
    'GET',
    `/v1/events?event_type=subscriber.replied&subscriber_id=${reader.subscriber.id}`,
  );
  assert.equal(events.count, 0);
  const [mistaken] = await repliesFrom('robot2@example.net');
  await call('PATCH', `/v1/replies/${mistaken.id}`, { is_automatic: false });
  await call('POST', `/v1/replies/${mistaken.id}/answers`, { text: 'So it was you.' });
});

test('a person’s words that sound like a program or a bounce are a reply', async () => {
  const [reader] = (await mailTo(service)) as [TestReader];
  const from = reader.subscriber.email_address;
  const texts = [
    'I am currently on vacation and loved this.',
    'My last mail came back: 550 5.1.1 user unknown. Undeliverable, it said.',
    'I no longer work there; write to me here.',
  ];
  for (const text of texts)
    await send(letter({ from, about: messageIdOf(reader), text, subject: 'Re: Undeliverable' }), from);
  const forwarded = `${letter({ from, fields: 'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=m\n', text: '' })}
--m

Look what I got.
--m
Content-Type: message/rfc822

${bounceMessage(from, { about: `Message-ID: ${messageIdOf(reader)}\nTo: ${from}` })}
--m--
`;
  assert.match(await send(forwarded, from), /^250/);
  const replies = await repliesFrom(from);
  assert.deepEqual(
    replies.map(({ is_automatic }: { is_automatic: boolean }) => is_automatic),
    [false, false, false, false],
  );
  assert.deepEqual(
    replies[0].files.map(({ content_type }: { content_type: string }) => content_type),
    ['message/rfc822'],
  );
  assert.equal((await call('GET', `/v1/subscribers/${reader.subscriber.id}`)).type, 'regular');
});

test('a bounce that comes to the address for replies still has effect, and one to a return path is not a reply', async () => {
  const readers = (await mailTo(service, 2)) as [TestReader, TestReader];
  const [first, second] = readers;
  const about = `Message-ID: ${messageIdOf(first)}\nTo: ${first.subscriber.email_address}`;
  await send(bounceMessage(first.subscriber.email_address, { about }), '');
  await send(
    bounceMessage('x@y.example'),
    '',
    returnPath(service.secret, bounce_domain, { ...second, date: new Date() }),
  );
  for (const { subscriber } of readers) {
    assert.equal((await call('GET', `/v1/subscribers/${subscriber.id}`)).type, 'undeliverable');
    assert.equal((await call('GET', `/v1/replies?subscriber_id=${subscriber.id}`)).count, 0);
  }
});

test('a reply is shown as text, whatever its form, and only the names of files are kept', async () => {
  const parts = `Content-Type: multipart/mixed; boundary=o

--o
Content-Type: multipart/alternative; boundary=i

--i
Content-Type: text/html; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

<style>p{}</style><p onclick=3D"x()">D=FCnen <script>alert(1)</script>&lt;b&gt;</p><img src=3D"http://track.example/a.gif">
--i--
--o
Content-Type: image/jpeg; name="d.jpg"
Content-Disposition: attachment; filename="../../d\u202e.jpg"
Content-Transfer-Encoding: base64

${'AAAA'.repeat(1000)}
--o--
`;
  await send(
    Buffer.from(
      letter({ from: 'html@example.net', fields: parts, text: '' })
        .replace('\n\n\n', '\n\n')
        .replace(/\n/g, '\r\n'),
      'utf8',
    ),
  );
  const [reply] = await repliesFrom('html@example.net');
  assert.deepEqual(
    [reply.text, reply.files],
    ['Dünen <b>', [{ name: '../../d.jpg', content_type: 'image/jpeg' }]],
  );
  const stored = await sql<{
    size: number;
  }>`select pg_column_size(replies.*) as size from replies where id = ${reply.id}`.execute(service.db);
  assert.ok(stored.rows[0]!.size < 2000);
});

test('hostile mail is bounded: depth, parts, length, odd charsets and headers', async () => {
  let nested = 'deep';
  for (let depth = 0; depth < 200; depth += 1)
    nested = `Content-Type: multipart/mixed; boundary=b${depth}\n\n--b${depth}\n${nested}\n--b${depth}--\n`;
  const huge = 'a'.repeat(2_000_000);
  const ids = Array.from({ length: 500 }, (_, n) => `<${n}@${'x'.repeat(200)}.example>`).join(' ');
  const hostile: Written[] = [
    { fields: nested, text: '' },
    { text: huge.replace(/a{70}/g, '$&\n') },
    { fields: 'Content-Type: text/plain; charset=utf-7000\n' },
    { fields: `References: ${ids}\n` },
    { subject: 'x'.repeat(5000) },
    { text: '\u0000\u0001' },
  ];
  for (const [at, written] of hostile.entries())
    assert.match(await send(letter({ ...written, from: `hostile${at}@example.net` })), /^250/);
  const [long] = await repliesFrom('hostile1@example.net');
  assert.deepEqual([long.text.length, long.is_cut], [50_000, true]);
  const [threaded] = await repliesFrom('hostile3@example.net');
  await call('POST', `/v1/replies/${threaded.id}/answers`, { text: 'Short.' });
  const answer = () => service.sink.accepted.find(({ to }) => to === 'hostile3@example.net');
  await until('the answer', async () => answer() !== undefined);
  assert.ok(
    answer()!
      .source.split('\r\n')
      .every(line => line.length <= 998),
  );
});

test('one address can send only so many mails an hour, later ones are deferred, and a reader still gets through', async () => {
  const [reader] = (await mailTo(service)) as [TestReader];
  const kept: string[] = [];
  for (let sent = 0; sent < mostAnHour.of_one + 3; sent += 1)
    kept.push((await send(letter({ from: 'flood@example.net' }))).slice(0, 9));
  assert.deepEqual(
    kept.map(reply => reply.slice(0, 3)),
    kept.map((_, at) => (at < mostAnHour.of_one ? '250' : '451')),
  );
  await sql`
    insert into replies (id, newsletter_key, from_address, normal_address, from_name, sender, is_automatic, subject, text, is_cut,
      message_id, reference_ids, report_hash)
    select gen_random_uuid(), ${service.newsletter.key}, 'x', 'x' || n, '', 'stranger', true, '', '', false, '', '{}', sha256(n::text::bytea)
    from generate_series(1, ${mostAnHour.of_strangers}) n`.execute(service.db);
  assert.match(await send(letter({ from: 'late@example.net' })), /^451 4\.7\.1/);
  const { email_address } = reader.subscriber;
  assert.match(await send(letter({ from: email_address, about: messageIdOf(reader) })), /^250/);
  await sql`delete from replies where normal_address like 'x%'`.execute(service.db);
});

test('a copy for the newsletter’s own mailbox is answered to the reader, and never goes in a circle', async () => {
  const path = `/v1/newsletters/${service.newsletter.id}`;
  await call('PATCH', path, { replies: 'inbox_and_mailbox', reply_to: 'me@example.org' });
  await send(letter({ from: 'Dee <dee@example.net>' }));
  await send(letter({ from: 'me@example.org' }), 'me@example.org');
  await send(letter({ from: 'auto@example.net', fields: 'Auto-Submitted: auto-replied\n' }));
  const copies = () => service.sink.accepted.filter(({ source }) => source.includes('Message-ID: <forward.'));
  await until('the letters are gone', async () => {
    const letters = await service.db
      .selectFrom('letters')
      .select('id')
      .where('kind', '=', 'forward_reply')
      .execute();
    return letters.length === 0;
  });
  assert.deepEqual(
    copies().map(({ to }) => to),
    ['me@example.org'],
  );
  const [{ source }] = copies() as [Accepted];
  assert.match(source, /^Reply-To: <dee@example\.net>\r$/m);
  assert.match(source, /^Auto-Submitted: auto-generated\r$/m);
  await send(Buffer.from(source, 'latin1'), 'me@example.org');
  const { results } = await call(
    'GET',
    `/v1/replies?from_address=${encodeURIComponent(service.newsletter.from_address)}`,
  );
  assert.deepEqual(
    results.map(({ is_automatic }: { is_automatic: boolean }) => is_automatic),
    [true],
  );
  await call('PATCH', path, { replies: 'inbox', reply_to: '' });
});

test('erasing a person erases their replies and answers, a deleted newsletter accepts no mail, and reading changes nothing', async () => {
  const [reader] = (await mailTo(service)) as [TestReader];
  const { email_address } = reader.subscriber;
  await send(letter({ from: email_address, about: messageIdOf(reader) }));
  const [{ id }] = await repliesFrom(email_address);
  assert.equal((await call('GET', `/v1/replies/${id}`)).status, 'unread');
  const data = await call('GET', `/v1/subscribers/${reader.subscriber.id}/data`);
  assert.deepEqual(
    data.replies.map(({ text }: { text: string }) => text),
    ['The dunes are best in the morning.'],
  );
  await call('POST', `/v1/subscribers/${reader.subscriber.id}/erasure`);
  assert.deepEqual(await repliesFrom(email_address), []);
  const gone = replyMailbox(service.secret, bounce_domain, 4711);
  assert.match(await send(letter(), 'ann@example.net', gone), /^550/);
  assert.match(await send(letter(), 'ann@example.net', mailbox.replace('-', '-a')), /^550/);
});

test('an installation that receives no mail refuses to accept replies', () => {
  const nowhere = { bounce_domain: undefined };
  assert.throws(() => demandInbox(nowhere, { replies: 'inbox' }), /replies: .*BOUNCE_DOMAIN/);
  demandInbox(nowhere, { replies: 'mailbox' });
  demandInbox({ bounce_domain }, { replies: 'inbox' });
});
