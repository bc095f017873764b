import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { type CookieBrowser, openCookieBrowser } from '../../testing/sign-on.ts';

const settings = {
  AUTH_HEADER: 'Remote-User',
  AUTH_EMAIL_HEADER: 'Remote-Email',
  AUTH_GROUPS_HEADER: 'Remote-Groups',
  OIDC_ROLES: 'groups:writers=writer@*,groups:editors=editor@*',
  OIDC_CREATE: 'roles',
};
let service: TestService;
before(async () => {
  service = await startTestService({ env: { ...settings, AUTH_PROXIES: '127.0.0.1, 10.0.0.0/8' } });
});
after(() => service.stop());

const named = (user: string, groups?: string) => ({
  'remote-user': user,
  'remote-email': `${user}@lowwater.example`,
  ...(groups !== undefined && { 'remote-groups': groups }),
});
const signIn = (browser: CookieBrowser, headers: Record<string, string>) =>
  browser.ask('POST', '/dashboard/session/header', undefined, headers);
const look = (browser: CookieBrowser, headers: Record<string, string>) =>
  browser.ask('GET', '/dashboard/session', undefined, headers);

test('a person whom a listed proxy names is signed in, with the roles of their groups', async () => {
  const browser = openCookieBrowser(service);
  const headers = named('ada', 'others,writers');
  assert.equal((await look(browser, headers)).body.named, true);
  const { status, body } = await signIn(browser, headers);
  assert.deepEqual(
    [status, body.newsletters[0].role, body.person.email_address],
    [200, 'writer', 'ada@lowwater.example'],
  );
  const here = { 'postrider-newsletter': service.newsletter.id };
  assert.equal((await browser.ask('GET', '/v1/me', undefined, { ...headers, ...here })).status, 200);
  assert.equal((await signIn(browser, named('ada', 'editors'))).body.newsletters[0].role, 'editor');
  assert.deepEqual(
    (await signIn(browser, named('ada'))).body.newsletters[0].role,
    'editor',
    'no word of groups',
  );
  assert.deepEqual((await signIn(browser, named('ada', ''))).body.newsletters, []);
});

test('the session ends when the proxy names somebody else or nobody, and the cookie alone is worth nothing', async () => {
  for (const other of [named('nell', 'writers'), {}]) {
    const browser = openCookieBrowser(service);
    await signIn(browser, named('ada', 'writers'));
    const cookies = [...browser.cookies];
    assert.equal((await look(browser, other)).body.state, 'signed_out');
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    assert.equal((await look(browser, named('ada', 'writers'))).body.state, 'signed_out', 'it has ended');
  }
});

test('an agent with the session of a person whom the proxy names uses its tools, and loses them with the name', async () => {
  const browser = openCookieBrowser(service);
  const headers = { ...named('ada', 'writers'), 'postrider-newsletter': service.newsletter.id };
  await signIn(browser, headers);
  const accept = 'application/json, text/event-stream';
  const params = { name: 'list_emails', arguments: {} };
  const call = (more: Record<string, string>) =>
    browser.ask('POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, { accept, ...more });
  const { status, text } = await call(headers);
  assert.equal(status, 200);
  assert.match(text, /"count\\?":0/);
  assert.equal((await look(browser, headers)).body.state, 'signed_in');
  assert.equal((await call({ ...headers, 'remote-user': 'nell' })).status, 401);
});

test('a name that is sent twice, or is empty, signs nobody in', async () => {
  const { port, hostname } = new URL(service.url);
  const post = (lines: string[]) =>
    new Promise<string>(resolve => {
      const socket = connect(Number(port), hostname);
      let answer = '';
      socket.on('data', data => {
        answer += data;
      });
      socket.on('close', () => resolve(answer.split('\r\n')[0]!));
      const head = [
        'POST /dashboard/session/header HTTP/1.1',
        `Host: ${hostname}:${port}`,
        'Content-Length: 0',
      ];
      socket.write([...head, 'Connection: close', ...lines, '', ''].join('\r\n'));
    });
  const email = 'Remote-Email: ada@lowwater.example';
  const groups = 'Remote-Groups: writers';
  assert.match(await post(['Remote-User: ada', email, groups]), / 200 /);
  assert.match(await post(['Remote-User: ada', 'remote-user: mallory', email, groups]), / 401 /);
  assert.match(await post(['Remote-User:', email, groups]), / 401 /);
  assert.match(await post([email, groups]), / 401 /);
  assert.match(await post(['Remote_User: ada', email, groups]), / 401 /);
});

test('without an email address nobody new is signed in, and the address of somebody else signs nobody in', async () => {
  const browser = openCookieBrowser(service);
  await signIn(browser, named('kay', 'writers'));
  const without = await signIn(openCookieBrowser(service), {
    'remote-user': 'zoe',
    'remote-groups': 'writers',
  });
  assert.deepEqual([without.status, without.body.code], [403, 'forbidden']);
  const other = { ...named('zoe', 'writers'), 'remote-email': 'kay@lowwater.example' };
  assert.equal((await signIn(openCookieBrowser(service), other)).status, 403);
});

test('a proxy’s word is not recent proof, so ways to sign in do not change', async () => {
  const browser = openCookieBrowser(service);
  const headers = named('lee', 'writers');
  await signIn(browser, headers);
  const here = { 'postrider-newsletter': service.newsletter.id };
  const { body } = await browser.ask(
    'PATCH',
    '/v1/me',
    { password: 'correct horse battery staple' },
    { ...headers, ...here },
  );
  assert.equal(body.code, 'sign_in_again');
});

test('the header is ignored from an address that is not listed, whatever X-Forwarded-For says', async () => {
  const env = { ...settings, AUTH_PROXIES: '10.0.0.0/8', TRUSTED_PROXIES: '127.0.0.1' };
  const other = await startTestService({ env });
  try {
    const browser = openCookieBrowser(other);
    const headers = { ...named('ada', 'editors'), 'x-forwarded-for': '10.1.2.3', forwarded: 'for=10.1.2.3' };
    assert.equal((await look(browser, headers)).body.named, false);
    const { status, body } = await signIn(browser, headers);
    assert.deepEqual([status, body.code], [401, 'authentication_missing']);
    const { rows } = await other.db
      .selectFrom('identities')
      .select('id')
      .execute()
      .then(rows => ({ rows }));
    assert.deepEqual(rows, []);
  } finally {
    await other.stop();
  }
});

test('without AUTH_HEADER the header means nothing', async () => {
  const other = await startTestService();
  try {
    assert.equal((await signIn(openCookieBrowser(other), named('ada', 'editors'))).status, 401);
  } finally {
    await other.stop();
  }
});
