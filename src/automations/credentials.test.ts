import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rss } from '../testing/feed-server.ts';
import { openFeedStage } from '../testing/feed-stage.ts';
import { arrivalsOf, identify, traitList } from './items/identity.ts';

test('the user and password of a feed are used and never shown, and sending the object back keeps them', async () => {
  const stage = await openFeedStage();
  await using _ = { [Symbol.asyncDispose]: () => stage.close() };
  stage.feeds.put('/private.xml', rss([{ title: 'One', link: 'https://log.example/1' }]));
  const secret = `${stage.feeds.url.replace('://', '://ada:s3cret@')}/private.xml`;
  const fields = {
    subject: '{{ item.title }}',
    body: '{{ item.title }} {{ feed.url }}',
    skip_old_items: false,
  };
  const created = await stage.create(secret, fields);
  assert.equal(created.body.url, `${stage.feeds.url}/private.xml`);
  const { api, db } = stage.service;
  const changed = await api('PATCH', `/v1/automations/${created.body.id}`, { ...created.body, name: 'Mine' });
  assert.equal(changed.status, 200);
  assert.equal((await db.selectFrom('feeds').select('fetch_url').executeTakeFirst())?.fetch_url, secret);
  stage.pass(60);
  await stage.round();
  const asked = stage.feeds.requests.map(({ headers }) => headers.authorization);
  assert.deepEqual(new Set(asked), new Set([`Basic ${Buffer.from('ada:s3cret').toString('base64')}`]));
  const preview = await api('POST', '/v1/automations/preview', {
    url: secret,
    behavior: 'draft',
    cadence: 'every',
    ...fields,
  });
  const listed = await api('GET', '/v1/automations');
  const emails = await api('GET', '/v1/emails');
  assert.equal(emails.body.count, 1);
  for (const { body } of [created, changed, preview, listed, emails])
    assert.doesNotMatch(JSON.stringify(body), /s3cret/);
});

test('an item with only a title and content is recognised after its title is edited', () => {
  const content = 'The quay is closed while the crane is being repaired, until Thursday.';
  const item = (title: string, text = content) => ({
    guid: null,
    id: `sha256:${title}${text}`,
    id_source: 'hash' as const,
    url: null,
    title,
    description: text,
    content: text,
    publish_date: null,
    author: '',
    enclosure: null,
    image: null,
    categories: [],
  });
  const [before] = arrivalsOf(1, [item('Quay closed')]);
  assert.ok(before);
  const known = [{ key: 7, traits: traitList(before.traits) }];
  const judge = (one: ReturnType<typeof item>) => identify(arrivalsOf(1, [one]), known, new Date())[0]?.is;
  assert.equal(judge(item('The quay is closed')), 'known');
  assert.equal(
    judge(item('Quay open', `${content} It is open again, and the ferries run as before.`)),
    'new',
  );
});
