import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { packClient } from '../../scripts/packing/client.ts';
import { inProgram } from '../../src/platform/root.ts';
import { no_browser, openBrowser } from '../../src/testing/browser.ts';
import { freePort } from '../../src/testing/free-port.ts';
import { startTestService, type TestService } from '../../src/testing/postrider.ts';
import { until } from '../../src/testing/until.ts';

const run = promisify(execFile);

let service: TestService;
let folder: string;
let env: NodeJS.ProcessEnv;
/** The programs in docs/client.md. */
let programs: string[];
before(async () => {
  service = await startTestService({ works: true });
  folder = await mkdtemp(join(tmpdir(), 'postrider-client-test-'));
  const { file } = await packClient(folder);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', file], {
    cwd: folder,
    stdio: 'pipe',
  });
  const { authorization } = await service.keyWith({ emails: 'write', subscribers: 'write' });
  env = {
    PATH: process.env.PATH,
    POSTRIDER_URL: service.url,
    POSTRIDER_KEY: authorization!.slice('Token '.length),
  };
  const text = await readFile(inProgram('docs/client.md'), 'utf8');
  programs = [...text.matchAll(/^```(?:js|python)\n(.*?)^```$/gms)].map(([, program]) => program!);
});
after(async () => {
  await rm(folder, { recursive: true, force: true });
  await service.stop();
});

/** Writes the program of docs/client.md that contains the words. */
async function write(words: string, ending = 'js'): Promise<string> {
  const [program, ...others] = programs.filter(program => program.includes(words));
  assert.ok(program !== undefined && others.length === 0, words);
  const file = join(folder, `program-${programs.indexOf(program)}.${ending}`);
  await writeFile(file, program);
  return file;
}

const play = async (words: string) => run(process.execPath, [await write(words)], { env });

test('the package has modules, their types, a README and the licence, and depends on nothing', async () => {
  const installed = join(folder, 'node_modules/postrider-client');
  const { dependencies, version } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  const ours = JSON.parse(await readFile(inProgram('package.json'), 'utf8'));
  assert.deepEqual([dependencies, version], [undefined, ours.version]);
  assert.match(await readFile(join(installed, 'README.md'), 'utf8'), /postrider-client/);
  assert.doesNotMatch(
    await readFile(join(installed, 'README.md'), 'utf8'),
    /\]\((?!http)/,
    'a link leads nowhere',
  );
  assert.match(await readFile(join(installed, 'LICENSE'), 'utf8'), /MIT/);
});

test('the programs in docs/client.md do in Node what the document says', async () => {
  assert.match((await play('Low tide')).stdout, /^http.*low-tide/);
  await service.api('POST', '/v1/subscribers', { email_address: 'ada@example.org', type: 'regular' });
  assert.equal((await play('for await')).stdout, 'ada@example.org\n');
  assert.match((await play('ada at example.org')).stderr, /^400 email_address_invalid email_address \S/);
});

test('the program for webhooks in docs/client.md accepts signed requests, and refuses others', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { body: webhook } = await service.api('POST', '/v1/webhooks', {
    url,
    event_types: ['subscriber.created'],
  });
  const file = await write('verifyWebhook({');
  const server = spawn(process.execPath, [file], {
    env: { ...env, PORT: String(port), SIGNING_KEY: webhook.signing_key },
  });
  try {
    let said = '';
    server.stdout.setEncoding('utf8').on('data', text => {
      said += text;
    });
    const answer = await until('the program listens', () =>
      fetch(url, { method: 'POST', body: '{}' }).catch(() => undefined),
    );
    assert.equal(answer.status, 400);
    const { body: bob } = await service.api('POST', '/v1/subscribers', { email_address: 'bob@example.org' });
    await until('the event arrives', async () => said.includes(`subscriber.created ${bob.id}`));
    const attempts = await until('the attempt is noted', async () => {
      const { body } = await service.api('GET', `/v1/webhooks/${webhook.id}/attempts`);
      return body.results.length > 0 && body.results;
    });
    assert.equal(attempts[0].status_code, 204);
  } finally {
    server.kill();
    await once(server, 'exit');
  }
});

const no_python = await run('python3', ['--version']).then(
  () => false,
  () => 'no python3 is on the PATH',
);
test('the program in Python in docs/client.md creates a draft', { skip: no_python }, async () => {
  const { stdout } = await run('python3', [await write('urlopen', 'py')], { env });
  const [id] = stdout.split(' ');
  assert.equal((await service.api('GET', `/v1/emails/${id}`)).body.subject, 'High tide');
});

test('the types of the package allow correct calls, and nothing else', async () => {
  await writeFile(
    join(folder, 'use.ts'),
    `import { connect, type Email, PostriderError, verifyWebhook, type WebhookEvent } from 'postrider-client';
const postrider = connect({ base_url: 'https://news.example.org', key: 'k', timeout_ms: 5, retries: 1 });
const { data } = await postrider.get('/v1/emails/{id}', { params: { id: 'x' }, timeout_ms: 9 });
export const email: Email = data;
for await (const { email_address } of postrider.list('/v1/subscribers', { query: { type: 'regular' } })) email_address.length;
for await (const { name } of postrider.list('/v1/tags')) name.length;
for await (const { id } of postrider.list('/v1/subscribers/search', { body: { filters: null } })) id.length;
export const code = (error: PostriderError): string => error.code;
const event: WebhookEvent = await verifyWebhook({ body: '', headers: new Headers(), signing_key: ['a'] });
if (event.event_type === 'subscriber.tags.changed') event.data.added;
// @ts-expect-error: which email?
await postrider.get('/v1/emails/{id}');
// @ts-expect-error: that is no list
postrider.list('/v1/ping');
// @ts-expect-error: there is no such parameter
postrider.list('/v1/tags', { query: { colour: 'red' } });
// @ts-expect-error: a refusal is thrown
(await postrider.get('/v1/tags')).error.code;
// @ts-expect-error: there is no such event
event.event_type === 'subscriber.sneezed';
`,
  );
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--target',
    'es2022',
    '--module',
    'nodenext',
    '--lib',
    'es2023,dom',
    '--types',
    '',
  ];
  const tsc = inProgram('node_modules/typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [tsc, ...options, join(folder, 'use.ts')]).catch(
    error => error,
  );
  assert.equal(stdout, '');
});

test('in a browser, the modules run without a build', { skip: no_browser }, async () => {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.route('**/client/**', async (route, request) => {
      const name = new URL(request.url()).pathname.slice('/client/'.length);
      const file = join(folder, 'node_modules/postrider-client/dist', name);
      await route.fulfill({ contentType: 'text/javascript', body: await readFile(file, 'utf8') });
    });
    await page.route('**/page', route =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Page' }),
    );
    await page.goto(`${service.url}/page`);
    const seen = await page.evaluate(async key => {
      const address = '/client/package.js';
      const { connect, verifyWebhook } = await import(address);
      const postrider = connect({ base_url: location.origin, key });
      const { data } = await postrider.post('/v1/tags', { body: { name: 'from a browser' } });
      const names = [];
      for await (const { name } of postrider.list('/v1/tags')) names.push(name);
      const refused = await postrider
        .post('/v1/tags', { body: { name: '' } })
        .catch((error: unknown) => error);
      const signing_key = 'a secret';
      const unsigned = await verifyWebhook({
        ...{ body: '{}', signing_key },
        headers: {
          'webhook-id': 'a',
          'webhook-timestamp': String((Date.now() / 1000) | 0),
          'webhook-signature': 'v1,AAAA',
        },
      }).catch((error: Error) => error.name);
      return { name: data.name, names, code: refused.code, unsigned };
    }, env.POSTRIDER_KEY);
    assert.deepEqual(seen, {
      name: 'from a browser',
      names: ['from a browser'],
      code: 'request_invalid',
      unsigned: 'WebhookRefused',
    });
  } finally {
    await browser.close();
  }
});
