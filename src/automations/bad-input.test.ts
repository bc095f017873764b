import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { after, before, beforeEach, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { type Post, post, rss } from '../testing/feed-server.ts';
import { type FeedStage, openFeedStage } from '../testing/feed-stage.ts';

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
const wait = () => stage.untilFetch(path);
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
  'an empty document': '',
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

test('a response that is not a feed is a clear 400 at creation and a visible error later, and does not delay others', async () => {
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

test('of 5,000 new items at once, ten are mailed and the rest held; a digest takes the latest 200', async () => {
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

test('repeated guids in one feed make one email per post, in any order', async () => {
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

test('a template that fails for one item fails only that item', async () => {
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

test('a response that cannot be processed is shown as a failure, and the feed is fetched again', async () => {
  const { db } = stage.service;
  const { id } = await stage.follow(path);
  await sql`alter table feed_items add constraint no_poison check (title <> 'poison')`.execute(db);
  put(rss([post('poison'), post('old')]));
  await comeRound();
  assert.match((await stage.get(id)).last_error, /could not be processed/);
  assert.equal(await wait(), 30);
  await sql`alter table feed_items drop constraint no_poison`.execute(db);
  await comeRound();
  assert.equal((await stage.get(id)).last_error, '');
  assert.deepEqual(await stage.subjects(id), ['poison']);
});

test('a digest contains each item as it is when the digest is made', async () => {
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
