import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import type { Document } from './document.ts';

let service: TestService;
let document: Document;
let places: string[];
const pages = new Map<string, string>();
before(async () => {
  service = await startTestService({ env: { BASE_URL: 'https://news.example/mail' } });
  document = (await service.api('GET', '/v1/openapi.json')).body;
  const index = (await service.api('GET', '/docs')).text;
  places = [
    '',
    ...new Set(Array.from(index.matchAll(/href="\/mail\/docs\/([\w-]+)"/g), ([, name]) => `/${name}`)),
  ];
  for (const place of places) pages.set(place, (await service.api('GET', `/docs${place}`)).text);
});
after(() => service.stop());

const operations = () =>
  [...Object.values(document.paths), ...Object.values(document.webhooks ?? {})].flatMap(item =>
    Object.values(item),
  );

test('every operation and webhook is on one page, and its name leads there', async () => {
  const all = [...pages.values()].join('');
  for (const { operationId } of operations())
    assert.equal(all.split(`<article id="${operationId}">`).length, 2, operationId);
  const { status, headers } = await service.api('GET', '/docs/create_email');
  assert.deepEqual([status, headers.get('location')], [302, '/mail/docs/emails#create_email']);
  assert.equal((await service.api('GET', '/docs/nothing')).status, 404);
});

test('every link within the pages has a target', () => {
  const ids = new Map([...pages].map(([place, html]) => [place, new Set(html.match(/(?<= id=")[^"]+/g))]));
  for (const [place, html] of pages)
    for (const [, path, id] of html.matchAll(/href="(?:\/mail\/docs(\/[\w-]+)?)?(?:#([^"]+))?"/g)) {
      const there = ids.get(path ?? (id !== undefined && html.includes(`href="#${id}"`) ? place : ''));
      assert.ok(there, `${place} → ${path}`);
      if (id !== undefined) assert.ok(there.has(id), `${place} → ${path}#${id}`);
    }
});

test('an operation shows its examples, its parameters and answers, and what can go wrong', () => {
  const html = pages.get('/emails')!;
  const article = html.slice(
    html.indexOf('<article id="create_email">'),
    html.indexOf('<article id="retrieve_email">'),
  );
  for (const words of [
    '<b>POST</b> /v1/emails',
    'curl &#34;https://news.example/mail/v1/emails&#34;',
    '-H &#34;Authorization: Token $API_KEY&#34;',
    'postrider.post(&#39;/v1/emails&#39;, {',
    'subject: &#39;What the sea leaves on a Tuesday&#39;',
    '<code>publish_date</code> timestamp or date or null',
    '<a href="/mail/docs/objects#Email">Email</a>',
    '<a href="/mail/docs/errors#409">409</a>',
  ])
    assert.ok(article.includes(words), words);
});

test('a page and everything that it loads is below 1 MB without compression, and comes from here', async () => {
  const loaded = ['reference.css', 'search.js', 'search.json'];
  const sizes = await Promise.all(
    loaded.map(async name => (await service.api('GET', `/docs/${name}`)).text.length),
  );
  const shared = sizes.reduce((sum, size) => sum + size, 0);
  for (const [place, html] of pages) {
    assert.ok(Buffer.byteLength(html) + shared < 1_000_000, `${place}: ${Buffer.byteLength(html) + shared}`);
    for (const [, address] of html.matchAll(/ (?:href|src)="([^"]*)"/g))
      assert.match(address!, /^(?:#|\/mail\/)/, place);
    assert.doesNotMatch(html, / style="| on\w+="|<style|<script(?! src="\/mail\/docs\/search\.js" defer>)/);
  }
});

test('no page may run scripts of its own, or be framed', async () => {
  const { headers } = await service.api('GET', '/docs/emails');
  const policy = headers.get('content-security-policy')!;
  assert.match(policy, /^default-src 'none'; script-src 'self';/);
  assert.doesNotMatch(policy, /unsafe/);
  assert.match(policy, /frame-ancestors 'none'/);
  const etag = headers.get('etag')!;
  assert.equal((await service.api('GET', '/docs/emails', undefined, { 'if-none-match': etag })).status, 304);
});
