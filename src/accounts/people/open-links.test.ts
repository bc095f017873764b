import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type BrowserSession, openBrowser, signInOwner, tokenOf } from '../../testing/browser-session.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';
import { printSignInLink } from './links.ts';
import { totpCode } from './totp.ts';

const password = 'correct horse battery staple';
const time = { now: Date.now() };
let service: TestService;
let owner: BrowserSession;
let here: Record<string, string>;
before(async () => {
  service = await startTestService({ works: true, clock: () => new Date(time.now) });
  ({ browser: owner, here } = await signInOwner(service, new Date(time.now)));
  await owner.ask('PATCH', '/v1/me', { email_address: 'owner@example.org', password }, here);
});
after(() => service.stop());

const use = (token: string, browser = openBrowser(service)) =>
  browser.ask('POST', '/dashboard/session/link', { token });

/** A browser of somebody who has accepted an invitation that was not mailed: their address is unproven. */
async function invited(email_address: string, role = 'viewer'): Promise<BrowserSession> {
  const invitation = { email_address, role, send_mail: false };
  const { body } = await owner.ask('POST', '/v1/invitations', invitation, here);
  const browser = openBrowser(service);
  assert.equal((await use(tokenOf(body.url), browser)).body.state, 'signed_in');
  assert.equal((await browser.ask('PATCH', '/v1/me', { password }, here)).status, 200);
  return browser;
}

/** The token in the newest mail with this subject to the address. */
async function mailedToken(to: string, subject: string): Promise<string> {
  const { source } = await until(`${subject} is mailed to ${to}`, async () =>
    service.sink.accepted.findLast(mail => mail.to === to && mail.source.includes(`Subject: ${subject}`)),
  );
  return /dashboard\/link#([\w-]+)/.exec(source.replaceAll('=\r\n', ''))![1]!;
}

async function askForLink(email_address: string): Promise<string> {
  const { length } = service.sink.accepted;
  await openBrowser(service).ask('POST', '/dashboard/session/mail', { email_address });
  await until('the link is mailed', async () =>
    service.sink.accepted.slice(length).find(({ to }) => to === email_address),
  );
  return mailedToken(email_address, 'Sign in');
}

test('a link mailed to an old address neither signs in nor proves the new one', async () => {
  const attacker = await invited('attacker@example.org');
  const kept = await askForLink('attacker@example.org');
  const changed = await attacker.ask('PATCH', '/v1/me', { email_address: 'victim@example.org' }, here);
  assert.deepEqual([changed.status, changed.body.email_confirmed], [200, false]);
  for (const browser of [attacker, openBrowser(service)])
    assert.equal((await use(kept, browser)).status, 410);
  assert.equal((await attacker.ask('GET', '/v1/me', undefined, here)).body.email_confirmed, false);
});

test('accepting a mailed invitation ends every way in that others had prepared for the address', async () => {
  const attacker = await invited('squatter@example.org');
  await attacker.ask('PATCH', '/v1/me', { email_address: 'boss@example.org' }, here);
  const { id } = (await attacker.ask('GET', '/v1/me', undefined, here)).body;
  const link = { base_url: service.config.BASE_URL, secret: service.secret, now: new Date(time.now) };
  const open = [
    await mailedToken('boss@example.org', 'Sign in'),
    tokenOf((await printSignInLink(service.db, link, 'boss@example.org'))!),
  ];
  assert.equal((await owner.ask('DELETE', `/v1/people/${id}`, undefined, here)).status, 204);
  const invitation = { email_address: 'Boss@example.org', role: 'owner' };
  assert.equal((await owner.ask('POST', '/v1/invitations', invitation, here)).status, 201);
  const boss = openBrowser(service);
  const accepted = await use(await mailedToken('Boss@example.org', 'You are invited'), boss);
  assert.deepEqual([accepted.body.state, accepted.body.person.email_confirmed], ['signed_in', true]);
  for (const token of open) assert.equal((await use(token)).status, 410);
  assert.equal((await attacker.ask('GET', '/v1/me', undefined, here)).status, 401);
  const wrong = { email_address: 'boss@example.org', password };
  assert.equal((await openBrowser(service).ask('POST', '/dashboard/session/password', wrong)).status, 401);
  assert.equal((await boss.ask('GET', '/v1/me', undefined, here)).status, 200);
});

test('the keys and invitations that others made with an account end when its address is proved', async () => {
  const pretender = await invited('editor@example.org', 'owner');
  const permissions = { emails: 'write', settings: 'write' };
  const { body: key } = await pretender.ask('POST', '/v1/api_keys', { name: 'kept', permissions }, here);
  const third = { email_address: 'third@example.org', role: 'owner', send_mail: false };
  const { body: invitation } = await pretender.ask('POST', '/v1/invitations', third, here);
  const reads = async () =>
    (await service.api('GET', '/v1/emails', undefined, { authorization: `Token ${key.api_key}` })).status;
  assert.equal(await reads(), 200);
  assert.equal((await use(await askForLink('editor@example.org'))).body.state, 'signed_in');
  assert.equal(await reads(), 401);
  assert.equal((await use(tokenOf(invitation.url))).status, 410);
  const { results } = (await service.api('GET', '/v1/audit_log?action=api_key.revoked')).body;
  assert.equal(results[0].object_id, key.id);
});

test('open links end when the address, the password or the authenticator app changes', async () => {
  const email_address = 'careful@example.org';
  const browser = await invited(email_address);
  const change = async (method: string, path: string, body?: object) => {
    const answer = await browser.ask(method, path, body, here);
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
    return answer.body;
  };
  const { secret } = await change('POST', '/v1/me/totp', {});
  const changes = [
    () => change('PATCH', '/v1/me', { password: `${password} 2` }),
    () => change('PATCH', '/v1/me', { password: null }),
    () => change('POST', '/v1/me/totp/confirm', { code: totpCode(secret, Math.floor(time.now / 30_000)) }),
    () => change('DELETE', '/v1/me/totp'),
    () => change('PATCH', '/v1/me', { email_address: 'careful.2@example.org' }),
  ];
  const context = { base_url: service.config.BASE_URL, secret: service.secret };
  for (const make of changes) {
    const link = { ...context, now: new Date(time.now) };
    const token = tokenOf((await printSignInLink(service.db, link, email_address))!);
    await make();
    assert.equal((await use(token)).status, 410, String(make));
  }
});

test('an owner of the installation with an unproved address is not trusted with it after losing the installation', async () => {
  const person = await invited('deputy@example.org', 'owner');
  const { id } = (await person.ask('GET', '/v1/me', undefined, here)).body;
  await owner.ask('PATCH', `/v1/people/${id}`, { installation: true }, here);
  const changed = await person.ask('PATCH', '/v1/me', { email_address: 'chair@example.org' }, here);
  assert.equal(changed.body.email_confirmed, true, 'owners of the installation need not prove an address');
  await owner.ask('PATCH', `/v1/people/${id}`, { installation: false }, here);
  assert.equal((await person.ask('GET', '/v1/me', undefined, here)).body.email_confirmed, false);
  const chair = openBrowser(service);
  assert.equal((await use(await askForLink('chair@example.org'), chair)).body.state, 'signed_in');
  assert.equal((await person.ask('GET', '/v1/me', undefined, here)).status, 401);
});

test('a mailed link leaves the ways to sign in of an installation’s owner alone', async () => {
  assert.equal((await use(await askForLink('owner@example.org'))).body.state, 'signed_in');
  const given = { email_address: 'owner@example.org', password };
  const { body } = await openBrowser(service).ask('POST', '/dashboard/session/password', given);
  assert.equal(body.state, 'signed_in');
});
