import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { inProgram } from '../../src/platform/root.ts';
import { startTestService, type TestService } from '../../src/testing/postrider.ts';
import { openReceiver, type Receiver } from '../../src/testing/receiver.ts';
import { until } from '../../src/testing/until.ts';

const manual = await readFile(inProgram('docs/integrations.md'), 'utf8');

/** Returns the blocks of docs/integrations.md in this language. Blocks in a list are indented. */
const blocks = (language: string) =>
  [...manual.matchAll(new RegExp(`^( *)\`\`\`${language}\\n(.*?)^ *\`\`\`$`, 'gms'))].map(
    ([, indent, text]) => text!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );

const feed = `<rss version="2.0"><channel><title>Blog</title><link>https://blog.example/</link>
<item><title>One</title><link>https://blog.example/1</link><guid>1</guid><description>Text</description></item></channel></rss>`;

let service: TestService;
let elsewhere: Receiver;
before(async () => {
  service = await startTestService({ works: true });
  elsewhere = await openReceiver();
  elsewhere.answer = (response, { path }) =>
    path === '/feed/'
      ? response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(feed)
      : response.writeHead(200).end();
});
after(async () => {
  await service.stop();
  await elsewhere.close();
});

/** Replaces the example's names with those of this service. */
const here = (text: string) =>
  text
    .replaceAll('https://news.example.org', service.url)
    .replaceAll('USERNAME', service.newsletter.username)
    .replaceAll(/https:\/\/(?:blog\.example|hooks\.zapier\.com)/g, elsewhere.url);

/** Sends a request as the document has it, with a key that has only these permissions. */
async function play(request: string, key: string, id: string) {
  const [head = '', body] = here(request).split('\n\n');
  const [first = '', ...lines] = head.trim().split('\n');
  const [method = '', path = ''] = first.split(' ');
  const headers = Object.fromEntries(lines.map(line => line.split(/: (.*)/) as [string, string]));
  delete headers.Host;
  if (headers.Authorization) headers.Authorization = headers.Authorization.replace('KEY', key);
  const response = await fetch(service.url + path.replace('{id}', id), {
    method,
    headers,
    ...(body && { body }),
  });
  return {
    path,
    status: response.status,
    answer: JSON.parse(await response.text()),
    ignored: response.headers.get('postrider-ignored'),
  };
}

test('every request in docs/integrations.md does what the document says', async () => {
  const permissions = {
    subscribers: 'write',
    emails: 'write',
    automations: 'write',
    sending: 'write',
    settings: 'write',
  } as const;
  const key = (await service.keyWith(permissions)).authorization!.slice('Token '.length);
  const requests = blocks('http');
  assert.ok(requests.length >= 7);
  let id = '';
  for (const request of requests) {
    const { path, status, answer, ignored } = await play(request, key, id);
    assert.ok(
      [200, 201, 202].includes(status),
      `${path} answered ${status}: ${JSON.stringify(answer)}\n${request}`,
    );
    assert.equal(ignored, null, `${path} has fields without a meaning: ${ignored}`);
    id = answer.id ?? id;
  }
  const list = async (path: string) => (await service.api('GET', `/v1/${path}`)).body.results;
  const people = await list('subscribers?ordering=email_address');
  assert.deepEqual(
    people.map((person: { email_address: string }) => person.email_address),
    ['ada@example.org', 'edith@example.org', 'grace@example.org'],
  );
  assert.deepEqual(people[0].metadata, { plan: 'pro' });
  const [email] = await list('emails');
  assert.deepEqual([email.subject, email.status], ['The week', 'draft']);
  await until('the feed is read', async () => elsewhere.received.some(({ path }) => path === '/feed/'));
  assert.ok(
    elsewhere.received.some(
      ({ path, body }) => path.startsWith('/hooks/') && JSON.parse(body).event_type === 'subscriber.created',
    ),
  );
});

test('the permissions in the document are enough for an automation, a webhook and a draft', async () => {
  const of = async (...permissions: Parameters<TestService['keyWith']>) =>
    (await service.keyWith(...permissions)).authorization!.slice('Token '.length);
  const [automation, webhook, draft] = ['/v1/automations', '/v1/webhooks HTTP', '/v1/emails'].map(
    path => blocks('http').find(request => request.includes(path))!,
  );
  const status = async (request: string, key: string) => (await play(request, key, '')).status;
  const sending = automation!.replace('"draft"', '"emails"');
  assert.equal(await status(automation!, await of({ automations: 'write' })), 201);
  assert.equal(await status(sending, await of({ automations: 'write' })), 403);
  assert.equal(await status(sending, await of({ automations: 'write', sending: 'write' })), 201);
  assert.equal(await status(webhook!, await of({ settings: 'write', subscribers: 'read' })), 201);
  assert.equal(await status(draft!, await of({ emails: 'write' })), 201);
});

test('the form in docs/integrations.md signs somebody up, on any site', async () => {
  const [form] = blocks('html').map(here);
  const action = /action="([^"]+)"/.exec(form!)![1]!;
  const fields = [...form!.matchAll(/name="([^"]+)"(?: value="([^"]+)")?/g)].map(([, name, value]) => [
    name!,
    value ?? 'joan@example.org',
  ]);
  const response = await fetch(action, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { origin: 'https://blog.example' },
  });
  assert.equal(response.status, 200);
  const { body } = await service.api('GET', '/v1/subscribers/joan@example.org');
  assert.deepEqual([body.source, body.tags.length], ['form', 1]);
});
