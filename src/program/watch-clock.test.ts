import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { continueFeedsAfterSetBack } from '../automations/schedule/set-back.ts';
import { continueTurnsAfterSetBack } from '../emails/in-flight.ts';
import { requestLetter, scheduleLetters } from '../letters/request.ts';
import { connectDatabase } from '../platform/database/connect.ts';
import { createLog } from '../platform/log.ts';
import { runDueSteps } from '../platform/rounds/cleaning.ts';
import { createTestDatabase } from '../testing/database.ts';
import { openFeedServer, rss } from '../testing/feed-server.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { until } from '../testing/until.ts';
import { continueWebhooksAfterSetBack } from '../webhooks/set-back.ts';
import { watchClock } from './watch-clock.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const now = new Date();
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString();
const minutesUntil = (date: string | null) =>
  date === null ? null : Math.round((Date.parse(date) - now.getTime()) / 60_000);

test('after the clock was set back by hours, webhooks are called, and no endpoint is left alone for hours', async () => {
  const { api, db } = service;
  await api('POST', '/v1/webhooks', { url: 'https://example.org/hook' });
  for (const name of ['ada', 'bo', 'cy'])
    await api('POST', '/v1/subscribers', { email_address: `${name}@example.org`, type: 'regular' });
  const deliveries = async () => {
    const rows = await db
      .selectFrom('webhook_deliveries')
      .select(['next_attempt_date'])
      .orderBy('event_key')
      .execute();
    return rows.map(row => minutesUntil(row.next_attempt_date));
  };
  assert.equal(await continueWebhooksAfterSetBack(db, new Date()), 0, 'usually there is nothing to do');
  const keys = (
    await db.selectFrom('webhook_deliveries').select('event_key').orderBy('event_key').execute()
  ).map(row => row.event_key);
  const set = (at: number, changes: { attempts: number; lease: string | null; next_attempt_date: string }) =>
    db.updateTable('webhook_deliveries').set(changes).where('event_key', '=', keys[at]!).execute();
  await set(0, { attempts: 0, lease: null, next_attempt_date: inMinutes(240) });
  await set(1, {
    attempts: 0,
    lease: '01900000-0000-7000-8000-000000000001',
    next_attempt_date: inMinutes(240),
  });
  await set(2, { attempts: 3, lease: null, next_attempt_date: inMinutes(30) });
  await db
    .updateTable('webhooks')
    .set({ busy_until: inMinutes(3000) })
    .execute();
  assert.equal(await continueWebhooksAfterSetBack(db, now), 2);
  assert.deepEqual(
    (await deliveries()).slice(0, 3),
    [0, 0, 30],
    'what is to be tried again in half an hour waits',
  );
  const { busy_until } = await db.selectFrom('webhooks').select('busy_until').executeTakeFirstOrThrow();
  assert.equal(busy_until, null);
});

test('after the clock was set back, feeds are read again after their usual pause, and digests are due at their next date', async () => {
  const { api, db } = service;
  await using closing = new AsyncDisposableStack();
  const feeds = await openFeedServer();
  closing.defer(() => feeds.close());
  feeds.put('/feed.xml', rss([]));
  const made = await api('POST', '/v1/automations', {
    name: 'daily',
    url: `${feeds.url}/feed.xml`,
    behavior: 'draft',
    subject: 'News',
    body: 'Hi',
    cadence: 'daily',
    cadence_metadata: { time: '09:00' },
  });
  assert.equal(made.status, 201, made.text);
  await db
    .updateTable('feeds')
    .set({ last_checked_date: inMinutes(240), next_poll_date: inMinutes(270) })
    .execute();
  await db
    .updateTable('automations')
    .set({ last_run_date: inMinutes(9000), due_date: inMinutes(9500) })
    .execute();
  assert.equal(await continueFeedsAfterSetBack(db, now), 2);
  const feed = await db.selectFrom('feeds').selectAll().executeTakeFirstOrThrow();
  assert.deepEqual([minutesUntil(feed.last_checked_date), minutesUntil(feed.next_poll_date)], [0, 30]);
  const { due_date } = await db.selectFrom('automations').select('due_date').executeTakeFirstOrThrow();
  const minutes = minutesUntil(due_date)!;
  assert.ok(minutes >= 0 && minutes <= 24 * 60, String(minutes));
  assert.equal(await continueFeedsAfterSetBack(db, now), 0);
});

test('after the clock was set back, an email whose turn is hours away gets it now, and one at a slow rate keeps its turn', async () => {
  const { api, db, newsletter } = service;
  const ids = [];
  for (const subject of ['far', 'slow'])
    ids.push((await api('POST', '/v1/emails', { subject, body: 'Hi', status: 'draft' })).body.id as string);
  await sql`update newsletters set sending_rate = 0.01 where key = ${newsletter.key}`.execute(db);
  const set = (id: string, minutes: number) =>
    sql`update emails set status = 'in_flight', turn_date = now() + make_interval(mins => ${minutes}) where id = ${id}`.execute(
      db,
    );
  await set(ids[0]!, 60);
  await set(ids[1]!, 2);
  assert.equal(await continueTurnsAfterSetBack(db), 1);
  const { rows } = await sql<{ waits: boolean }>`
    select turn_date is not null as waits from emails where id = any(${ids}::uuid[]) order by key`.execute(
    db,
  );
  assert.deepEqual(
    rows.map(({ waits }) => waits),
    [false, true],
  );
});

test('after the clock was set back, a cleaning step runs that is due later than it ever can be', async () => {
  const { db } = service;
  let runs = 0;
  const step = {
    name: 'a step',
    every_minutes: 60,
    kept_hours: 1,
    async remove() {
      runs += 1;
      return 0;
    },
  };
  const context = { db, clock: () => new Date(), log: createLog('silent') };
  await runDueSteps(context, [step]);
  await runDueSteps(context, [step]);
  assert.equal(runs, 1);
  await sql`update cleanings set due_date = now() + interval '70 years' where name = 'a step'`.execute(db);
  await runDueSteps(context, [step]);
  assert.equal(runs, 2);
});

test('work that waits because the clock was ahead continues at the start, and once the clock is set back', async () => {
  await using opened = new AsyncDisposableStack();
  const database = await createTestDatabase();
  opened.defer(() => database.drop());
  const db = connectDatabase(database.url, { size: 2, on_error: assert.fail });
  opened.defer(() => db.destroy());
  await requestLetter(db, 'mail_welcome', 'one');
  const date = new Date(Date.now() + 40 * 86_400_000).toISOString();
  await scheduleLetters(db, 'mail_ending', [{ subject: 'one', date }]);
  const putAhead = () =>
    sql`update letters set creation_date = now() + interval '1 hour', work_date = now() + interval '1 hour'
      where kind = 'mail_welcome'`.execute(db);
  const isDue = async () =>
    (await sql`select from letters where work_date <= now()`.execute(db)).rows.length > 0;

  await putAhead();
  let ahead_ms = 3_600_000;
  const watching = watchClock({ db, clock: () => new Date(Date.now() + ahead_ms), log: createLog('silent') });
  opened.defer(() => watching.stop());
  await until('it continues at the start', isDue);
  await putAhead();
  ahead_ms = 0;
  await until('it continues when the clock is set back', isDue);
  const { rows } = await sql<{
    work_date: string;
  }>`select work_date from letters where kind = 'mail_ending'`.execute(db);
  assert.equal(Date.parse(rows[0]!.work_date), Date.parse(date), 'what waits for a date of its own keeps it');
});
