import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { listKeys } from '../accounts/key-queries.ts';
import { mailableTypes } from '../audience/subscribers/subscriber.ts';
import { findDiscrepancies } from '../delivery/ledger/counts.ts';
import { findWrongDecisions } from '../delivery/sending/verify-tests.ts';
import { findSequenceFaults } from '../sequences/verify.ts';
import { contextOf, readGiven } from '../testing/command.ts';
import { listenOnLoopback } from '../testing/free-port.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { until } from '../testing/until.ts';
import { CommandError } from './command.ts';
import { demo } from './demo.ts';
import { openClient } from './demo-client.ts';
import { inventHistory } from './demo-history.ts';

const people = 150;
let service: TestService;
before(async () => {
  service = await startTestService({ works: true });
});
after(() => service.stop());

test('if mail goes out through a mail server, nothing is made unless explicitly requested', async () => {
  await assert.rejects(
    run(),
    error => error instanceof CommandError && /invented.*--real-mail/s.test(error.message),
  );
  assert.equal((await service.api('GET', '/v1/tags')).body.count, 0);
});

test('the demo makes a year in which everything adds up, mails nobody in it, and leaves no key', async () => {
  const { db } = service;
  const said = await run('--real-mail');
  assert.match(said, /people +150\n.*emails +43\n.*scheduled +The lowest tide of the month\n/s);
  assert.deepEqual(service.sink.accepted, []);
  assert.deepEqual(await findDiscrepancies(db), []);
  const overview = (await service.api('GET', '/v1/overview')).body;
  assert.equal(overview.last_issue.subject, 'What the sea leaves on a Tuesday');
  assert.equal(overview.usual.issues, 12);
  assert.equal(overview.upcoming.filter(({ email }: { email: unknown }) => email).length, 2);
  const { rows } = await sql<{ told: object; counted: object; mailed: number; net: number }>`
    select
      (select jsonb_object_agg(reason, count) from (
        select growth_reason(event_type, data) as reason, count(*) as count from events group by 1
      ) told where reason is not null) as told,
      (select jsonb_object_agg(reason, count) from (
        select reason, sum(count) as count from growth group by 1
      ) counted) as counted,
      (select count(*) from subscribers
        where type = any(${[...mailableTypes]}::subscriber_type[]) and mail_state = 'subscribed') as mailed,
      (select sum(case when reason in ('signed_up', 'imported', 'added', 'returned') then count else -count end) from growth)
        as net`.execute(db);
  const { told, counted, mailed, net } = rows[0]!;
  assert.deepEqual(counted, told, 'growth is what the journal says');
  assert.equal(net, mailed, 'and leads to those who get mail');
  const key = (await listKeys(db)).find(({ name }) => name === 'demo');
  assert.ok(key?.revocation_date);
});

test('the demo’s A/B tests are decided from its own deliveries and clicks, as the service would decide them', async () => {
  const { db } = service;
  assert.deepEqual(await findWrongDecisions(db), []);
  const { rows } = await sql<{ id: string; counted: object; figures: object }>`
    select emails.id, figures, (
      select jsonb_agg(jsonb_build_object('people', people, 'acted', acted) order by part) from (
        select part, count(*) as people, count(*) filter (where click_date <= decide_date) as acted from deliveries
        where deliveries.email_key = ab_tests.email_key and status in ('accepted', 'complained')
          and part <= jsonb_array_length(ab_test -> 'variants') + 1 group by part
      ) asked
    ) as counted
    from ab_tests join emails on emails.key = email_key`.execute(db);
  assert.equal(rows.length, 2);
  for (const { id, counted, figures } of rows) {
    assert.deepEqual(figures, counted);
    const { state, variants, rest } = (await service.api('GET', `/v1/emails/${id}/ab-test`)).body;
    assert.ok(['winner', 'undecided'].includes(state) && rest > 0);
    assert.ok(variants.every(({ people }: { people: number }) => people > 0));
  }
});

test('in a whole demo, one test finds a winner, and the other finds nothing', () => {
  const wish = {
    now: new Date('2026-11-22T12:00:00Z'),
    count: 1500,
    username: 'x',
    log: 'http://localhost/log',
  };
  const { ab_tests } = inventHistory(wish);
  const found = (ab_tests as { decision: string; winner: number }[]).map(one => [one.decision, one.winner]);
  assert.deepEqual(found, [
    ['undecided', 1],
    ['winner', 2],
  ]);
});

test('the demo’s feed is that of a second newsletter, and every post in it is one that the year knows', async () => {
  const { results } = (await service.api('GET', '/v1/automations')).body;
  const path = `/v1/automations/${results.find(({ kind }: { kind: string }) => kind === 'feed').id}`;
  const [fetched] = await until('the feed has been read', async () => {
    const fetches = (await service.api('GET', `${path}/fetches`)).body.results;
    return fetches.length > 0 && fetches;
  });
  assert.deepEqual([fetched.result, fetched.reason, fetched.new_count], ['fetched', '', 0]);
  const { feeds } = (await service.api('GET', path)).body;
  assert.equal(feeds[0].url, `${service.url}/tide-log/rss`);
  const items = (await service.api('GET', `${path}/items?page_size=100`)).body;
  const counts = Map.groupBy(items.results, ({ status }: { status: string }) => status);
  assert.deepEqual([items.count, counts.get('held')?.length], [63, 3]);
});

test('every number of the demo’s welcome sequence is a count of runs, steps and the ledger', async () => {
  const { db } = service;
  assert.deepEqual(await findSequenceFaults(db), []);
  const { results } = (await service.api('GET', '/v1/automations')).body;
  const { id, counts, status } = results.find(({ kind }: { kind: string }) => kind === 'event');
  assert.equal(status, 'active');
  const figures = (await service.api('GET', `/v1/automations/${id}/analytics`)).body;
  const { rows } = await sql<Record<string, number>>`
    select count(*) as entered, count(*) filter (where status = 'waiting') as waiting, count(*) filter (where status = 'held') as held,
      count(*) filter (where status = 'held' and reason = 'late') as late, count(*) filter (where status = 'done') as done,
      count(*) filter (where status = 'left') as left, count(*) filter (where status = 'failed') as failed
    from sequence_runs`.execute(db);
  const expected: Record<string, number> = rows[0]!;
  assert.deepEqual({ ...counts }, expected);
  for (const name of ['entered', 'waiting', 'done', 'left']) assert.ok(counts[name] > 0, name);
  assert.deepEqual([counts.held, counts.failed], [0, 0]);
  const steps = await sql<Record<string, number>>`
    select place - 1 as at,
      (select count(*) from sequence_runs where status = 'waiting' and step = place - 1) as waiting,
      (select count(*) from sequence_runs where status = 'left' and step = place - 1) as left,
      (select count(*) from sequence_steps where step_id::text = step ->> 'id' and result = 'done') as done,
      count(deliveries) as recipients,
      count(deliveries) filter (where deliveries.status in ('accepted', 'complained')) as deliveries,
      count(distinct subscriber_key) filter (where exists (
        select from hits where hits.email_key = deliveries.email_key and hits.subscriber_key = deliveries.subscriber_key
          and kind = 'click' and verdict = 'human')) as clicks
    from sequence_editions, jsonb_array_elements(steps) with ordinality as written (step, place)
    join emails on emails.id::text = step ->> 'email_id' left join deliveries on email_key = emails.key
    group by place, step order by place`.execute(db);
  assert.deepEqual(
    figures.steps.map((step: Record<string, number> & { mail: Record<string, number> }, at: number) => ({
      at,
      waiting: step.waiting,
      left: step.left,
      done: step.done,
      recipients: step.mail.recipients,
      deliveries: step.mail.deliveries,
      clicks: step.mail.clicks,
    })),
    steps.rows,
  );
  for (const { done, recipients, clicks } of steps.rows) {
    assert.equal(done, recipients);
    assert.ok(clicks! > 0);
  }
});

test('the record of what people did in the year is complete and consistent', async () => {
  const { rows } = await sql<{ name: string; count: number }>`
    select 'opened without a hit' as name, count(*) as count from deliveries d where open_date is not null and not exists (
      select from hits where hits.email_key = d.email_key and hits.subscriber_key = d.subscriber_key and verdict <> 'machine')
    union all
    select 'left without a date', count(*) from subscribers where type = 'unsubscribed' and unsubscription_date is null
    union all
    select 'mailed after they left', count(*) from deliveries d
      join subscribers on subscribers.key = subscriber_key and type = 'unsubscribed'
      where d.status_date > subscribers.unsubscription_date
    union all
    select 'bounced and still mailed', count(*) from deliveries d join subscribers on subscribers.key = subscriber_key
      where d.status = 'bounced' and type <> 'undeliverable'
    union all
    select 'in the future', (select count(*) from events where creation_date > now()) + (select count(*) from hits where date > now())`.execute(
    service.db,
  );
  assert.deepEqual(
    rows.filter(({ count }) => count > 0),
    [],
  );
});

test('the year is the same for the same day', () => {
  const wish = {
    now: new Date('2026-11-22T12:00:00Z'),
    count: 60,
    username: 'x',
    log: 'http://localhost:8080/tide-log',
  };
  assert.deepEqual(inventHistory(wish), inventHistory(wish));
});

test('a second run finds everything in place', async () => {
  const { count } = (await service.api('GET', '/v1/emails')).body;
  assert.match(await run('--real-mail'), /already there; nothing was changed/);
  assert.equal((await service.api('GET', '/v1/emails')).body.count, count);
});

test('a newsletter that has other content is left alone', async () => {
  const headers = await service.foreignKey();
  await service.api('POST', '/v1/tags', { name: 'mine' }, headers);
  const key = headers.authorization!.replace('Token ', '');
  await assert.rejects(
    run('--real-mail', '--key', key),
    error => error instanceof CommandError && /has tags.*empty newsletter.*--key/.test(error.message),
  );
});

test('a missing service, another service, and a wrong key or address are each reported with advice', async () => {
  const stranger = createServer((_, answer) => answer.end('<p>hello</p>'));
  const url = `http://127.0.0.1:${await listenOnLoopback(stranger)}`;
  const refused = (args: string[], message: RegExp) =>
    assert.rejects(run(...args), error => error instanceof CommandError && message.test(error.message));
  await refused(['--url', url], /not Postrider.*--url/);
  await new Promise(resolve => stranger.close(resolve));
  await refused(['--url', url], /Nothing answers at .*ECONNREFUSED.*npm start.*--url/);
  await refused(['--url', 'localhost:8080'], /--url: use an address such as/);
  await refused(['--key', 'wrong'], /refused the key: /);
});

test('a request over the rate limit is repeated after the time that the service gives', async () => {
  const strict = await startTestService({ env: { RATE_LIMIT: '1' } });
  const waited: number[] = [];
  const { secret } = { secret: (await strict.keyWith({})).authorization!.replace('Token ', '') };
  const client = openClient(strict.url, secret, async seconds => {
    waited.push(seconds);
    if (waited.length === 2) throw new Error('patient enough');
  });
  await client.must('GET', '/v1/ping');
  await assert.rejects(client.must('GET', '/v1/ping'), { message: 'patient enough' });
  await strict.stop();
  assert.ok(waited.length === 2 && waited.every(seconds => seconds > 1 && seconds <= 60), String(waited));
});

async function run(...args: string[]): Promise<string> {
  const lines: string[] = [];
  const url = args.includes('--url') ? [] : ['--url', service.url];
  const { values } = readGiven(['demo', ...url, ...args]);
  await demo(contextOf(service), values, line => lines.push(line), people);
  return lines.join('\n');
}
