import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import type { MessageSource } from '../../engines/rendering/message.ts';
import type { Theme } from '../../engines/rendering/theme.ts';
import { requestLetter } from '../../letters/request.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import type { HandOver } from '../../platform/mail/smtp/transport.ts';
import { lettersAbout, openOutbox } from '../../testing/letters.ts';
import { readMail, readMailsByPython } from '../../testing/mail-readers.ts';
import { assertForm } from '../../testing/message-form.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { sampleTheme } from '../../testing/samples/rendering.ts';
import { typed } from '../../testing/typed.ts';
import { until } from '../../testing/until.ts';
import { findSubscriber } from '../subscribers/queries.ts';
import { checkMails } from './letter.ts';
import { openConfirmations } from './mail.ts';

const day = 86_400_000;
let service: TestService;
/** A service without workers. */
let quiet: TestService;
before(async () => {
  service = await startTestService({ works: true });
  quiet = await startTestService();
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
after(() => Promise.all([service.stop(), quiet.stop()]));

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
const settled = (id: string) =>
  until('the letter is gone', async () => (await lettersTo(id, service)).length === 0);
const idOf = (source: string) => /^Message-ID: (<[^\r]*>)\r$/m.exec(source)![1]!;

type Told = { reply?: string; clock?: Clock; theme?: Theme };

/** The outbox of a service without workers, whose relay gives the set result. */
function outboxThat(
  status: HandOver['status'],
  { reply = '250 ok', clock = systemClock, theme = sampleTheme }: Told = {},
) {
  const { db, secret } = quiet;
  const log = createLog('silent');
  const mail_confirmation = openConfirmations({
    db,
    theme,
    secret,
    clock,
    log,
    base_url: 'http://news.example',
  });
  return openOutbox(quiet, { printers: { mail_confirmation }, clock, log }, () => ({ status, reply }));
}

/** Somebody whose letter waits. */
async function waiting(fields: object = {}): Promise<string> {
  number += 1;
  const person = { email: `r${number}@example.org`, ...fields };
  return (await quiet.api('POST', '/v1/subscribers', person)).body.id;
}

const lettersTo = (id: string, { db } = quiet) => lettersAbout(db, id);

function withMail(mail: Partial<MessageSource>): Theme {
  return {
    ...sampleTheme,
    mails: { ...sampleTheme.mails, confirmation: { ...sampleTheme.mails.confirmation, ...mail } },
  };
}

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

test('the mail is a well-formed message that two readers read alike and that is marked as auto-generated', async () => {
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

test('the mail contains nothing that the person signing up has written', async () => {
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

test('a theme that asks for the person’s words does not get them', async () => {
  const words = '{{ subscriber.email }}{{ subscriber.metadata.first_name }}{{ subscriber.tags }}';
  const { deliver, mails } = outboxThat('accepted', { theme: withMail({ subject: words, body: words }) });
  await waiting({ metadata: { first_name: 'EVILWORDS' }, tags: ['EVILWORDS'] });
  await deliver();
  const { subject, text, html } = await readMail(Buffer.from(mails[0]!.source, 'latin1'));
  for (const part of [subject, text, html]) assert.doesNotMatch(part, /EVILWORDS|@example\.org/);
});

test('a theme with an invalid mail template is refused by name', () => {
  assert.throws(
    () => checkMails(withMail({ body: '{% if %}' })),
    /^Error: THEME_DIR: mails\/confirmation\.liquid .*body/,
  );
});

test('a reminder is a new message', async () => {
  const { id, email } = await create();
  await arrived(email);
  await settled(id);
  assert.equal((await service.api('POST', `/v1/subscribers/${id}/send-reminder`)).status, 200);
  const [first, second] = await arrived(email, 2);
  assert.notEqual(idOf(first!.source), idOf(second!.source));
});

test('a letter is mailed once, and not to somebody who has since decided', async () => {
  const { deliver, mails } = outboxThat('accepted');
  await waiting();
  await deliver();
  await deliver();
  assert.equal(mails.length, 1);
  for (const type of ['regular', 'unsubscribed', 'blocked'] as const) {
    const id = await waiting();
    await quiet.db.updateTable('subscribers').set(typed(type)).where('id', '=', id).execute();
  }
  await quiet.api('DELETE', `/v1/subscribers/${await waiting()}`);
  await deliver();
  assert.equal(mails.length, 1);
  assert.deepEqual(await quiet.db.selectFrom('letters').selectAll().execute(), []);
});

test('a letter whose worker died during the hand-over is not sent again', async () => {
  const id = await waiting();
  // A crash leaves the letter like this once the lease has ended.
  await quiet.db.updateTable('letters').set({ is_in_hand: true }).where('subject', '=', id).execute();
  const { deliver, mails } = outboxThat('accepted');
  await deliver();
  assert.deepEqual([mails, await lettersTo(id)], [[], []]);
});

test('a reminder that is requested during the hand-over is mailed after it', async () => {
  const id = await waiting();
  let asked: Promise<unknown> | undefined;
  const clock = () => {
    asked ??= requestLetter(quiet.db, 'mail_confirmation', id);
    return new Date();
  };
  const { deliver, mails } = outboxThat('accepted', { clock });
  await deliver();
  await asked;
  assert.equal((await lettersTo(id)).length, 1);
  await deliver();
  assert.deepEqual(await lettersTo(id), []);
  assert.ok(mails.length >= 1);
});

test('a mail is retried if the relay was down, and not if it may have arrived or was refused', async () => {
  const id = await waiting();
  await assert.rejects(outboxThat('unreachable').deliver(), /not been sent yet/);
  assert.equal((await lettersTo(id)).length, 1);
  await quiet.db.deleteFrom('letters').execute();
  for (const answer of ['uncertain', 'permanent'] as const) {
    const other = await waiting();
    const { deliver, mails } = outboxThat(answer, { reply: '550 5.1.1 no such user' });
    await deliver();
    await deliver();
    assert.deepEqual([mails.length, await lettersTo(other)], [1, []], answer);
  }
});

test('a full mailbox is retried at growing intervals for three days', async () => {
  let now = new Date();
  const { deliver } = outboxThat('temporary', { reply: '452 4.2.2 full', clock: () => now });
  const id = await waiting();
  const hour = 3_600_000;
  for (const [age, pause] of [
    [0, 60_000],
    [hour, hour],
    [day, 6 * hour],
  ] as const) {
    now = new Date(Date.now() + age);
    await quiet.db.updateTable('letters').set({ work_date: sql`now()` }).where('subject', '=', id).execute();
    await deliver();
    const [letter, ...others] = await lettersTo(id);
    assert.deepEqual(others, []);
    const wait = Date.parse(letter!.work_date!) - Date.now();
    assert.ok(wait > pause - 60_000 && wait <= pause + 60_000, `${wait} for ${pause}`);
  }
  now = new Date(Date.now() + 3 * day + hour);
  await quiet.db.updateTable('letters').set({ work_date: sql`now()` }).where('subject', '=', id).execute();
  await deliver();
  assert.deepEqual(await lettersTo(id), []);
});

test('the mail arrives once a full mailbox has room again', async () => {
  service.sink.treat = () => ({ rcpt: '452 4.2.2 full' });
  const { id, email } = await create();
  await until('the retry', async () =>
    (await lettersTo(id, service)).some(({ work_date }) => Date.parse(work_date!) > Date.now() + 30_000),
  );
  service.sink.treat = () => ({});
  assert.equal((await service.api('POST', `/v1/subscribers/${id}/send-reminder`)).status, 200);
  assert.equal((await arrived(email)).length, 1);
  await settled(id);
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
