import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { findDiscrepancies } from '../delivery/ledger/counts.ts';
import { addSubscribers } from '../testing/audience.ts';
import { openFeedServer, rss } from '../testing/feed-server.ts';
import { exportBundle, importBundle } from '../testing/moving.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { until } from '../testing/until.ts';

let from: TestService;
let to: TestService;
let feeds: Awaited<ReturnType<typeof openFeedServer>>;
beforeEach(async () => {
  from = await startTestService({ works: true });
  to = await startTestService({ works: true });
  feeds = await openFeedServer();
});
afterEach(async () => {
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

test('the rest of an undecided test waits for the decision in its new installation, and nobody gets two copies', async () => {
  await from.api('PATCH', `/v1/newsletters/${from.newsletter.id}`, { track_clicks: true });
  await addSubscribers(from.db, from.newsletter, 60);
  const { body: email } = await from.api('POST', '/v1/emails', {
    subject: 'Tides',
    body: '[Here](https://tides.example/)',
    ab_test: { variants: [{ subject: 'Other tides' }], share: 50 },
  });
  const path = `/v1/emails/${email.id}`;
  const test = await until('those who take part have it', async () => {
    const { planned, in_hand, recipients } = (await from.api('GET', `${path}/progress`)).body;
    const { body } = await from.api('GET', `${path}/ab-test`);
    return recipients === 60 && in_hand === 0 && planned === body.rest && body;
  });
  await from.api('POST', `${path}/pause`);
  assert.equal((await importBundle(to, await exportBundle(from))).status, 'succeeded');
  const { body: moved } = await to.api('GET', `${path}/ab-test`);
  assert.deepEqual([moved.state, moved.rest, moved.decide_date], ['running', test.rest, test.decide_date]);
  assert.deepEqual(
    moved.variants.map((one: { people: number }) => one.people),
    test.variants.map((one: { people: number }) => one.people),
  );
  assert.equal((await to.api('PATCH', path, { status: 'about_to_send' })).status, 200);
  await until('it goes on', async () => (await to.api('GET', path)).body.status === 'in_flight');
  assert.deepEqual(to.sink.accepted, []);
  assert.equal((await to.api('POST', `${path}/ab-test/decide`, { variant: 2 })).status, 200);
  await until('the rest has it', async () => (await to.api('GET', path)).body.status === 'sent');
  assert.deepEqual(new Set(mailed(to)), new Set(['Other tides']));
  const all = [...from.sink.accepted, ...to.sink.accepted].map(({ to }) => to);
  assert.deepEqual([all.length, new Set(all).size], [60, 60]);
  assert.deepEqual(await findDiscrepancies(to.db), []);
});

test('an imported automation knows every item, stays inactive until somebody activates it, and then mails only new items', async () => {
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
