import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { day_ms } from '../../platform/durations.ts';
import { createLog } from '../../platform/log.ts';
import { lettersAbout, openOutbox } from '../../testing/letters.ts';
import { readMail } from '../../testing/mail-readers.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { sampleTheme } from '../../testing/samples/rendering.ts';
import { lookAtDue } from '../grants/look.ts';
import { openGiftMails } from './gift-mail.ts';

const start = Date.parse('2027-04-01T10:00:00Z');
const time = { now: start };
const clock = () => new Date(time.now);
const inDays = (days: number) => new Date(start + days * day_ms).toISOString();
const premium_url = 'https://pay.example/join';
let service: TestService;
let number = 0;
before(async () => {
  service = await startTestService({ clock });
});
after(() => service.stop());
beforeEach(async () => {
  time.now = start;
  await sql`delete from subscribers`.execute(service.db);
  await sql`delete from letters`.execute(service.db);
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, {
    name: 'Low Water',
    timezone: 'UTC',
    premium_url,
    trial_days: null,
    gift_subject: null,
    gift_text: null,
    ending_text: null,
    ended_text: null,
  });
});

async function reader(fields: object = {}): Promise<string> {
  number += 1;
  const person = { email: `g${number}@example.org`, type: 'regular', ...fields };
  return (await service.api('POST', '/v1/subscribers', person)).body.id;
}
async function give(id: string, grant: object = {}): Promise<string> {
  const { status, body, text } = await service.api('POST', `/v1/subscribers/${id}/grants`, {
    kind: 'gift',
    ...grant,
  });
  assert.equal(status, 201, text);
  return body.id;
}

async function revoke(id: string, grant: string) {
  const { status } = await service.api('POST', `/v1/subscribers/${id}/grants/${grant}/revoke`, {
    reason: 'A mistake',
  });
  assert.equal(status, 200);
}

/** Moves the clock that many days after the start, settles what is due, and returns the mails that go out. */
async function mailsAt(days: number) {
  time.now = start + days * day_ms;
  await lookAtDue(service.db, clock());
  await sql`update letters set work_date = now() - interval '1 second' where creation_date <= ${clock().toISOString()}`.execute(
    service.db,
  );
  await sql`update letters set work_date = now() + interval '1 day' where creation_date > ${clock().toISOString()}`.execute(
    service.db,
  );
  const { db, secret } = service;
  const log = createLog('silent');
  const printers = openGiftMails({
    db,
    theme: sampleTheme,
    secret,
    clock,
    log,
    base_url: 'http://news.example',
  });
  const outbox = openOutbox(service, { printers, clock, log }, () => ({
    status: 'accepted',
    reply: '250 ok',
    stage: 'dot',
  }));
  await outbox.deliver();
  return Promise.all(
    outbox.mails.map(async ({ to, source }) => ({
      to,
      source,
      ...(await readMail(Buffer.from(source, 'latin1'))),
    })),
  );
}
const subjects = (mails: { subject: string }[]) => mails.map(({ subject }) => subject);

test('a gift is announced once, with its message, its last day and a way to leave', async () => {
  await give(await reader(), { end_date: inDays(32), message: 'Thank you,\n<b>Nell</b>' });
  const [mail, ...others] = await mailsAt(0);
  assert.deepEqual(others, []);
  assert.equal(mail!.subject, 'A gift from Low Water');
  assert.match(mail!.text, /From\snow\suntil\s3\sMay\s2027,\syou\sget\severything/);
  assert.match(mail!.text, /Low Water writes:\s+Thank you,\s+<b>Nell<\/b>/);
  assert.match(mail!.html, /Thank you,<br>\s*&lt;b&gt;Nell/);
  assert.match(mail!.html, /href="http:\/\/news\.example\/test"/);
  assert.match(mail!.source, /List-Unsubscribe-Post: List-Unsubscribe=One-Click/);
  assert.deepEqual(await mailsAt(1), []);
});

test('nobody is told of free access, a past gift or one that was taken back, or of anything if they get no mail', async () => {
  await give(await reader(), { kind: 'comp' });
  await give(await reader(), { start_date: inDays(-3) });
  const id = await reader();
  await revoke(id, await give(id));
  await give(await reader({ type: 'unsubscribed' }), { end_date: inDays(9) });
  assert.deepEqual(await mailsAt(0), []);
  assert.deepEqual(await mailsAt(7), []);
  assert.deepEqual(await mailsAt(10), []);
});

test('a gift that begins later is announced when it begins', async () => {
  await give(await reader(), { start_date: inDays(2), end_date: inDays(40) });
  assert.deepEqual(await mailsAt(1), []);
  assert.deepEqual(subjects(await mailsAt(2)), ['A gift from Low Water']);
});

test('readers are reminded of a trial three days before its end and told when it has ended, with the way to pay', async () => {
  await give(await reader(), { kind: 'trial', end_date: inDays(14) });
  assert.deepEqual(await mailsAt(10), []);
  const [soon] = await mailsAt(11);
  assert.equal(soon!.subject, 'Your trial ends on 15 April 2027');
  assert.match(soon!.html, new RegExp(`href="${premium_url}"`));
  assert.deepEqual(await mailsAt(13), []);
  const [over] = await mailsAt(14);
  assert.equal(over!.subject, 'Your trial has ended');
  assert.match(over!.text, new RegExp(premium_url));
  assert.deepEqual(await mailsAt(30), []);
});

test('a reader who loses a gift early is told; one who still has another grant is not', async () => {
  const [one, two] = [await reader({ email: 'one@example.org' }), await reader()];
  const given = await give(one, { end_date: inDays(40) });
  const other = await give(two, { end_date: inDays(40) });
  await give(two, { kind: 'comp' });
  await mailsAt(0);
  time.now = start + day_ms;
  await revoke(one, given);
  await revoke(two, other);
  const mails = await mailsAt(1);
  assert.deepEqual(
    mails.map(({ to, subject }) => [to, subject]),
    [['one@example.org', 'Your gift has ended']],
  );
  assert.deepEqual(await mailsAt(37), [], 'the reminder is not wanted any more');
});

test('a longer gift moves the reminder, and readers who pay by the end get neither mail', async () => {
  const longer = await reader();
  await give(longer, { end_date: inDays(10) });
  await give(longer, { end_date: inDays(20) });
  const payer = await reader();
  await give(payer, { kind: 'trial', end_date: inDays(10) });
  await give(payer, { kind: 'subscription', start_date: inDays(10), source: 'shop' });
  await mailsAt(0);
  assert.deepEqual(await mailsAt(7), []);
  assert.deepEqual(await mailsAt(10), []);
  assert.deepEqual(subjects(await mailsAt(17)), ['Your gift ends on 21 April 2027']);
  assert.deepEqual(subjects(await mailsAt(20)), ['Your gift has ended']);
});

test('the newsletter’s own words replace the usual ones; words that cannot be used do not stop the mail', async () => {
  const gift_text = '# Hello {{ subscriber.email }}\n\n{{ grant.kind }} until {{ grant.end }}';
  const settings = { gift_subject: 'For you', gift_text };
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, settings);
  await give(await reader({ email: 'own@example.org' }), { end_date: inDays(32) });
  const [own] = await mailsAt(0);
  assert.equal(own!.subject, 'For you');
  assert.match(own!.text, /Hello own@example\.org\s+=+\s+gift until 3 May 2027/);
  await sql`update newsletters set gift_text = '{% if %}'`.execute(service.db);
  await give(await reader());
  const [usual] = await mailsAt(0);
  assert.match(usual!.text, /everything that paying subscribers/);
  const refused = await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, {
    gift_text: 'Hello\n\n{% if %}',
  });
  assert.match(refused.body.detail, /^gift_text: line 3/);
});

test('gifts to many are announced to each of them', async () => {
  const ids = [await reader(), await reader()];
  const { body } = await service.api('POST', '/v1/bulk_actions', {
    type: 'gift_subscribers',
    metadata: { ids, message: 'To all', dry_run: true },
  });
  assert.equal(body.done_count, 2);
  assert.deepEqual(await mailsAt(0), [], 'a dry run gives nothing');
  for (const id of ids) {
    const grant = await give(id, { message: 'To all' });
    assert.deepEqual(
      (await lettersAbout(service.db, grant)).map(({ kind }) => kind),
      ['mail_gift'],
    );
  }
  assert.equal((await mailsAt(0)).length, 2);
});
