import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createLog } from '../../platform/log.ts';
import { isPublicAddress } from '../../platform/public-address.ts';
import { post, rss } from '../../testing/feed-server.ts';
import { type FeedStage, openFeedStage } from '../../testing/feed-stage.ts';
import { type Hub, openHub, signature } from '../../testing/hub.ts';
import { until } from '../../testing/until.ts';
import { type SubscribeContext, subscribeRound } from './subscribe.ts';
import { isSigned, readLease } from './websub.ts';

let stage: FeedStage;
let hub: Hub;
let context: SubscribeContext;
let count = 0;
let path: string;
before(async () => {
  stage = await openFeedStage({ env: { WEBSUB: 'on' } });
  const { db, safe_fetch, url } = stage.service;
  hub = await openHub({ reach: callback => callback.replace('http://news.example', url) });
  const { secret } = stage.service;
  const log = createLog('silent');
  context = { db, safe_fetch, clock: stage.now, log, base_url: 'http://news.example', secret };
});
after(async () => {
  await stage.close();
  await hub.close();
});
beforeEach(async () => {
  const { db } = stage.service;
  await db.updateTable('feeds').set({ next_poll_date: null }).execute();
  await db.deleteFrom('feed_hubs').execute();
  hub.subscriptions.clear();
  hub.requests.length = 0;
  hub.manner = 'grant';
  hub.lease_seconds = 864_000;
  count += 1;
  path = `/feed-${count}.xml`;
  publish('old');
});

const topic = () => `${stage.feeds.url}${path}?topic`;
/** Puts posts into the feed, which links to its hub and itself. */
function publish(...names: string[]): string {
  const links = `<atom:link rel="hub" href="${hub.url}"/><atom:link rel="self" href="${topic()}"/><link>`;
  const document = rss(names.map(post))
    .replace('<link>', links)
    .replace('<rss ', '<rss xmlns:atom="http://www.w3.org/2005/Atom" ');
  stage.feeds.put(path, document);
  return document;
}
const asked = () => stage.feeds.requests.filter(request => request.path === path).length;
const subscribed = () => until('the subscription', async () => hub.subscriptions.size === 1);
const request = (url: string, options: RequestInit = {}) =>
  fetch(url.replace('http://news.example', stage.service.url), options);

test('a feed with a hub is subscribed to, verified, and mailed when the hub announces posts', async () => {
  const { id, push_status } = await stage.follow(path);
  assert.equal(push_status, 'pending');
  assert.equal(await subscribeRound(context), 1);
  await subscribed();
  assert.equal((await stage.get(id)).push_status, 'active');
  const [form] = hub.requests;
  assert.equal(form?.get('hub.topic'), topic());
  assert.match(form?.get('hub.callback') ?? '', /^http:\/\/news\.example\/feeds\/websub\/[\w-]{32}$/);

  stage.pass(5);
  const before = asked();
  // The notification's content is not mailed; the feed is fetched.
  publish('real', 'old');
  assert.deepEqual(await hub.publish(topic(), rss([post('forged')])), [202]);
  await stage.round();
  assert.equal(asked(), before + 1);
  assert.deepEqual(await stage.subjects(id), ['real']);
});

test('a notification with a wrong or missing signature, or to a guessed address, causes no fetch', async () => {
  await stage.follow(path);
  await subscribeRound(context);
  await subscribed();
  stage.pass(5);
  const before = asked();
  const wrong = [
    () => '',
    (_: string, body: string) => signature('guessed', body),
    (secret: string) => signature(secret, 'something else'),
    (secret: string, body: string) => signature(secret, body).replace('sha256', 'md5'),
    () => 'sha256=',
  ];
  for (const sign of wrong) assert.deepEqual(await hub.publish(topic(), '<rss/>', sign), [202]);
  await stage.round();
  assert.equal(asked(), before);
  const [callback = ''] = hub.subscriptions.keys();
  for (const guessed of [
    callback.slice(0, -1),
    `${callback.slice(0, -2)}AA`,
    callback.replace(/[\w-]{32}$/, 'x'),
  ])
    for (const method of ['GET', 'POST'])
      assert.equal((await request(guessed, { method })).status, 404, guessed);
});

test('a hub’s verification of an unrequested subscription or another topic is refused', async () => {
  await stage.follow(path);
  hub.manner = 'fail';
  await subscribeRound(context);
  const callback = hub.requests[0]?.get('hub.callback') ?? '';
  const fields = {
    'hub.mode': 'subscribe',
    'hub.topic': topic(),
    'hub.challenge': 'c',
    'hub.lease_seconds': '600',
  };
  for (const wrong of [
    { 'hub.topic': 'https://other.example/' },
    { 'hub.mode': 'unsubscribe' },
    { 'hub.mode': '' },
  ])
    assert.equal((await hub.verify(callback, { ...fields, ...wrong })).status, 404);
  assert.deepEqual(await hub.verify(callback, fields), { status: 200, body: 'c' });
});

test('a lease is renewed before it ends; a failing or refusing hub is asked again, and polls continue', async () => {
  const { id } = await stage.follow(path);
  hub.manner = 'fail';
  assert.equal(await subscribeRound(context), 1);
  assert.equal(await subscribeRound(context), 0);
  stage.pass(60);
  hub.manner = 'redirect';
  await subscribeRound(context);
  await subscribed();
  hub.manner = 'grant';
  stage.pass(7 * 24 * 60);
  assert.equal(await subscribeRound(context), 0);
  stage.pass(24 * 60 + 1);
  const lease = () => [...hub.subscriptions.values()][0];
  const first = lease();
  assert.equal(await subscribeRound(context), 1);
  await until('the renewal', async () => lease() !== first);
  hub.manner = 'deny';
  stage.pass(8 * 24 * 60 + 1);
  const before = hub.requests.length;
  await subscribeRound(context);
  await until('the refusal', async () => (await stage.get(id)).push_status === 'pending');
  assert.equal(hub.requests.length, before + 1);
  publish('polled', 'old');
  await stage.round();
  assert.deepEqual(await stage.subjects(id), ['polled']);
});

test('a feed that is no longer followed is not renewed, and its hub is unsubscribed from', async () => {
  const { id } = await stage.follow(path);
  await subscribeRound(context);
  await subscribed();
  await stage.service.api('PATCH', `/v1/automations/${id}`, { status: 'inactive' });
  assert.deepEqual(await hub.publish(topic(), '<rss/>'), [410]);
  stage.pass(20 * 24 * 60);
  assert.equal(await subscribeRound(context), 0);
});

test('a ping by key or secret address fetches the feed immediately, at most every 30 seconds', async () => {
  const { id, ping_url } = await stage.follow(path);
  const { api, keyWith } = stage.service;
  stage.pass(5);
  publish('one', 'old');
  const { status, body } = await api('POST', `/v1/automations/${id}/ping`, {});
  assert.equal(status, 202);
  assert.equal(body.poll_date, stage.now().toISOString());
  await stage.round();
  assert.deepEqual(await stage.subjects(id), ['one']);

  publish('two', 'one', 'old');
  const before = asked();
  for (let times = 0; times < 20; times += 1)
    assert.equal((await request(ping_url, { method: 'POST', body: 'payload='.repeat(times) })).status, 202);
  await stage.round();
  assert.equal(asked(), before, 'a hostile caller cannot cause fetches without a pause');
  stage.pass(0.5);
  await stage.round();
  assert.deepEqual(await stage.subjects(id), ['one', 'two'], 'and no ping is lost');

  assert.equal(
    (await api('POST', `/v1/automations/${id}/ping`, {}, await keyWith({ automations: 'read' }))).status,
    403,
  );
  assert.equal(
    (await api('POST', `/v1/automations/${id}/ping`, {}, await stage.service.foreignKey())).status,
    404,
  );
  assert.equal((await request(ping_url)).status, 405);
  assert.equal((await request(`${ping_url.slice(0, -1)}x`, { method: 'POST' })).status, 404);
  await api('PATCH', `/v1/automations/${id}`, { status: 'inactive' });
  assert.equal((await api('POST', `/v1/automations/${id}/ping`, {})).body.code, 'status_invalid');
  assert.equal((await request(ping_url, { method: 'POST' })).status, 202);
});

test('a ping does not override a server’s Retry-After', async () => {
  const { id, ping_url } = await stage.follow(path);
  stage.feeds.put(path, { status: 503, headers: { 'retry-after': '7200' } });
  await stage.service.api('POST', `/v1/automations/${id}/run`, {});
  const before = asked();
  stage.pass(60);
  await request(ping_url, { method: 'POST' });
  await stage.round();
  assert.equal(asked(), before);
});

test('a post published and announced during a fetch is found half a minute later', async () => {
  const { id, ping_url } = await stage.follow(path);
  stage.pass(40);
  const document = rss([post('old')]);
  stage.feeds.put(path, async (_, response) => {
    publish('meanwhile', 'old');
    await request(ping_url, { method: 'POST' });
    response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(document);
  });
  const { body } = await stage.service.api('POST', `/v1/automations/${id}/run`, {});
  assert.equal(body.feed, 'fetched', 'the announcement does not wait for the end of the fetch');
  assert.deepEqual(await stage.subjects(id), []);
  stage.pass(0.5);
  await stage.round();
  assert.deepEqual(await stage.subjects(id), ['meanwhile']);
});

test('only a service that hubs can reach subscribes to them', () => {
  for (const url of ['https://news.example.org', 'https://8.8.8.8'])
    assert.equal(isPublicAddress(url), true, url);
  for (const url of [
    ...['http://news.example.org', 'https://localhost', 'https://127.0.0.1', 'https://[::1]'],
    ...['https://10.1.2.3', 'https://post', 'https://news.internal'],
  ])
    assert.equal(isPublicAddress(url), false, url);
});

test('signatures by each method of the standard are read, and leases have bounds', () => {
  const body = Buffer.from('what there is');
  for (const method of ['sha1', 'sha256', 'sha384', 'sha512'])
    assert.equal(isSigned(signature('s', body.toString(), method), body, 's'), true, method);
  for (const bad of [undefined, '', 'sha256', 'sha1=00', ['sha1=00'], 'sha256=zz'])
    assert.equal(isSigned(bad, body, 's'), false);
  assert.equal(readLease(null), 864_000);
  assert.equal(readLease('1'), 60);
  assert.equal(readLease('99999999999'), 30 * 24 * 3600);
  assert.equal(readLease('-5'), 864_000);
});
