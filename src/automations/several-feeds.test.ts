import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { type Post, rss } from '../testing/feed-server.ts';
import { type FeedStage, openFeedStage } from '../testing/feed-stage.ts';

let stage: FeedStage;
let api: FeedStage['service']['api'];
let count = 0;
/** The addresses of three feeds used only by this test. */
let a: string;
let b: string;
let c: string;
before(async () => {
  stage = await openFeedStage();
  api = stage.service.api;
});
after(() => stage.close());
beforeEach(async () => {
  await stage.service.db.updateTable('automations').set({ status: 'inactive' }).execute();
  count += 1;
  [a, b, c] = ['a', 'b', 'c'].map(name => `${stage.feeds.url}/${name}-${count}.xml`) as [
    string,
    string,
    string,
  ];
  for (const url of [a, b, c]) publish(url);
});

const path = (url: string) => new URL(url).pathname;
const host = (url: string) => path(url).slice(1, 2);
const post = (url: string, name: string): Post => ({
  title: name,
  link: `https://${host(url)}.example/${name}`,
  guid: `https://${host(url)}.example/?p=${name}`,
});
/** Puts posts into a feed, newest first, above one that was always there. */
const publish = (url: string, ...posts: (string | Post)[]) =>
  stage.feeds.put(
    path(url),
    rss([...posts, 'old'].map(one => (typeof one === 'string' ? post(url, one) : one))).replace(
      /<title>[^<]*/,
      `<title>Feed ${host(url)}`,
    ),
  );
const weekly = {
  cadence: 'weekly',
  cadence_metadata: { weekday: 'monday', time: '9' },
  subject: '{{ items | map: "title" | join }}',
  body: '{% for item in items %}<p>{{ item.feed.title }}: {{ item.title }}</p>{% endfor %}',
};
async function follow(fields: object) {
  const { status, body, text } = await api('POST', '/v1/automations', {
    behavior: 'draft',
    ...weekly,
    ...fields,
  });
  assert.equal(status, 201, text);
  return body;
}
const patch = async (id: string, body: object) => {
  const answer = await api('PATCH', `/v1/automations/${id}`, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const send = async (id: string) => (await api('POST', `/v1/automations/${id}/run`, { send: true })).body;
const bodies = async (id: string) => {
  const rows = await stage.service.db
    .selectFrom('emails')
    .select('body')
    .where('automation_id', '=', id)
    .orderBy('key')
    .execute();
  return rows.map(({ body }) => [...body.matchAll(/<p>([^<]*)<\/p>/g)].map(([, text]) => text));
};

test('one digest has the items of all feeds, oldest first, each with its feed', async () => {
  const { id, url, urls, feeds, name } = await follow({ urls: [a, b] });
  assert.deepEqual([url, urls], [a, [a, b]]);
  assert.deepEqual(
    feeds.map(({ title }: { title: string }) => title),
    ['Feed a', 'Feed b'],
  );
  assert.equal(name, 'Feed a (+1)');
  const dated = (at: string, day: number) => ({
    ...post(at, `day ${day}`),
    date: `2026-01-1${day}T00:00:00Z`,
  });
  stage.at('2026-01-16T00:00:00Z');
  publish(a, dated(a, 4), dated(a, 1));
  publish(b, dated(b, 3), dated(b, 2));
  const run = await send(id);
  assert.deepEqual(run.feeds, [
    { url: a, result: 'fetched' },
    { url: b, result: 'fetched' },
  ]);
  assert.equal(run.feed, 'fetched');
  assert.deepEqual(await bodies(id), [['Feed a: day 1', 'Feed b: day 2', 'Feed b: day 3', 'Feed a: day 4']]);
  const { results } = (await api('GET', `/v1/automations/${id}/items`)).body;
  assert.deepEqual(
    new Set(results.map((item: { feed: object }) => JSON.stringify(item.feed))),
    new Set(['a', 'b'].map(one => JSON.stringify({ title: `Feed ${one}`, url: 'https://log.example/' }))),
  );
});

test('a due digest fetches all its feeds, a failing one does not hold up the others, and the error names it', async () => {
  stage.at('2026-02-02T00:00:00Z');
  const { id } = await follow({ urls: [a, b, c] });
  publish(a, 'minutes before');
  publish(c, 'as well');
  stage.feeds.put(path(b), { status: 500 });
  stage.at('2026-02-02T09:00:00Z');
  await stage.service.db.updateTable('feeds').set({ next_poll_date: '2100-01-01T00:00:00Z' }).execute();
  await stage.round();
  assert.deepEqual(await bodies(id), [['Feed a: minutes before', 'Feed c: as well']]);
  const { last_error, last_error_sentence, feeds, status } = await stage.get(id);
  assert.equal(status, 'active');
  assert.ok(last_error.startsWith(`The feed ${b}: `), last_error);
  assert.equal(last_error_sentence.values.reason.code, 'feeds.answered');
  assert.deepEqual(
    feeds.map((feed: { last_error: string }) => feed.last_error === ''),
    [true, false, true],
  );
});

test('when a feed is gone for good the others continue; when all are gone, the automation becomes inactive', async () => {
  const { id } = await follow({ urls: [a, b], cadence: 'every', body: '{{ item.title }}' });
  stage.feeds.put(path(a), { status: 410 });
  publish(b, 'news');
  stage.pass(60);
  await stage.round();
  assert.deepEqual(await stage.subjects(id), ['news']);
  const { status, last_error } = await stage.get(id);
  assert.equal(status, 'active');
  assert.match(last_error, /permanently gone/);
  stage.feeds.put(path(b), { status: 410 });
  stage.pass(60);
  await stage.round();
  assert.equal((await stage.get(id)).status, 'inactive');
});

test('a post in two feeds is mailed once, in the same digest, across digests, and as a single email', async () => {
  for (const cadence of ['weekly', 'every']) {
    const [one, two] = [`${a}?${cadence}`, `${b}?${cadence}`];
    const put = (url: string, ...posts: Post[]) =>
      stage.feeds.put(path(url) + new URL(url).search, rss([...posts, post(url, 'old')]));
    put(one);
    put(two);
    const { id } = await follow({
      urls: [one, two],
      cadence,
      body: '{% for item in items %}<p>{{ item.title }}</p>{% endfor %}',
    });
    // The posts have the same guid, the same link and title, and the same title and content.
    const text = '<p>What was to be said of it, at some length and in the same words.</p>';
    const first = { ...post(a, 'first'), link: 'https://planet.example/1' };
    const second = { title: 'Second', link: 'https://www.a.example/second?utm_source=rss', guid: '7' };
    const third = { title: 'Third', link: 'https://a.example/3', guid: 'x:3', content: text };
    put(one, post(a, 'first'), { ...second, link: 'https://a.example/second', guid: '8' }, third);
    put(two, { ...third, link: 'https://b.example/3', guid: 'y:3' }, second);
    await send(id);
    assert.deepEqual((await bodies(id)).flat().toSorted(), ['Second', 'Third', 'first'], cadence);
    // A week later the other feed has the first post too, and posts that only look similar.
    put(
      two,
      first,
      { title: 'My word on it', link: 'https://a.example/3', guid: 'z:3' },
      { ...third, link: 'https://b.example/3', guid: 'y:3' },
      second,
    );
    stage.pass(60);
    await send(id);
    assert.deepEqual((await bodies(id)).flat().toSorted(), ['My word on it', 'Second', 'Third', 'first']);
    const { results } = (await api('GET', `/v1/automations/${id}/items?status=skipped`)).body;
    assert.equal(results.length, 3);
    for (const { reason } of results)
      assert.match(reason, /^It is the same post as one of ".+", which is mailed only once\.$/);
  }
});

test('an item that is old in one feed is not mailed when another feed shows it', async () => {
  const { id } = await follow({ urls: [a, b] });
  publish(b, post(a, 'old'), post(b, 'new'));
  stage.pass(60);
  await send(id);
  assert.deepEqual(await bodies(id), [['Feed b: new']]);
});

test('a post that one feed withdraws is mailed if the other still has it', async () => {
  const { id } = await follow({ urls: [a, b] });
  const same = post(a, 'same');
  publish(a, same, 'older', 'oldest');
  publish(b, same);
  stage.pass(60);
  await stage.round();
  publish(a, 'older', 'oldest');
  stage.pass(60);
  await send(id);
  assert.ok((await bodies(id)).flat().includes('Feed b: same'));
});

test('an added feed starts with its own baseline, and a removed one is no longer mailed', async () => {
  const { id } = await follow({ urls: [a, b] });
  publish(b, 'of b');
  publish(a, 'of a');
  publish(c, 'before');
  stage.pass(60);
  await stage.round();
  const { urls } = await patch(id, { urls: [a, c] });
  assert.deepEqual(urls, [a, c]);
  publish(b, 'later', 'of b');
  publish(c, 'of c', 'before');
  stage.pass(60);
  await send(id);
  assert.deepEqual((await bodies(id)).flat().toSorted(), ['Feed a: of a', 'Feed c: of c']);
  const { results } = (await api('GET', `/v1/automations/${id}/items?status=skipped`)).body;
  assert.deepEqual(
    results.map(({ title, reason }: { title: string; reason: string }) => [title, reason]),
    [['of b', 'The automation no longer follows its feed.']],
  );
  // The automation changes back: posts from the meantime count as old, as at the start.
  await patch(id, { urls: [a, c, b] });
  publish(b, 'latest', 'later', 'of b');
  stage.pass(60);
  await send(id);
  assert.deepEqual((await bodies(id))[1], ['Feed b: latest']);
});

test('with skip_old_items false, an added feed’s existing items are mailed', async () => {
  const { id } = await follow({ urls: [a], skip_old_items: false });
  await send(id);
  await patch(id, { urls: [a, b] });
  await send(id);
  assert.deepEqual(await bodies(id), [['Feed a: old'], ['Feed b: old']]);
});

test('url stands for the first feed, for clients that do not know urls', async () => {
  const { id } = await follow({ url: a });
  assert.deepEqual((await stage.get(id)).urls, [a]);
  const whole = await patch(id, { urls: [a, b] });
  assert.equal(whole.url, a);
  const { modification_date } = await patch(id, { url: whole.url, urls: whole.urls, name: whole.name });
  assert.equal(modification_date, whole.modification_date);
  publish(a, 'waits');
  stage.pass(60);
  await stage.round();
  assert.deepEqual((await patch(id, { url: c, urls: [a, b] })).urls, [c, b]);
  await send(id);
  assert.deepEqual(await bodies(id), [['Feed a: waits']], 'as always when a feed has moved');
  assert.deepEqual((await patch(id, { url: a, urls: [c, b] })).urls, [a, b]);
  assert.deepEqual((await patch(id, { url: a, urls: [b, c] })).urls, [b, c]);
  assert.deepEqual((await patch(id, { urls: [c, b] })).url, c);
});

test('invalid addresses are reported by position, and the number of feeds is limited', async () => {
  const fields = { behavior: 'draft', ...weekly };
  const create = (given: object) => api('POST', '/v1/automations', { ...fields, ...given });
  stage.feeds.put(path(b), '<!doctype html><title>No feed</title>');
  for (const [given, code, detail] of [
    [{}, 'url_invalid', /^url: give the address of a feed/],
    [{ urls: [] }, 'url_invalid', /^urls: give at least one/],
    [{ urls: [a, b] }, 'url_invalid', /^urls\.1: /],
    [{ url: `${a}?${'長'.repeat(1000)}` }, 'url_invalid', /^url: use at most 2000 bytes/],
    [{ url: a, urls: [c, 'ftp://a.example/'] }, 'url_invalid', /^urls\.1: use an absolute http/],
    [{ urls: Array.from({ length: 21 }, (_, at) => `${a}?${at}`) }, 'url_invalid', /^urls: at most 20 feeds/],
    [
      { url: b, urls: Array.from({ length: 20 }, (_, at) => `${a}?${at}`) },
      'url_invalid',
      /^urls: at most 20/,
    ],
    [{ urls: a }, 'url_invalid', /^urls: /],
  ] as const) {
    const { status, body } = await create(given);
    assert.deepEqual([status, body.code], [400, code], JSON.stringify(given));
    assert.match(body.detail, detail);
  }
  const { body } = await create({ urls: [a, a, c], url: c });
  assert.deepEqual(body.urls, [c, a]);
});

test('a ping fetches all feeds', async () => {
  const { id, ping_url } = await follow({ urls: [a, b], cadence: 'every', body: '{{ item.title }}' });
  stage.pass(1);
  publish(b, 'pinged');
  assert.equal((await api('POST', `/v1/automations/${id}/ping`)).status, 202);
  await stage.round();
  assert.deepEqual(await stage.subjects(id), ['pinged']);
  stage.pass(1);
  publish(a, 'again');
  assert.equal(
    (await fetch(new URL(new URL(ping_url).pathname, stage.service.url), { method: 'POST' })).status,
    202,
  );
  await stage.round();
  assert.deepEqual(await stage.subjects(id), ['pinged', 'again']);
});

test('a preview of several feeds shows what becomes of each item and which feed cannot be read', async () => {
  publish(b, post(a, 'old'), 'other');
  stage.feeds.put(path(c), { status: 500 });
  const { status, body } = await api('POST', '/v1/automations/preview', {
    behavior: 'draft',
    ...weekly,
    urls: [c, a, b],
    skip_old_items: false,
  });
  assert.equal(status, 200);
  assert.deepEqual(
    body.feeds.map(({ title, error }: { title: string; error: string }) => [title, error === '']),
    [
      ['', false],
      ['Feed a', true],
      ['Feed b', true],
    ],
  );
  assert.equal(body.feed.title, 'Feed a');
  assert.equal(body.emails.length, 1);
  assert.deepEqual(
    body.items.map((item: { title: string; status: string; feed: { title: string } }) => [
      item.feed.title,
      item.title,
      item.status,
    ]),
    [
      ['Feed a', 'old', 'processed'],
      ['Feed b', 'old', 'skipped'],
      ['Feed b', 'other', 'processed'],
      ['Feed b', 'old', 'processed'],
    ],
  );
});
