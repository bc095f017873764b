import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { addSubscribers } from '../../testing/audience.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { recount } from './counts.ts';

const since = Date.now();
let service: TestService;
let path: string;
before(async () => {
  service = await startTestService();
  const { db, newsletter } = service;
  await addSubscribers(db, newsletter, 60);
  const { body } = await service.api('POST', '/v1/emails', { subject: 'Listed', status: 'draft' });
  path = `/v1/emails/${body.id}/deliveries`;
  // Makes chunks of ten recipients, of whom every seventh is uncertain, every eleventh temporary, and the rest accepted.
  await sql`
    insert into deliveries (email_key, subscriber_key, status, attempts, status_date, reply)
    select emails.key, s.key, case when s.n % 7 = 0 then 'uncertain' when s.n % 11 = 0 then 'temporary' else 'accepted' end::delivery_status,
      1, now(), 'said ' || s.n
    from emails, (select key, row_number() over (order by key) as n from subscribers) s`.execute(db);
  await sql`
    insert into delivery_chunks (email_key, first_key, last_key, retry_date)
    select emails.key, min(s.key), max(s.key), date_trunc('hour', now()) + interval '1 hour'
    from emails, (select key, (row_number() over (order by key) - 1) / 10 as chunk from subscribers) s
    group by emails.key, chunk`.execute(db);
  await recount(db);
});
after(() => service.stop());

const list = async (query = '', headers?: Record<string, string>) =>
  (await service.api('GET', `${path}${query}`, undefined, headers)).body;
const numbers = (page: { results: { reply: string }[] }) =>
  page.results.map(one => Number(one.reply.slice(5)));
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

test('every page has its part of the ledger in order, and the count is the total', async () => {
  assert.deepEqual(numbers(await list()), range(1, 60));
  for (const size of [1, 7, 10, 25, 60]) {
    const seen = [];
    for (let page = 1; page <= Math.ceil(60 / size); page += 1) {
      const found = await list(`?page=${page}&page_size=${size}`);
      assert.equal(found.count, 60);
      seen.push(...numbers(found));
    }
    assert.deepEqual(seen, range(1, 60), `pages of ${size}`);
  }
  assert.deepEqual(numbers(await list('?page=3&page_size=50')), []);
});

test('a filter by status pages through the matching deliveries only', async () => {
  const uncertain = range(1, 60).filter(n => n % 7 === 0);
  const temporary = range(1, 60).filter(n => n % 7 !== 0 && n % 11 === 0);
  const both = [...uncertain, ...temporary].toSorted((a, b) => a - b);
  for (const [query, wanted] of [
    ['status=uncertain', uncertain],
    ['status=uncertain,temporary', both],
    ['status=permanent', []],
    ['status=nonsense', []],
  ] as const) {
    const seen = [];
    for (let page = 1; page <= 5; page += 1) {
      const found = await list(`?${query}&page=${page}&page_size=3`);
      assert.equal(found.count, wanted.length, query);
      seen.push(...numbers(found));
    }
    assert.deepEqual(seen, wanted, query);
  }
});

test('a delivery shows its recipient, status, attempts, the server’s reply and its date', async () => {
  const [one] = (await list('?subscriber=r11@example.org')).results;
  const { id } = (await service.api('GET', '/v1/subscribers/r11@example.org')).body;
  const { status_date, retry_date, ...rest } = one;
  assert.ok(Date.parse(retry_date) > Date.now());
  assert.ok(Date.parse(status_date) > since - 60_000);
  assert.deepEqual(rest, {
    subscriber_id: id,
    email_address: 'r11@example.org',
    status: 'temporary',
    attempts: 1,
    reply: 'said 11',
    relay: null,
    open_date: null,
    click_date: null,
    unsubscription_date: null,
    complaint_date: null,
  });
  assert.equal((await list(`?subscriber=${id}`)).results[0].reply, 'said 11');
  assert.deepEqual(await list(`?subscriber=${id}&status=accepted`), {
    results: [],
    count: 0,
    next: null,
    previous: null,
  });
  assert.equal((await list('?subscriber=nobody@example.org')).count, 0);
  assert.equal((await list('?subscriber=r7@example.org')).results[0].retry_date, null);
});

test('a deleted subscriber stays in the list without a name', async () => {
  await service.api('DELETE', '/v1/subscribers/r20@example.org');
  const found = await list('?page=20&page_size=1');
  assert.deepEqual([found.count, numbers(found)], [60, [20]]);
  assert.deepEqual([found.results[0].subscriber_id, found.results[0].email_address], [null, null]);
});

test('the deliveries of another newsletter’s email or an unknown one are 404', async () => {
  const foreign = await service.foreignKey();
  assert.equal((await service.api('GET', path, undefined, foreign)).status, 404);
  const resend = `${path}/resend`;
  assert.equal((await service.api('POST', resend, { status: 'uncertain' }, foreign)).status, 404);
  assert.equal((await service.api('GET', '/v1/emails/abc/deliveries')).status, 404);
  const reading = await service.keyWith({ emails: 'read', subscribers: 'read' });
  assert.equal((await service.api('GET', path, undefined, reading)).status, 200);
  assert.equal((await service.api('POST', resend, { status: 'uncertain' }, reading)).status, 403);
});

test('only uncertain, temporary and refused deliveries of an in-flight or sent email can be sent again', async () => {
  const resend = (status?: unknown) => service.api('POST', `${path}/resend`, { status });
  for (const status of ['accepted', [], ['uncertain', 'bounced'], undefined, 1])
    assert.equal((await resend(status)).body.code, 'request_invalid', JSON.stringify(status));
  assert.equal((await resend('uncertain')).body.code, 'status_invalid');
});
