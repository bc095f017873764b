import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { MessageSource } from '../../engines/rendering/message.ts';
import type { Theme } from '../../engines/rendering/theme.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import type { HandOver } from '../../platform/mail/transport.ts';
import { readMail, readMailsByPython } from '../../testing/mail-readers.ts';
import { assertForm } from '../../testing/message-form.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { sampleTheme } from '../../testing/samples/rendering.ts';
import { until } from '../../testing/until.ts';
import { findSubscriber, settleConfirmationMail } from '../subscribers/queries.ts';
import { openConfirmations } from './mail.ts';

const day = 86_400_000;
let service: TestService;
before(async () => {
  service = await startTestService({ works: true });
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, {
    name: 'Grüße aus <b>北京</b>, "täglich" 🌍',
    from_name: 'Zoë "Z" 北京',
    reply_to: 'editor@news.example',
    postal_address: 'Straße 1\n北京',
  });
});
beforeEach(() => {
  service.sink.accepted.length = 0;
  service.sink.treat = () => ({});
});
after(() => service.stop());

let number = 0;
async function create(fields: object = {}) {
  number += 1;
  const person = { email: `r${number}@example.org`, ...fields };
  return (await service.api('POST', '/v1/subscribers', person)).body;
}

const mailsTo = (address: string) => service.sink.accepted.filter(({ to }) => to === address);
const arrived = (address: string, count = 1) =>
  until(`mail to ${address}`, async () => mailsTo(address).length >= count && mailsTo(address));
const find = async (id: string) => (await findSubscriber(service.db, service.newsletter.key, id))!;
const settled = (id: string) => until('the note', async () => !(await find(id)).confirmation_mail_due);
const idOf = (source: string) => /^Message-ID: (<[^\r]*>)\r$/m.exec(source)![1]!;

type Told = { reply?: string; clock?: Clock; theme?: Theme };

/** Processes confirmations with a transport that gives the set result and keeps what it was given. */
async function worker(
  answer: HandOver['status'],
  { reply = '250 ok', clock = systemClock, theme = sampleTheme }: Told = {},
) {
  const { db, jobs } = service;
  const sources: string[] = [];
  const transport = {
    handOver: async (_: object, message: readonly string[]) => {
      sources.push(message.join(''));
      return { status: answer, reply };
    },
    relays: [],
    holds: () => 0,
    meet() {},
    close: async () => {},
  };
  const mail = openConfirmations({
    db,
    jobs,
    transport,
    theme,
    secret: service.secret,
    vault: service.vault,
    base_url: 'http://news.example',
    retry_hours: 72,
    clock,
    log: createLog('silent'),
  });
  return { mail, sources };
}

/** Somebody whose mail is due but has no job yet. */
async function waiting() {
  const { id } = await create({ type: 'unactivated' });
  await makeDue(id);
  return id as string;
}

const makeDue = (id: string) =>
  service.db.updateTable('subscribers').set({ confirmation_mail_due: true }).where('id', '=', id).execute();

function withMail(mail: Partial<MessageSource>): Theme {
  return {
    ...sampleTheme,
    mails: { ...sampleTheme.mails, confirmation: { ...sampleTheme.mails.confirmation, ...mail } },
  };
}

const waitingJobs = async (id: string) => {
  const jobs = await service.jobs.boss.findJobs<{ subscriber_id: string }>('mail_confirmation', { key: id });
  return jobs.filter(job => job.state === 'created');
};

test('the confirmation mail links to the page that subscribes', async () => {
  const { id, email } = await create();
  const [mail] = await arrived(email);
  assert.equal(mail!.from, service.newsletter.from_address);
  const { text, html } = await readMail(Buffer.from(mail!.source, 'latin1'));
  const links = [...text.matchAll(/http:\/\/news\.example\/confirm\/[\w-]{64}/g)].map(([link]) => link);
  assert.equal(links.length, 1);
  assert.ok(html.includes(`href="${links[0]}"`));
  const token = links[0]!.slice('http://news.example'.length);
  const page = await fetch(service.url + token, {
    method: 'POST',
    body: new URLSearchParams({ confirm: 'subscription' }),
  });
  assert.equal(page.status, 200);
  assert.equal((await find(id)).type, 'regular');
});

test('it is a well-formed message that two readers read alike and that is marked as auto-generated', async () => {
  const { email } = await create();
  const [mail] = await arrived(email);
  const source = Buffer.from(`${mail!.source}\r\n`, 'latin1');
  const { header, parts } = assertForm(source.toString('latin1'));
  assert.deepEqual(
    parts.map(part => /^Content-Type: ([\w/]+); charset=utf-8\r$/m.exec(part)?.[1]),
    ['text/plain', 'text/html'],
  );
  assert.match(header, /^Auto-Submitted: auto-generated\r$/m);
  assert.match(header, /^Reply-To: <editor@news\.example>\r$/m);
  assert.doesNotMatch(header, /^(List-|Precedence|Feedback-ID)/im);
  const read = await readMail(source);
  assert.equal(read.subject, 'Confirm your subscription to Grüße aus <b>北京</b>, "täglich" 🌍');
  for (const body of [read.text, read.html]) {
    assert.match(body, /Straße 1/);
    assert.match(body, /If it was not you/);
    assert.doesNotMatch(body, /unsubscribe|View in browser|\{\{/i);
  }
  assert.match(read.html, /prefers-color-scheme: dark/);
  assert.match(read.html, /Grüße aus &lt;b&gt;北京/);
  assert.ok(Buffer.byteLength(read.html) < 20_000);
  const byPython = await readMailsByPython([source]);
  if (!byPython) return;
  const { defects, ...other } = byPython[0]!;
  assert.deepEqual([other, defects], [read, []]);
});

test('it contains nothing that the person signing up has written', async () => {
  const { email } = await create({
    email: 'visit-evil-example@example.org',
    metadata: { first_name: 'EVILWORDS', name: 'EVILWORDS' },
    notes: 'EVILWORDS',
    referrer_url: 'https://evilwords.example',
    utm_source: 'EVILWORDS',
    tags: ['EVILWORDS'],
  });
  const [mail] = await arrived(email);
  const { subject, text, html } = await readMail(Buffer.from(mail!.source, 'latin1'));
  assert.doesNotMatch(mail!.source.replace(/^To: .*\r$/m, ''), /evil/i);
  for (const part of [subject, text, html]) assert.doesNotMatch(part, /evil/i);
});

test('even a theme that asks for it does not get what the person wrote', async () => {
  const words = '{{ subscriber.email }}{{ subscriber.metadata.first_name }}{{ subscriber.tags }}';
  const { mail, sources } = await worker('accepted', { theme: withMail({ subject: words, body: words }) });
  const { id } = await create({
    metadata: { first_name: 'EVILWORDS' },
    tags: ['EVILWORDS'],
    type: 'unactivated',
  });
  await makeDue(id);
  await mail(id);
  const { subject, text, html } = await readMail(Buffer.from(sources[0]!, 'latin1'));
  for (const part of [subject, text, html]) assert.doesNotMatch(part, /EVILWORDS|@example\.org/);
});

test('a theme with an invalid mail template is refused at startup, by name', async () => {
  await assert.rejects(
    worker('accepted', { theme: withMail({ body: '{% if %}' }) }),
    /^Error: THEME_DIR: mails\/confirmation\.liquid .*body/,
  );
});

test('a reminder is a new message, and repeats of one request are the same message', async () => {
  const { id, email } = await create();
  await arrived(email);
  await settled(id);
  assert.equal((await service.api('POST', `/v1/subscribers/${id}/send-reminder`)).status, 200);
  const [first, second] = await arrived(email, 2);
  assert.notEqual(idOf(first!.source), idOf(second!.source));
  await settled(id);
  // As after a crash between the hand-over and recording it.
  await makeDue(id);
  const { mail, sources } = await worker('accepted');
  await mail(id);
  assert.equal(idOf(sources[0]!), idOf(second!.source));
});

test('a repeated job, or one for somebody who has since decided, mails nobody', async () => {
  const { mail, sources } = await worker('accepted');
  const id = await waiting();
  await mail(id);
  await mail(id);
  assert.equal(sources.length, 1);
  for (const type of ['regular', 'unsubscribed', 'blocked'] as const) {
    const other = await waiting();
    await service.db.updateTable('subscribers').set({ type }).where('id', '=', other).execute();
    await mail(other);
  }
  const gone = await waiting();
  await service.api('DELETE', `/v1/subscribers/${gone}`);
  await mail(gone);
  assert.equal(sources.length, 1);
});

test('a request during the hand-over is not lost when the hand-over is recorded', async () => {
  const { mail, sources } = await worker('accepted');
  const id = await waiting();
  const stale = await find(id);
  await service.db
    .updateTable('subscribers')
    .set({ reminder_date: new Date().toISOString() })
    .where('id', '=', id)
    .execute();
  await settleConfirmationMail(service.db, stale);
  assert.equal((await find(id)).confirmation_mail_due, true);
  await mail(id);
  assert.equal(sources.length, 1);
});

test('a mail is retried if the relay was down, and not if it may have arrived or was refused', async () => {
  const away = await worker('unreachable');
  const id = await waiting();
  await assert.rejects(away.mail(id), /not been sent yet/);
  assert.equal((await find(id)).confirmation_mail_due, true);
  for (const answer of ['uncertain', 'permanent'] as const) {
    const other = await waiting();
    const { mail, sources } = await worker(answer, { reply: '550 5.1.1 no such user' });
    await mail(other);
    await mail(other);
    assert.deepEqual([sources.length, (await find(other)).confirmation_mail_due], [1, false], answer);
  }
});

test('a full mailbox is retried at growing intervals for three days', async () => {
  let now = new Date();
  const { mail } = await worker('temporary', { reply: '452 4.2.2 full', clock: () => now });
  const id = await waiting();
  const asked = Date.parse((await find(id)).creation_date);
  for (const [age, pause] of [
    [0, 60_000],
    [120_000, 120_000],
    [day, day],
  ] as const) {
    now = new Date(asked + age);
    await mail(id);
    const [job, ...others] = await waitingJobs(id);
    assert.deepEqual(others, []);
    assert.equal(new Date(job!.startAfter).getTime(), now.getTime() + pause);
    assert.equal((await find(id)).confirmation_mail_due, true);
  }
  now = new Date(asked + 3 * day + 1);
  await mail(id);
  assert.equal((await find(id)).confirmation_mail_due, false);
});

test('the mail arrives once a full mailbox has room again', async () => {
  service.sink.treat = () => ({ rcpt: '452 4.2.2 full' });
  const { id, email } = await create();
  await until('the retry', async () =>
    (await waitingJobs(id)).some(({ startAfter }) => new Date(startAfter) > new Date()),
  );
  service.sink.treat = () => ({});
  assert.equal((await service.api('POST', `/v1/subscribers/${id}/send-reminder`)).status, 200);
  assert.equal((await arrived(email)).length, 1);
  await settled(id);
  assert.deepEqual(await waitingJobs(id), []);
});

test('an email that hangs in the relay does not delay confirmation mails', async () => {
  const { email: reader } = await create({ type: 'regular' });
  const release = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  service.sink.treat = to => {
    if (to !== reader) return {};
    held.resolve();
    return { before_dot: release.promise };
  };
  await service.api('POST', '/v1/emails', { subject: 'Campaign' });
  await held.promise;
  const { email } = await create();
  await arrived(email);
  assert.deepEqual(mailsTo(reader), []);
  release.resolve();
});
