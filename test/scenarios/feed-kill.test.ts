import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDice } from '../../src/platform/dice.ts';
import { type FeedServer, openFeedServer, type Post, rss } from '../../src/testing/feed-server.ts';
import { startTestService, type TestService } from '../../src/testing/postrider.ts';
import { type RunningProcess, startProcess } from '../../src/testing/processes.ts';
import { until } from '../../src/testing/until.ts';

// The API runs in this process and the workers as separate processes, which are killed while a feed publishes.
let service: TestService;
let feeds: FeedServer;
before(async () => {
  service = await startTestService();
  feeds = await openFeedServer();
});
after(async () => {
  await service.stop();
  await feeds.close();
});

const rounds = 3;
const postsARound = 40;
const { below } = openDice(2026);

test('whenever a worker is killed, every item of a feed is in exactly one email and one digest', async () => {
  const posts: Post[] = [];
  feeds.put('/feed.xml', rss(posts));
  const every = await follow({ cadence: 'every', body: '<p>{{ item.title }}</p>' });
  const digest = await follow({
    cadence: 'weekly',
    cadence_metadata: { weekday: 'monday', time: '9' },
    body: '{% for item in items %}<p>{{ item.title }}</p>{% endfor %}',
  });
  let cut = 0;
  for (let round = 1; round <= rounds; round += 1) {
    await using one = await startWorker();
    await using other = await startWorker();
    for (let added = 0; added < postsARound; added += 1) posts.unshift(post(posts.length));
    feeds.put('/feed.xml', rss(posts));
    const enough = (await titlesIn(every)).length + 1 + below(postsARound / 2);
    await makeDue();
    await until('the first emails', async () => (await titlesIn(every)).length >= enough);
    await makeDue();
    await Promise.all([one, other].map(worker => worker.end('SIGKILL')));
    if ((await statuses()).includes('queued')) cut += 1;
  }
  assert.ok(cut > 0, 'no worker was killed in the middle of its work');
  await using survivor = await startWorker();
  await until('all items to be processed', async () => {
    await makeDue();
    const found = await statuses();
    return found.length === 2 * posts.length && found.every(status => status === 'processed');
  });
  assert.equal(await survivor.end('SIGTERM'), 0);
  const all = posts.map(({ title }) => title).toSorted();
  assert.deepEqual((await titlesIn(every)).toSorted(), all);
  assert.deepEqual((await titlesIn(digest)).toSorted(), all);
});

function post(number: number): Post {
  return { title: `Post ${number}`, link: `https://log.example/${number}`, guid: `${number}` };
}

async function follow(fields: object): Promise<string> {
  const { status, text, body } = await service.api('POST', '/v1/automations', {
    url: `${feeds.url}/feed.xml`,
    behavior: 'draft',
    subject: 'News',
    ...fields,
  });
  assert.equal(status, 201, text);
  return body.id;
}

/** Makes the feed and the digest due now, including those that a killed worker was processing. */
async function makeDue(): Promise<void> {
  const now = new Date().toISOString();
  await service.db.updateTable('feeds').set({ next_poll_date: now }).execute();
  await service.db
    .updateTable('automations')
    .set({ due_date: now })
    .where('cadence', '=', 'weekly')
    .execute();
}

/** Returns the titles in all emails of an automation. */
async function titlesIn(automation_id: string): Promise<string[]> {
  const rows = await service.db
    .selectFrom('emails')
    .select('body')
    .where('automation_id', '=', automation_id)
    .execute();
  return rows.flatMap(({ body }) =>
    [...body.matchAll(/<p>(Post \d+)<\/p>/g)].map(([, title]) => title as string),
  );
}

async function statuses(): Promise<string[]> {
  const rows = await service.db.selectFrom('automation_items').select('status').execute();
  return rows.map(row => row.status);
}

function startWorker(): Promise<RunningProcess> {
  const env = {
    ROLE: 'worker',
    DATABASE_URL: service.database_url,
    SMTP_URL: service.sink.url,
    ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
    FEED_EMAILS_PER_POLL: '1000',
  };
  return startProcess(['serve'], env, /worker is running/);
}
