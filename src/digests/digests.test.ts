import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { digestDates } from '../accounts/digests.ts';
import { manageAddress } from '../links/readers.ts';
import { sendEmail, untilStatus } from '../testing/ledger.ts';
import { readMail } from '../testing/mail-readers.ts';
import { post, visit } from '../testing/pages.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { until } from '../testing/until.ts';
import { makeDigest } from './make.ts';

/** A Wednesday. */
const start = Date.parse('2026-10-21T10:00:00Z');
const time = { now: start };
let service: TestService;
before(async () => {
  service = await startTestService({ works: true, clock: () => new Date(time.now) });
  await change({ timezone: 'Europe/Berlin', digests: { weekday: 'sunday', time: '09:00' } });
});
after(() => service.stop());

const change = (given: object) => service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, given);
const explain = async (id: string, name: string) =>
  (await service.api('GET', `/v1/emails/${id}/explain?subscriber=${name}@example.org`)).body;

async function join(name: string, fields: object = {}) {
  const { status, body } = await service.api('POST', '/v1/subscribers', {
    email: `${name}@example.org`,
    type: 'regular',
    ...fields,
  });
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}

async function send(subject: string, given: object = {}): Promise<string> {
  const id = await sendEmail(service, subject, { description: `About ${subject}.`, ...given });
  await untilStatus(service, id, 'sent');
  return id;
}

/** The subjects of the mails that somebody got, in order. */
const gotBy = (name: string) =>
  Promise.all(
    service.sink.accepted
      .filter(({ to }) => to === `${name}@example.org`)
      .map(async ({ source }) => (await readMail(Buffer.from(source, 'latin1'))).subject),
  );

/** Waits until no issue that is due waits for a digest any more, and everything is sent. */
async function untilDigested(): Promise<void> {
  await until('digests', async () => {
    const { rows } = await sql<{ waits: boolean }>`
      select exists (select from digest_items where digest_key is null and due_date <= ${new Date(time.now).toISOString()})
        or exists (select from emails where status = 'in_flight') as waits`.execute(service.db);
    return !rows[0]!.waits;
  });
}

test('the dates of digests follow the newsletter’s time zone, also when its clocks change', () => {
  const dates = (clock: string, now: string) => {
    const { weekly, monthly } = digestDates(
      { weekday: 'sunday', time: clock },
      'Europe/Berlin',
      new Date(now),
    );
    return [weekly.toISOString(), monthly.toISOString()];
  };
  assert.deepEqual(dates('09:00', '2026-10-21T10:00:00Z'), [
    '2026-10-25T08:00:00.000Z',
    '2026-11-01T08:00:00.000Z',
  ]);
  assert.deepEqual(dates('09:00', '2026-10-18T06:59:59Z'), [
    '2026-10-18T07:00:00.000Z',
    '2026-11-01T08:00:00.000Z',
  ]);
  assert.deepEqual(dates('09:00', '2026-10-18T07:00:00Z'), [
    '2026-10-25T08:00:00.000Z',
    '2026-11-01T08:00:00.000Z',
  ]);
  assert.equal(
    dates('02:30', '2026-03-28T10:00:00Z')[0],
    '2026-03-29T01:30:00.000Z',
    'an hour that is skipped',
  );
  assert.equal(
    dates('02:30', '2026-10-24T10:00:00Z')[0],
    '2026-10-25T00:30:00.000Z',
    'an hour that comes twice',
  );
});

test('readers choose how often they get mail, and those who chose digests get each issue once, in a digest', async () => {
  const { api } = service;
  const [each, weekly, monthly, fickle, leaving] = [
    await join('each'),
    await join('weekly'),
    await join('monthly', { frequency: 'monthly' }),
    await join('fickle', { frequency: 'weekly' }),
    await join('leaving', { frequency: 'weekly' }),
  ];
  assert.deepEqual([each.frequency, monthly.frequency], ['each', 'monthly']);
  const page = manageAddress('', service.secret, weekly);
  assert.match((await visit(service, page)).text, /value="each" checked/);
  assert.match(
    (await post(service, page, { do: 'frequency', frequency: 'weekly' })).text,
    /value="weekly" checked/,
  );
  assert.equal((await api('PATCH', `/v1/subscribers/${each.id}`, { frequency: 'daily' })).status, 400);
  const found = await api('POST', '/v1/subscribers/search', {
    filters: {
      filters: [{ field: 'subscriber.frequency', operator: 'equals', value: 'weekly' }],
      groups: [],
      predicate: 'and',
    },
  });
  assert.equal(found.body.count, 3);

  const asked = (await api('POST', '/v1/audience/explain', {})).body;
  assert.equal(asked.recipients, 1);
  assert.deepEqual(
    asked.rules
      .filter(({ rule }: { rule: string }) => rule === 'digest')
      .map(({ excluded }: { excluded: number }) => excluded),
    [3, 1],
  );

  const one = await send('One');
  await send('Two {{ newsletter.name }}', {
    email_type: 'premium',
    should_send_teaser: true,
    body: 'Free.\n\n{{ paywall }}\n\nSecret.',
  });
  await send('Letter', { email_type: 'private' });
  assert.deepEqual(await gotBy('each'), ['One', 'Two Test', 'Letter']);
  assert.deepEqual(await gotBy('weekly'), ['Letter'], 'an email without a page cannot wait for a digest');
  assert.match((await explain(one, 'weekly')).detail, /get it in the digest on 2026-10-25T08:00/);
  assert.equal((await explain(one, 'weekly')).outcome, 'in_digest');
  assert.match((await explain(one, 'monthly')).detail, /2026-11-01T08:00/);

  await api('PATCH', `/v1/subscribers/${fickle.id}`, { frequency: 'each' });
  await api('PATCH', `/v1/subscribers/${leaving.id}`, { type: 'unsubscribed' });
  await send('Three');
  assert.deepEqual(await gotBy('fickle'), ['Letter', 'Three']);

  time.now = Date.parse('2026-10-25T08:00:00Z');
  await untilDigested();
  assert.deepEqual(await gotBy('weekly'), ['Letter', 'Test: 3 issues']);
  assert.deepEqual(
    await gotBy('fickle'),
    ['Letter', 'Three', 'Test: 2 issues'],
    'what waited comes with the digest',
  );
  assert.deepEqual(await gotBy('leaving'), ['Letter']);
  assert.deepEqual(await gotBy('monthly'), ['Letter']);
  assert.deepEqual(await gotBy('each'), ['One', 'Two Test', 'Letter', 'Three']);
  const mail = service.sink.accepted.filter(({ to }) => to === 'weekly@example.org').at(-1)!;
  const { html } = await readMail(Buffer.from(mail.source, 'latin1'));
  assert.match(
    html,
    /href="http:\/\/news\.example\/test\/archive\/one\/"[^>]*>One<\/a>.*About One\..*Two Test.*Three/s,
  );
  assert.match(html, /\/manage\//);
  assert.doesNotMatch(html, /Secret/);
  assert.match((await explain(one, 'weekly')).detail, /got it in a digest on 2026-10-25/);

  const { results } = (await api('GET', '/v1/emails?ordering=-creation_date')).body;
  const digest = results.find(({ subject }: { subject: string }) => subject === 'Test: 3 issues');
  assert.equal(digest.secondary_id, null);
  assert.equal((await api('GET', `/v1/emails/${digest.id}/analytics`)).body.recipients, 1);

  time.now = Date.parse('2026-11-01T08:00:00Z');
  await untilDigested();
  assert.deepEqual(await gotBy('monthly'), ['Letter', 'Test: 3 issues']);
  assert.deepEqual(await gotBy('weekly'), ['Letter', 'Test: 3 issues']);
});

test('whatever people choose while an audience is frozen, each gets the issue once: now or in a digest', async () => {
  const { db } = service;
  for (const number of Array(40).keys())
    await join(`m${number}`, { frequency: number % 2 ? 'weekly' : 'each' });
  await sql`
    create function change_minds() returns trigger language plpgsql as $$ begin
      update subscribers set frequency = (case frequency when 'each' then 'weekly' else 'each' end)::mail_frequency
      where email_address like 'm%';
      return null;
    end $$`.execute(db);
  await sql`create trigger change_minds after insert on digest_items for each statement execute function change_minds()`.execute(
    db,
  );
  const id = await send('Of two minds');
  await sql`drop trigger change_minds on digest_items`.execute(db);
  const { rows } = await sql<{ people: number; once: number }>`
    select count(*) as people, count(*) filter (where (delivery is null) <> (item is null)) as once
    from subscribers
    join emails on emails.id = ${id}
    left join lateral (select subscriber_key as delivery from deliveries where email_key = emails.key and subscriber_key = subscribers.key) d on true
    left join lateral (select subscriber_key as item from digest_items where email_key = emails.key and subscriber_key = subscribers.key) i on true
    where email_address like 'm%' and email_address ~ '^m[0-9]'`.execute(db);
  assert.deepEqual(rows, [{ people: 40, once: 40 }]);
});

test('several workers at once make one digest, and a worker that dies before it is complete leaves nothing behind', async () => {
  const { db } = service;
  const due = new Date('2026-11-08T08:00:00Z');
  const context = { ...service, clock: () => due };
  const digests = async () =>
    (
      await sql<{
        count: number;
      }>`select count(distinct digest_key) as count from digest_items where due_date = ${due.toISOString()}`.execute(
        db,
      )
    ).rows[0]!.count;
  await sql`create function die() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`.execute(
    db,
  );
  await sql`create trigger die before update on digest_items execute function die()`.execute(db);
  const emails = () => db.selectFrom('emails').select('id').execute();
  const before = await emails();
  await assert.rejects(makeDigest(context, service.newsletter.key), /killed/);
  assert.deepEqual(await emails(), before);
  await sql`drop trigger die on digest_items`.execute(db);
  await Promise.all([1, 2, 3, 4].map(() => makeDigest(context, service.newsletter.key)));
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from digest_items where due_date = ${due.toISOString()} and digest_key is null`.execute(
    db,
  );
  assert.equal(rows[0]!.count, 0);
  const { rows: doubled } = await sql`
    select subscriber_key from digest_items join deliveries using (subscriber_key)
    where due_date = ${due.toISOString()} and deliveries.email_key = digest_key
    group by subscriber_key having count(distinct digest_key) > 1`.execute(db);
  assert.deepEqual(doubled, []);
  assert.equal(await digests(), 1);
});

test('without digests everybody gets each issue, and issues that already wait for a digest still come', async () => {
  await change({ digests: null });
  const weekly = (await service.api('GET', '/v1/subscribers/weekly@example.org')).body;
  assert.doesNotMatch((await visit(service, manageAddress('', service.secret, weekly))).text, /How often/);
  await send('No digests');
  assert.equal((await gotBy('weekly')).at(-1), 'No digests');
});
