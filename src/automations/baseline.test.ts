import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { post, rss } from '../testing/feed-server.ts';
import { type FeedStage, openFeedStage } from '../testing/feed-stage.ts';

let stage: FeedStage;
let api: FeedStage['service']['api'];
let path: string;
let count = 0;
before(async () => {
  stage = await openFeedStage();
  api = stage.service.api;
});
after(() => stage.close());
beforeEach(() => {
  count += 1;
  path = `/feed-${count}.xml`;
  stage.feeds.put(path, rss([post('old')]));
});

const publish = (...names: string[]) => stage.feeds.put(path, rss(names.map(post)));
const patch = (id: string, body: object, headers?: Record<string, string>) =>
  api('PATCH', `/v1/automations/${id}`, body, headers);
const run = async (id: string, body: object = {}) =>
  (await api('POST', `/v1/automations/${id}/run`, body)).body;
const weekly = {
  cadence: 'weekly',
  cadence_metadata: { weekday: 'monday', time: '9' },
  body: '{% for item in items %}<p>{{ item.title }}</p>{% endfor %}',
};

test('a new url starts with its own baseline', async () => {
  const { id } = await stage.follow(path);
  stage.feeds.put(`${path}-b`, rss([post('b1'), post('b2')]));
  const { body } = await patch(id, { url: `${stage.feeds.url}${path}-b` });
  assert.equal(body.url, `${stage.feeds.url}${path}-b`);
  assert.deepEqual((await run(id)).email_ids, []);
  stage.feeds.put(`${path}-b`, rss([post('b3'), post('b1'), post('b2')]));
  await run(id);
  assert.deepEqual(await stage.subjects(id), ['b3']);
  assert.equal(
    (await patch(id, { url: `${stage.feeds.url}/nothing.xml` })).body.last_error,
    'The server answered 404 Not Found.',
  );
});

test('skip_old_items false mails the feed’s existing items, oldest first', async () => {
  publish('two', 'one');
  const { id } = await stage.follow(path, { skip_old_items: false });
  await run(id);
  assert.deepEqual(await stage.subjects(id), ['one', 'two']);
});

for (const catch_up of [false, true])
  test(`items that arrive during a pause are ${catch_up ? 'mailed with catch_up' : 'skipped'}, and those from before it are not lost`, async () => {
    const { id } = await stage.follow(path, weekly);
    const other = await stage.follow(path);
    stage.pass(1);
    publish('before', 'old');
    await run(id);
    assert.equal((await patch(id, { status: 'inactive' })).body.next_run_date, null);
    publish('seen by another', 'before', 'old');
    await run(other.id);
    // The feed shows only the latest item, and the earlier ones are not withdrawn.
    publish('at the end');
    const { body } = await patch(id, { status: 'active', catch_up });
    assert.ok(body.next_run_date);
    await run(id);
    publish('after', 'at the end');
    await run(id);
    const status = catch_up ? 'queued' : 'skipped';
    assert.deepEqual(
      new Map((await stage.items(id)) as [string, string][]),
      new Map([
        ['old', 'irrelevant'],
        ['before', 'queued'],
        ['seen by another', status],
        ['at the end', status],
        ['after', 'queued'],
      ]),
    );
    const { email_ids } = await run(id, { send: true });
    const { body: email } = await api('GET', `/v1/emails/${email_ids[0]}`);
    assert.equal(email.body.includes('seen by another'), catch_up);
  });

test('catching up leaves out items that others fetched before the automation joined', async () => {
  const other = await stage.follow(path);
  stage.feeds.put(`${path}-b`, rss([post('b')]));
  const { id } = await stage.follow(`${path}-b`);
  stage.pass(1);
  publish('gone again', 'old');
  await run(other.id);
  publish('old');
  await patch(id, { url: stage.feeds.url + path });
  await patch(id, { status: 'inactive' });
  await patch(id, { status: 'active', catch_up: true });
  await run(id);
  assert.deepEqual(await stage.subjects(id), []);
});

test('an automation created inactive has its baseline from its creation, and can catch up on later items', async () => {
  const { id } = await stage.follow(path, { status: 'inactive' });
  assert.deepEqual(await stage.items(id), [['old', 'irrelevant']]);
  publish('new', 'old');
  await patch(id, { status: 'active', catch_up: true });
  await run(id);
  assert.deepEqual(await stage.subjects(id), ['new']);
});
