import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { signInOwner, tokenOf } from '../../testing/browser-session.ts';
import { openCookieBrowser, startSignOnService } from '../../testing/sign-on.ts';
import { canOwnerSignIn, printSignInLink } from '../people/links.ts';

let service: Awaited<ReturnType<typeof startSignOnService>>;
let here: Record<string, string>;
const ada = 'ada@lowwater.example';
const password = 'correct horse battery staple';
before(async () => {
  service = await startSignOnService({ OIDC_ONLY: 'on' });
  here = { 'postrider-newsletter': service.newsletter.id };
  const { browser } = await signInOwner(service);
  await browser.ask('PATCH', '/v1/me', { email_address: ada, password }, here);
});
after(() => service.stop());

const ask = (path: string, body?: object) =>
  openCookieBrowser(service).ask('POST', `/dashboard/session/${path}`, body);

test('with OIDC_ONLY passwords, passkeys and mailed links are refused, and the answer says what is left', async () => {
  for (const [path, body] of [
    ['password', { email_address: ada, password }],
    ['mail', { email_address: ada }],
    ['passkey/options', undefined],
    [
      'passkey',
      {
        response: {
          id: 'x',
          rawId: 'x',
          type: 'public-key',
          response: { clientDataJSON: '', authenticatorData: '', signature: '' },
        },
      },
    ],
  ] as const) {
    const answer = await ask(path, body);
    assert.deepEqual([answer.status, answer.body.code], [403, 'forbidden'], path);
    assert.match(answer.body.detail, /^Here you can sign in only with Lowwater.*npx postrider sign-in$/);
  }
  const { body } = await openCookieBrowser(service).ask('GET', '/dashboard/session');
  assert.deepEqual([body.provider, body.only_provider], ['Lowwater', true]);
});

test('the printed link is the way back in, also while the provider is down', async () => {
  service.provider.told.down = true;
  try {
    const link = { base_url: service.config.BASE_URL, secret: service.secret, now: new Date() };
    const token = tokenOf((await printSignInLink(service.db, link, ada))!);
    const browser = openCookieBrowser(service);
    const { body } = await browser.ask('POST', '/dashboard/session/link', { token });
    assert.deepEqual([body.state, body.credential_due], ['signed_in', false]);
    assert.equal((await browser.ask('GET', '/v1/emails', undefined, here)).status, 200);
  } finally {
    service.provider.told.down = false;
  }
});

test('a start prints that link until an owner can sign in at the provider', async () => {
  assert.equal(await canOwnerSignIn(service.db, service.sign_on), false, 'a password does not count');
  const { body } = await service.signIn({ sub: 'ada', email: ada, email_verified: true });
  assert.equal(body.person.installation, true);
  assert.equal(await canOwnerSignIn(service.db, service.sign_on), true);
});

test('an invitation is accepted by signing in at the provider with its address', async () => {
  const nell = 'nell@lowwater.example';
  const { url } = (
    await service.api('POST', '/v1/invitations', { email_address: nell, role: 'writer', send_mail: false })
  ).body;
  const { status, body } = await ask('link', { token: tokenOf(url) });
  assert.deepEqual([status, body.code], [403, 'sign_in_first']);
  assert.match(body.detail, /^Sign in with Lowwater first, as nell@/);
  const signed_in = await service.signIn({ sub: 'nell', email: nell, email_verified: true });
  assert.equal(signed_in.body.newsletters[0].role, 'writer');
});

test('sessions that began in a way that is refused now have ended', async () => {
  const { browser, body } = await service.signIn({ sub: 'ada' });
  await service.db
    .updateTable('sessions')
    .set({ method: 'password' })
    .where('method', '=', 'sign_on')
    .execute();
  assert.equal(body.state, 'signed_in');
  assert.equal((await browser.ask('GET', '/dashboard/session')).body.state, 'signed_out');
  assert.equal((await browser.ask('GET', '/v1/me', undefined, here)).status, 401);
});

test('somebody signs out, and nothing of the sign-in is left in the browser', async () => {
  const { browser } = await service.signIn({ sub: 'ada' });
  assert.equal((await browser.ask('DELETE', '/dashboard/session')).body.state, 'signed_out');
  assert.equal(browser.cookies.size, 0);
});
