import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';
import type { Event } from '../event.ts';
import { pruneEvents } from '../prune.ts';
import { recordEvent } from '../record.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ works: true });
});
after(() => service.stop());

async function list(
  query: string,
  headers?: Record<string, string>,
): Promise<{ results: Event[]; count: number }> {
  const { status, body, text } = await service.api('GET', `/v1/events?${query}`, undefined, headers);
  assert.equal(status, 200, text);
  return body;
}
const types = async (query: string) => (await list(query)).results.map(({ event_type }) => event_type);

async function subscribe(email: string): Promise<string> {
  return (await service.api('POST', '/v1/subscribers', { email, type: 'regular' })).body.id;
}

/** Sends an email to all subscribers, one of whom opens and clicks. */
async function send(subject: string, reader: string): Promise<string> {
  const { body } = await service.api('POST', '/v1/emails', { subject, body: 'Hello' });
  await until(
    'it is sent',
    async () => (await service.api('GET', `/v1/emails/${body.id}`)).body.status === 'sent',
  );
  await sql`
    update deliveries
    set open_date = deliveries.status_date + interval '1 minute', click_date = deliveries.status_date + interval '2 minutes'
    from emails, subscribers
    where email_key = emails.key and subscriber_key = subscribers.key
      and emails.id = ${body.id} and subscribers.id = ${reader}`.execute(service.db);
  await sql`
    update delivery_chunks set opens = 1, clicks = 1 from emails
    where email_key = emails.key and emails.id = ${body.id}`.execute(service.db);
  return body.id;
}

test('the timelines of a subscriber and of an email are in order, with the ledger’s facts in their places', async () => {
  const ada = await subscribe('ada@example.org');
  const grace = await subscribe('grace@example.org');
  const email = await send('Timeline', ada);
  await sql`update deliveries set status = 'complained' where status = 'accepted' and open_date is null`.execute(
    service.db,
  );
  await sql`update delivery_chunks set accepted = 1, complained = 1`.execute(service.db);
  await service.api('PATCH', `/v1/subscribers/${ada}`, { notes: 'later' });
  await sql`
    update events set creation_date = now() + interval '1 hour'
    where event_type = 'subscriber.updated' and subscriber_id = ${ada}`.execute(service.db);
  const expected = ['subscriber.created', 'delivered', 'opened', 'clicked', 'subscriber.updated'];
  assert.deepEqual(await types(`subscriber_id=${ada}&ordering=creation_date`), expected);
  assert.deepEqual(await types(`subscriber_id=${ada}`), expected.toReversed());
  const ofEmail = await list(`email_id=${email}&ordering=creation_date`);
  assert.deepEqual(
    ofEmail.results.map(({ event_type }) => event_type).filter(type => !type.startsWith('email.')),
    ['delivered', 'delivered', 'opened', 'clicked'],
  );
  assert.equal(ofEmail.count, ofEmail.results.length);
  const dates = ofEmail.results.map(({ creation_date }) => creation_date);
  assert.deepEqual(dates, dates.toSorted());
  assert.deepEqual(await types(`email_id=${email}&subscriber_id=${grace}`), ['delivered']);
  const opened = (await list(`email_id=${email}&event_type=subscriber.opened`)).results;
  assert.deepEqual((await list(`email_id=${email}&event_type=opened`)).results, opened);
  const { key } = await service.db
    .selectFrom('subscribers')
    .select('key')
    .where('id', '=', ada)
    .executeTakeFirstOrThrow();
  assert.deepEqual(opened, [
    {
      id: `opened_${email}_${key}`,
      event_type: 'opened',
      creation_date: opened[0]!.creation_date,
      subscriber_id: ada,
      email_id: email,
      automation_id: null,
      metadata: {},
      subscriber: null,
      email: null,
      automation: null,
    },
  ]);
});

test('the newsletter’s list includes what recipients did, with an exact count', async () => {
  const readers = (await service.api('GET', '/v1/subscribers')).body.count;
  const before = (await list('event_type=delivered')).count;
  const linus = await subscribe('linus@example.org');
  const email = await send('Whole', linus);
  assert.equal((await list('event_type=delivered')).count, before + readers + 1);
  assert.deepEqual(
    new Set(await types('event_type=clicked,email.created')),
    new Set(['clicked', 'email.created']),
  );
  const all = await list('page_size=1000');
  assert.equal(all.count, all.results.length);
  assert.ok(
    ['delivered', 'opened', 'clicked'].every(type => all.results.some(one => one.event_type === type)),
  );
  assert.deepEqual(await types(`subscriber_id=${linus}&-event_type=opened&-event_type=subscriber.created`), [
    'clicked',
    'delivered',
  ]);
  await service.api('DELETE', `/v1/subscribers/${linus}`);
  const { results, count } = await list(`email_id=${email}&event_type=opened`);
  assert.deepEqual([count, results.map(({ subscriber_id }) => subscriber_id)], [1, [null]]);
});

test('recipients’ events name the link they followed and the program they used', async () => {
  const reader = await subscribe('links@example.org');
  const email = await send('Links', reader);
  await sql`
    insert into email_links (email_key, number, url)
    select key, 1, 'https://shop.example/' from emails where id = ${email}`.execute(service.db);
  await sql`
    insert into hits (email_key, subscriber_key, id, kind, link_number, date, method, agent, network, accept, purpose, verdict, reasons, client, rule_version)
    select email_key, subscriber_key, gen_random_uuid(), 'click', 1, click_date, 'GET', '', '', '', '', 'human', '{}', 'Firefox', 1
    from deliveries join emails on emails.key = email_key join subscribers on subscribers.key = subscriber_key
    where emails.id = ${email} and subscribers.id = ${reader}`.execute(service.db);
  const { results } = await list(`subscriber_id=${reader}&event_type=clicked`);
  assert.deepEqual(
    results.map(({ metadata }) => metadata),
    [{ url: 'https://shop.example/', client: 'Firefox' }],
  );
});

test('expand returns the objects, in the list and for one event', async () => {
  const reader = await subscribe('whole@example.org');
  const email = await send('Expanded', reader);
  const query = `subscriber_id=${reader}&event_type=opened`;
  const plain = (await service.api('GET', `/v1/events?${query}`)).body.results[0];
  assert.deepEqual([plain.subscriber, plain.email], [null, null]);
  const { body } = await service.api('GET', `/v1/events?${query}&expand=subscriber&expand=email`);
  const [event] = body.results;
  assert.deepEqual(event.subscriber, (await service.api('GET', `/v1/subscribers/${reader}`)).body);
  // The parts of an email that are not its fields are read only for a single email.
  const single = (await service.api('GET', `/v1/emails/${email}`)).body;
  assert.deepEqual(event.email, { ...single, parts: [] });
  assert.equal(event.automation, null);
  const one = (await service.api('GET', `/v1/events/${event.id}?expand=subscriber,email,automation`)).body;
  assert.deepEqual(one, event);
  assert.equal((await service.api('GET', '/v1/events?expand=email&page_size=101')).status, 400);
});

test('dates filter by every comparison that clients send', async () => {
  const reader = await subscribe('dates@example.org');
  await send('Dates', reader);
  const { results } = await list(`subscriber_id=${reader}&ordering=creation_date`);
  const date = encodeURIComponent(results[2]!.creation_date);
  const count = async (query: string) => (await list(`subscriber_id=${reader}&${query}`)).count;
  assert.equal(results.length, 4);
  assert.deepEqual(
    [
      await count(`creation_date__gt=${date}`),
      await count(`creation_date__gte=${date}`),
      await count(`creation_date__lt=${date}`),
      await count(`creation_date__lte=${date}`),
      await count(`creation_date__gte=${date}&creation_date__lte=${date}`),
      await count('creation_date__gt='),
    ],
    [1, 2, 2, 3, 1, 0],
  );
});

test('next leads through everything once, even where many things happened in the same moment', async () => {
  const headers = await service.foreignKey();
  const { key } = await service.db
    .selectFrom('newsletters')
    .select('key')
    .orderBy('key', 'desc')
    .executeTakeFirstOrThrow();
  await makeLedger(key, { emails: 5, readers: 30, moments: 7 });
  const whole = await list('page_size=1000', headers);
  assert.deepEqual([whole.count, whole.results.length], [520, 520]);
  for (const ordering of ['creation_date', '-creation_date']) {
    const met: Event[] = [];
    let path: string | null = `/v1/events?ordering=${ordering}&page_size=17`;
    while (path) {
      const { body } = await service.api('GET', path, undefined, headers);
      met.push(...body.results);
      assert.equal(body.count, 520);
      path = body.next && new URL(body.next).pathname + new URL(body.next).search;
    }
    const wanted = ordering === 'creation_date' ? whole.results.toReversed() : whole.results;
    assert.deepEqual(
      met.map(({ id }) => id),
      wanted.map(({ id }) => id),
    );
    for (const page of [1, 2, 31]) {
      const numbered = await list(`ordering=${ordering}&page_size=17&page=${page}`, headers);
      assert.deepEqual(
        numbered.results.map(({ id }) => id),
        wanted.slice((page - 1) * 17, page * 17).map(({ id }) => id),
      );
    }
  }
  for (const cursor of ['x', Buffer.from('[1]').toString('base64url'), "'"]) {
    const { status, body } = await service.api('GET', `/v1/events?cursor=${cursor}`, undefined, headers);
    assert.deepEqual([status, body.code], [400, 'request_invalid'], cursor);
  }
});

/** Sent emails with everything that can happen to them, spread over a few moments, plus a journal. */
async function makeLedger(
  newsletter_key: number,
  { emails, readers, moments }: { emails: number; readers: number; moments: number },
): Promise<void> {
  await sql`
    with email as (
      insert into emails (id, newsletter_key, subject, slug, source, email_type, status)
      select gen_random_uuid(), ${newsletter_key}, 'Made', 'made-' || n, 'api', 'public', 'sent' from generate_series(1, ${emails}::int) n
      returning key
    ), delivery as (
      insert into deliveries (email_key, subscriber_key, status, status_date, open_date, click_date)
      select email.key, n,
        (case when n % 5 = 0 then 'permanent' when n % 7 = 0 then 'complained' else 'accepted' end)::delivery_status,
        '2026-06-01'::timestamptz + (n % ${moments}::int) * interval '1 s',
        case when n % 3 > 0 then '2026-06-01'::timestamptz + (n % ${moments}::int) * interval '1 s' end,
        case when n % 3 > 0 then '2026-06-01'::timestamptz + ((n + 1) % ${moments}::int) * interval '1 s' end
      from email, generate_series(1, ${readers}::int) n
      returning *
    ), chunk as (
      insert into delivery_chunks (email_key, first_key, last_key, next_attempt_date, accepted, complained, permanent, opens, clicks)
      select email_key, 1, ${readers}::int, null, count(*) filter (where status = 'accepted'),
        count(*) filter (where status = 'complained'), count(*) filter (where status = 'permanent'), count(open_date), count(click_date)
      from delivery group by email_key
    )
    insert into events (id, newsletter_key, event_type, creation_date)
    select gen_random_uuid(), ${newsletter_key}, 'email.updated', '2026-06-01'::timestamptz + (n % ${moments}::int) * interval '1 s'
    from generate_series(1, 170) n`.execute(service.db);
}

test('pages join without gaps or repeats, facts included', async () => {
  const reader = await subscribe('paged@example.org');
  await sql`
    insert into events (id, newsletter_key, event_type, subscriber_id, creation_date)
    select gen_random_uuid(), ${service.newsletter.key}, 'subscriber.updated', ${reader}, now()
    from generate_series(1, 25)`.execute(service.db);
  for (const subject of ['Page 1', 'Page 2', 'Page 3']) await send(subject, reader);
  for (const ordering of ['creation_date', '-creation_date']) {
    const query = `subscriber_id=${reader}&ordering=${ordering}`;
    const whole = await list(query);
    assert.deepEqual([whole.count, whole.results.length], [35, 35]);
    const end = encodeURIComponent(new Date(Date.now() + 600_000).toISOString());
    const paged: Event[] = [];
    for (let page = 1; page <= 9; page += 1)
      paged.push(...(await list(`${query}&page_size=4&page=${page}&creation_date__end=${end}`)).results);
    assert.deepEqual(paged, whole.results);
  }
  assert.deepEqual((await list(`subscriber_id=${reader}&page=9`)).results, []);
});

test('every event can be found by its id, in the journal and in the ledger', async () => {
  const reader = await subscribe('found@example.org');
  await send('Found', reader);
  const { results } = await list(`subscriber_id=${reader}`);
  assert.equal(results.length, 4);
  for (const event of results)
    assert.deepEqual((await service.api('GET', `/v1/events/${event.id}`)).body, event, event.id);
  const foreign = await service.foreignKey();
  const [{ id: fact }] = results as [Event];
  for (const { id } of results)
    assert.equal((await service.api('GET', `/v1/events/${id}`, undefined, foreign)).status, 404);
  for (const id of [
    'x',
    `opened_${reader}_1`,
    fact.replace('clicked', 'bounced'),
    `${fact}_x`,
    fact.slice(8),
    `${fact}9999999999999999`,
    '__',
    "'",
  ])
    assert.equal((await service.api('GET', `/v1/events/${encodeURIComponent(id)}`)).status, 404, id);
});

test('filters select by type, object and time; an unknown value matches nothing', async () => {
  const one = await subscribe('one@example.org');
  const two = await subscribe('two@example.org');
  const automation_id = '01900000-0000-7000-8000-000000000001';
  await recordEvent(service.db, service.newsletter.key, {
    event_type: 'automation.failing',
    automation_id,
    data: { a: [1] },
  });
  const failing = await list(`automation_id=${automation_id}`);
  assert.deepEqual(
    failing.results.map(({ event_type, metadata }) => [event_type, metadata]),
    [['automation.failing', { a: [1] }]],
  );
  const both = await list(
    `event_type[]=subscriber.created&subscriber_id=${one}&subscriber_id=${two}&ordering=creation_date`,
  );
  assert.deepEqual(
    both.results.map(({ subscriber_id }) => subscriber_id),
    [one, two],
  );
  const [first, second] = both.results.map(({ creation_date }) => encodeURIComponent(creation_date));
  const pair = `subscriber_id=${one},${two}`;
  assert.ok((await list(`${pair}&creation_date__start=${first}`)).count === 2);
  assert.equal((await list(`${pair}&creation_date__end=${first}`)).count, 0);
  assert.equal((await list(`${pair}&creation_date__start=${second}&creation_date__end=${second}`)).count, 0);
  for (const query of ['event_type=x', 'subscriber_id=x', 'email_id=', `automation_id=${one}`])
    assert.deepEqual([query, (await list(query)).count], [query, 0]);
  assert.equal((await list('page_size=1', await service.foreignKey())).count, 0);
  const { status, body } = await service.api('GET', '/v1/events?ordering=event_type');
  assert.deepEqual([status, body.code], [400, 'ordering_invalid']);
});

test('reading events requires settings:read and subscribers:read', async () => {
  const { id } = (await list('page_size=1')).results[0]!;
  for (const [permissions, status] of [
    [{ settings: 'read', subscribers: 'read' }, 200],
    [{ settings: 'write' }, 403],
    [{ subscribers: 'write', emails: 'write' }, 403],
  ] as const) {
    const headers = await service.keyWith(permissions);
    assert.equal((await service.api('GET', '/v1/events', undefined, headers)).status, status);
    assert.equal((await service.api('GET', `/v1/events/${id}`, undefined, headers)).status, status);
  }
});

test('events older than the configured days are deleted, and no others', async () => {
  const headers = await service.foreignKey();
  const { key } = await service.db
    .selectFrom('newsletters')
    .select('key')
    .orderBy('key', 'desc')
    .executeTakeFirstOrThrow();
  await sql`
    insert into events (id, newsletter_key, event_type, creation_date)
    select gen_random_uuid(), ${key}, 'subscriber.updated', '2026-01-01'::timestamptz + n * interval '1 second'
    from generate_series(0, 12000) n`.execute(service.db);
  const mine = (await list('page_size=1')).count;
  const prune = () => pruneEvents(service.db, new Date('2026-01-01T03:19:00.000Z'), 5000);
  const pruned = [await prune(), await prune(), await prune(), await prune()];
  assert.deepEqual(pruned, [5000, 5000, 1940, 0], 'in batches');
  assert.deepEqual([(await list('', headers)).count, (await list('page_size=1')).count], [61, mine]);
  assert.equal(
    (await list('ordering=creation_date', headers)).results[0]!.creation_date,
    '2026-01-01T03:19:00.000Z',
  );
});
