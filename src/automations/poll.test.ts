import assert from 'node:assert/strict';
import type { RequestListener, ServerResponse } from 'node:http';
import { after, before, beforeEach, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { type Post, rss } from '../testing/feed-server.ts';
import { type FeedStage, openFeedStage } from '../testing/feed-stage.ts';
import { pollFeed } from './poll.ts';
import { pollRound } from './poller.ts';

let stage: FeedStage;
let count = 0;
let path: string;
before(async () => {
  stage = await openFeedStage();
});
after(() => stage.close());
beforeEach(async () => {
  // Each test has a feed of its own, and no other is asked.
  await stage.service.db.updateTable('feeds').set({ next_poll_date: null }).execute();
  count += 1;
  path = `/feed-${count}.xml`;
  stage.feeds.put(path, rss([post('old')]));
});

const post = (name: string): Post => ({ title: name, link: `https://log.example/${name}`, guid: name });
const put = (answer: Parameters<FeedStage['feeds']['put']>[1]) => stage.feeds.put(path, answer);
const asked = () => stage.feeds.requests.filter(request => request.path === path);
const feedRow = () =>
  stage.service.db
    .selectFrom('feeds')
    .selectAll()
    .where('url', '=', stage.feeds.url + path)
    .executeTakeFirstOrThrow();
/** Minutes until the feed is to be asked again. */
const wait = async () =>
  (Date.parse((await feedRow()).next_poll_date ?? '') - stage.now().getTime()) / 60_000;
// The API spreads the next polls over a twentieth of the time.
const assertAbout = (found: number, minutes: number) =>
  assert.ok(found >= minutes && found <= minutes * 1.05, `${found}, not about ${minutes} minutes`);
/** Lets the time come at which the feed is to be asked, and does. */
async function comeRound(): Promise<void> {
  stage.at((await feedRow()).next_poll_date as string);
  await stage.round();
}
const events = async (automation_id: string) =>
  (
    await stage.service.db
      .selectFrom('events')
      .select('event_type')
      .where('automation_id', '=', automation_id)
      .orderBy('key')
      .execute()
  ).map(row => row.event_type);

test('validators go back as they came, both of them, and a 304 keeps them', async () => {
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

test('an answer that is no feed loses the validators, a failure does not', async () => {
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

test('two automations with one url share one fetch, and each gets its own email', async () => {
  const first = await stage.follow(path);
  const second = await stage.follow(path);
  const before = asked().length;
  put(rss([post('new'), post('old')]));
  await comeRound();
  assert.equal(asked().length, before + 1);
  assert.deepEqual(await stage.subjects(first.id), ['new']);
  assert.deepEqual(await stage.subjects(second.id), ['new']);
});

test('a feed is asked every 30 minutes, and not again for the same moment', async () => {
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
  ['a ttl below our own interval', { body: rss([post('old')]).replace('<link>', '<ttl>1</ttl><link>') }, 30],
  ['a ttl of a year', { body: rss([post('old')]).replace('<link>', '<ttl>525600</ttl><link>') }, 24 * 60],
] as const)
  test(`a feed says how seldom it wants to be asked: ${what}`, async () => {
    put(answer);
    await stage.follow(path);
    assertAbout(await wait(), minutes);
  });

test('hours and days that the feed wants skipped are skipped, also after a 304', async () => {
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

test('a failing feed is asked more and more seldom, but once a day at least, and told of after 3 failures, once', async () => {
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
  assert.equal(asked().length, before, 'it was not asked');
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

test('"Retry-After: 0" does not make us ask without a pause', async () => {
  await stage.follow(path);
  for (const said of ['0', new Date(0).toUTCString()]) {
    put({ status: 503, headers: { 'retry-after': said } });
    const before = asked().length;
    await comeRound();
    assert.equal(asked().length, before + 1);
    assert.equal(await wait(), 30);
  }
});

test('a permanent redirect that works is followed from then on, a temporary one is not', async () => {
  const { id } = await stage.follow(path);
  stage.feeds.put(`${path}-new`, rss([post('old')]));
  put({ status: 302, headers: { location: `${path}-new` } });
  await comeRound();
  assert.equal((await stage.get(id)).url, stage.feeds.url + path);
  put({ status: 301, headers: { location: `${path}-missing` } });
  await comeRound();
  assert.equal((await stage.get(id)).url, stage.feeds.url + path, 'what it leads to is no feed');
  put({ status: 308, headers: { location: `${path}-new` } });
  stage.feeds.put(`${path}-new`, rss([post('old')], 'The log, moved'));
  await comeRound();
  assert.equal((await stage.get(id)).url, `${stage.feeds.url}${path}-new`);
  const before = asked().length;
  stage.feeds.put(`${path}-new`, rss([post('new'), post('old')]));
  await comeRound();
  assert.equal(asked().length, before, 'the old address is asked no more');
  assert.deepEqual(await stage.subjects(id), ['new'], 'and nothing old comes from the new one');
});

test('410 makes the automations inactive with the reason; waking one asks again', async () => {
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

test('a page that names its feed can be given instead, at creation only', async () => {
  stage.feeds.put(`${path}.html`, {
    headers: { 'content-type': 'text/html' },
    body: `<!doctype html><link rel="alternate" type="application/rss+xml" href="${path}"><p>Hello`,
  });
  const automation = await stage.follow(`${path}.html`);
  assert.equal(automation.url, stage.feeds.url + path);
});

test('an automation whose feed could not be reached begins with the first answer, also if that says nothing new', async () => {
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

test('of two answers the one that was asked for first and comes last is passed over', async () => {
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
  assert.deepEqual(await stage.subjects(late.id), [], 'what went before it began is no news to it');
});

test('a poll that is called off leaves the feed to others, and is no failure', async () => {
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

const gzip = (body: Buffer) => ({ headers: { 'content-encoding': 'gzip' }, body: gzipSync(body) });
const endless: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/rss+xml' });
  response.on('error', () => {});
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(1 << 20, 'x')));
  };
  response.on('drain', more);
  response.write('<rss version="2.0"><channel><title>');
  more();
};
const bad: Record<string, Parameters<FeedStage['feeds']['put']>[1]> = {
  'an HTML page': '<!doctype html><title>Hello</title><p>No feed here',
  JSON: '{"hello": "world"}',
  'an empty answer': '',
  'a picture': { body: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') },
  'an endless body': endless,
  'a gzip bomb': gzip(Buffer.alloc(50 << 20)),
  'a redirect in a circle': { status: 302, headers: { location: '/circle' } },
  'a redirect to a private address': {
    status: 301,
    headers: { location: 'http://169.254.169.254/latest/meta-data' },
  },
  'a connection that is cut': (_, response) => {
    response.writeHead(200, { 'content-length': '100000' });
    response.write('<rss><channel><item>');
    setImmediate(() => response.destroy());
  },
};

test('whatever comes instead of a feed is a clear 400 at creation or a visible error afterwards, and others are not kept waiting', async () => {
  stage.feeds.put('/circle', { status: 302, headers: { location: '/circle' } });
  for (const [what, answer] of Object.entries(bad)) {
    put(answer);
    const { status, body } = await stage.create(stage.feeds.url + path);
    if (status !== 400) {
      assert.equal(status, 201, what);
      assert.match(body.last_error, /^[A-Z].*\.$/s, what);
      await stage.service.api('DELETE', `/v1/automations/${body.id}`);
    } else {
      assert.equal(body.code, 'url_invalid', what);
      assert.match(body.detail, /^url: /, what);
    }
  }
  put(rss([post('old')]));
  const { id } = await stage.follow(path);
  stage.feeds.put(`${path}-good`, rss([post('old')]));
  const good = await stage.follow(`${path}-good`);
  for (const [at, [what, answer]] of Object.entries(bad).entries()) {
    put(answer);
    stage.feeds.put(`${path}-good`, rss([post(`good ${at}`), post('old')]));
    await stage.service.db
      .updateTable('feeds')
      .set({ next_poll_date: stage.now().toISOString() })
      .where('url', 'like', `%${path}%`)
      .execute();
    await stage.round();
    assert.notEqual((await stage.get(id)).last_error, '', what);
    assert.equal((await stage.subjects(good.id)).length, at + 1, what);
  }
  assert.deepEqual(await stage.subjects(id), []);
  assert.equal((await stage.get(id)).status, 'active');
});

test('5,000 new items at once are ten emails, the rest held; to a digest they are the 200 latest', async () => {
  const every = await stage.follow(path);
  const weekly = await stage.follow(path, {
    cadence: 'weekly',
    cadence_metadata: { weekday: 'monday', time: '9' },
    body: '{% for item in items %}<p>{{ item.title }}</p>{% endfor %}',
  });
  const many = Array.from({ length: 5000 }, (_, at) => post(`n${at}`));
  put(rss([...many, post('old')]));
  await comeRound();
  assert.equal((await stage.subjects(every.id)).length, 10);
  const tally = async (id: string) => {
    const rows = await stage.service.db
      .selectFrom('automation_items')
      .innerJoin('automations', 'automations.key', 'automation_items.automation_key')
      .where('automations.id', '=', id)
      .groupBy('automation_items.status')
      .select(({ fn }) => ['automation_items.status', fn.countAll<number>().as('count')])
      .execute();
    return Object.fromEntries(rows.map(row => [row.status, row.count]));
  };
  assert.deepEqual(await tally(every.id), { irrelevant: 1, processed: 10, held: 4990 });
  stage.pass(8 * 24 * 60);
  await stage.round();
  assert.equal((await stage.subjects(weekly.id)).length, 1);
  assert.deepEqual(await tally(weekly.id), { irrelevant: 1, processed: 200, held: 4800 });
  assert.deepEqual((await events(weekly.id)).filter(type => type === 'automation.item.held').length, 4800);
});

test('guids that come twice in one feed make one email for each post, in whatever order they come', async () => {
  const twins = (name: string): Post[] => [
    { title: `${name} a`, link: `https://log.example/${name}/a`, guid: 'same' },
    { title: `${name} b`, link: `https://log.example/${name}/b`, guid: 'same' },
  ];
  put(rss(twins('old')));
  const { id } = await stage.follow(path);
  put(rss([...twins('new'), ...twins('old')]));
  await comeRound();
  put(rss([...twins('old').toReversed(), ...twins('new').toReversed()]));
  await comeRound();
  assert.deepEqual((await stage.subjects(id)).toSorted(), ['new a', 'new b']);
});

test('a template that fails for one item is an error of that item, and the others go on', async () => {
  const { id } = await stage.follow(path, {
    body: '{% if item.title == "bad" %}{{ item.title | truncate: 5, 1, 2, 3 | times: "x" | slice: 99999999999 }}{% for i in (1..99999999) %}x{% endfor %}{% endif %}{{ item.title }}',
  });
  put(rss([post('after'), post('bad'), post('first'), post('old')]));
  await comeRound();
  assert.deepEqual(await stage.subjects(id), ['first', 'after']);
  const { body } = await stage.service.api('GET', `/v1/automations/${id}/items?status=errored`);
  assert.equal(body.results.length, 1);
  assert.match(body.results[0].reason, /^body, line 1, column \d+: /);
});

test('an answer that we fail to take in is a failure for all to see, and the feed is asked again', async () => {
  const { db } = stage.service;
  const { id } = await stage.follow(path);
  await sql`alter table feed_items add constraint no_poison check (title <> 'poison')`.execute(db);
  put(rss([post('poison'), post('old')]));
  await comeRound();
  assert.match((await stage.get(id)).last_error, /could not be taken in/);
  assert.equal(await wait(), 30);
  await sql`alter table feed_items drop constraint no_poison`.execute(db);
  await comeRound();
  assert.equal((await stage.get(id)).last_error, '');
  assert.deepEqual(await stage.subjects(id), ['poison']);
});

test('a digest has an item as it reads when the digest is made', async () => {
  const { id } = await stage.follow(path, {
    cadence: 'weekly',
    cadence_metadata: { weekday: 'monday', time: '9' },
    subject: '{% for item in items %}{{ item.title }}: {{ item.content }}{% endfor %}',
  });
  const says = (content: string) => put(rss([{ ...post('new'), content }, post('old')]));
  for (const content of ['First thoughts', 'Second thoughts', 'First thoughts']) {
    says(content);
    await comeRound();
  }
  stage.at((await stage.get(id)).next_run_date);
  await stage.round();
  assert.deepEqual(await stage.subjects(id), ['new: First thoughts']);
});
