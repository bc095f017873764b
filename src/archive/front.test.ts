import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { visit } from '../testing/pages.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';

let service: TestService;
beforeEach(async () => {
  service = await startTestService();
});
afterEach(() => service.stop());

const front = () => visit(service, '/');

async function publish(email_type: string, headers: Record<string, string> = {}): Promise<void> {
  const email = { subject: 'One', body: 'x', status: 'imported', email_type };
  assert.equal((await service.api('POST', '/v1/emails', email, headers)).status, 201);
}

async function addNewsletter(username: string): Promise<Record<string, string>> {
  const { status, body } = await service.api('POST', '/v1/newsletters', {
    username,
    name: `The ${username}`,
  });
  assert.equal(status, 201, JSON.stringify(body));
  return { authorization: `Token ${body.api_key}` };
}

test('before anything is sent the front page says how to begin and reveals no secret', async () => {
  const { status, text, headers } = await front();
  assert.equal(status, 200);
  assert.match(text, /Postrider is running/);
  for (const path of ['/docs', '/test']) assert.match(text, new RegExp(`href="${path}"`));
  assert.doesNotMatch(text, /pr_\w/);
  assert.doesNotMatch(text, /href="\/inbox"/, 'there is no inbox with a mail server');
  assert.match(text, /noindex/);
  assert.match(headers.get('content-security-policy')!, /default-src 'none'/);
  assert.equal((await fetch(service.url, { method: 'HEAD' })).status, 200);
  await publish('public');
  assert.doesNotMatch((await front()).text, /Postrider is running/);
});

test('once the only newsletter has sent something, publicly or not, the front page is its home page', async () => {
  await publish('private');
  const before = await front();
  assert.match(before.text, /<h1>Test<\/h1>/);
  assert.match(before.text, /rel="canonical" href="http:\/\/news\.example\/test"/);
  assert.doesNotMatch(before.text, /One/);
  await publish('public');
  const after = await front();
  assert.match(after.text, /href="\/test\/archive\/one-2\/"/);
  const known = { 'if-none-match': after.headers.get('etag')! };
  assert.equal((await visit(service, '/', known)).status, 304);
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { name: 'Renamed' });
  assert.match((await visit(service, '/', known)).text, /<h1>Renamed<\/h1>/);
});

test('with several newsletters the front page lists those that have published and names no other', async () => {
  const [second, third] = [await addNewsletter('second'), await addNewsletter('third')];
  assert.doesNotMatch((await front()).text, /href="\/(test|second|third)"/);
  await publish('private', second);
  assert.match((await front()).text, /None of the newsletters here is public/);
  await publish('public', third);
  assert.match((await front()).text, /<h1>The third<\/h1>/);
  await publish('premium');
  const { text } = await front();
  assert.match(text, /<h1>Newsletters<\/h1>/);
  for (const [username, name] of [
    ['test', 'Test'],
    ['third', 'The third'],
  ])
    assert.match(text, new RegExp(`<a href="/${username}">${name}</a>`));
  assert.doesNotMatch(text, /second|noindex/);
});

test('a 404 page below a newsletter links to it; any other links to the front page', async () => {
  for (const path of ['/test/archive/none/', '/test/none/none', '/TEST/none']) {
    const { status, text } = await visit(service, path);
    assert.equal(status, 404, path);
    assert.match(text, /href="\/test\/archive\/"/, path);
  }
  for (const path of ['/nobody', '/nobody/archive/', '/-/test'])
    assert.match((await visit(service, path)).text, /href="\/">/, path);
});

test('the icon is where browsers look for it and where pages say it is', async () => {
  const [ico, svg] = await Promise.all(['ico', 'svg'].map(end => fetch(`${service.url}/favicon.${end}`)));
  assert.equal(ico!.headers.get('content-type'), 'image/x-icon');
  assert.equal(svg!.headers.get('content-type'), 'image/svg+xml');
  assert.deepEqual([...new Uint8Array(await ico!.arrayBuffer()).slice(0, 4)], [0, 0, 1, 0]);
  for (const path of ['/', '/test', '/nobody', '/docs/'])
    assert.match((await visit(service, path)).text, /\/favicon\.svg/, path);
});

test('an announcement is shown above every page while it has a text', async () => {
  const { id } = service.newsletter;
  const isShown = async () => /<aside class="announcement"/.test((await visit(service, '/test')).text);
  assert.equal(await isShown(), false);
  const announcement = {
    announcement_bar_text: 'We [moved](https://a.example)',
    announcement_bar_visibility: 'everyone',
  };
  assert.equal((await service.api('PATCH', `/v1/newsletters/${id}`, announcement)).status, 200);
  assert.equal(await isShown(), true);
});
