import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { rss } from '../testing/feed-server.ts';
import { type FeedStage, openFeedStage } from '../testing/feed-stage.ts';

let stage: FeedStage;
before(async () => {
  stage = await openFeedStage();
});
after(() => stage.close());

const post = (number: number, text = 'words') => ({
  title: `Post ${number}`,
  link: `https://log.example/${number}`,
  guid: `${number}`,
  date: new Date(Date.UTC(2026, 0, 1) + number * 1000).toUTCString(),
  content: `<p>About ${number}: ${text}</p>`,
});
const posts = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => post(last - at));

// The main thread cannot unpack what another one packed (platform/threads/packed.ts), so a step that tried would fail.
test('a feed of 1,200 posts is followed, previewed and mailed, and the main thread never sees its items', async () => {
  stage.feeds.put('/large.xml', rss(posts(1, 1200)));
  const preview = await stage.service.api('POST', '/v1/automations/preview', {
    url: `${stage.feeds.url}/large.xml`,
    behavior: 'draft',
    cadence: 'every',
    subject: '{{ item.title }}',
    body: '{{ item.content }}',
    skip_old_items: false,
  });
  assert.equal(preview.status, 200, preview.text);
  const { emails, items, sample } = preview.body;
  assert.deepEqual(
    emails.map((email: { rendered: { subject: string } }) => email.rendered.subject),
    Array.from({ length: 10 }, (_, at) => `Post ${at + 1}`),
  );
  assert.equal(sample.rendered.subject, 'Post 1200');
  assert.equal(items.length, 1000); // the newest
  assert.deepEqual([items[0].title, items.at(-1).title], ['Post 1200', 'Post 201']);

  const { id } = await stage.follow('/large.xml');
  const count = async (status: string) =>
    (await stage.service.api('GET', `/v1/automations/${id}/items?status=${status}&page_size=1`)).body.count;
  assert.equal(await count('irrelevant'), 1200);
  stage.pass(60);
  stage.feeds.put('/large.xml', rss(posts(3, 1202)));
  await stage.round();
  assert.deepEqual(await stage.subjects(id), ['Post 1201', 'Post 1202']);
  stage.pass(60);
  // An edited post is not new, and neither is an older one that appears below the others.
  stage.feeds.put('/large.xml', rss([post(1203), { ...post(1202), title: 'Edited' }, ...posts(1, 1201)]));
  await stage.round();
  assert.deepEqual(await stage.subjects(id), ['Post 1201', 'Post 1202', 'Post 1203']);
  assert.equal(await count('irrelevant'), 1200);
});

test('the items of a large feed are decided as for a small one', async () => {
  const story = async (filler: string) => {
    const path = `/feed-${filler.length}.xml`;
    const put = (...numbers: number[]) =>
      stage.feeds.put(path, rss(numbers.map(number => post(number, filler))));
    put(30, 20, 10);
    const { id } = await stage.follow(path);
    stage.pass(60);
    put(50, 40, 30, 20, 5); // 5 slides in at the tail
    await stage.round();
    stage.pass(60);
    put(60, 50, 30); // 40 was withdrawn
    await stage.round();
    return stage.items(id);
  };
  assert.deepEqual(await story('words '.repeat(30_000)), await story('words '.repeat(30)));
});
