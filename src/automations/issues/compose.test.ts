import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { type Post, rss } from '../../testing/feed-server.ts';
import { type FeedStage, openFeedStage } from '../../testing/feed-stage.ts';
import { issueLimit } from './issue.ts';

// These tests are about posts that are hard to mail, and about the posts mailed with them.
let stage: FeedStage;
let count = 0;
let path: string;
before(async () => {
  stage = await openFeedStage();
});
after(() => stage.close());
beforeEach(async () => {
  const { db } = stage.service;
  await db.updateTable('automations').set({ status: 'inactive' }).execute();
  count += 1;
  path = `/feed-${count}.xml`;
  stage.feeds.put(path, rss([post('old')]));
});

const post = (name: string, content = `<p>About ${name}.</p>`): Post => ({
  title: name,
  link: `https://log.example/${name}`,
  guid: name,
  content,
});
const weekly = {
  cadence: 'weekly',
  cadence_metadata: { weekday: 'monday', time: '9' },
  subject: '{{ items.size }}',
  body: '{% for item in items %}<div>{{ item.content }}</div>{% endfor %}',
};
const emails = async (id: string) =>
  stage.service.db
    .selectFrom('emails')
    .select(['subject', 'body'])
    .where('automation_id', '=', id)
    .orderBy('key')
    .execute();
const items = async (id: string) => {
  const { body } = await stage.service.api('GET', `/v1/automations/${id}/items`);
  return (body.results as { id: string; title: string; status: string; reason: string }[]).filter(
    ({ title }) => title !== 'old',
  );
};
const digest = async (posts: Post[], fields: object = weekly) => {
  const { id } = await stage.follow(path, fields);
  stage.feeds.put(path, rss([...posts, post('old')]));
  stage.pass(60);
  await stage.round();
  await run(id);
  return id;
};
const run = (id: string) => stage.service.api('POST', `/v1/automations/${id}/run`, { send: true });

test('a very long post is shortened in its digest and displaces no others', async () => {
  const long = post(
    'long',
    `<img src="data:image/png;base64,${'A'.repeat(800_000)}">${'<p>Very long.</p>'.repeat(60_000)}`,
  );
  const id = await digest([post('before'), long, post('after')]);
  const [email, ...others] = await emails(id);
  assert.deepEqual(others, []);
  assert.match(email?.body ?? '', /About before\./);
  assert.match(email?.body ?? '', /About after\./);
  assert.match(
    email?.body ?? '',
    /Very long\.<\/p><p><a href="https:\/\/log.example\/long">Read the rest at log.example/,
  );
  assert.ok((email?.body.length ?? 0) < issueLimit * 1.1);
  assert.deepEqual([...new Set((await items(id)).map(({ status }) => status))], ['processed']);
});

test('many posts with many elements are shortened until they fit one email', async () => {
  const posts = Array.from({ length: 60 }, (_, at) => post(`n${at}`, '<b>x</b> '.repeat(2000)));
  const id = await digest(posts);
  const [email, ...others] = await emails(id);
  assert.deepEqual([email?.subject, others.length], ['60', 0]);
  assert.equal(email?.body.match(/Read the rest at/g)?.length, 60);
});

test('a post that the template cannot render does not stop the others', async () => {
  const id = await digest([post('good'), post('bad'), post('fine')], {
    ...weekly,
    body: '{% for item in items %}{% if item.title == "bad" %}{{ (1..9000000) | join }}{% endif %}<p>{{ item.title }}</p>{% endfor %}',
  });
  assert.equal(
    (await emails(id))[0]?.body
      .match(/good|fine|bad/g)
      ?.sort()
      .join(),
    'fine,good',
  );
  assert.deepEqual((await items(id)).map(({ title, status }) => `${title} ${status}`).sort(), [
    'bad errored',
    'fine processed',
    'good processed',
  ]);
});

test('if the posts do not fit one email, as many as fit are mailed and the rest go with the next', async () => {
  const posts = Array.from({ length: 40 }, (_, at) => post(`n${at}`, '<p>x</p>'));
  const id = await digest(posts, {
    ...weekly,
    body: '{% for item in items %}{% for i in (1..700) %}<b>x</b>{% endfor %}<p>{{ item.title }}</p>{% endfor %}',
  });
  const titles = async () => (await emails(id)).flatMap(({ body }) => body.match(/n\d+/g) ?? []);
  assert.deepEqual([(await emails(id)).length, (await titles()).length], [1, 20]);
  await run(id);
  assert.equal((await emails(id)).length, 2);
  assert.deepEqual((await titles()).sort(), posts.map(({ title }) => title).sort());
});

test('a post that would lose most of its text is held until somebody decides, and the others are mailed', async () => {
  const hidden = post(
    'form',
    `<p>Fill this in</p><textarea>${'All that it says is in here. '.repeat(5)}</textarea>`,
  );
  const id = await digest([post('good'), hidden]);
  assert.equal((await emails(id)).length, 1);
  const [held] = (await items(id)).filter(({ status }) => status === 'held');
  assert.match(held?.reason ?? '', /^\d+ % of the text is in HTML elements .* left out: "All that it says/);
  assert.equal(held?.title, 'form');
  await stage.service.api('PATCH', `/v1/automations/${id}/items/${held?.id}`, { status: 'queued' });
  await run(id);
  assert.match((await emails(id)).at(-1)?.body ?? '', /Fill this in/);
});
