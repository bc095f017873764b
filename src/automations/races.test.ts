import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { connectDatabase, type Database } from '../platform/database/connect.ts';
import { holdTransaction, untilBlocked } from '../testing/barriers.ts';
import { post, rss } from '../testing/feed-server.ts';
import { type FeedStage, openFeedStage } from '../testing/feed-stage.ts';
import { pollFeed } from './feeds/poll.ts';
import { type PollerContext, pollRound, runRound } from './poller.ts';

let stage: FeedStage;
let other_db: Database;
let other: PollerContext;
let path: string;
let count = 0;
before(async () => {
  stage = await openFeedStage();
  other_db = connectDatabase(stage.service.database_url, { size: 10, on_error: () => {} });
  other = { ...stage.context, db: other_db };
});
after(async () => {
  await other_db.destroy();
  await stage.close();
});
beforeEach(async () => {
  await stage.service.db.updateTable('feeds').set({ next_poll_date: null }).execute();
  count += 1;
  path = `/feed-${count}.xml`;
  stage.feeds.put(path, rss([post('old')]));
});

const publish = (...names: string[]) => stage.feeds.put(path, rss([...names.map(post), post('old')]));
const weekly = {
  cadence: 'weekly',
  cadence_metadata: { weekday: 'monday', time: '9' },
  body: '{% for item in items %}<p>{{ item.title }}</p>{% endfor %}',
};
const feedRow = () => stage.feed(path);

test('two workers that poll and run together make one email of each item', async () => {
  const automations = [await stage.follow(path), await stage.follow(path), await stage.follow(path)];
  const names = Array.from({ length: 9 }, (_, at) => `n${at}`);
  publish(...names);
  stage.pass(60);
  const before = stage.feeds.requests.length;
  await Promise.all([pollRound(stage.context), pollRound(other), pollRound(stage.context), pollRound(other)]);
  assert.equal(stage.feeds.requests.length, before + 1, 'the feed is fetched once');
  await Promise.all([runRound(stage.context), runRound(other), runRound(other), runRound(stage.context)]);
  for (const { id } of automations) assert.deepEqual((await stage.subjects(id)).toSorted(), names);
});

test('a feed processed twice at the same time is processed once', async () => {
  const { id } = await stage.follow(path);
  publish('a', 'b');
  const feed = await feedRow();
  await Promise.all([pollFeed(stage.context, feed), pollFeed(other, feed), pollFeed(other, feed)]);
  await runRound(other);
  assert.deepEqual((await stage.subjects(id)).toSorted(), ['a', 'b']);
});

test('a digest that two workers find due is made once, and items that arrive meanwhile go into the next', async () => {
  const { id } = await stage.follow(path, weekly);
  publish('first');
  stage.pass(60);
  await stage.round();
  stage.pass(7 * 24 * 60);
  const { key } = await stage.service.db
    .selectFrom('automations')
    .select('key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const lock = (trx: Database) => sql`select from automations where key = ${key} for update`.execute(trx);
  await using held = await holdTransaction(stage.service.db, lock);
  publish('late', 'first');
  const polling = pollFeed(other, await feedRow());
  await untilBlocked(stage.service.db);
  assert.equal(await runRound(other), 0, 'a locked automation is left to its holder');
  await held.release();
  await Promise.all([polling, runRound(stage.context), runRound(other)]);
  await Promise.all([runRound(stage.context), runRound(other)]);
  stage.pass(7 * 24 * 60);
  await Promise.all([runRound(stage.context), runRound(other)]);
  stage.pass(7 * 24 * 60);
  await runRound(other);
  const rows = await stage.service.db
    .selectFrom('emails')
    .select('body')
    .where('automation_id', '=', id)
    .execute();
  const all = rows.map(row => row.body).join();
  for (const name of ['first', 'late'])
    assert.equal(all.split(`<p>${name}</p>`).length, 2, `${name}: ${all}`);
});

test('an interrupted run leaves nothing behind and is then done once', async () => {
  const { id } = await stage.follow(path);
  publish('new');
  stage.pass(60);
  await pollRound(stage.context);
  // The backend of the run is terminated when it is about to write the email.
  await using held = await holdTransaction(stage.service.db, trx =>
    sql`lock table emails in exclusive mode`.execute(trx),
  );
  const cut = runRound(other);
  await untilBlocked(stage.service.db);
  const { rows } = await sql<{ ended: boolean }>`
    select pg_terminate_backend(pid) as ended from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(stage.service.db);
  assert.equal(rows.length, 1);
  await cut.catch(() => {});
  await held.release();
  assert.deepEqual(await stage.items(id), [
    ['old', 'irrelevant'],
    ['new', 'queued'],
  ]);
  stage.pass(10);
  await Promise.all([runRound(stage.context), runRound(other)]);
  assert.deepEqual(await stage.subjects(id), ['new']);
});

test('a slow server delays only its own feed', async () => {
  const held = Promise.withResolvers<ServerResponse>();
  const slow = await stage.follow(path);
  const slowPath = path;
  path = `${path}-quick`;
  stage.feeds.put(path, rss([post('old')]));
  const quick = await stage.follow(path);
  stage.feeds.put(slowPath, (_, response) => held.resolve(response));
  publish('new');
  stage.pass(60);
  const round = pollRound(stage.context);
  const response = await held.promise;
  while ((await feedRow()).last_checked_date !== stage.now().toISOString()) await new Promise(setImmediate);
  await runRound(other);
  assert.deepEqual(await stage.subjects(quick.id), ['new']);
  response.end(rss([post('slow'), post('old')]));
  await round;
  await runRound(other);
  assert.deepEqual(await stage.subjects(slow.id), ['slow']);
});

test('a worker that died while fetching a feed blocks it for at most five minutes', async () => {
  const { id } = await stage.follow(path);
  publish('new');
  stage.pass(60);
  const reached = Promise.withResolvers<ServerResponse>();
  stage.feeds.put(path, (_, response) => reached.resolve(response));
  const dying = pollRound(stage.context);
  const response = await reached.promise;
  publish('new');
  assert.equal(await pollRound(other), 0);
  stage.pass(5);
  assert.equal(await pollRound(other), 1);
  await runRound(other);
  response.destroy();
  await dying;
  assert.deepEqual(await stage.subjects(id), ['new']);
  assert.equal((await stage.get(id)).last_error, '', 'the late failure of the first no longer matters');
});

test('a digest missed during downtime is made once afterwards, with everything that was waiting', async () => {
  const { id } = await stage.follow(path, { ...weekly, subject: '{{ items.size }} posts' });
  publish('a', 'b');
  stage.pass(60);
  await stage.round();
  stage.pass(4 * 7 * 24 * 60);
  publish('c', 'a', 'b');
  await Promise.all([stage.round(), runRound(other)]);
  assert.equal((await stage.subjects(id)).length, 1);
  const next = Date.parse((await stage.get(id)).next_run_date) - stage.now().getTime();
  assert.ok(next > 0 && next <= 7 * 86_400_000);
});

test('an automation whose run fails delays no other, shows the error, and is run again', async () => {
  const { db } = stage.service;
  const bad = await stage.follow(path);
  const good = await stage.follow(path, { subject: 'Good' });
  await sql`alter table emails add constraint no_poison check (subject <> 'poison')`.execute(db);
  publish('poison');
  stage.pass(60);
  await stage.round();
  assert.deepEqual(await stage.subjects(good.id), ['Good']);
  assert.match((await stage.get(bad.id)).last_error, /will be retried/);
  await sql`alter table emails drop constraint no_poison`.execute(db);
  stage.pass(5);
  await runRound(other);
  assert.deepEqual(await stage.subjects(bad.id), ['poison']);
  assert.equal((await stage.get(bad.id)).last_error, '');
});

test('a newsletter that changes its time zone while its digest is made gets one digest', async () => {
  const { id } = await stage.follow(path, weekly);
  const { newsletter, api } = stage.service;
  publish('new');
  stage.pass(60);
  await stage.round();
  const due = (await stage.get(id)).next_run_date;
  stage.at(due);
  await api('PATCH', `/v1/newsletters/${newsletter.id}`, { timezone: 'Asia/Tokyo' });
  await Promise.all([runRound(stage.context), runRound(other), runRound(stage.context)]);
  assert.equal((await stage.subjects(id)).length, 1, 'a due automation stays due');
  const next = new Date((await stage.get(id)).next_run_date);
  assert.equal(next.getUTCHours(), 0, '9 o’clock in Tokyo');
  stage.at(new Date(next.getTime() - 3 * 3_600_000));
  await api('PATCH', `/v1/newsletters/${newsletter.id}`, { timezone: 'America/New_York' });
  await Promise.all([runRound(stage.context), runRound(other)]);
  const moved = new Date((await stage.get(id)).next_run_date);
  assert.ok([13, 14].includes(moved.getUTCHours()));
  assert.equal(moved.toISOString().slice(0, 10), next.toISOString().slice(0, 10));
  assert.equal((await stage.subjects(id)).length, 1);
});

/** Responds as the feed server does, without an ETag. */
function answerWith(response: ServerResponse, document: string): void {
  response.writeHead(200, { 'content-type': 'application/rss+xml; charset=utf-8' }).end(document);
}

test('feeds without news are stored together; a feed that is locked or has changed meanwhile is stored on its own', async () => {
  const document = rss([post('old')]);
  const paths = Array.from({ length: 40 }, (_, at) => `${path}-${10 + at}`);
  const state = async () =>
    (
      await sql<{ path: string; minutes: number; fetches: number; next: string }>`
        select substr(url, length(${stage.feeds.url}) + 1) as path, failures, next_poll_date as next,
          extract(epoch from next_poll_date - last_checked_date)::int / 60 as minutes,
          (select sum(fetch_count) from feed_fetches where feed_key = feeds.key)::int as fetches
        from feeds where url like ${`${stage.feeds.url}${path}-%`} order by url collate "C"`.execute(
        stage.service.db,
      )
    ).rows;
  for (const one of paths) stage.feeds.put(one, document);
  const automations = await Promise.all(paths.map(one => stage.follow(one)));
  stage.pass(60);
  stage.feeds.put(paths[0]!, async (_, response) => {
    await stage.service.api('POST', `/v1/automations/${automations[0].id}/ping`, {});
    answerWith(response, document);
  });
  const locked = Promise.withResolvers<Awaited<ReturnType<typeof holdTransaction>>>();
  stage.feeds.put(paths[1]!, async (_, response) => {
    const url = stage.feeds.url + paths[1];
    locked.resolve(
      await holdTransaction(stage.service.db, trx =>
        trx.selectFrom('feeds').select('key').where('url', '=', url).forUpdate().execute(),
      ),
    );
    answerWith(response, document);
  });
  const rounds = Promise.all([pollRound(stage.context), pollRound(other)]);
  await using lock = await locked.promise;
  await untilBlocked(stage.service.db);
  await lock.release();
  await rounds;
  const [pinged, ...others] = await state();
  assert.equal((Date.parse(pinged!.next) - stage.now().getTime()) / 1000, 30);
  assert.deepEqual(
    others,
    others.map((one, at) => ({ ...one, path: paths[at + 1]!, failures: 0, minutes: 30, fetches: 2 })),
  );
  assert.equal(pinged!.fetches, 2);
});

test('an automation that wakes while its feed answers without news catches up half a minute later', async () => {
  const { id } = await stage.follow(path);
  const { id: other_id } = await stage.follow(path);
  await stage.service.api('PATCH', `/v1/automations/${id}`, { status: 'inactive' });
  publish('new');
  stage.pass(60);
  await stage.round();
  stage.feeds.put(path, async (_, response) => {
    const wish = { status: 'active', catch_up: true };
    assert.equal((await stage.service.api('PATCH', `/v1/automations/${id}`, wish)).status, 200);
    publish('new');
    answerWith(response, rss([post('new'), post('old')]));
  });
  stage.pass(60);
  await pollFeed(stage.context, await feedRow());
  assert.equal((Date.parse((await feedRow()).next_poll_date as string) - stage.now().getTime()) / 1000, 30);
  stage.pass(1);
  await stage.round();
  assert.deepEqual([await stage.subjects(id), await stage.subjects(other_id)], [['new'], ['new']]);
});
