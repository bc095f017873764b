import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openBrowser, signInOwner, tokenOf } from '../../testing/browser-session.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';
import { printOwnersLink } from './links.ts';

const minute = 60_000;
const day = 1440 * minute;
let service: TestService;
let now = new Date();
const later = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds);
};
before(async () => {
  service = await startTestService({ clock: () => now, env: { BASE_URL: 'http://localhost' } });
});
after(() => service.stop());

const statusOf = async (browser: ReturnType<typeof openBrowser>) =>
  (await browser.ask('GET', '/v1/newsletters')).status;

test('a session without the header can list its newsletters and nothing else', async () => {
  const { browser, here } = await signInOwner(service, now);
  const { body } = await browser.ask('GET', '/v1/newsletters');
  assert.deepEqual(
    body.results.map(({ id }: { id: string }) => id),
    [service.newsletter.id],
  );
  for (const path of ['/v1/emails', '/v1/ping', '/v1/me', `/v1/newsletters/${service.newsletter.id}`]) {
    const refused = await browser.ask('GET', path);
    assert.deepEqual([refused.status, refused.body.code], [401, 'authentication_missing'], path);
    assert.equal((await browser.ask('GET', path, undefined, here)).status, 200, path);
  }
  for (const id of ['nonsense', '0193b2a4-6f0e-7c1d-9a52-3d1f4b8e7c60'])
    assert.equal(
      (await browser.ask('GET', '/v1/emails', undefined, { 'postrider-newsletter': id })).status,
      404,
    );
});

test('a key takes precedence over a session, and a key alone needs no header', async () => {
  const { browser } = await signInOwner(service, now);
  const key = await service.keyWith({ emails: 'read' });
  assert.equal((await browser.ask('GET', '/v1/emails', undefined, key)).status, 200);
  assert.equal((await browser.ask('GET', '/v1/subscribers', undefined, key)).status, 403);
  const me = await service.api('GET', '/v1/me');
  assert.deepEqual([me.status, me.body.code], [403, 'forbidden']);
});

test('requests that another site makes the browser send are refused', async () => {
  const { browser, here } = await signInOwner(service, now);
  const ask = (headers: Record<string, string>) =>
    browser.ask('POST', '/v1/tags', { name: `t${Math.random()}` }, { ...here, ...headers });
  for (const site of ['cross-site', 'same-site', 'whatever'])
    assert.equal((await ask({ 'sec-fetch-site': site })).status, 403, site);
  const plain = (origin: string, method = 'POST') =>
    service.api(method, '/v1/tags', method === 'POST' ? { name: `t${Math.random()}` } : undefined, {
      authorization: '',
      cookie: browser.cookie,
      ...here,
      ...(origin && { origin }),
    });
  for (const origin of ['http://evil.example', 'null', 'http://localhost.evil.example'])
    assert.equal((await plain(origin)).status, 403, origin);
  for (const origin of [service.config.BASE_URL, service.url])
    assert.equal((await plain(origin)).status, 201);
  const sign_in = await service.api(
    'POST',
    '/dashboard/session/password',
    {},
    { 'sec-fetch-site': 'cross-site' },
  );
  assert.equal(sign_in.status, 403);
});

test('the cookie is hidden from scripts and other sites, and bound to the host on https', async () => {
  const link = async (of: TestService) => {
    const context = { base_url: of.config.BASE_URL, secret: of.secret, now };
    const token = tokenOf(await printOwnersLink(of.db, context));
    return (await openBrowser(of).ask('POST', '/dashboard/session/link', { token })).headers.get(
      'set-cookie',
    )!;
  };
  const plain = await link(service);
  assert.match(plain, /^postrider_[0-9a-f]{8}=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/);
  const secured = await startTestService({ clock: () => now, env: { BASE_URL: 'https://news.example' } });
  try {
    assert.match(await link(secured), /^__Host-postrider_[0-9a-f]{8}=.*HttpOnly; SameSite=Strict; Secure$/);
  } finally {
    await secured.stop();
  }
});

test('a token from before signing in is worthless afterwards', async () => {
  const { browser } = await signInOwner(service, now);
  const planted = browser.cookie;
  const link = { base_url: service.config.BASE_URL, secret: service.secret, now };
  const token = tokenOf(await printOwnersLink(service.db, link));
  await browser.ask('POST', '/dashboard/session/link', { token });
  assert.notEqual(browser.cookie, planted);
  const attacker = openBrowser(service);
  attacker.cookie = planted;
  assert.equal(await statusOf(attacker), 401);
  attacker.cookie = `${planted.split('=')[0]}=${'A'.repeat(43)}`;
  assert.equal(await statusOf(attacker), 401, 'a token that the attacker chose');
});

test('the token changes every hour, and requests under way at that moment succeed', async () => {
  const { browser } = await signInOwner(service, now);
  const first = browser.cookie;
  later(61 * minute);
  const tabs = [1, 2, 3, 4].map(() => Object.assign(openBrowser(service), { cookie: first }));
  assert.deepEqual(await Promise.all(tabs.map(statusOf)), [200, 200, 200, 200]);
  const changed = tabs.filter(({ cookie }) => cookie !== first);
  assert.equal(changed.length, 1, 'one new token');
  assert.equal(await statusOf(changed[0]!), 200);
  assert.equal(await statusOf(Object.assign(openBrowser(service), { cookie: first })), 200, 'for a minute');
});

test('when a cookie has been copied, the session ends as soon as both copies have been used', async () => {
  const { browser } = await signInOwner(service, now);
  const thief = Object.assign(openBrowser(service), { cookie: browser.cookie });
  later(61 * minute);
  assert.equal(await statusOf(thief), 200);
  assert.equal(await statusOf(thief), 200, 'with the new token');
  later(2 * minute);
  assert.equal(await statusOf(browser), 401, 'the old token reveals the copy');
  assert.equal(await statusOf(thief), 401, 'and ends it for both');
});

test('a new token lost in transit locks nobody out', async () => {
  const { browser } = await signInOwner(service, now);
  const kept = browser.cookie;
  later(61 * minute);
  await browser.ask('GET', '/v1/newsletters');
  browser.cookie = kept;
  later(5 * minute);
  assert.equal(await statusOf(browser), 200);
  assert.notEqual(browser.cookie, kept);
  assert.equal(await statusOf(browser), 200);
});

test('a session ends after two weeks without use, and after 90 days in any case', async () => {
  const idle = (await signInOwner(service, now)).browser;
  const { browser } = await signInOwner(service, now);
  for (let week = 0; week < 12; week += 1) {
    later(7 * day);
    assert.equal(await statusOf(browser), 200);
  }
  assert.equal(await statusOf(idle), 401);
  later(7 * day);
  assert.equal(await statusOf(browser), 401);
});

test('only their owner can list and end sessions', async () => {
  const { browser, here } = await signInOwner(service, now);
  const other = (await signInOwner(service, now)).browser;
  const list = async () => (await browser.ask('GET', '/v1/me/sessions', undefined, here)).body.results;
  const all: { id: string; is_this: boolean; method: string }[] = await list();
  const own = all.filter(({ is_this }) => is_this);
  const others = all.filter(({ is_this }) => !is_this);
  assert.equal(own.length, 1);
  assert.ok(!('hash' in own[0]!) && own[0]!.method === 'link');
  assert.equal(
    (await browser.ask('DELETE', `/v1/me/sessions/${others[0]!.id}`, undefined, here)).status,
    204,
  );
  assert.equal(
    (await browser.ask('DELETE', `/v1/me/sessions/${others[0]!.id}`, undefined, here)).status,
    404,
  );
  assert.equal((await browser.ask('DELETE', '/v1/me/sessions', undefined, here)).status, 204);
  assert.equal((await list()).length, 1);
  assert.equal(await statusOf(other), 401);
  assert.equal((await browser.ask('DELETE', '/dashboard/session')).body.state, 'signed_out');
  assert.equal(await statusOf(browser), 401);
});

test('sign-in methods change only soon after signing in, and a new password ends the other sessions', async () => {
  const { browser, here } = await signInOwner(service, now);
  const other = (await signInOwner(service, now)).browser;
  later(16 * minute);
  for (const change of [{ password: 'a long enough password' }, { email_address: 'new@example.org' }]) {
    const refused = await browser.ask('PATCH', '/v1/me', change, here);
    assert.deepEqual([refused.status, refused.body.code], [403, 'sign_in_again']);
  }
  assert.equal((await browser.ask('PATCH', '/v1/me', { name: 'Ada' }, here)).status, 200);
  assert.equal((await browser.ask('POST', '/v1/me/totp', {}, here)).body.code, 'sign_in_again');
  const fresh = (await signInOwner(service, now)).browser;
  const changed = await fresh.ask('PATCH', '/v1/me', { password: 'a long enough password' }, here);
  assert.deepEqual([changed.status, changed.body.has_password], [200, true]);
  assert.equal(await statusOf(other), 401);
  assert.equal(await statusOf(fresh), 200);
});

test('relays, the postmaster account and payments change only soon after signing in; a key may always change them', async () => {
  const { browser, here } = await signInOwner(service, now);
  const { body: relay } = await service.api('POST', '/v1/relays', {
    name: 'Relay',
    host: 'mail.example.org',
  });
  later(16 * minute);
  for (const [method, path, body] of [
    ['POST', '/v1/relays', { name: 'Another', host: 'mail.example.org' }],
    ['PATCH', `/v1/relays/${relay.id}`, { weight: 2 }],
    ['DELETE', `/v1/relays/${relay.id}`, undefined],
    ['DELETE', '/v1/postmaster', undefined],
    ['DELETE', '/v1/payments', undefined],
  ] as const)
    assert.equal(
      (await browser.ask(method, path, body, here)).body?.code,
      'sign_in_again',
      `${method} ${path}`,
    );
  assert.equal((await service.api('DELETE', `/v1/relays/${relay.id}`)).status, 204);
});

test('an Idempotency-Key works for a person as for a key, separately in each newsletter', async () => {
  const { browser, here } = await signInOwner(service, now);
  const once = { ...here, 'idempotency-key': 'person-1' };
  const first = await browser.ask('POST', '/v1/tags', { name: 'once' }, once);
  const again = await browser.ask('POST', '/v1/tags', { name: 'once' }, once);
  assert.deepEqual([again.status, again.text], [201, first.text]);
  assert.equal(
    (await browser.ask('POST', '/v1/tags', { name: 'other' }, once)).body.code,
    'idempotency_key_reused',
  );
  const made = await browser.ask('POST', '/v1/newsletters', { username: 'second', name: 'Second' }, here);
  const there = { 'postrider-newsletter': made.body.id, 'idempotency-key': 'person-1' };
  const elsewhere = await browser.ask('POST', '/v1/tags', { name: 'once' }, there);
  assert.equal(elsewhere.status, 201);
  assert.notEqual(elsewhere.body.id, first.body.id);
});

test('the audit log names the person who acted', async () => {
  const { browser, here } = await signInOwner(service, now);
  await browser.ask('PATCH', '/v1/me', { name: 'Ada' }, here);
  const { body } = await browser.ask(
    'POST',
    '/v1/emails',
    { subject: 'Hi', body: 'Hi', status: 'draft' },
    here,
  );
  await browser.ask('DELETE', `/v1/emails/${body.id}`, undefined, here);
  const [entry] = (await service.api('GET', '/v1/audit_log?action=email.deleted')).body.results;
  assert.deepEqual([entry.actor_type, entry.actor_name, entry.object_id], ['person', 'Ada', body.id]);
});

test('if others can reach the service, a person must first set a password or passkey', async () => {
  const exposed = await startTestService({ env: { HOST: '0.0.0.0' } });
  try {
    const { browser, state, here } = await signInOwner(exposed);
    assert.equal(state.credential_due, true);
    const refused = await browser.ask('GET', '/v1/emails', undefined, here);
    assert.deepEqual([refused.status, refused.body.code], [403, 'credential_missing']);
    const set = await browser.ask('PATCH', '/v1/me', { password: 'a long enough password' }, here);
    assert.equal(set.status, 200);
    assert.equal((await browser.ask('GET', '/v1/emails', undefined, here)).status, 200);
  } finally {
    await exposed.stop();
  }
});

test('each session has its own request limit, whatever others at its address do', async () => {
  const limited = await startTestService({ env: { RATE_LIMIT: '8', BASE_URL: 'http://localhost' } });
  try {
    const { browser } = await signInOwner(limited);
    const other = (await signInOwner(limited)).browser;
    const statuses = [];
    for (let request = 0; request < 9; request += 1) statuses.push(await statusOf(browser));
    assert.deepEqual(statuses, [...Array(8).fill(200), 429]);
    assert.equal(await statusOf(other), 200);
  } finally {
    await limited.stop();
  }
});

test('somebody who types gets a preview every 150 ms and keeps the other requests, but not without end', async () => {
  const limited = await startTestService({ env: { RATE_LIMIT: '8', BASE_URL: 'http://localhost' } });
  try {
    const { browser, here } = await signInOwner(limited);
    const preview = async (body: object) =>
      (await browser.ask('POST', '/v1/emails/preview', body, here)).status;
    assert.equal(await preview({ subject: 'Hi', body: 'Hello' }), 200);
    const aMinute = 60_000 / 150;
    for (let typed = 1; typed < aMinute; typed += 1) assert.notEqual(await preview({}), 429);
    assert.equal(await statusOf(browser), 200);
    // A busy machine may take more than a minute for the requests so far, and then the count starts again.
    await until('601 requests at once are too many', async () => {
      const more = await Promise.all(Array.from({ length: 601 }, () => preview({})));
      return more.includes(429);
    });
    assert.equal(await statusOf(browser), 200);
  } finally {
    await limited.stop();
  }
});

test('a form of another page can do nothing with the session: neither its bodies nor its headers are accepted', async () => {
  const { browser, here } = await signInOwner(service, now);
  const json = JSON.stringify({ name: 'By a form' });
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const form = { 'content-type': type };
    for (const [path, headers, status] of [
      ['/v1/tags', form, 401], // a form cannot send Postrider-Newsletter
      ['/v1/tags', { ...form, ...here }, 415],
      ['/dashboard/session/password', form, 415],
      ['/dashboard/session/link', form, 415],
      ['/dashboard/session/password', { ...form, 'sec-fetch-site': 'cross-site' }, 403],
    ] as const)
      assert.equal((await browser.ask('POST', path, json, headers)).status, status, `${path} ${type}`);
  }
  const { body } = await service.api('GET', '/v1/tags');
  assert.ok(!body.results.some(({ name }: { name: string }) => name === 'By a form'));
  assert.equal(await statusOf(browser), 200, 'and nobody was signed out');
});

test('no page of the dashboard can be framed by another site', async () => {
  for (const path of ['/dashboard', '/dashboard/link', '/dashboard/newsletter/emails', '/docs/']) {
    const { headers } = await service.api('GET', path, undefined, { authorization: '', accept: 'text/html' });
    assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/, path);
  }
});
