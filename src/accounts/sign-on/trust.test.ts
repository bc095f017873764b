import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openCookieBrowser, startSignOnService } from '../../testing/sign-on.ts';
import type { Wrong } from '../../testing/sign-on-provider.ts';

const ada = { sub: 'ada', email: 'ada@lowwater.example', email_verified: true, name: 'Ada' };
let service: Awaited<ReturnType<typeof startSignOnService>>;
before(async () => {
  service = await startSignOnService({ OIDC_CREATE: 'writer' });
});
after(() => service.stop());

const refused = async (claims: Record<string, unknown>, wrong: Wrong) => {
  const { status, body, browser } = await service.signIn({ ...ada, ...claims }, wrong);
  assert.equal((await browser.ask('GET', '/dashboard/session')).body.state, 'signed_out');
  return [status, body.code];
};

test('somebody whom the provider signs in is signed in, and sees what the new account may do', async () => {
  const { status, body, browser } = await service.signIn(ada);
  assert.deepEqual([status, body.state, body.person.name], [200, 'signed_in', 'Ada']);
  assert.deepEqual(
    body.newsletters.map(({ role }: { role: string }) => role),
    ['writer'],
  );
  assert.equal((await browser.ask('GET', '/dashboard/session')).body.state, 'signed_in');
  assert.deepEqual(
    [...browser.cookies.keys()].filter(name => name.includes('sign_on')),
    [],
  );
});

test('the address at the provider has state, nonce and the hash of a verifier, and no cookie holds any of them', async () => {
  const browser = openCookieBrowser(service);
  const { searchParams: asked } = new URL(await service.begin(browser));
  assert.equal(asked.get('code_challenge_method'), 'S256');
  assert.equal(asked.get('redirect_uri'), `${service.config.BASE_URL}/dashboard/sign-in`);
  const kept = JSON.stringify([...browser.cookies]);
  for (const name of ['nonce', 'code_challenge'])
    assert.ok(asked.get(name)!.length >= 22 && !kept.includes(asked.get(name)!), name);
});

const lies: Record<string, Wrong> = {
  'with a wrong nonce': { claims: { nonce: 'other' } },
  'without a nonce': { claims: { nonce: undefined } },
  'of another issuer': { claims: { iss: 'https://other.example' } },
  'for another audience': { claims: { aud: 'somebody-else' } },
  'for several audiences, of which another is meant': {
    claims: { aud: ['postrider', 'other'], azp: 'other' },
  },
  'that has expired': { claims: { iat: 1_700_000_000, exp: 1_700_000_300 } },
  'without a subject': { claims: { sub: undefined } },
  'without a signature (alg none)': { alg: 'none' },
  'signed with the public key as a secret (HS256)': { alg: 'HS256' },
  'signed with a key that is not the provider’s': { alg: 'other key' },
};
for (const [what, wrong] of Object.entries(lies))
  test(`a token ${what} signs nobody in`, async () => {
    assert.deepEqual(await refused({}, wrong), [401, 'authentication_invalid']);
  });

test('a state that this browser did not begin with is refused, and the provider is not asked', async () => {
  const victim = openCookieBrowser(service);
  await service.begin(victim);
  const attacker = openCookieBrowser(service);
  const search = service.provider.approve(await service.begin(attacker), { ...ada, sub: 'mallory' });
  const before = service.provider.told.tokens;
  for (const given of [
    search,
    search.replace(/state=[^&]+/, 'state=x'),
    search.replace(/&state=[^&]+/, ''),
    '',
    '?',
  ]) {
    const { status, body } = await service.finish(victim, given);
    assert.deepEqual([status, body.code], [401, 'authentication_invalid'], given);
  }
  assert.equal(service.provider.told.tokens, before);
});

test('an answer works once, even for a browser that still has the cookie', async () => {
  const browser = openCookieBrowser(service);
  const search = service.provider.approve(await service.begin(browser), ada);
  const cookies = [...browser.cookies];
  assert.equal((await service.finish(browser, search)).status, 200);
  const asked = service.provider.told.tokens;
  const thief = openCookieBrowser(service);
  for (const [name, value] of cookies) thief.cookies.set(name, value);
  assert.deepEqual((await service.finish(thief, search)).status, 401);
  assert.equal(service.provider.told.tokens, asked);
});

test('of several simultaneous uses of one answer, one signs in', async () => {
  const browser = openCookieBrowser(service);
  const search = service.provider.approve(await service.begin(browser), ada);
  const all = await Promise.all([1, 2, 3, 4].map(() => service.finish(browser, search)));
  assert.deepEqual(all.map(({ status }) => status).sort(), [200, 401, 401, 401]);
});

test('a code of somebody else is refused, because it does not fit the verifier', async () => {
  const attacker = openCookieBrowser(service);
  const stolen = service.provider.approve(await service.begin(attacker), { ...ada, sub: 'mallory' });
  const victim = openCookieBrowser(service);
  const own = service.provider.approve(await service.begin(victim), ada);
  const code = new URLSearchParams(stolen).get('code')!;
  const { status, body } = await service.finish(victim, own.replace(/code=[^&]+/, `code=${code}`));
  assert.deepEqual([status, body.code], [401, 'authentication_invalid']);
});

test('an answer of another provider (mix-up) is refused before its code is sent anywhere', async () => {
  const browser = openCookieBrowser(service);
  const search = service.provider.approve(await service.begin(browser), ada);
  const before = service.provider.told.tokens;
  const mixed = search.replace(/iss=[^&]+/, `iss=${encodeURIComponent('https://evil.example')}`);
  assert.equal((await service.finish(browser, mixed)).status, 401);
  assert.equal(service.provider.told.tokens, before);
});

test('a refusal at the provider is explained in our own words, and the provider’s words are not shown', async () => {
  const browser = openCookieBrowser(service);
  const state = new URL(await service.begin(browser)).searchParams.get('state')!;
  const { issuer } = service.provider;
  const said = { error: 'access_denied', error_description: 'CALL 555-1234', state, iss: issuer };
  const { status, body } = await service.finish(browser, `?${new URLSearchParams(said)}`);
  assert.equal(status, 401);
  assert.match(body.detail, /^Lowwater did not sign you in \(access_denied\)/);
  assert.doesNotMatch(body.detail, /555/);
});

test('while the provider is down, the page says so and the other ways work', async () => {
  const browser = openCookieBrowser(service);
  const begun = service.provider.approve(await service.begin(browser), ada);
  service.provider.told.down = true;
  try {
    const { status, body } = await service.finish(browser, begun);
    assert.deepEqual([status, body.code], [503, 'sign_on_away']);
    assert.match(
      body.detail,
      /^Lowwater cannot be reached\. The server closed the connection\..* npx postrider sign-in$/,
    );
    const state = (await browser.ask('GET', '/dashboard/session')).body;
    assert.deepEqual([state.provider, state.only_provider], ['Lowwater', false]);
    const mail = { email_address: ada.email };
    assert.equal((await browser.ask('POST', '/dashboard/session/mail', mail)).status, 202);
  } finally {
    service.provider.told.down = false;
  }
  service.provider.told.status = 502;
  try {
    const begun = service.provider.approve(await service.begin(browser), ada);
    const { status, body } = await service.finish(browser, begun);
    assert.deepEqual([status, body.code], [503, 'sign_on_away']);
  } finally {
    service.provider.told.status = 200;
  }
  assert.equal((await service.signIn(ada)).status, 200);
});

test('a provider that has never answered, or answers as somebody else, is named in the refusal', async () => {
  const other = await startSignOnService();
  try {
    const begin = () =>
      openCookieBrowser(other).ask('POST', '/dashboard/session/sign-on', { intent: 'sign_in' });
    other.provider.told.down = true;
    assert.deepEqual([(await begin()).status, (await begin()).body.code], [503, 'sign_on_away']);
    other.provider.told.down = false;
    other.provider.told.status = 404;
    assert.match((await begin()).body.detail, /The provider answers with status 404\./);
    other.provider.told.status = 200;
    assert.equal((await begin()).status, 200);
  } finally {
    await other.stop();
  }
});

test('no other site can begin or finish a sign-in', async () => {
  const browser = openCookieBrowser(service);
  for (const path of ['sign-on', 'sign-on/finish', 'header']) {
    const body = { intent: 'sign_in', search: '?' };
    const answer = await browser.ask('POST', `/dashboard/session/${path}`, body, {
      'sec-fetch-site': 'cross-site',
    });
    assert.deepEqual([answer.status, answer.body.code], [403, 'forbidden'], path);
  }
  assert.equal(browser.cookies.size, 0);
});

test('nobody can choose where the provider or we send the browser', async () => {
  const browser = openCookieBrowser(service);
  const given = {
    intent: 'sign_in',
    return_to: 'https://evil.example',
    redirect_uri: 'https://evil.example',
  };
  const { status, body, headers } = await browser.ask('POST', '/dashboard/session/sign-on', given);
  if (status === 200)
    assert.equal(
      new URL(body.url).searchParams.get('redirect_uri'),
      `${service.config.BASE_URL}/dashboard/sign-in`,
    );
  else assert.equal(status, 400);
  assert.equal(headers.get('location'), null);
});

test('an invalid search is refused without an internal error', async () => {
  const browser = openCookieBrowser(service);
  for (const search of [12, null, 'x'.repeat(9000), { state: 'x' }, ['?state=x']])
    assert.ok([400, 413].includes((await service.finish(browser, search as string)).status));
  for (const search of ['?state=%00', '?state=a&state=b', '#x', 'http://evil.example/?state=x', '?state=%FF'])
    assert.equal((await service.finish(browser, search)).status, 401, search);
});
