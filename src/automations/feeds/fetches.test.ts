import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { post, rss } from '../../testing/feed-server.ts';
import { type FeedStage, openFeedStage } from '../../testing/feed-stage.ts';
import { pruneFetches } from './fetch-queries.ts';

let stage: FeedStage;
let count = 0;
let path: string;
before(async () => {
  stage = await openFeedStage();
});
after(() => stage.close());
beforeEach(async () => {
  // Each test has its own feed, and no other is fetched.
  await stage.service.db.updateTable('feeds').set({ next_poll_date: null }).execute();
  count += 1;
  path = `/feed-${count}.xml`;
  publish('old');
});

const publish = (...names: string[]) => stage.feeds.put(path, rss(names.map(post)));
const comeRound = () => stage.comeRound(path);
type Entry = { result: string; reason: string; new_count: number; fetch_count: number };
async function log(id: string): Promise<[string, string, number, number][]> {
  const { status, body } = await stage.service.api('GET', `/v1/automations/${id}/fetches`);
  assert.equal(status, 200);
  return body.results.map(({ result, reason, new_count, fetch_count }: Entry) => [
    ...[result, reason, new_count, fetch_count],
  ]);
}

test('the log shows the result of each fetch, and counts repeated results', async () => {
  const { id } = await stage.follow(path);
  await comeRound();
  await comeRound();
  publish('new', 'old');
  await comeRound();
  stage.feeds.put(path, { status: 500 });
  await comeRound();
  await comeRound();
  publish('new', 'old');
  await comeRound();
  assert.deepEqual(await log(id), [
    ['not_modified', '', 0, 1],
    ['failed', 'The server answered 500 Internal Server Error.', 0, 2],
    ['fetched', '', 1, 1],
    ['not_modified', '', 0, 2],
    ['fetched', '', 1, 1],
  ]);
  const { body } = await stage.service.api('GET', `/v1/automations/${id}`);
  assert.equal(body.feeds[0].failures, 0);
  assert.equal(body.feeds[0].last_success_date, body.feeds[0].last_checked_date);
  assert.ok(body.feeds[0].next_poll_date > body.feeds[0].last_success_date);
});

test('an automation that follows a feed later sees only the fetches since then', async () => {
  const first = await stage.follow(path);
  await comeRound();
  stage.pass(1);
  const second = await stage.follow(path);
  assert.equal((await log(first.id)).length, 3);
  assert.deepEqual(await log(second.id), [['fetched', '', 0, 1]]);
  await comeRound();
  assert.deepEqual(await log(second.id), [['not_modified', '', 0, 2]]);
});

test('the log says that a feed is gone, and old entries are deleted', async () => {
  const { id } = await stage.follow(path);
  stage.feeds.put(path, { status: 410 });
  await comeRound();
  assert.deepEqual((await log(id))[0], ['gone', 'The feed is permanently gone (410).', 0, 1]);
  const later = new Date(stage.now().getTime() + 1000);
  assert.equal(await pruneFetches(stage.service.db, later, 1), 1);
  await pruneFetches(stage.service.db, later, 1000);
  assert.deepEqual(await log(id), []);
});

test('the log of somebody else’s automation is not found', async () => {
  const { status } = await stage.service.api('GET', `/v1/automations/${stage.service.newsletter.id}/fetches`);
  assert.equal(status, 404);
});
