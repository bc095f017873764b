import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { openSafeFetch } from '../../platform/safe-fetch/safe-fetch.ts';
import { unpack } from '../../platform/threads/packed.ts';
import { type FetchedFeed, fetchFeed, type Validators } from './fetch.ts';

const now = new Date('2026-11-20T12:00:00Z');
const rss = `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><link>https://news.example/</link>
  <item><guid>1</guid><title>One</title><link>/one</link></item></channel></rss>`;
const etag = 'W/"a b"';
const last_modified = 'yesterday, as this server writes it';

let answer: RequestListener;
const server = createServer((request, response) => answer(request, response));
const safe_fetch = openSafeFetch({
  allowed_private_networks: ['127.0.0.1'],
  contact_url: 'https://n.example',
});
let origin: string;

before(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(async () => {
  await safe_fetch.close();
  server.close();
});
beforeEach(() => {
  answer = (_, response) => response.writeHead(500).end();
});

test('a fetched feed comes with its validators unchanged and addresses resolved against its own', async () => {
  answer = (_, response) =>
    response
      .writeHead(200, { etag, 'last-modified': last_modified, 'cache-control': 'max-age=600' })
      .end(rss);
  const got = fetched(await fetch('/feed'));
  assert.equal(got.feed.title, 'News');
  assert.equal(unpack(got.feed.items)[0]!.url, `${origin}/one`);
  assert.deepEqual(got.validators, { etag, last_modified });
  assert.deepEqual([got.url, got.moved_to, got.least_minutes], [`${origin}/feed`, null, 10]);
});

test('a document that was read before is not read again, even with a different date above its items', async () => {
  const dated = (built: string, posted: string) =>
    rss
      .replace('<link>', `<lastBuildDate>${built}</lastBuildDate><link>`)
      .replace('<guid>', `<pubDate>${posted}</pubDate><guid>`);
  let [body, type] = [dated('1', '1'), 'text/xml'];
  answer = (_, response) => response.writeHead(200, { etag, 'content-type': type }).end(body);
  const { document_hash: known_hash } = fetched(await fetch('/feed'));
  const again = () => fetchFeed(safe_fetch, { url: `${origin}/feed`, validators: null, known_hash });
  body = dated('2', '1');
  assert.deepEqual(await again(), {
    kind: 'same',
    validators: { etag, last_modified: null },
    moved_to: null,
    least_minutes: null,
  });
  for (const other of [dated('1', '2'), `${body} `, body.replace('One', 'Two'), body.replace('1.0', '1.1')]) {
    body = other;
    assert.equal((await again()).kind, 'fetched', other);
  }
  [body, type] = [dated('1', '1'), 'text/xml; charset=latin1'];
  assert.equal((await again()).kind, 'fetched', 'the same bytes mean other characters');
});

test('validators are sent back verbatim, and none are invented', async () => {
  const seen: unknown[] = [];
  answer = ({ headers }, response) => {
    seen.push([headers['if-none-match'], headers['if-modified-since']]);
    response.writeHead(304).end();
  };
  const given = [
    { etag, last_modified },
    { etag, last_modified: null },
    { etag: null, last_modified },
    { etag: 'a\u0001b', last_modified: 'x\r\ny: z' },
  ];
  for (const validators of given) {
    const outcome = await fetch('/', validators);
    assert.deepEqual(outcome, { kind: 'not_modified', validators, moved_to: null, least_minutes: null });
  }
  assert.deepEqual(seen, [
    [etag, last_modified],
    [etag, undefined],
    [undefined, last_modified],
    [undefined, undefined],
  ]);
});

test('a 304 response updates the validators that it carries', async () => {
  answer = (_, response) => response.writeHead(304, { etag: '"new"', 'cache-control': 'max-age=60' }).end();
  assert.deepEqual(await fetch('/', { etag, last_modified }), {
    kind: 'not_modified',
    validators: { etag: '"new"', last_modified },
    moved_to: null,
    least_minutes: 1,
  });
});

test('a permanent redirect gives the new address, whether or not the feed was modified', async () => {
  answer = (request, response) =>
    request.url === '/' ? response.writeHead(301, { location: '/new' }).end() : response.writeHead(304).end();
  const outcome = await fetch('/', { etag, last_modified });
  assert.deepEqual(outcome, {
    kind: 'not_modified',
    validators: { etag, last_modified },
    moved_to: `${origin}/new`,
    least_minutes: null,
  });
});

test('the request names the program and the formats that it accepts', async () => {
  const seen = Promise.withResolvers<Record<string, unknown>>();
  answer = ({ headers }, response) => {
    seen.resolve(headers);
    response.end(rss);
  };
  await fetch('/');
  const { accept, ...headers } = await seen.promise;
  assert.match(String(accept), /application\/rss\+xml.*application\/atom\+xml.*application\/feed\+json/);
  assert.match(String(headers['user-agent']), /^Postrider\/.* \(\+https:\/\/n\.example\/\)$/);
  assert.match(String(headers['accept-encoding']), /gzip.*br/);
});

test('a feed counts as moved only if every redirect was permanent and led to the feed', async () => {
  const paths =
    (statuses: number[], end = rss): RequestListener =>
    (request, response) => {
      const step = Number(request.url!.slice(1));
      const status = statuses[step];
      if (status) response.writeHead(status, { location: `/${step + 1}` }).end();
      else response.end(end);
    };
  for (const [statuses, moved] of [
    [[301], '/1'],
    [[308, 301], '/2'],
    [[301, 302], '/1'],
    [[301, 302, 301], '/1'],
    [[302], null],
    [[303, 301], null],
    [[307], null],
  ] as const) {
    answer = paths([...statuses]);
    const got = fetched(await fetch('/0'));
    assert.equal(got.moved_to, moved && origin + moved, String(statuses));
    assert.equal(got.url, `${origin}/${statuses.length}`);
  }
  answer = (request, response) =>
    request.url === '/0'
      ? response.writeHead(301, { location: `/${'x'.repeat(2000)}` }).end()
      : response.end(rss);
  assert.equal(
    fetched(await fetch('/0')).moved_to,
    null,
    'an address too long to keep is followed each time',
  );
  answer = paths([301], '<html>parked</html>');
  assert.equal((await fetch('/0')).kind, 'no_feed');
});

test('a response that is not a feed is reported as what it is', async () => {
  const html =
    '<!doctype html><html><head><title>Home</title><link rel=alternate type=application/rss+xml href=feed></head><body>Hello</body></html>';
  answer = (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  const got = await fetch('/home');
  assert.ok(got.kind === 'no_feed');
  assert.deepEqual([got.links, got.url], [[`${origin}/feed`], `${origin}/home`]);
  assert.notEqual(got.reason, '');
  for (const status of [200, 204]) {
    answer = (_, response) => response.writeHead(status).end();
    const empty = await fetch('/');
    assert.ok(empty.kind === 'no_feed');
    assert.match(empty.reason, /empty/);
  }
});

test('only the feed’s own address can report it gone, not the target of a temporary redirect', async () => {
  for (const [status, kind] of [
    [301, 'gone'],
    [302, 'failed'],
  ] as const) {
    answer = ({ url }, response) =>
      url === '/0' ? response.writeHead(status, { location: '/1' }).end() : response.writeHead(410).end();
    assert.equal((await fetch('/1')).kind, 'gone');
    assert.equal((await fetch('/0')).kind, kind);
  }
});

test('a busy server gets the time that it asks for', async () => {
  for (const status of [429, 503]) {
    answer = (_, response) => response.writeHead(status, { 'retry-after': '90' }).end('no');
    assert.deepEqual(await fetch('/'), { kind: 'busy', until: new Date('2026-11-20T12:01:30Z') });
    answer = (_, response) => response.writeHead(status).end();
    assert.deepEqual(await fetch('/'), { kind: 'busy', until: null });
  }
});

test('any other status is a failure that names it', async () => {
  for (const status of [202, 206, 300, 304, 400, 401, 403, 404, 418, 451, 500, 502, 599]) {
    answer = (_, response) => response.writeHead(status, { etag }).end(status === 304 ? undefined : rss);
    const got = await fetch('/');
    assert.equal(got.kind, 'failed', String(status));
    assert.match(got.kind === 'failed' ? got.reason : '', new RegExp(`answered ${status}`));
  }
});

test('an unreachable or forbidden address is returned as a value, not thrown', async () => {
  answer = (_, response) => response.destroy();
  assert.equal((await fetch('/')).kind, 'failed');
  const forbidden = { url: 'http://169.254.169.254/', validators: null };
  assert.equal((await fetchFeed(safe_fetch, forbidden)).kind, 'refused');
  const stop = new AbortController();
  answer = () => stop.abort();
  const called_off = await fetchFeed(safe_fetch, { url: origin, validators: null, signal: stop.signal });
  assert.equal(called_off.kind, 'failed');
});

function fetch(path: string, validators: Validators | null = null): Promise<FetchedFeed> {
  return fetchFeed(safe_fetch, { url: origin + path, validators, clock: () => now });
}

function fetched(outcome: FetchedFeed) {
  if (outcome.kind !== 'fetched') assert.fail(JSON.stringify(outcome));
  return outcome;
}
