import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openBrowser, signInOwner, tokenOf } from '../../testing/browser-session.ts';
import { readContents } from '../../testing/contents.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';
import { printSignInLink } from './links.ts';
import { totpCode } from './totp.ts';

const password = 'correct horse battery staple';
const ada = 'ada@example.org';
let service: TestService;
let now = new Date();
const later = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds);
};
before(async () => {
  service = await startTestService({ works: true, clock: () => now });
  const { browser, here } = await signInOwner(service, now);
  const body = { email_address: ada, password };
  assert.equal((await browser.ask('PATCH', '/v1/me', body, here)).status, 200);
});
after(() => service.stop());

const byPassword = (given: object) =>
  openBrowser(service).ask('POST', '/dashboard/session/password', { email_address: ada, password, ...given });

test('the printed link signs the owner in once, and opening it does not use it up', async () => {
  const link = { base_url: service.config.BASE_URL, secret: service.secret, now };
  const token = tokenOf((await printSignInLink(service.db, link, ada))!);
  const browser = openBrowser(service);
  for (let scanner = 0; scanner < 3; scanner += 1) {
    const { status, body } = await browser.ask('POST', '/dashboard/session/link/look', { token });
    assert.deepEqual([status, body.kind, body.email_address], [200, 'sign_in', ada]);
  }
  const { body } = await browser.ask('POST', '/dashboard/session/link', { token });
  assert.deepEqual([body.state, body.person.installation], ['signed_in', true]);
  for (const path of ['link', 'link/look']) {
    const again = await openBrowser(service).ask('POST', `/dashboard/session/${path}`, { token });
    assert.deepEqual([again.status, again.body.code], [410, 'link_over']);
  }
});

test('an expired link and an altered link are refused', async () => {
  const link = { base_url: service.config.BASE_URL, secret: service.secret, now };
  const token = tokenOf((await printSignInLink(service.db, link, ada))!);
  const altered = `${token.slice(0, -2)}${token.endsWith('A') ? 'BB' : 'AA'}`;
  const use = (given: string) =>
    openBrowser(service).ask('POST', '/dashboard/session/link', { token: given });
  assert.equal((await use(altered)).status, 410);
  later(25 * 3_600_000);
  assert.equal((await use(token)).status, 410);
});

test('of two concurrent uses of a link, one signs in', async () => {
  const link = { base_url: service.config.BASE_URL, secret: service.secret, now };
  const token = tokenOf((await printSignInLink(service.db, link, ada))!);
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => openBrowser(service).ask('POST', '/dashboard/session/link', { token })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 410, 410, 410]);
});

test('a wrong password, an unknown address and an account without password are refused alike', async () => {
  const answers = await Promise.all([
    byPassword({ password: 'wrong horse battery staple' }),
    byPassword({ email_address: 'nobody@example.org' }),
    byPassword({ password: '' }),
  ]);
  const [first] = answers;
  assert.equal(first.status, 401);
  for (const { status, text, headers } of answers) {
    assert.deepEqual([status, text], [first.status, first.text]);
    assert.equal(headers.get('set-cookie'), null);
  }
  assert.equal((await byPassword({})).body.state, 'signed_in');
});

test('a password is hashed with scrypt and encrypted; for a token only its SHA-256 is stored', async () => {
  const browser = openBrowser(service);
  await browser.ask('POST', '/dashboard/session/password', { email_address: ada, password });
  const stored = JSON.stringify(await readContents(service.db));
  assert.ok(!stored.includes(browser.cookie.split('=')[1]!));
  assert.ok(!stored.includes(password) && !stored.includes('scrypt$'));
  const { id, password_hash } = await service.db.selectFrom('people').selectAll().executeTakeFirstOrThrow();
  assert.match(service.vault.open('people.password_hash', id, password_hash), /^scrypt\$32768\$8\$3\$/);
});

test('short or repetitive passwords are refused with advice', async () => {
  const { browser, here } = await signInOwner(service, now);
  for (const bad of ['short', 'aaaaaaaaaaaaaaaa', 'x'.repeat(1000), 12]) {
    const { status, body } = await browser.ask('PATCH', '/v1/me', { password: bad }, here);
    assert.deepEqual([status, body.code], [400, 'request_invalid']);
    assert.match(body.detail, /^password: /);
  }
});

test('guessing is limited before anything is hashed, and only for its account and its origin', async () => {
  const email_address = 'guessed@example.org';
  const statuses = [];
  for (let guess = 0; guess < 21; guess += 1) statuses.push((await byPassword({ email_address })).status);
  assert.deepEqual([statuses[19], statuses[20]], [401, 429]);
  assert.equal((await byPassword({})).status, 200, 'somebody else');
  later(3_600_001);
  assert.equal((await byPassword({ email_address })).status, 401);
});

test('every request for a mailed link gets the same response, and only people with an account get mail', async () => {
  const ask = (email_address: string) =>
    openBrowser(service).ask('POST', '/dashboard/session/mail', { email_address });
  const [known, unknown] = await Promise.all([ask(ada), ask('stranger@example.org')]);
  assert.deepEqual([known.status, known.text], [202, '']);
  assert.deepEqual([unknown.status, unknown.text], [known.status, known.text]);
  const mail = await until('the link is mailed', async () =>
    service.sink.accepted.find(({ to }) => to === ada),
  );
  assert.ok(!service.sink.accepted.some(({ to }) => to === 'stranger@example.org'));
  const token = /dashboard\/link#([\w-]+)/.exec(mail.source.replaceAll('=\r\n', ''))![1]!;
  const { body } = await openBrowser(service).ask('POST', '/dashboard/session/link', { token });
  assert.equal(body.state, 'signed_in');
});

test('with an authenticator app a password alone is not enough, and each code and recovery code works once', async () => {
  const { browser, here } = await signInOwner(service, now);
  const { body } = await browser.ask('POST', '/v1/me/totp', {}, here);
  const code = () => totpCode(body.secret, Math.floor(now.getTime() / 30_000));
  assert.equal((await browser.ask('POST', '/v1/me/totp/confirm', { code: '000000' }, here)).status, 400);
  const confirmed = await browser.ask('POST', '/v1/me/totp/confirm', { code: code() }, here);
  const [recovery] = confirmed.body.recovery_codes;
  later(60_000);
  for (const right of [code(), recovery]) {
    const other = openBrowser(service);
    const half = await other.ask('POST', '/dashboard/session/password', { email_address: ada, password });
    assert.deepEqual([half.body.state, half.body.person], ['code_due', null]);
    assert.equal((await other.ask('GET', '/v1/newsletters')).status, 401, 'not signed in yet');
    const halfway = other.cookie;
    assert.equal((await other.ask('POST', '/dashboard/session/code', { code: '123456' })).status, 401);
    const whole = await other.ask('POST', '/dashboard/session/code', { code: right });
    assert.equal(whole.body.state, 'signed_in');
    assert.notEqual(other.cookie, halfway, 'fixation: another token');
    const again = openBrowser(service);
    await again.ask('POST', '/dashboard/session/password', { email_address: ada, password });
    assert.equal((await again.ask('POST', '/dashboard/session/code', { code: right })).status, 401, 'used');
  }
  assert.equal((await browser.ask('DELETE', '/v1/me/totp', undefined, here)).status, 204);
  assert.equal((await byPassword({})).body.state, 'signed_in');
});

test('a code with characters outside ASCII is a wrong code', async () => {
  const { browser, here } = await signInOwner(service, now);
  const { body } = await browser.ask('POST', '/v1/me/totp', {}, here);
  const wrong = ['12345é', '１２３４５６', '١٢٣٤٥٦', '😀😀😀', ''];
  for (const code of wrong)
    assert.equal((await browser.ask('POST', '/v1/me/totp/confirm', { code }, here)).status, 400, code);
  later(3_600_000); // a new count of attempts
  const code = totpCode(body.secret, Math.floor(now.getTime() / 30_000));
  assert.equal((await browser.ask('POST', '/v1/me/totp/confirm', { code }, here)).status, 200);
  later(60_000);
  const other = openBrowser(service);
  await other.ask('POST', '/dashboard/session/password', { email_address: ada, password });
  for (const code of wrong)
    assert.equal((await other.ask('POST', '/dashboard/session/code', { code })).status, 401, code);
  const again = await signInOwner(service, now);
  await again.browser.ask('DELETE', '/v1/me/totp', undefined, here);
});

test('sign-ins are in the audit log with their method', async () => {
  const entries = (await service.api('GET', '/v1/audit_log?action=person.signed_in')).body.results;
  const ways = new Set(entries.map(({ details }: { details: { method: string } }) => details.method));
  assert.deepEqual([...ways].sort(), ['link', 'mailed_link', 'password']);
  assert.deepEqual([entries[0].actor_type, entries[0].actor_name], ['person', ada]);
});
