import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { createLog } from '../log.ts';
import { type App, createServer } from './server.ts';
import { singlePageRoutes } from './single-page.ts';

const page = `<meta name="root" content="__ROOT__"><script nonce="__NONCE__" src="./assets/index-1.js"></script>`;
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'postrider-page-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), page);
  await writeFile(join(folder, 'assets/index-1.js'), 'run()');
  await writeFile(join(folder, 'assets/index-1.js.br'), brotliCompressSync('run()'));
});
after(() => rm(folder, { recursive: true }));

async function serve({ from = folder, root = '', trouble = '', language = 'en' } = {}): Promise<App> {
  const app = await createServer({ log: createLog('silent'), body_limit: 1000, trusted_proxies: [] });
  singlePageRoutes(app, { path: '/dashboard', folder: from, root, trouble, languageOf: () => language });
  return app;
}

test('every dashboard address serves the page, which may run only its own scripts, with a fresh nonce', async () => {
  const app = await serve({ root: '/news' });
  const nonces = new Set<string>();
  for (const url of ['/dashboard', '/dashboard/', '/dashboard/weekly/emails/1']) {
    const { statusCode, body, headers } = await app.inject({ url });
    assert.equal(statusCode, 200, url);
    const policy = String(headers['content-security-policy']);
    const [, nonce] = /nonce="([\w-]{24})"/.exec(body) ?? [];
    assert.ok(nonce && policy.includes(`style-src 'self' 'nonce-${nonce}'`), policy);
    assert.match(policy, /^default-src 'none'; script-src 'self';/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.match(body, /content="\/news".* src="\/news\/dashboard\/assets\/index-1.js"/);
    assert.equal(headers['cache-control'], 'no-store');
    nonces.add(nonce);
  }
  assert.equal(nonces.size, 3);
  await app.close();
});

test('the page is there in each built language, in English for others, and says whether people are addressed formally', async () => {
  const speaks = async (language: string) =>
    (await (await serve({ language })).inject({ url: '/dashboard' })).body.match(/<html[^>]*>|<meta/)![0];
  await writeFile(join(folder, 'index.de.html'), `<html lang="de">${page}`);
  assert.equal(await speaks('de'), '<html lang="de">');
  assert.equal(await speaks('de-formal'), '<html lang="de" data-formal>');
  for (const language of ['en', 'fr']) assert.equal(await speaks(language), '<meta', language);
});

test('files may be cached for ever and are compressed for clients that accept it, and unknown files are 404', async () => {
  const app = await serve();
  const get = (name: string, headers = {}) => app.inject({ url: `/dashboard/assets/${name}`, headers });
  const plain = await get('index-1.js');
  assert.deepEqual([plain.body, plain.headers['content-encoding']], ['run()', undefined]);
  assert.match(String(plain.headers['cache-control']), /immutable/);
  const brotli = await get('index-1.js', { 'accept-encoding': 'gzip, br' });
  assert.equal(brotli.headers['content-encoding'], 'br');
  for (const name of ['index-2.js', 'index-1.js.br', '..%2Findex.html', '%2e%2e%2f%2e%2e%2fetc%2fpasswd'])
    assert.equal((await get(name)).statusCode, 404, name);
  await app.close();
});

test('the preview page is empty, runs nothing, and can be framed by our own pages only', async () => {
  const app = await serve();
  const { headers } = await app.inject({ url: '/dashboard/frame' });
  const policy = String(headers['content-security-policy']);
  assert.match(policy, /^default-src 'none'; style-src 'unsafe-inline'; img-src/);
  assert.match(policy, /frame-ancestors 'self'/);
  assert.doesNotMatch(policy, /script-src/);
  await app.close();
});

test('without a build the page says why building failed and what to do, and the next visit finds a new build', async () => {
  const from = join(folder, 'later');
  const app = await serve({ from, trouble: 'EROFS: read-only <file system>' });
  const missing = await app.inject({ url: '/dashboard/weekly' });
  assert.equal(missing.statusCode, 503);
  assert.match(missing.body, /The dashboard is not built/);
  assert.match(missing.body, /read-only &#60;file system&#62;/);
  await mkdir(join(from, 'assets'), { recursive: true });
  await writeFile(join(from, 'index.html'), page);
  assert.equal((await app.inject({ url: '/dashboard/weekly' })).statusCode, 200);
  await app.close();
});
