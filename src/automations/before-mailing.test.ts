import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, beforeEach, test } from 'node:test';
import { post, rss } from '../testing/feed-server.ts';
import { type FeedStage, openFeedStage } from '../testing/feed-stage.ts';
import { runRound } from './poller.ts';
import { leaseFeedsToAsk } from './schedule/due-queries.ts';

// These tests are about the time between a post's appearance in the feed and its email: digests that fetch first, hold periods, withdrawal.
let stage: FeedStage;
let count = 0;
let path: string;
before(async () => {
  stage = await openFeedStage();
});
after(() => stage.close());
beforeEach(async () => {
  const { db } = stage.service;
  await db.updateTable('feeds').set({ next_poll_date: null }).execute();
  await db.updateTable('automations').set({ status: 'inactive' }).execute();
  count += 1;
  path = `/feed-${count}.xml`;
  publish();
});

const publish = (...names: string[]) =>
  stage.feeds.put(path, rss([...names.map(post), post('old'), post('older')]));
const weekly = {
  cadence: 'weekly',
  cadence_metadata: { weekday: 'monday', time: '9' },
  subject: '{{ items.size }}',
  body: '{% for item in items %}<p>{{ item.title }}</p>{% endfor %}',
};
const patch = (id: string, body: object) => stage.service.api('PATCH', `/v1/automations/${id}`, body);
const asked = () => stage.feeds.requests.filter(request => request.path === path).length;
const bodies = async (id: string) => {
  const { db } = stage.service;
  const rows = await db
    .selectFrom('emails')
    .select('body')
    .where('automation_id', '=', id)
    .orderBy('key')
    .execute();
  return rows.map(({ body }) => [...body.matchAll(/<p>(.*?)<\/p>/g)].map(([, text]) => text).join());
};
const goToDigest = async (id: string) => stage.at((await stage.get(id)).next_run_date);

test('a due digest first fetches its feed, so a post published a minute ago is in it', async () => {
  const { id } = await stage.follow(path, weekly);
  await goToDigest(id);
  publish('just now');
  assert.equal(await runRound(stage.context), 1);
  assert.deepEqual(await bodies(id), ['just now']);
});

test('a slow or failing feed does not delay a digest', async () => {
  const { id } = await stage.follow(path, weekly);
  publish('known');
  stage.pass(60);
  await stage.round();
  const held = Promise.withResolvers<ServerResponse>();
  stage.feeds.put(path, (_, response) => held.resolve(response));
  await goToDigest(id);
  assert.equal(await runRound(stage.context, undefined, 300), 1);
  (await held.promise).destroy();
  assert.deepEqual(await bodies(id), ['known']);

  publish('second', 'known');
  stage.pass(60);
  await stage.round();
  stage.feeds.put(path, { status: 500 });
  await goToDigest(id);
  await runRound(stage.context);
  assert.deepEqual(await bodies(id), ['known', 'second']);
});

test('two workers fetch once for a digest and make it once', async () => {
  const { id } = await stage.follow(path, weekly);
  const other = await stage.follow(path, weekly);
  await goToDigest(id);
  publish('new');
  const before = asked();
  await Promise.all([1, 2, 3, 4].map(() => runRound(stage.context)));
  await runRound(stage.context);
  assert.equal(asked(), before + 1);
  for (const one of [id, other.id]) assert.deepEqual(await bodies(one), ['new']);
});

test('a worker that dies while fetching delays the digest by at most 20 seconds', async () => {
  const { id } = await stage.follow(path, weekly);
  publish('new');
  stage.pass(60);
  await stage.round();
  await goToDigest(id);
  const now = stage.now();
  const until = new Date(now.getTime() + 20_000);
  assert.equal((await leaseFeedsToAsk(stage.service.db, { now, until, most: 10 })).length, 1);
  assert.equal(await runRound(stage.context), 0);
  stage.at(until);
  assert.equal(await runRound(stage.context), 1);
  assert.deepEqual(await bodies(id), ['new']);
});

test('a digest does not fetch from a server that asked to wait', async () => {
  const { id } = await stage.follow(path, weekly);
  publish('new');
  stage.pass(60);
  await stage.round();
  stage.at(new Date(Date.parse((await stage.get(id)).next_run_date) - 60_000));
  stage.feeds.put(path, { status: 503, headers: { 'retry-after': '3600' } });
  await stage.service.api('POST', `/v1/automations/${id}/run`, {});
  const before = asked();
  await goToDigest(id);
  assert.equal(await runRound(stage.context), 1);
  assert.equal(asked(), before);
  assert.deepEqual(await bodies(id), ['new']);
});

test('a digest leaves out withdrawn posts and includes posts that were pushed out or came back', async () => {
  const { id } = await stage.follow(path, weekly);
  stage.pass(60);
  publish('c', 'b', 'a');
  await stage.service.api('POST', `/v1/automations/${id}/run`, {});
  publish('c', 'a');
  await stage.service.api('POST', `/v1/automations/${id}/run`, {});
  const { body } = await stage.service.api('GET', `/v1/automations/${id}/items?status=skipped`);
  assert.deepEqual(
    body.results.map(({ title, reason }: Record<string, string>) => [title, /withdrawn/.test(reason ?? '')]),
    [['b', true]],
  );
  // A cache sends an old response, then the feed itself responds, and finally it shows only two posts.
  publish();
  await stage.service.api('POST', `/v1/automations/${id}/run`, {});
  publish('c', 'a');
  await stage.service.api('POST', `/v1/automations/${id}/run`, {});
  stage.feeds.put(path, rss([post('e'), post('d')]));
  await goToDigest(id);
  await runRound(stage.context);
  assert.deepEqual(await bodies(id), ['a,c,d,e']);
});

test('a post in its hold period can be edited or withdrawn, and is mailed as it is at the end', async () => {
  const { id } = await stage.follow(path, { hold_minutes: 60, body: '<p>{{ item.title }}</p>' });
  publish('withdrawn', 'draft');
  stage.pass(30);
  await stage.service.api('POST', `/v1/automations/${id}/run`, {});
  assert.deepEqual(await bodies(id), []);
  stage.pass(59);
  stage.feeds.put(path, rss([{ ...post('draft'), title: 'final' }, post('old'), post('older')]));
  assert.equal(await runRound(stage.context), 0);
  stage.pass(1);
  await runRound(stage.context);
  assert.deepEqual(await bodies(id), ['final']);
  stage.pass(60);
  await runRound(stage.context);
  assert.deepEqual(await bodies(id), ['final']);
});

test('a shorter hold period applies to waiting posts, and a person can end it', async () => {
  const { id } = await stage.follow(path, { hold_minutes: 600, body: '<p>{{ item.title }}</p>' });
  publish('new');
  await stage.service.api('POST', `/v1/automations/${id}/run`, {});
  stage.pass(30);
  await patch(id, { hold_minutes: 45 });
  await runRound(stage.context);
  assert.deepEqual(await bodies(id), []);
  stage.pass(15);
  await runRound(stage.context);
  assert.deepEqual(await bodies(id), ['new']);
  publish('newer', 'new');
  await stage.service.api('POST', `/v1/automations/${id}/run`, {});
  await patch(id, { hold_minutes: null });
  await runRound(stage.context);
  assert.deepEqual(await bodies(id), ['new', 'newer']);
  await patch(id, { hold_minutes: 600 });
  publish('newest', 'newer', 'new');
  assert.deepEqual((await stage.service.api('POST', `/v1/automations/${id}/run`, {})).body.email_ids, []);
  await stage.service.api('POST', `/v1/automations/${id}/run`, { send: true });
  assert.deepEqual(await bodies(id), ['new', 'newer', 'newest']);
});
