import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, beforeEach, test } from 'node:test';
import { post, rss } from '../testing/feed-server.ts';
import { type FeedStage, openFeedStage } from '../testing/feed-stage.ts';
import { pollFeed } from './feeds/poll.ts';
import { pollRound } from './poller.ts';

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
  stage.feeds.put(path, rss([post('old')]));
});

const put = (answer: Parameters<FeedStage['feeds']['put']>[1]) => stage.feeds.put(path, answer);
const asked = () => stage.feeds.requests.filter(request => request.path === path);
const feedRow = () => stage.feed(path);
const wait = () => stage.untilFetch(path);
// The API spreads the next polls over a twentieth of the time.
const assertAbout = (found: number, minutes: number) =>
  assert.ok(found >= minutes && found <= minutes * 1.05, `${found}, not about ${minutes} minutes`);
const comeRound = () => stage.comeRound(path);
const events = async (automation_id: string) =>
  (
    await stage.service.db
      .selectFrom('events')
      .select('event_type')
      .where('automation_id', '=', automation_id)
      .orderBy('key')
      .execute()
  ).map(row => row.event_type);

test('both validators are sent back unchanged, and a 304 keeps them', async () => {
  const etag = 'W/"strange, \'quoted\' "';
  const last_modified = 'Thursday, 01-Jan-26 00:00:00 GMT';
  put({ headers: { etag, 'last-modified': last_modified }, body: rss([post('old')]) });
  await stage.follow(path);
  assert.equal(asked()[0]?.headers['if-none-match'], undefined);
  assert.equal(asked()[0]?.headers['if-modified-since'], undefined);
  put({ status: 304 });
  await comeRound();
  await comeRound();
  for (const request of asked().slice(1)) {
    assert.equal(request.headers['if-none-match'], etag);
    assert.equal(request.headers['if-modified-since'], last_modified);
  }
  assert.equal(asked().length, 3);
});

test('a server whose ETag never changes delays a post by a day at most', async () => {
  const { id } = await stage.follow(path);
  put(({ headers }, response) => {
    response.writeHead(headers['if-none-match'] ? 304 : 200, { etag: '"always"' });
    response.end(headers['if-none-match'] ? '' : rss([post('new'), post('old')]));
  });
  const until = stage.now().getTime() + 25 * 60 * 60_000;
  while (stage.now().getTime() < until) await comeRound();
  assert.deepEqual(await stage.subjects(id), ['new']);
  const whole = asked().filter(({ headers }) => headers['if-none-match'] === undefined);
  assert.ok(
    whole.length <= 3,
    `${whole.length} unconditional requests at creation and in the 25 hours after it`,
  );
});

test('a response that is not a feed clears the validators; a failure does not', async () => {
  const { id } = await stage.follow(path);
  const { etag } = await feedRow();
  put({ status: 500 });
  await comeRound();
  assert.equal((await feedRow()).etag, etag);
  put('<rss><channel><title>Half');
  put('<!doctype html><p>Back soon');
  await comeRound();
  assert.equal((await feedRow()).etag, null);
  assert.match((await stage.get(id)).last_error, /HTML page/);
  put(rss([post('old')]));
  await comeRound();
  assert.equal(asked().at(-1)?.headers['if-none-match'], undefined);
  assert.equal((await stage.get(id)).last_error, '');
});

test('two automations with one url share one fetch, and each makes its own email', async () => {
  const first = await stage.follow(path);
  const second = await stage.follow(path);
  const before = asked().length;
  put(rss([post('new'), post('old')]));
  await comeRound();
  assert.equal(asked().length, before + 1);
  assert.deepEqual(await stage.subjects(first.id), ['new']);
  assert.deepEqual(await stage.subjects(second.id), ['new']);
});

test('a feed is fetched every 30 minutes, and not twice for the same moment', async () => {
  await stage.follow(path);
  assertAbout(await wait(), 30);
  await comeRound();
  assert.equal(await wait(), 30);
  await stage.round();
  stage.pass(29);
  await stage.round();
  assert.equal(asked().length, 2);
  stage.pass(1);
  await stage.round();
  await stage.round();
  assert.equal(asked().length, 3);
});

for (const [what, answer, minutes] of [
  ['ttl', { body: rss([post('old')]).replace('<link>', '<ttl>120</ttl><link>') }, 120],
  ['Cache-Control', { headers: { 'cache-control': 'max-age=5400' }, body: rss([post('old')]) }, 90],
  [
    'a ttl below the default interval',
    { body: rss([post('old')]).replace('<link>', '<ttl>1</ttl><link>') },
    30,
  ],
  ['a ttl of a year', { body: rss([post('old')]).replace('<link>', '<ttl>525600</ttl><link>') }, 24 * 60],
] as const)
  test(`a feed can ask for less frequent polls: ${what}`, async () => {
    put(answer);
    await stage.follow(path);
    assertAbout(await wait(), minutes);
  });

test('poll_minutes overrides the feed’s wish, the shortest one counts, and Retry-After always applies', async () => {
  const patient = {
    headers: { 'cache-control': 'max-age=86400' },
    body: rss([post('old')]).replace('<link>', '<ttl>1440</ttl><link>'),
  };
  put(patient);
  const usual = await stage.follow(path);
  assertAbout(await wait(), 24 * 60);
  const quick = await stage.follow(path, { poll_minutes: 5 });
  assertAbout(await wait(), 5);
  await comeRound();
  assertAbout(await wait(), 5);
  const patch = (id: string, body: object) => stage.service.api('PATCH', `/v1/automations/${id}`, body);
  await patch(quick.id, { poll_minutes: null });
  await comeRound();
  assertAbout(await wait(), 24 * 60);
  await patch(usual.id, { poll_minutes: 60 });
  assertAbout(await wait(), 60);
  await patch(quick.id, { poll_minutes: 20 });
  assertAbout(await wait(), 20);
  await patch(quick.id, { status: 'inactive' });
  await comeRound();
  assertAbout(await wait(), 60);
  put({ status: 503, headers: { 'retry-after': '36000' } });
  await comeRound();
  assert.equal(await wait(), 600);
  await patch(usual.id, { poll_minutes: 5 });
  await patch(usual.id, { status: 'inactive' });
  await patch(usual.id, { status: 'active' });
  assert.equal(await wait(), 600, 'whatever is changed meanwhile');
});

test('the feed’s skipHours and skipDays are respected, even after a 304', async () => {
  stage.at('2026-02-06T21:45:00Z'); // a Friday
  put(
    rss([post('old')]).replace(
      '<link>',
      '<skipHours><hour>22</hour><hour>23</hour></skipHours><skipDays><day>Saturday</day></skipDays><link>',
    ),
  );
  await stage.follow(path);
  assert.equal((await feedRow()).next_poll_date, '2026-02-08T00:00:00.000Z');
  stage.at('2026-02-13T21:40:00Z');
  await stage.round();
  assert.equal((await feedRow()).next_poll_date, '2026-02-15T00:00:00.000Z');
});

test('a failing feed is fetched less and less often, at least once a day, and reported once after 3 failures', async () => {
  const { id } = await stage.follow(path);
  put({ status: 500 });
  const waits: number[] = [];
  for (let times = 1; times <= 9; times += 1) {
    await comeRound();
    waits.push(await wait());
    const expected = times < 3 ? [] : ['automation.failing'];
    assert.deepEqual(await events(id), expected, `after ${times}`);
  }
  assert.deepEqual(waits, [30, 60, 120, 240, 480, 960, 1440, 1440, 1440]);
  const shown = await stage.get(id);
  assert.match(shown.last_error, /500/);
  assert.equal(shown.status, 'active');
  put(rss([post('new'), post('old')]));
  await comeRound();
  assert.equal((await stage.get(id)).last_error, '');
  assert.equal(await wait(), 30);
  assert.deepEqual(await stage.subjects(id), ['new']);
});

test('Retry-After is obeyed, in seconds and as a date, by polls and by run', async () => {
  const { id } = await stage.follow(path);
  const run = async () => (await stage.service.api('POST', `/v1/automations/${id}/run`, {})).body.feed;
  put({ status: 429, headers: { 'retry-after': '7200' } });
  assert.equal(await run(), 'busy');
  assert.equal(await wait(), 120);
  const before = asked().length;
  assert.equal(await run(), 'waiting');
  assert.equal(asked().length, before, 'it was not fetched');
  assert.match((await stage.get(id)).last_error, /until 20/);
  stage.pass(120);
  const until = new Date(Math.ceil(stage.now().getTime() / 1000) * 1000 + 5 * 3_600_000);
  put({ status: 503, headers: { 'retry-after': until.toUTCString() } });
  await stage.round();
  assert.equal((await feedRow()).next_poll_date, until.toISOString());
  stage.at(until);
  put(rss([post('new'), post('old')]));
  assert.equal(await run(), 'fetched');
});

test('"Retry-After: 0" does not cause fetches without a pause', async () => {
  await stage.follow(path);
  for (const said of ['0', new Date(0).toUTCString()]) {
    put({ status: 503, headers: { 'retry-after': said } });
    const before = asked().length;
    await comeRound();
    assert.equal(asked().length, before + 1);
    assert.equal(await wait(), 30);
  }
});

test('a working permanent redirect becomes the new address; a temporary one does not', async () => {
  const { id } = await stage.follow(path);
  stage.feeds.put(`${path}-new`, rss([post('old')]));
  put({ status: 302, headers: { location: `${path}-new` } });
  await comeRound();
  assert.equal((await stage.get(id)).url, stage.feeds.url + path);
  put({ status: 301, headers: { location: `${path}-missing` } });
  await comeRound();
  assert.equal((await stage.get(id)).url, stage.feeds.url + path, 'the redirect does not lead to a feed');
  put({ status: 308, headers: { location: `${path}-new` } });
  stage.feeds.put(`${path}-new`, rss([post('old')], 'The log, moved'));
  await comeRound();
  assert.equal((await stage.get(id)).url, `${stage.feeds.url}${path}-new`);
  const before = asked().length;
  stage.feeds.put(`${path}-new`, rss([post('new'), post('old')]));
  await comeRound();
  assert.equal(asked().length, before, 'the old address is no longer fetched');
  assert.deepEqual(await stage.subjects(id), ['new'], 'and nothing old comes from the new one');
});

test('a 410 makes the automations inactive with the reason; activating one fetches again', async () => {
  const { id } = await stage.follow(path);
  put({ status: 410 });
  await comeRound();
  const shown = await stage.get(id);
  assert.equal(shown.status, 'inactive');
  assert.match(shown.status_reason, /410/);
  assert.equal(shown.next_run_date, null);
  assert.deepEqual(await events(id), ['automation.failing']);
  stage.pass(10_000);
  const before = asked().length;
  await stage.round();
  assert.equal(asked().length, before);
  const renamed = await stage.service.api('PATCH', `/v1/automations/${id}`, { name: 'Gone' });
  assert.match(renamed.body.status_reason, /410/, 'the reason stays while it is inactive');
  put(rss([post('old')]));
  const woken = await stage.service.api('PATCH', `/v1/automations/${id}`, { status: 'active' });
  assert.equal(woken.body.status_reason, '');
  await stage.round();
  assert.equal(asked().length, before + 1);
  assert.equal((await stage.get(id)).last_error, '');
});

test('at creation only, a page that names its feed can be given instead', async () => {
  stage.feeds.put(`${path}.html`, {
    headers: { 'content-type': 'text/html' },
    body: `<!doctype html><link rel="alternate" type="application/rss+xml" href="${path}"><p>Hello`,
  });
  const automation = await stage.follow(`${path}.html`);
  assert.equal(automation.url, stage.feeds.url + path);
});

test('an automation whose feed was unreachable starts with the first response, even an empty one', async () => {
  put({ status: 500 });
  const first = await stage.follow(path);
  assert.match(first.last_error, /500/);
  put(rss([post('old')]));
  await comeRound();
  assert.deepEqual(await stage.items(first.id), [['old', 'irrelevant']]);
  put({ status: 500 });
  const second = await stage.follow(path);
  put(rss([post('old')]));
  await comeRound();
  assert.deepEqual(await stage.items(second.id), [['old', 'irrelevant']]);
  put(rss([post('new'), post('old')]));
  await comeRound();
  assert.deepEqual(await stage.subjects(second.id), ['new']);
});

test('of two responses, the one requested first that arrives last is ignored', async () => {
  const held = Promise.withResolvers<ServerResponse>();
  const { id } = await stage.follow(path);
  put((_, response) => held.resolve(response));
  const slow = pollFeed(stage.context, await feedRow());
  const response = await held.promise;
  stage.pass(1);
  put(rss([post('new')]));
  await pollFeed(stage.context, await feedRow());
  const late = await stage.follow(path);
  response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(rss([post('deleted'), post('old')]));
  await slow;
  await stage.round();
  assert.deepEqual(await stage.subjects(id), ['new']);
  assert.deepEqual(await stage.subjects(late.id), [], 'events from before its start do not matter');
});

test('an aborted poll leaves the feed to others and is not a failure', async () => {
  await stage.follow(path);
  const reached = Promise.withResolvers<void>();
  put(() => reached.resolve());
  stage.at((await feedRow()).next_poll_date as string);
  const stopping = new AbortController();
  const round = pollRound(stage.context, stopping.signal);
  await reached.promise;
  stopping.abort();
  await round;
  assert.equal((await feedRow()).failures, 0);
  assert.equal(await wait(), 0);
});
