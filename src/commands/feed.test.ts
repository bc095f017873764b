import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { builtProgram } from '../testing/processes.ts';

const rss = `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><link>https://news.example/</link>
  <item><guid isPermaLink="false">1</guid><title>One</title><link>/one</link>
  <pubDate>Fri, 20 Nov 2026 12:00:00 GMT</pubDate><description>Short</description></item></channel></rss>`;
const page = '<!doctype html><link rel=alternate type="application/rss+xml" href="/feed"><h1>Home</h1>';
const inside = { ALLOWED_PRIVATE_NETWORKS: '127.0.0.1' };

const server = createServer((request, response) => {
  if (request.url === '/moved') return response.writeHead(302, { location: '/feed' }).end();
  if (request.url === '/feed')
    return response.writeHead(200, { etag: '"1"', 'last-modified': 'then' }).end(rss);
  if (request.url === '/page') return response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  if (request.url === '/circle')
    return response.writeHead(200, { 'content-type': 'text/html' }).end(page.replace('/feed', '/page'));
  response.writeHead(404).end();
});
let origin: string;
let folder: string;

before(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  folder = await mkdtemp(join(tmpdir(), 'feed-'));
});
after(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

test('an address is explained as fetched, without a database', async () => {
  const { code, answer } = await explain([`${origin}/moved`]);
  const { items, polling, ...rest } = answer;
  assert.deepEqual(rest, {
    url: `${origin}/moved`,
    final_url: `${origin}/feed`,
    format: 'RSS 2.0',
    validators: { etag: '"1"', last_modified: 'then' },
    title: 'News',
    site_url: 'https://news.example/',
    repairs: [],
  });
  assert.deepEqual(polling, { least_minutes: null, skip_hours: [], skip_days: [] });
  assert.deepEqual(items, [
    {
      id: '1',
      id_source: 'guid',
      guid: '1',
      url: `${origin}/one`,
      title: 'One',
      date: '2026-11-20T12:00:00.000Z',
      description: 'Short',
      content: 'Short',
      author: '',
      enclosure: null,
    },
  ]);
  assert.equal(code, 0);
});

test('a file and standard input are explained like an address', async () => {
  const file = join(folder, 'feed.xml');
  await writeFile(file, rss);
  const from = ['--url', 'https://blog.example/feed', '--content-type', 'application/rss+xml'];
  for (const args of [
    [file, ...from],
    ['-', ...from],
  ]) {
    const { code, answer } = await explain(args, {}, rss);
    assert.equal(code, 0);
    assert.equal(answer.final_url, 'https://blog.example/feed');
    assert.equal(answer.items[0].url, 'https://blog.example/one');
  }
  const { answer } = await explain([file]);
  assert.deepEqual([answer.url, answer.final_url, answer.items[0].url], [null, null, null]);
});

test('a page leads to its first feed, once, and the output says so', async () => {
  const { answer } = await explain([`${origin}/page`]);
  assert.equal(answer.title, 'News');
  assert.deepEqual([answer.url, answer.final_url], [`${origin}/page`, `${origin}/feed`]);
  assert.match(answer.repairs[0], /\/page is a web page.*\/feed/);
  const file = join(folder, 'page.html');
  await writeFile(file, page);
  assert.equal((await explain([file, '--url', `${origin}/some/page`])).answer.title, 'News');
  const circle = await explain([`${origin}/circle`]);
  assert.deepEqual([circle.code, Object.keys(circle.answer)], [1, ['error']]);
  assert.match(circle.answer.error, /\/circle is a web page that links to the feed .*\/page: /);
});

test('a failure is JSON too and exits with 1', async () => {
  for (const [args, env, words] of [
    [[`${origin}/none`], inside, /404/],
    [[`${origin}/feed`], { ALLOWED_PRIVATE_NETWORKS: '' }, /ALLOWED_PRIVATE_NETWORKS/],
    [
      [join(folder, 'none.xml')],
      inside,
      /none\.xml cannot be read: there is no such file\. Check its path\.$/,
    ],
    [[folder], inside, /cannot be read: it is a folder\. Name a file\.$/],
    [['-'], inside, /./],
  ] as const) {
    const { code, answer, errors } = await explain([...args], env, 'not a feed');
    assert.deepEqual(Object.keys(answer), ['error']);
    assert.match(answer.error, words);
    assert.deepEqual([code, errors], [1, '']);
  }
});

test('a wrong call prints the usage and nothing else, and exits with 2', async () => {
  for (const args of [
    ['feed'],
    ['feed', 'explain'],
    ['feed', 'fetch', 'x'],
    ['feed', 'explain', 'a', 'b'],
    ['feed', 'explain', 'a', '--wrong'],
    ['feed', 'explain', 'a', '--url', 'feed'],
    ['feed', 'explain', 'https://example.org/', '--url', 'https://example.org/'],
  ]) {
    const { code, output, errors } = await run(args, {}, '');
    assert.deepEqual([code, output], [2, ''], args.join(' '));
    assert.notEqual(errors, '');
  }
});

async function explain(args: string[], env: Record<string, string> = inside, input = '') {
  const { output, ...rest } = await run(['feed', 'explain', ...args], env, input);
  return { ...rest, answer: JSON.parse(output) };
}

async function run(args: string[], env: Record<string, string>, input: string) {
  const child = spawn(process.execPath, [builtProgram, ...args], {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', ...env },
    stdio: 'pipe',
  });
  child.stdin.on('error', () => {}).end(input);
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code, output, errors };
}
