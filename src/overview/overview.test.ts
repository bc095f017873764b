import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { everything } from '../accounts/permissions.ts';
import { pause, resume } from '../audience/readers/manage.ts';
import { findSubscriber } from '../audience/subscribers/queries.ts';
import { mailableTypes, settableTypes } from '../audience/subscribers/subscriber.ts';
import { suppress } from '../audience/subscribers/suppress.ts';
import { unsubscribe } from '../audience/subscribers/update.ts';
import { insertBackup, settleBackup } from '../backups/queries.ts';
import { findBackupTrouble } from '../backups/trouble.ts';
import { keepSenderCheck } from '../domains/queries.ts';
import { growthReasons, sumGrowth } from '../journal/growth.ts';
import { readCron } from '../platform/config/cron.ts';
import { dayOf } from '../platform/days.ts';
import { newId } from '../platform/ids.ts';
import { noonZone } from '../testing/noon.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';

const now = new Date();
const timezone = noonZone();
const today = dayOf(now, timezone);
let service: TestService;
before(async () => {
  service = await startTestService({ clock: () => now });
  const { status, text } = await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, {
    timezone,
  });
  assert.equal(status, 200, text);
});
after(() => service.stop());

const get = async (path: string, headers?: Record<string, string>) => {
  const { status, body, text } = await service.api('GET', path, undefined, headers);
  assert.equal(status, 200, text);
  return body;
};
const growth = (query = '') => get(`/v1/growth${query}`);
const add = async (name: string, type?: string) =>
  (
    await service.api('POST', '/v1/subscribers', {
      email_address: `${name}@example.org`,
      ...(type && { type }),
    })
  ).body.id as string;
const patch = (id: string, type: string) => service.api('PATCH', `/v1/subscribers/${id}`, { type });

test('whatever makes people come or go is counted with its reason, in the transaction that does so', async () => {
  const { db, newsletter } = service;
  await add('added', 'regular');
  const asked = await add('asked');
  await patch(asked, 'regular');
  const paused = await add('paused', 'premium');
  for (const wish of [pause, resume]) {
    const subscriber = (await findSubscriber(db, newsletter.key, paused))!;
    await wish(db, { subscriber, newsletter });
  }
  // A paid plan may rest while mail goes on.
  await patch(paused, 'paused');
  await patch(paused, 'premium');
  await unsubscribe(db, newsletter.key, await add('leaves', 'gifted'), 'Too many');
  await suppress(db, newsletter.key, await add('bounces', 'regular'), 'undeliverable', '5.1.1');
  await suppress(db, newsletter.key, await add('complains', 'regular'), 'complained', 'abuse');
  await patch(await add('banned', 'regular'), 'blocked');
  await patch(await add('owes', 'past_due'), 'unpaid');
  await service.api('DELETE', `/v1/subscribers/${await add('deleted', 'regular')}`);
  await service.api('DELETE', `/v1/subscribers/${await add('never', 'unsubscribed')}`);
  const none = Object.fromEntries(growthReasons.map(name => [name, 0]));
  const expected = {
    ...none,
    added: 8,
    signed_up: 1,
    returned: 1,
    unsubscribed: 1,
    bounced: 1,
    complained: 1,
    blocked: 1,
    other: 1,
    paused: 1,
    deleted: 1,
  };
  const whole = await growth();
  assert.deepEqual(whole.totals, { came: 10, went: 7, reasons: expected });
  assert.equal(whole.readers, 3);
  assert.equal(whole.results.length, 90);
  const { day, readers, came, went } = whole.results.at(-1);
  assert.deepEqual({ day, readers, came, went }, { day: today, readers: 3, came: 10, went: 7 });
  assert.equal(whole.results.at(-2).readers, 0);

  while ((await sumGrowth(db, 3)) > 0);
  assert.deepEqual(await growth(), whole, 'summed up, the counts are the same');
  const { rows } = await sql<{ count: number }>`select count(*) as count from growth`.execute(db);
  assert.equal(rows[0]!.count, 10);
});

test('the database and the program agree who gets mail, for every change of type', async () => {
  const types = [...settableTypes, 'complained', 'undeliverable', 'churned', 'removed'];
  // With `mail_from` or `mail_to`, `paused` is a plan that rests while mail goes on; without them, the person wants no mail.
  const { rows } = await sql<{ from: string; to: string; reason: (typeof growthReasons)[number] }>`
    select "from", "to", growth_reason('subscriber.type.changed', jsonb_strip_nulls(jsonb_build_object(
      'from', regexp_replace("from", '^resting$', 'paused'), 'to', regexp_replace("to", '^resting$', 'paused'),
      'mail_from', case "from" when 'resting' then 'subscribed' end, 'mail_to', case "to" when 'resting' then 'subscribed' end))) as reason
    from unnest(${[...types, 'resting']}::text[]) "from", unnest(${[...types, 'resting']}::text[]) "to"`.execute(
    service.db,
  );
  const isMailed = (type: string) =>
    type === 'resting' || (type !== 'paused' && mailableTypes.some(one => one === type));
  for (const { from, to, reason } of rows) {
    const expected = isMailed(from) === isMailed(to) ? 'none' : isMailed(to) ? 'came' : 'went';
    const place = growthReasons.indexOf(reason);
    assert.equal(place === -1 ? 'none' : place < 4 ? 'came' : 'went', expected, `${from} → ${to}`);
  }
});

test('a period has all of its days, and odd ones are refused', async () => {
  const week = await growth('?start=2026-01-26&end=2026-02-01');
  assert.deepEqual(
    week.results.map(({ day, readers, came }: { day: string; readers: number; came: number }) => [
      day,
      readers,
      came,
    ]),
    ['26', '27', '28', '29', '30', '31'].map(day => [`2026-01-${day}`, 0, 0]).concat([['2026-02-01', 0, 0]]),
  );
  for (const [query, detail] of [
    ['start=2026-02-01&end=2026-01-01', /^end: must not be before start/],
    ['start=2020-01-01&end=2026-01-01', /^end: must be at most 1099 days/],
    ['start=tomorrow', /^start: use a day/],
  ] as const) {
    const { status, body } = await service.api('GET', `/v1/growth?${query}`);
    assert.equal(status, 400, query);
    assert.match(body.detail, detail);
  }
});

test('the overview names what waits for somebody, what comes next, and how the last issue did', async () => {
  const { db, newsletter } = service;
  const empty = await get('/v1/overview');
  assert.deepEqual([empty.needs, empty.upcoming, empty.last_issue, empty.usual.issues], [[], [], null, 0]);
  const later = new Date(now.getTime() + 3 * 86_400_000).toISOString();
  await service.api('POST', '/v1/emails', {
    subject: 'Soon',
    body: 'x',
    status: 'scheduled',
    publish_date: later,
  });
  // Sent emails: 1,000 copies each, the newest last; the others were opened by 10, 20 and 30 %.
  for (const [place, opens] of [300, 100, 200, 500].entries()) {
    const date = new Date(now.getTime() - (5 - place) * 86_400_000).toISOString();
    await sql`
      with email as (
        insert into emails (id, newsletter_key, subject, slug, source, email_type, status, publish_date)
        values (gen_random_uuid(), ${newsletter.key}, ${`Issue ${place}`}, ${`issue-${place}`}, 'api', 'public', 'sent', ${date})
        returning key
      )
      insert into delivery_chunks (email_key, first_key, last_key, next_attempt_date, accepted, opens, complaints, uncertain)
      select key, 1, 1000, null, 1000, ${opens}::int, 1, ${place === 3 ? 2 : 0}::int from email`.execute(db);
  }
  await sql`
    insert into emails (id, newsletter_key, subject, slug, source, email_type, status, status_reason)
    values (gen_random_uuid(), ${newsletter.key}, 'Stuck', 'stuck', 'api', 'public', 'errored', 'The server is away.'),
      (gen_random_uuid(), ${newsletter.key}, 'Gone', 'gone', 'api', 'public', 'deleted', '')`.execute(db);
  await sql`update emails set approval_state = 'requested' where subject in ('Gone')`.execute(db);
  const { needs, upcoming, last_issue, usual, readers } = await get('/v1/overview');
  assert.deepEqual(
    needs.map(
      ({ kind, count, email }: { kind: string; count: number; email: { subject: string } | null }) => [
        kind,
        count,
        email?.subject,
      ],
    ),
    [
      ['errored', 1, 'Stuck'],
      ['uncertain', 2, 'Issue 3'],
      ['complaints', 4, undefined],
    ],
  );
  assert.deepEqual(
    upcoming.map(({ email }: { email: { subject: string } }) => email.subject),
    ['Soon'],
  );
  assert.deepEqual([last_issue.subject, last_issue.analytics.opens], ['Issue 3', 500]);
  assert.deepEqual(
    [usual.issues, usual.open_rate, usual.click_rate, usual.unsubscription_rate],
    [3, 0.2, null, 0],
  );
  assert.equal(readers, 3);
});

test('the overview says what the last check of the sender found, and which backups are too old', async () => {
  const { db, newsletter } = service;
  const needs = async (headers?: Record<string, string>) =>
    (await get('/v1/overview', headers)).needs.filter(({ kind }: { kind: string }) =>
      ['sender', 'backup'].includes(kind),
    );
  assert.deepEqual(await needs(), []);
  const check = { from_address: newsletter.from_address, faults: ['SPF: missing', 'DMARC: missing'] };
  await keepSenderCheck(db, newsletter.key, { ...check, checked_date: now.toISOString() });
  const [sender] = await needs();
  assert.deepEqual(
    [sender.kind, sender.detail, sender.count, sender.date],
    ['sender', 'SPF: missing And 1 more.', 2, now.toISOString()],
  );
  const earlier = new Date(now.getTime() - 60_000).toISOString();
  await keepSenderCheck(db, newsletter.key, { ...check, faults: [], checked_date: earlier });
  assert.equal((await needs()).length, 1, 'an earlier check that ends later changes nothing');
  await keepSenderCheck(db, newsletter.key, {
    ...check,
    faults: [],
    checked_date: new Date(now.getTime() + 60_000).toISOString(),
  });
  assert.deepEqual(await needs(), []);

  const failed = {
    id: newId(),
    kind: 'manual',
    place: '/there',
    file_name: 'x',
    is_encrypted: false,
  } as const;
  await insertBackup(db, failed);
  await settleBackup(db, failed.id, { status: 'failed', status_reason: 'The disk is full.' });
  const other = await service.keyWith(everything);
  assert.deepEqual(await needs(other), [], 'only owners of the installation see backups');
  const [backup] = await needs();
  assert.deepEqual([backup.kind, backup.detail], ['backup', 'The last backup failed: The disk is full.']);
});

test('a backup is overdue a day after its time, and never in an installation that is newer', async () => {
  const { db } = service;
  await db.deleteFrom('backups').execute();
  const nightly = readCron('0 3 * * *');
  const day = 86_400_000;
  const after = (days: number, cron: typeof nightly | undefined, is_embedded = true) =>
    findBackupTrouble(db, { cron, is_embedded, now: new Date(now.getTime() + days * day) });
  assert.equal(await after(0, nightly), undefined);
  assert.match((await after(3, nightly))?.detail ?? '', /overdue/);
  assert.equal(await after(6, undefined), undefined);
  assert.match((await after(8, undefined))?.detail ?? '', /Set BACKUP_URL/);
  assert.equal(await after(8, undefined, false), undefined, 'somebody else backs up a database of its own');
});
