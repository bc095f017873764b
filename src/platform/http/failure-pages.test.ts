import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readContents } from '../../testing/contents.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const browser = { authorization: '', accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const visit = (path: string, headers: object = {}) =>
  service.api('GET', path, undefined, { ...browser, ...headers });

test('a browser gets every failure as a page in the usual design; a program gets the error body', async () => {
  const paths = [
    '/nobody',
    '/nobody/archive/',
    '/test/archive/nothing/',
    '/nobody/rss',
    '/a/b/c/d',
    '/test/archive/?page=9',
  ];
  for (const path of paths) {
    const page = await visit(path);
    assert.equal(page.status, 404, path);
    assert.match(page.text, /<h1>There is nothing here<\/h1>/, path);
    assert.match(page.headers.get('content-security-policy')!, /default-src 'none'/, path);
    assert.equal(page.headers.get('cache-control'), 'no-store', path);
    assert.equal((await visit(path, { accept: '*/*' })).body.code, 'not_found', path);
  }
  assert.match((await visit('/%zz')).text, /<h1>This did not work/);
});

test('a failure at a newsletter’s address is shown in its language, whatever the browser wishes', async () => {
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { locale: 'de' });
  const english = { ...browser, 'accept-language': 'en' };
  const form = '/api/emails/embed-subscribe/test';
  for (const [method, path, headers] of [
    ['GET', '/test/archive/nothing/', english],
    ['POST', form, { ...english, 'content-type': 'text/plain' }],
    ['PUT', form, english],
  ] as const) {
    const page = await service.api(method, path, undefined, headers);
    assert.ok(page.status >= 400, path);
    assert.match(page.text, /<html lang="de"/, `${method} ${path}`);
  }
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { locale: 'en' });
});

test('on API routes a browser gets the error body too', async () => {
  for (const path of ['/v1/nowhere', '/v1', '/v1/emails?x'])
    assert.equal(typeof (await visit(path)).body.code, 'string', path);
});

test('no page repeats the requested address or the host name', async () => {
  const before = await readContents(service.db);
  const marks = { host: 'evil.example', 'x-forwarded-host': 'evil.example', referer: 'http://evil.example/' };
  for (const path of [
    '/evil.example',
    '/test/archive/evil.example',
    '/test',
    '/test/archive/',
    '/test/rss',
    '/robots.txt',
  ]) {
    const { text } = await visit(path, marks);
    assert.doesNotMatch(text, /evil\.example/, path);
  }
  const huge = await visit(`/test/archive/?q=${'x'.repeat(7000)}&page=${'9'.repeat(4000)}`);
  assert.equal(huge.status, 200);
  assert.ok(huge.text.length < 15_000, 'long text is cut');
  assert.deepEqual(await readContents(service.db), before, 'nothing is counted');
});
