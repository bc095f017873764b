import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import PostalMime from 'postal-mime';
import { listKeys } from '../accounts/key-queries.ts';
import { contextOf, readGiven } from '../testing/command.ts';
import { listenOnLoopback } from '../testing/free-port.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { CommandError } from './command.ts';
import { demo } from './demo.ts';
import { openClient } from './demo-client.ts';

const invented = /^[a-z.]+@example\.(com|org|net)$/;

let service: TestService;
before(async () => {
  service = await startTestService({ works: true });
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { name: 'My newsletter' });
});
after(() => service.stop());

test('if mail goes out through a mail server, nothing is made unless asked for explicitly', async () => {
  await assert.rejects(
    run(),
    error => error instanceof CommandError && /invented.*--real-mail/s.test(error.message),
  );
  assert.equal((await service.api('GET', '/v1/tags')).body.count, 0);
});

test('the demo makes subscribers of every type that can be set, sends three issues to their audiences, and leaves no key', async () => {
  const said = await run('--real-mail');
  assert.match(said, /Low Water\n.*tags +8\n.*subscribers +300\n/s);
  assert.match(said, /What the sea leaves on a Tuesday: sent to 254 people\n/);
  assert.match(said, /three coves that nobody signposts: sent to 254 people\n/);
  const { results } = (await service.api('GET', '/v1/subscribers?page_size=1000')).body;
  assert.equal(new Set(results.map((person: { type: string }) => person.type)).size, 11);
  assert.deepEqual(
    service.sink.accepted.filter(({ to }) => !invented.test(to)),
    [],
  );
  assert.equal(service.sink.accepted.length, 3 * 254);
  assert.equal((await service.api('GET', '/v1/emails?status=draft')).body.count, 1);
  const key = (await listKeys(service.db)).find(({ name }) => name === 'demo');
  assert.ok(key?.revocation_date);
});

test('members get the members’ issue, and the others its teaser', async () => {
  const coves = service.sink.accepted.filter(({ source }) => /^Subject: For members/m.test(source));
  const texts = await Promise.all(
    coves.map(async ({ source }) => (await PostalMime.parse(source)).text ?? ''),
  );
  assert.ok(texts.every(text => text.includes('have no sign, no car park')));
  assert.equal(texts.filter(text => /Tinker.s Gut/.test(text)).length, 68);
});

test('every demo mail has its subject, HTML and text filled in', async () => {
  for (const { source } of service.sink.accepted) {
    const { subject, html, text } = await PostalMime.parse(source);
    const parts = [subject, html, text].map(String);
    const unfilled = parts.flatMap(part => part.match(/.*(?:\{\{|\{%|undefined|null).*/g) ?? []);
    assert.deepEqual(unfilled, []);
  }
});

test('a second run finds everything in place and mails nobody', async () => {
  const before = service.sink.accepted.length;
  const said = await run('--real-mail');
  assert.match(
    said,
    /Low Water \(.*tags +0 new, 8 already there\n.*subscribers +0 new, 300 already there\n/s,
  );
  assert.match(said, /sent to 254 people before\n/);
  assert.equal(service.sink.accepted.length, before);
  assert.equal((await service.api('GET', '/v1/emails')).body.count, 4);
});

test('a missing service, another service, and a wrong key or address are each reported with advice', async () => {
  const stranger = createServer((_, answer) => answer.end('<p>hello</p>'));
  const url = `http://127.0.0.1:${await listenOnLoopback(stranger)}`;
  const refused = (args: string[], message: RegExp) =>
    assert.rejects(run(...args), error => error instanceof CommandError && message.test(error.message));
  await refused(['--url', url], /not Postrider.*--url/);
  await new Promise(resolve => stranger.close(resolve));
  await refused(['--url', url], /Nothing answers at .*ECONNREFUSED.*npm start.*--url/);
  await refused(['--url', 'localhost:8080'], /--url: use an address such as/);
  await refused(['--key', 'wrong'], /refused the key: /);
});

test('a request over the rate limit is repeated after the time that the service gives', async () => {
  const strict = await startTestService({ env: { RATE_LIMIT: '1' } });
  const waited: number[] = [];
  const { secret } = { secret: (await strict.keyWith({})).authorization!.replace('Token ', '') };
  const client = openClient(strict.url, secret, async seconds => {
    waited.push(seconds);
    if (waited.length === 2) throw new Error('patient enough');
  });
  await client.must('GET', '/v1/ping');
  await assert.rejects(client.must('GET', '/v1/ping'), { message: 'patient enough' });
  await strict.stop();
  assert.ok(waited.length === 2 && waited.every(seconds => seconds > 1 && seconds <= 60), String(waited));
});

async function run(...args: string[]): Promise<string> {
  const lines: string[] = [];
  const url = args.includes('--url') ? [] : ['--url', service.url];
  const { values } = readGiven(['demo', ...url, ...args]);
  await demo(contextOf(service), values, line => lines.push(line));
  return lines.join('\n');
}
