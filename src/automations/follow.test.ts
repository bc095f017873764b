import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { type FeedServer, openFeedServer, type Post, rss } from '../testing/feed-server.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';

let service: TestService;
let feeds: FeedServer;
let count = 0;
before(async () => {
  service = await startTestService();
  feeds = await openFeedServer();
});
after(async () => {
  await service.stop();
  await feeds.close();
});

let path: string;
beforeEach(() => {
  count += 1;
  path = `/feed-${count}.xml`;
});

const post = (name: string, fields: Partial<Post> = {}): Post => ({
  title: `About ${name}`,
  link: `https://log.example/${name}`,
  guid: `id-${name}`,
  ...fields,
});

const create = async (fields: object = {}) => {
  const { status, body } = await service.api('POST', '/v1/automations', {
    url: feeds.url + path,
    behavior: 'draft',
    cadence: 'every',
    subject: 'New: {{ item.title }}',
    body: '{{ item.content }}\n\n[Read on]({{ item.url }}), {{ subscriber.email }}',
    ...fields,
  });
  assert.equal(status, 201, JSON.stringify(body));
  return body;
};

const run = async (id: string, body: object = {}) => {
  const answer = await service.api('POST', `/v1/automations/${id}/run`, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};

const items = async (id: string) =>
  (await service.api('GET', `/v1/automations/${id}/items`)).body.results.map(
    ({ title, status }: Record<string, string>) => [title, status],
  );

test('a feed’s existing items are ignored, and a later one becomes an email', async () => {
  feeds.put(path, rss([post('one'), post('two')]));
  const automation = await create();
  assert.equal(automation.name, 'The log');
  assert.equal(automation.last_error, '');
  assert.deepEqual(await items(automation.id), [
    ['About one', 'irrelevant'],
    ['About two', 'irrelevant'],
  ]);
  feeds.put(path, rss([post('three'), post('one'), post('two')]));
  const { feed, email_ids } = await run(automation.id);
  assert.equal(feed, 'fetched');
  assert.equal(email_ids.length, 1);
  const { body: email } = await service.api('GET', `/v1/emails/${email_ids[0]}`);
  assert.equal(email.subject, 'New: About three');
  assert.equal(email.status, 'draft');
  assert.equal(email.source, 'automation');
  assert.equal(email.automation_id, automation.id);
  assert.equal(email.canonical_url, 'https://log.example/three');
  assert.match(email.body, /About About three<\/p>.*\{\{ subscriber.email }}/s);
  assert.deepEqual((await run(automation.id)).email_ids, [], 'an unchanged feed has nothing new');
});

test('a digest collects new items, oldest first, and waits for its time', async () => {
  feeds.put(path, rss([post('old')]));
  const automation = await create({
    cadence: 'weekly',
    cadence_metadata: { weekday: 'monday', time: '9' },
    subject: '{{ items.size }} new, the last {{ item.title }}',
    body: '{% for item in items %}\n- [{{ item.title }}]({{ item.url }})\n{% endfor %}',
  });
  feeds.put(
    path,
    rss([
      post('later', { date: '2026-11-19T10:00:00Z' }),
      post('sooner', { date: '2026-11-18T10:00:00Z' }),
      post('old'),
    ]),
  );
  assert.deepEqual((await run(automation.id)).email_ids, []);
  const { email_ids } = await run(automation.id, { send: true });
  const { body: email } = await service.api('GET', `/v1/emails/${email_ids[0]}`);
  assert.equal(email.subject, '2 new, the last About later');
  assert.match(email.body, /sooner.*later/s);
  assert.deepEqual((await run(automation.id, { send: true })).email_ids, [], 'no empty digest');
});
