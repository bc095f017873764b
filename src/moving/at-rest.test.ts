import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openFeedServer, rss } from '../testing/feed-server.ts';
import { exportBundle, importBundle } from '../testing/moving.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { until } from '../testing/until.ts';

let from: TestService;
let to: TestService;
let feeds: Awaited<ReturnType<typeof openFeedServer>>;
before(async () => {
  from = await startTestService({ works: true });
  to = await startTestService({ works: true });
  feeds = await openFeedServer();
});
after(async () => {
  await from.stop();
  await to.stop();
  await feeds.close();
});

const post = (number: number) => ({
  title: `Post ${number}`,
  link: `https://log.example/${number}`,
  guid: `https://log.example/post/${number}`,
});
const mailed = (service: TestService) =>
  service.sink.accepted.map(({ source }) => /\r\nSubject: (.*)\r\n/.exec(source)?.[1]);

test('an imported automation knows every item, stays inactive until somebody activates it, and then mails what is new', async () => {
  feeds.put('/feed.xml', rss([post(2), post(1)]));
  const url = `${feeds.url}/feed.xml`;
  await from.api('POST', '/v1/subscribers', { email: 'ada@example.org', type: 'regular' });
  const { body: automation } = await from.api('POST', '/v1/automations', {
    url,
    behavior: 'emails',
    cadence: 'every',
    subject: '{{ item.title }}',
    body: '{{ item.url }}',
  });
  feeds.put('/feed.xml', rss([post(3), post(2), post(1)]));
  await from.api('POST', `/v1/automations/${automation.id}/run`);
  await until('it is mailed', async () => mailed(from).length > 0);
  assert.deepEqual(mailed(from), ['Post 3']);
  await until('it is sent', async () => {
    const { results } = (await from.api('GET', '/v1/emails?status=sent')).body;
    return results.length === 1;
  });

  assert.equal((await importBundle(to, await exportBundle(from))).status, 'succeeded');
  const path = `/v1/automations/${automation.id}`;
  const { body: rested } = await to.api('GET', path);
  assert.equal(rested.status, 'inactive');
  // A post appears while it is inactive.
  feeds.put('/feed.xml', rss([post(4), post(3), post(2), post(1)]));
  assert.equal((await to.api('PATCH', path, { status: 'active' })).status, 200);
  await to.api('POST', `${path}/run`);
  await until('the post of the pause is skipped', async () => {
    const { results } = (await to.api('GET', `${path}/items?status=skipped`)).body;
    return results.some(({ title }: { title: string }) => title === 'Post 4');
  });
  feeds.put('/feed.xml', rss([post(5), post(4), post(3), post(2), post(1)]));
  await until('the next one is mailed', async () => {
    await to.api('POST', `${path}/run`);
    return mailed(to).length > 0;
  });
  assert.deepEqual(mailed(to), ['Post 5']);
});
