import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { no_browser, openBrowser } from '../../testing/browser.ts';
import { visit } from '../../testing/pages.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { patienceSeconds, until } from '../../testing/until.ts';

const path = '/api/emails/embed-subscribe/test';
let service: TestService;
before(async () => {
  service = await startTestService({ env: { SIGN_UPS_PER_HOUR: '1000' } });
});
after(() => service.stop());

const find = async (email: string) => (await service.api('GET', `/v1/subscribers/${email}`)).body;
const tagNames = async (email: string) => {
  const { results } = (await service.api('GET', '/v1/tags')).body;
  const { tags = [] } = await find(email);
  return tags.map((id: string) => results.find((tag: { id: string }) => tag.id === id).name);
};

test('a multipart/form-data form works like any other', async () => {
  const form = new FormData();
  form.append('email', 'multi@example.org');
  form.append('tag', 'Häuser & "Gärten"');
  form.append('tag', 'Two');
  form.append('metadata__first', 'Ada\r\nBcc: x@example.org');
  form.append('picture', new Blob(['x']), 'a.png');
  const answer = await fetch(service.url + path, { method: 'POST', body: form });
  assert.deepEqual([answer.status, answer.headers.get('access-control-allow-origin')], [200, '*']);
  assert.deepEqual(await tagNames('multi@example.org'), ['Häuser & "Gärten"', 'Two']);
  assert.deepEqual((await find('multi@example.org')).metadata, { first: 'Ada Bcc: x@example.org' });
});

test('a broken multipart form gets 400, an oversized one 413, and nobody is signed up', async () => {
  const part = 'Content-Disposition: form-data; name="email"\r\n\r\nbroken@example.org\r\n';
  for (const [type, body] of [
    ['multipart/form-data', part],
    ['multipart/form-data; boundary=x', part],
    ['multipart/form-data; boundary=x', `--x\r\n${part}`],
    ['multipart/form-data; boundary=x', `--x\r\nname="email"\r\n\r\nbroken@example.org\r\n--x--\r\n`],
    ['multipart/form-data; boundary=x', ''],
  ] as const) {
    const { status, body: said } = await service.api('POST', path, body, { 'content-type': type });
    assert.deepEqual([status, said.code], [400, 'request_invalid'], body);
  }
  const form = new FormData();
  form.append('email', 'broken@example.org');
  form.append('x', 'y'.repeat(20_000));
  assert.equal((await fetch(service.url + path, { method: 'POST', body: form })).status, 413);
  assert.equal((await find('broken@example.org')).code, 'not_found');
});

test('only the page for frames may be framed, and it contains nothing but the form', async () => {
  const embed = await visit(service, '/test?as_embed=true&tag=Sidebar');
  assert.equal(embed.status, 200);
  assert.match(embed.headers.get('content-security-policy')!, /frame-ancestors \*/);
  assert.equal(embed.headers.get('x-frame-options'), null);
  assert.match(embed.text, /<input type="hidden" name="tag" value="Sidebar">/);
  assert.doesNotMatch(embed.text, /<header|<footer|<a |<h2|<script/);
  for (const page of [
    '/test',
    '/test?tag=Sidebar',
    '/test?as_embed=false',
    '/test/archive/',
    '/test/archive/?as_embed=true',
    '/test/sign-in?as_embed=true',
  ])
    assert.match(
      (await visit(service, page)).headers.get('content-security-policy')!,
      /frame-ancestors 'none'/,
      page,
    );
  assert.equal((await visit(service, '/nobody?as_embed=true')).status, 404);
});

test('a link to the home page may name tags, which its form sends and shows as text', async () => {
  const { text } = await visit(service, '/test?tag=One&tag=%22%3E%3Cb%3E');
  assert.match(text, /name="tag" value="One"/);
  assert.match(text, /name="tag" value="&#34;&gt;&lt;b&gt;"/);
  assert.doesNotMatch((await visit(service, '/test')).text, /name="tag"/);
});

test('in a browser, a plain form, a script with FormData, and the frame sign people up from another origin', {
  skip: no_browser,
}, async context => {
  const site = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`
      <!doctype html><title>My blog</title><h1>My blog</h1>
      <form id="plain" method="post" action="${service.url}${path}" target="answer">
        <input name="email"><label><input type="checkbox" name="tag" value="Checked">Checked</label>
        <select name="tag"><option>First<option>Chosen</select><button>Plain</button></form>
      <form id="script"><input name="email"><input type="hidden" name="tag" value="Scripted"><button>Script</button></form>
      <p id="said"></p>
      <iframe id="frame" src="${service.url}/test?as_embed=true&amp;tag=Framed" style="border:0;width:100%;height:220px"></iframe>
      <script>
        document.querySelector('#script').onsubmit = async event => {
          event.preventDefault();
          const body = new FormData(event.target);
          const { ok } = await fetch('${service.url}${path}', { method: 'POST', body });
          document.querySelector('#said').textContent = ok ? 'Done' : 'Failed';
        };
      </script>`),
  );
  await once(site.listen(0, 'localhost'), 'listening');
  context.after(() => void site.close().closeAllConnections());
  const browser = await openBrowser();
  context.after(() => browser.close());
  const page = await browser.newPage();
  page.context().setDefaultTimeout(patienceSeconds * 1000);
  await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`);

  await page.fill('#script [name=email]', 'script@example.org');
  await page.click('#script button');
  await page.waitForSelector('#said:text("Done")');
  assert.deepEqual(await tagNames('script@example.org'), ['Scripted']);

  const frame = page.frameLocator('#frame');
  await frame.locator('[name=email]').fill('framed@example.org');
  await frame.locator('button').click();
  await frame.getByText('Check your mailbox').first().waitFor();
  assert.equal(await frame.locator('a').count(), 0);
  assert.deepEqual(await tagNames('framed@example.org'), ['Framed']);

  await page.fill('#plain [name=email]', 'plain@example.org');
  await page.check('#plain [type=checkbox]');
  await page.selectOption('#plain select', 'Chosen');
  const [opened] = await Promise.all([page.waitForEvent('popup'), page.click('#plain button')]);
  await opened.waitForSelector('h1');
  await until('both tags are theirs', async () => (await tagNames('plain@example.org')).length === 2);
  assert.deepEqual(await tagNames('plain@example.org'), ['Checked', 'Chosen']);
});
