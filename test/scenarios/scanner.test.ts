import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { confirmAddress } from '../../src/opt-in/links.ts';
import { newId } from '../../src/platform/ids.ts';
import { readSecret } from '../../src/platform/secret.ts';
import { linkAddress, manageAddress, signSession } from '../../src/readers/addresses.ts';
import { readContents } from '../../src/testing/contents.ts';
import { startTestService, type TestService } from '../../src/testing/postrider.ts';
import { unsubscribeAddress } from '../../src/tracking/links.ts';

let service: TestService;
let paths: string[];
let cookie: string;
before(async () => {
  service = await startTestService();
  const secret = await readSecret(service.db);
  const post = async (path: string, body: object) => (await service.api('POST', path, body)).body;
  const issue = await post('/v1/emails', { subject: 'Open', body: 'Hello', status: 'imported' });
  await service.api('PATCH', `/v1/emails/${issue.id}`, { slug: 'renamed' });
  await post('/v1/emails', { subject: 'Paid', body: 'Hello', status: 'imported', email_type: 'premium' });
  const reader = await post('/v1/subscribers', { email: 'ada@example.org', type: 'premium' });
  const asked = await post('/v1/subscribers', { email: 'bob@example.org' });
  const gone = await post('/v1/subscribers', { email: 'eve@example.org', type: 'unsubscribed' });
  const owner = (id: string) => ({ subscriber_id: id, email_id: issue.id });
  paths = [
    ...[
      '',
      '/',
      '/archive',
      '/archive/',
      '/archive/?q=hello',
      '/archive/?page=2',
      '/archive/open/',
      '/archive/renamed/',
    ],
    ...[
      '/archive/paid/',
      '/archive/nothing/',
      '/rss',
      '/rss?count=5',
      '/feed.json',
      '/sitemap.xml',
      '/sign-in',
      '/sign-out',
    ],
  ].map(path => `/test${path}`);
  paths.push(
    '/robots.txt',
    '/nobody',
    '/api/emails/embed-subscribe/test?email=x@example.org',
    confirmAddress('', secret, { id: asked.id, normal_address: asked.email_address }),
    unsubscribeAddress('', secret, owner(reader.id)),
    ...[reader, asked, gone].map(person => manageAddress('', secret, person)),
  );
  for (const [purpose, { id, email_address }] of [
    ['sign_in', reader],
    ['address_change', reader],
    ['return', gone],
  ] as const) {
    const { key } = await service.db
      .selectFrom('subscribers')
      .select('key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const link = {
      id: newId(),
      purpose,
      address: purpose === 'address_change' ? 'new@example.org' : email_address,
    };
    const row = { ...link, subscriber_key: key, creation_date: new Date().toISOString() };
    await service.db.insertInto('reader_links').values(row).execute();
    paths.push(linkAddress('', secret, service.newsletter, link));
  }
  cookie = `reader=${signSession(secret, reader, new Date(Date.now() + 1e9))}`;
});
after(() => service.stop());

test('no GET changes anything, whoever fetches it and how often: scanners, previews, prefetching browsers', async () => {
  const before = await readContents(service.db);
  const visitors: Record<string, string>[] = [
    { accept: 'text/html' },
    { accept: 'text/html', cookie, 'sec-purpose': 'prefetch;prerender', purpose: 'prefetch' },
    { 'user-agent': 'Mozilla/5.0 (compatible; bingbot/2.0)', range: 'bytes=0-10' },
  ];
  for (const path of paths) {
    for (const headers of visitors) {
      for (const method of ['GET', 'HEAD', 'GET', 'OPTIONS', 'HEAD']) {
        const response = await fetch(service.url + path, { method, headers, redirect: 'manual' });
        await response.arrayBuffer();
        assert.ok(response.status < 500, `${method} ${path}: ${response.status}`);
        assert.equal(response.headers.get('set-cookie'), null, path);
      }
    }
  }
  assert.deepEqual(await readContents(service.db), before);
});
