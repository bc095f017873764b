import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { manageAddress } from '../../links/readers.ts';
import { post, visit } from '../../testing/pages.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ works: true, env: { SIGN_UPS_PER_HOUR: '1000' } });
});
after(() => service.stop());

let number = 0;
/** Somebody of this type, and the page where they manage their subscription. */
async function reader(type: string) {
  number += 1;
  const email = `listener-${number}@example.org`;
  const { body } = await service.api('POST', '/v1/subscribers', { email, type });
  const path = manageAddress('', service.secret, body);
  const press = async (wish: string) => (await post(service, path, { do: wish })).text;
  return {
    id: body.id as string,
    path,
    press,
    setType: (to: string) => service.api('PATCH', `/v1/subscribers/${body.id}`, { type: to }),
  };
}

const addressIn = (page: string) =>
  /value="http:\/\/news\.example(\/feed\/[\w-]+\.xml)"/.exec(page)?.[1] ?? '';
const feedOf = (id: string) => service.api('GET', `/v1/subscribers/${id}/private-feed`);
const write = (fields: object) =>
  service.api('POST', '/v1/emails', { status: 'imported', publish_date: '2026-01-05T08:00:00Z', ...fields });

test('a reader who pays makes a feed with whole issues and recordings, replaces its address, and switches it off', async () => {
  const recording = {
    name: 'file',
    filename: 'The tide.mp3',
    value: 'ID3 and a long sound',
    type: 'audio/mpeg',
  };
  const { body: file } = await service.upload('/v1/attachments', [recording]);
  assert.ok(file.id, JSON.stringify(file));
  const issue = {
    email_type: 'premium',
    custom_teaser: 'It begins.',
    body: 'It begins.\n\nThe tide comes at noon.',
  };
  const made = await write({ ...issue, subject: 'Heard', attachments: [file.id] });
  assert.equal(made.status, 201, made.text);
  const linked = `${issue.body}\n\n[Hear it](https://sounds.example/two.m4a?a=1&b=2)`;
  await write({ ...issue, subject: 'Linked', body: linked });

  const { id, path, press, setType } = await reader('premium');
  assert.match((await visit(service, path)).text, /Make my address/);
  const page = await press('feed');
  const address = addressIn(page);
  assert.match(address, /^\/feed\//, page);
  const feed = await visit(service, address);
  assert.equal(feed.status, 200);
  assert.equal(feed.headers.get('cache-control'), 'private, no-cache');
  assert.match(feed.text, /The tide comes at noon/);
  assert.match(feed.text, /<itunes:block>Yes/);
  assert.ok(!feed.text.includes(address), 'whoever is shown the feed does not learn its address');
  const [enclosure] = /<enclosure [^>]*tide\.mp3"[^>]*>/.exec(feed.text)!;
  assert.match(enclosure, /length="20" type="audio\/mpeg"/);
  assert.match(
    feed.text,
    /<enclosure url="https:\/\/sounds\.example\/two\.m4a\?a=1&(?:amp|#38);b=2" length="0" type="audio\/mp4"\/>/,
  );
  const everybody = (await visit(service, '/test/rss')).text;
  assert.doesNotMatch(everybody, /comes at noon|<enclosure/);

  const [, heard] = /url="http:\/\/news\.example([^"]+)"/.exec(enclosure)!;
  const part = await visit(service, heard!, { range: 'bytes=4-6' });
  assert.deepEqual([part.status, part.text, part.headers.get('content-range')], [206, 'and', 'bytes 4-6/20']);
  assert.equal(part.headers.get('content-type'), 'audio/mpeg');
  assert.equal((await visit(service, heard!, { range: 'bytes=90-' })).status, 416);

  const again = addressIn(await press('feed'));
  assert.notEqual(again, address);
  assert.equal((await visit(service, address)).status, 404);
  assert.match((await visit(service, again)).text, /comes at noon/);

  await setType('regular');
  assert.match((await visit(service, path)).text, /Your plan is over/);
  const lapsed = (await visit(service, again)).text;
  assert.match(lapsed, /It begins/);
  assert.doesNotMatch(lapsed, /comes at noon|<enclosure/);
  assert.doesNotMatch(await press('feed-off'), /Make my address|\/feed\//);
  assert.equal((await visit(service, again)).status, 404);
  assert.equal((await feedOf(id)).status, 404);
});

test('a reader who does not pay has no feed, and a made-up or cut address belongs to nobody', async () => {
  const { id, press } = await reader('regular');
  assert.equal(addressIn(await press('feed')), '');
  assert.equal((await feedOf(id)).status, 404);
  const { press: pressOther } = await reader('premium');
  const address = addressIn(await pressOther('feed'));
  for (const wrong of [
    address.slice(0, -4),
    address.replace('.xml', 'A.xml'),
    `${address.slice(0, 20)}.xml`,
    '/feed/x.xml',
  ])
    assert.equal((await visit(service, wrong)).status, 404, wrong);
});

test('the team sees how often each feed is fetched, gives an address once, ends a feed, and blocks its owner', async () => {
  const { id, setType } = await reader('premium');
  const path = `/v1/subscribers/${id}/private-feed`;
  const { body: made } = await service.api('POST', path);
  const address = made.url.replace('http://news.example', '');
  for (const method of ['GET', 'HEAD', 'GET']) await fetch(service.url + address, { method });
  const { body: seen } = await feedOf(id);
  assert.deepEqual([seen.subscriber_id, seen.fetches, seen.url], [id, 3, undefined]);
  assert.ok(seen.last_fetch_date);
  const { body: listed } = await service.api('GET', '/v1/private-feeds');
  assert.deepEqual(listed.results[0], seen);

  await setType('blocked');
  assert.equal((await visit(service, address)).status, 404);
  await setType('premium');
  assert.equal((await visit(service, address)).status, 200);
  assert.equal((await service.api('DELETE', path)).status, 204);
  assert.equal((await visit(service, address)).status, 404);
  assert.equal((await service.api('DELETE', path)).status, 404);
  const { body: log } = await service.api('GET', `/v1/audit_log?object_id=${id}`);
  assert.deepEqual(
    log.results.map(({ action }: { action: string }) => action),
    ['private_feed.ended', 'private_feed.made'],
  );
  await service.api('POST', path);
  await service.api('DELETE', `/v1/subscribers/${id}`);
  const { body: rest } = await service.api('GET', '/v1/private-feeds');
  assert.ok(!rest.results.some((one: { subscriber_id: string }) => one.subscriber_id === id));
});
