import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { addSubscribers } from '../../testing/audience.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { recount } from './counts.ts';

let service: TestService;
let id: string;
let path: string;

type Row = {
  key: number;
  email_address: string | null;
  type: string | null;
  /** The position by address, in the order of the database's language. */
  place: number;
  status: string;
  reply: string | null;
  attempts: number;
  status_date: string | null;
  open_date: string | null;
  click_date: string | null;
  unsubscription_date: string | null;
  complaint_date: string | null;
};
/** The ledger, read in one plain statement and counted here. */
let ledger: Row[];

const replies = [
  '550 5.1.1 <{}>: Recipient address rejected: User unknown in table 4711-{}',
  '550 5.7.26 Unauthenticated email from example.org is not accepted due to domain DMARC policy',
  '452 4.2.2 The mailbox of {} is full',
];

before(async () => {
  service = await startTestService();
  const { db, newsletter } = service;
  await addSubscribers(db, newsletter, 400);
  const { body } = await service.api('POST', '/v1/emails', { subject: 'Report', status: 'draft' });
  id = body.id;
  path = `/v1/emails/${id}`;
  await sql`update emails set status = 'sent', publish_date = now() - interval '1 day' where id = ${id}`.execute(
    db,
  );
  await sql`
    update subscribers set email_address = 'r' || key || case key % 3 when 0 then '@one.example' when 1 then '@two.example' else '@three.example' end,
      normal_address = 'r' || key || case key % 3 when 0 then '@one.example' when 1 then '@two.example' else '@three.example' end`.execute(
    db,
  );
  await sql`
    insert into deliveries (email_key, subscriber_key, status, attempts, status_date, reply, bounce_kind)
    select emails.key, s.key, fate::delivery_status, n % 3,
      case when fate <> 'planned' then now() - n * interval '1 minute' end,
      replace((${replies}::text[])[1 + n % 3], '{}', s.email_address), case when fate = 'bounced' then 'hard' end::bounce_kind
    from emails, (
      select key, email_address, n, (array['accepted', 'accepted', 'accepted', 'temporary', 'permanent', 'uncertain', 'skipped', 'bounced', 'complained', 'planned'])[1 + n % 10] as fate
      from (select key, email_address, (row_number() over (order by key))::int as n from subscribers) numbered
    ) s
    where emails.id = ${id}`.execute(db);
  await sql`
    update deliveries set open_date = now() - (subscriber_key % 7) * interval '1 hour',
      click_date = case when subscriber_key % 4 = 0 then now() - (subscriber_key % 5) * interval '1 hour' end,
      unsubscription_date = case when subscriber_key % 20 = 0 then now() end
    where status = 'accepted' and subscriber_key % 2 = 0`.execute(db);
  await sql`update deliveries set complaint_date = now() where status = 'complained'`.execute(db);
  // This delivery is sent again by hand: planned once more, with the date of the first attempt.
  await sql`
    update deliveries set status_date = now() where status = 'planned' and subscriber_key % 20 = 0`.execute(
    db,
  );
  await sql`
    update subscribers set type = 'undeliverable', mail_state = 'undeliverable'
    from deliveries where subscriber_key = subscribers.key and status = 'permanent' and key % 3 = 0`.execute(
    db,
  );
  await sql`
    update subscribers set type = 'unsubscribed', mail_state = 'unsubscribed', unsubscription_reason = 'Too many, said ' || key
    from deliveries where subscriber_key = subscribers.key and deliveries.unsubscription_date is not null`.execute(
    db,
  );
  await sql`
    insert into delivery_chunks (email_key, first_key, last_key, first_pass_done, next_attempt_date)
    select emails.key, min(s.key), max(s.key), true, null
    from emails, (select key, (row_number() over (order by key) - 1) / 50 as chunk from subscribers) s
    where emails.id = ${id} group by emails.key, chunk`.execute(db);
  await sql`
    insert into hits (email_key, subscriber_key, id, kind, link_number, date, seconds_after, method, agent, network, accept,
      purpose, verdict, reasons, client, rule_version)
    select email_key, subscriber_key, gen_random_uuid(), kind, case when kind = 'click' then 1 end, now() - n * interval '50 minutes', 5, 'GET', 'x', '192.0.2.0/24',
      '', '', (case when n % 2 = 0 then 'machine' else 'human' end)::hit_verdict, '{}', 'x', 1
    from deliveries, generate_series(1, 3) n, unnest(array['open', 'click']::hit_kind[]) kind
    where open_date is not null`.execute(db);
  await sql`delete from subscribers where key in (select max(subscriber_key) from deliveries where status in ('permanent', 'accepted') group by status)`.execute(
    db,
  );
  await recount(db);
  const { rows } = await sql<Row>`
    select subscriber_key as key, email_address, type, row_number() over (order by normal_address) as place, status, reply, attempts, status_date, open_date, click_date,
      deliveries.unsubscription_date, complaint_date
    from deliveries left join subscribers on subscribers.key = subscriber_key`.execute(db);
  ledger = rows;
});
after(() => service.stop());

const get = async (at: string, headers?: Record<string, string>) => {
  const answer = await service.api('GET', `${path}${at}`, undefined, headers);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const count = (...statuses: string[]) => ledger.filter(({ status }) => statuses.includes(status)).length;
const sum = (rows: Record<string, number>[], name: string) =>
  rows.reduce((total, row) => total + row[name]!, 0);

test('every number of the report is the one that counting the ledger gives', async () => {
  const analytics = await get('/analytics');
  assert.equal(analytics.recipients, ledger.length - count('skipped'));
  assert.equal(analytics.deliveries, count('accepted', 'complained'));
  const refusals = (await get('/analytics/refusals')).results;
  assert.equal(sum(refusals, 'recipients'), analytics.temporary_failures + analytics.permanent_failures);
  for (const status of ['temporary', 'permanent', 'bounced'])
    assert.equal(sum(refusals, status), count(status), status);
  const unsubscriptions = await get('/analytics/unsubscriptions');
  assert.equal((await get('/analytics/unsubscriptions?page=9')).count, unsubscriptions.count);
  assert.equal(unsubscriptions.count, analytics.unsubscriptions);
  assert.equal(unsubscriptions.count, ledger.filter(row => row.unsubscription_date !== null).length);
  const timeline = (await get('/analytics/timeline?by=hour&raw=true')).results;
  assert.deepEqual([sum(timeline, 'opens'), sum(timeline, 'clicks')], [analytics.opens, analytics.clicks]);
  const { raw } = await get('/analytics?raw=true');
  assert.deepEqual([sum(timeline, 'raw_opens'), sum(timeline, 'raw_clicks')], [raw.opens, raw.clicks]);
  assert.ok(!('raw_opens' in (await get('/analytics/timeline?by=hour')).results[0]));
  const { domains, others } = await get('/progress/domains');
  const progress = await get('/progress');
  for (const status of [
    'recipients',
    'planned',
    'accepted',
    'temporary',
    'permanent',
    'uncertain',
    'bounced',
    'complained',
  ])
    assert.equal(sum(domains, status), progress[status], status);
  assert.equal(others, 0);
  const one = domains.find(({ domain }: { domain: string }) => domain === 'one.example');
  const own = ledger.filter(row => row.email_address?.endsWith('@one.example') && row.status !== 'skipped');
  assert.equal(one.recipients, own.length);
});

test('refusals show their meaning and the remedy, and no address', async () => {
  const body = await get('/analytics/refusals');
  assert.ok(body.results.length >= 3 && body.results.length < 12, JSON.stringify(body.results));
  const kinds = new Set(body.results.map(({ kind }: { kind: string }) => kind));
  assert.deepEqual([...kinds].toSorted(), ['hard', 'policy', 'soft']);
  const policy = body.results.find(({ kind }: { kind: string }) => kind === 'policy');
  assert.match(policy.reason, /SPF, DKIM, DMARC/);
  assert.match(policy.advice, /sender check/);
  assert.doesNotMatch(JSON.stringify(body), /@/);
});

test('unsubscriptions are shown with their words to callers who may see people', async () => {
  const { results } = await get('/analytics/unsubscriptions?page_size=1000');
  const named = results.filter(
    ({ subscriber_id }: { subscriber_id: string | null }) => subscriber_id !== null,
  );
  assert.ok(named.length > 0);
  for (const { email_address, reason } of named)
    assert.equal(reason, `Too many, said ${/^r(\d+)@/.exec(email_address)?.[1]}`);
  const viewer = await service.keyWith({ emails: 'read' });
  const status = async (at: string) => (await service.api('GET', `${path}${at}`, undefined, viewer)).status;
  assert.equal(await status('/analytics/unsubscriptions'), 403);
  assert.equal(await status('/deliveries?search=r'), 403);
  assert.equal(await status('/deliveries/export'), 403);
  assert.equal(await status('/analytics/refusals'), 200);
  assert.equal(await status('/progress/domains'), 200);
});

const orders: Record<string, (row: Row) => string | number | null> = {
  email_address: row => row.email_address && row.place,
  status_date: row => row.status_date,
  open_date: row => row.open_date,
  click_date: row => row.click_date,
  attempts: row => row.attempts,
};

/** Returns all pages, by following `next`. */
async function follow(query: string): Promise<{ email_address: string | null }[]> {
  const all: { email_address: string | null }[] = [];
  let next: string | null = `http://x/deliveries?${query}`;
  for (let pages = 0; next !== null; pages += 1) {
    assert.ok(pages < 200);
    const page: { results: []; next: string | null; count: number } = await get(
      `/deliveries?${new URL(next).searchParams}`,
    );
    all.push(...page.results);
    if (page.next === null) assert.equal(all.length, page.count);
    next = page.next;
  }
  return all;
}

const inOrder: [query: string, passes: (row: Row) => boolean][] = [
  ['', () => true],
  ['&status=accepted,permanent,planned', row => ['accepted', 'permanent', 'planned'].includes(row.status)],
  ['&opened=false', row => row.open_date === null],
  ['&domain=two.example', row => row.email_address?.endsWith('@two.example') ?? false],
];

test('the table is in the requested order on every page, with people without a value last', async () => {
  for (const [query, passes] of inOrder)
    for (const [name, value] of Object.entries(orders)) await checkOrder(query, passes, name, value);
});

async function checkOrder(
  query: string,
  passes: (row: Row) => boolean,
  name: string,
  value: (row: Row) => string | number | null,
): Promise<void> {
  for (const direction of [1, -1]) {
    const expected = ledger.filter(passes).toSorted((one, other) => {
      const [a, b] = [value(one), value(other)];
      if (a === b) return one.key - other.key;
      if (a === null || b === null) return a === null ? 1 : -1;
      return (a < b ? -1 : 1) * direction;
    });
    const ordering = `ordering=${direction === 1 ? name : `-${name}`}${query}&page_size=37`;
    const addresses = expected.map(({ email_address }) => email_address);
    const found = await follow(ordering);
    assert.deepEqual(
      found.map(({ email_address }) => email_address),
      addresses,
      ordering,
    );
    // Pages by number are tried, too: one in the middle, the last one, and one after it.
    for (const page of [3, Math.ceil(expected.length / 37), 40]) {
      const { results, count } = await get(`/deliveries?${ordering}&page=${page}`);
      assert.equal(count, expected.length);
      assert.deepEqual(
        results.map(({ email_address }: { email_address: string }) => email_address),
        addresses.slice((page - 1) * 37, page * 37),
        `${ordering}, page ${page}`,
      );
    }
  }
}

const isResendable = ({ status, type }: Row) =>
  ['uncertain', 'temporary'].includes(status) || (status === 'permanent' && type === 'regular');

test('the table can be filtered, with the same result as the ledger', async () => {
  const cases: [string, (row: Row) => boolean][] = [
    ['search=7@TWO', row => row.email_address?.includes('7@two') ?? false],
    ['domain=One.example', row => row.email_address?.endsWith('@one.example') ?? false],
    ['opened=true', row => row.open_date !== null],
    ['opened=false&status=accepted', row => row.open_date === null && row.status === 'accepted'],
    [
      'clicked=1&domain=three.example',
      row => row.click_date !== null && !!row.email_address?.endsWith('@three.example'),
    ],
    ['unsubscribed=true', row => row.unsubscription_date !== null],
    ['complained=true', row => row.complaint_date !== null],
    ['resendable=true', isResendable],
    ['resendable=false', row => !isResendable(row)],
    ['resendable=true&status=permanent', row => row.status === 'permanent' && row.type === 'regular'],
    ['search=%25', () => false],
    ['search=', () => false],
    ['opened=', () => false],
    ['status=nonsense&opened=true', () => false],
  ];
  for (const [query, passes] of cases) {
    const wanted = ledger.filter(passes).map(({ key }) => key);
    const found = await follow(`${query}&ordering=-attempts&page_size=1000`);
    assert.equal(found.length, wanted.length, query);
    const addresses = new Set(found.map(({ email_address }) => email_address));
    const expected = new Set(ledger.filter(passes).map(({ email_address }) => email_address));
    assert.deepEqual([...addresses].toSorted(), [...expected].toSorted(), query);
    const lines = (await service.api('GET', `${path}/deliveries/export?${query}`)).text.trim().split('\r\n');
    assert.equal(lines.length - 1, wanted.length, `CSV ${query}`);
  }
});

test('the CSV has every column, in the order of sending, and no formula', async () => {
  await sql`update deliveries set reply = '=cmd()' where subscriber_key = ${ledger[0]!.key}`.execute(
    service.db,
  );
  const answer = await service.api('GET', `${path}/deliveries/export`);
  assert.match(answer.headers.get('content-type')!, /^text\/csv/);
  assert.equal(
    answer.headers.get('content-disposition'),
    `attachment; filename="report-recipients.csv"; filename*=UTF-8''report-recipients.csv`,
  );
  const [head, ...lines] = answer.text.trim().split('\r\n');
  assert.match(head!, /^subscriber_id,email_address,status,attempts,reply,/);
  assert.equal(lines.length, ledger.length);
  assert.match(answer.text, /,'=cmd\(\),/);
  const { results } = (await service.api('GET', '/v1/audit_log?action=deliveries.exported')).body;
  assert.equal(results[0].object_id, id);
  await service.api('PATCH', `/v1/emails/${id}`, { slug: 'お知らせ' });
  const named = (await service.api('GET', `${path}/deliveries/export`)).headers.get('content-disposition')!;
  assert.equal(
    named,
    `attachment; filename="____-recipients.csv"; filename*=UTF-8''${encodeURIComponent('お知らせ')}-recipients.csv`,
  );
});

test('bad input is refused with its code or field', async () => {
  const refused = async (query: string) => (await service.api('GET', `${path}/deliveries?${query}`)).body;
  assert.equal((await refused('ordering=name')).code, 'ordering_invalid');
  const forge = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  for (const cursor of [
    'x',
    '',
    forge(['attempts asc', 1e9, 1, 1]),
    forge(['open_date asc', 'yesterday', 1, 1]),
    forge(['open_date desc', null, 1, 1]),
    forge(['email_address asc', "'); drop table deliveries; --\u0000", 1, 1]),
    forge({}),
  ]) {
    const { code, detail } = await refused(
      `ordering=${cursor.includes('x') ? 'attempts' : 'open_date'}&cursor=${cursor}`,
    );
    assert.deepEqual([code, /^cursor/.test(detail)], ['request_invalid', true], cursor);
  }
  assert.equal((await refused('opened=maybe')).code, 'request_invalid');
});
