import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { holdTransaction, killBlocked, untilBlocked } from '../../testing/barriers.ts';
import { signInOwner, tokenOf } from '../../testing/browser-session.ts';
import { openCookieBrowser, startSignOnService } from '../../testing/sign-on.ts';
import { lockFirstSignIns } from '../people/identity-queries.ts';

let service: Awaited<ReturnType<typeof startSignOnService>>;
let here: Record<string, string>;
before(async () => {
  service = await startSignOnService();
  here = { 'postrider-newsletter': service.newsletter.id };
});
after(() => service.stop());

let number = 0;
/** Claims of somebody whom no other test knows. */
const somebody = (given: object = {}) => {
  number += 1;
  return { sub: `sub-${number}`, email: `person-${number}@lowwater.example`, email_verified: true, ...given };
};
const invite = (email_address: string, role = 'editor') =>
  service.api('POST', '/v1/invitations', { email_address, role, send_mail: false });
const findPerson = (email_address: string) =>
  service.db.selectFrom('people').selectAll().where('normal_address', '=', email_address).executeTakeFirst();

test('somebody without an account or an invitation gets a clear refusal, and no account', async () => {
  const claims = somebody();
  const { status, body } = await service.signIn(claims);
  assert.deepEqual([status, body.code], [403, 'forbidden']);
  assert.match(body.detail, new RegExp(`^Nobody here has the address ${claims.email}\\. Ask`));
  assert.equal(await findPerson(claims.email), undefined);
});

test('an invited person gets the role of the invitation, which is then used', async () => {
  const claims = somebody({ name: 'Nell Marsh' });
  const { url } = (await invite(claims.email)).body;
  const { body } = await service.signIn(claims);
  assert.deepEqual(
    [body.person.name, body.person.email_confirmed, body.newsletters[0].role],
    ['Nell Marsh', true, 'editor'],
  );
  const again = await openCookieBrowser(service).ask('POST', '/dashboard/session/link', {
    token: tokenOf(url),
  });
  assert.equal(again.body.code, 'link_over');
});

for (const email_verified of [false, undefined, 'no', 0, null])
  test(`an address with email_verified ${email_verified} leads to nobody`, async () => {
    const claims = somebody({ email_verified });
    await invite(claims.email);
    const { status, body } = await service.signIn(claims);
    assert.deepEqual([status, body.code], [403, 'forbidden']);
    assert.match(body.detail, /does not say that the address .* is proved/);
    assert.equal(await findPerson(claims.email), undefined);
  });

test('a claim that is not an address leads to nobody', async () => {
  for (const email of [
    undefined,
    '',
    'nobody',
    12,
    ['a@b.example'],
    'a@b.example\r\nBcc: c@d.example',
    `${'x'.repeat(70)}@b.example`,
  ])
    assert.equal((await service.signIn(somebody({ email }))).status, 403);
});

test('after the first sign-in only the account elsewhere decides, whatever its address becomes', async () => {
  const claims = somebody();
  await invite(claims.email);
  const { body: first } = await service.signIn(claims);
  const other = somebody();
  await invite(other.email);
  await service.signIn(other);
  const moved = await service.signIn({ ...claims, email: other.email });
  assert.equal(moved.body.person.id, first.person.id);
  const unproved = await service.signIn({ ...claims, email: 'mallory@evil.example', email_verified: false });
  assert.deepEqual(
    [unproved.body.person.id, unproved.body.person.email_address],
    [first.person.id, claims.email],
  );
});

test('an address that the provider gives to somebody new does not lead to the account of its former owner', async () => {
  const claims = somebody();
  await invite(claims.email);
  await service.signIn(claims);
  const { status, body } = await service.signIn({ ...claims, sub: 'successor' });
  assert.deepEqual([status, body.code], [403, 'forbidden']);
  assert.match(body.detail, /^Another account at Lowwater is connected/);
});

test('an account with an unproved address loses its ways to sign in and its keys when somebody proves the address', async () => {
  const claims = somebody();
  const { url } = (await invite(claims.email, 'owner')).body;
  const squatter = openCookieBrowser(service);
  await squatter.ask('POST', '/dashboard/session/link', { token: tokenOf(url) });
  const password = 'correct horse battery staple';
  assert.equal((await squatter.ask('PATCH', '/v1/me', { password }, here)).status, 200);
  const { body: key } = await squatter.ask(
    'POST',
    '/v1/api_keys',
    { name: 'theirs', permissions: { emails: 'read' } },
    here,
  );
  assert.ok(key.api_key, JSON.stringify(key));
  assert.equal((await service.signIn(claims)).status, 200);
  assert.equal((await squatter.ask('GET', '/v1/me', undefined, here)).status, 401);
  const given = { email_address: claims.email, password };
  assert.equal(
    (await openCookieBrowser(service).ask('POST', '/dashboard/session/password', given)).status,
    401,
  );
  const authorization = { authorization: `Token ${key.api_key}` };
  assert.equal((await service.api('GET', '/v1/emails', undefined, authorization)).status, 401);
});

test('two first sign-ins at once make one account, and two people at once get one each', async () => {
  const [one, other] = [somebody(), somebody()];
  await Promise.all([invite(one.email), invite(other.email)]);
  await using held = await holdTransaction(service.db, lockFirstSignIns);
  const asked = [one, one, other, other].map(claims => service.signIn(claims));
  await untilBlocked(service.db, 4);
  await held.release();
  const all = await Promise.all(asked);
  assert.deepEqual(
    all.map(({ status }) => status),
    [200, 200, 200, 200],
  );
  const ids = all.map(({ body }) => body.person.id);
  assert.deepEqual(new Set(ids).size, 2);
  assert.deepEqual([ids[0], ids[2]], [ids[1], ids[3]]);
  const rows = await service.db
    .selectFrom('identities')
    .select('id')
    .where('subject', 'in', [one.sub, other.sub])
    .execute();
  assert.equal(rows.length, 2);
});

test('a first sign-in that is killed leaves no account and no used invitation, and the next one works', async () => {
  const claims = somebody();
  await invite(claims.email, 'writer');
  await using held = await holdTransaction(service.db, lockFirstSignIns);
  const killed = service.signIn(claims);
  await untilBlocked(service.db);
  await killBlocked(service.db);
  assert.ok((await killed).status >= 500);
  await held.release();
  assert.equal(await findPerson(claims.email), undefined);
  const { status, body } = await service.signIn(claims);
  assert.deepEqual([status, body.newsletters[0].role], [200, 'writer']);
});

test('two tabs of one browser do not disturb each other', async () => {
  const claims = somebody();
  await invite(claims.email);
  const browser = openCookieBrowser(service);
  const [first, second] = [await service.begin(browser), await service.begin(browser)];
  assert.equal((await service.finish(browser, service.provider.approve(first, claims))).status, 200);
  assert.equal((await service.finish(browser, service.provider.approve(second, claims))).status, 200);
});

test('a sign-in elsewhere counts as a proof only as long as it is known to be recent', async () => {
  const claims = somebody();
  await invite(claims.email);
  const { browser } = await service.signIn(claims);
  const change = () => browser.ask('PATCH', '/v1/me', { password: 'correct horse battery staple' }, here);
  assert.equal((await change()).body.code, 'sign_in_again');
  const begin = () => service.begin(browser, 'prove');
  const url = await begin();
  assert.equal(new URL(url).searchParams.get('max_age'), '900');
  const hour_ago = Math.floor(Date.now() / 1000) - 3600;
  for (const auth_time of [hour_ago, undefined, 'now']) {
    const search = service.provider.approve(await begin(), claims, { claims: { auth_time } });
    assert.equal((await service.finish(browser, search)).status, 401, String(auth_time));
  }
  assert.equal((await change()).body.code, 'sign_in_again');
  const search = service.provider.approve(await begin(), claims);
  assert.equal((await service.finish(browser, search)).body.proof_due, false);
  assert.equal((await change()).status, 200);
});

test('a session that began elsewhere ends after a day', async () => {
  const claims = somebody();
  await invite(claims.email);
  const { body } = await service.signIn(claims);
  const { end_date, creation_date, method } = await service.db
    .selectFrom('sessions')
    .innerJoin('people', 'people.key', 'person_key')
    .select(['end_date', 'sessions.creation_date', 'method'])
    .where('people.id', '=', body.person.id)
    .executeTakeFirstOrThrow();
  assert.equal(method, 'sign_on');
  assert.equal(Date.parse(end_date) - Date.parse(creation_date), 24 * 3_600_000);
});

test('somebody who is signed in connects their account, whatever its address, and disconnects it', async () => {
  const { browser: owner } = await signInOwner(service);
  const browser = openCookieBrowser(service);
  const [name, value] = owner.cookie.split('=');
  browser.cookies.set(name!, value!);
  const claims = { sub: 'the-owner', email: 'else@where.example', email_verified: false };
  const search = service.provider.approve(await service.begin(browser, 'connect'), claims);
  assert.equal((await service.finish(browser, search)).status, 200);
  const { results } = (await browser.ask('GET', '/v1/me/identities', undefined, here)).body;
  assert.deepEqual(
    results.map(({ subject, email_address }: Record<string, string>) => [subject, email_address]),
    [['the-owner', 'else@where.example']],
  );
  const { browser: elsewhere, body } = await service.signIn(claims);
  assert.equal(body.person.installation, true);
  assert.equal(
    (await browser.ask('DELETE', `/v1/me/identities/${results[0].id}`, undefined, here)).status,
    204,
  );
  assert.equal((await elsewhere.ask('GET', '/v1/me', undefined, here)).status, 401);
  assert.equal((await browser.ask('GET', '/v1/me', undefined, here)).status, 200);
  assert.equal((await service.signIn(claims)).status, 403);
});

test('somebody else’s account elsewhere cannot be connected, and connecting works only in the session in which it began', async () => {
  const claims = somebody();
  await invite(claims.email);
  const { browser } = await service.signIn(claims);
  const other = somebody();
  const { url } = (await invite(other.email)).body;
  const second = openCookieBrowser(service);
  await second.ask('POST', '/dashboard/session/link', { token: tokenOf(url) });
  const taken = service.provider.approve(await service.begin(second, 'connect'), claims);
  const { body } = await service.finish(second, taken);
  assert.match(body.detail, /is connected with somebody else here/);
  const search = service.provider.approve(await service.begin(second, 'connect'), other);
  for (const [name, value] of second.cookies) if (name.includes('sign_on')) browser.cookies.set(name, value);
  assert.equal((await service.finish(browser, search)).status, 401);
  assert.equal(
    (await openCookieBrowser(service).ask('POST', '/dashboard/session/sign-on', { intent: 'connect' }))
      .status,
    401,
  );
  assert.equal(
    (await browser.ask('POST', '/dashboard/session/sign-on', { intent: 'connect' })).body.code,
    'sign_in_again',
  );
});

test('an owner of the installation can disconnect somebody, which ends their sessions from there; others may not', async () => {
  const claims = somebody();
  await invite(claims.email, 'owner');
  const { browser, body: state } = await service.signIn(claims);
  const path = `/v1/people/${state.person.id}/identities`;
  assert.equal((await browser.ask('GET', path, undefined, here)).status, 403);
  const { results } = (await service.api('GET', path)).body;
  assert.equal((await service.api('DELETE', `${path}/${results[0].id}`)).status, 204);
  assert.equal((await service.api('DELETE', `${path}/${results[0].id}`)).status, 404);
  assert.equal((await service.api('DELETE', `${path}/x`)).status, 404);
  assert.equal((await browser.ask('GET', '/v1/me', undefined, here)).status, 401);
  const successor = await service.signIn({ ...claims, sub: 'successor-2' });
  assert.equal(successor.body.person.id, state.person.id);
  const { results: log } = (await service.api('GET', `/v1/audit_log?object_id=${results[0].id}`)).body;
  assert.deepEqual(log.map(({ action }: { action: string }) => action).sort(), [
    'person.identity_added',
    'person.identity_removed',
  ]);
});

test('claims that the token lacks are read from userinfo, and claims in the token take precedence', async () => {
  const claims = somebody();
  await invite(claims.email);
  const { sub, email } = claims;
  const userinfo = { sub, email, email_verified: true };
  assert.equal((await service.signIn({ sub }, { userinfo })).status, 200);
  const other = await service.signIn({ sub: somebody().sub }, { userinfo });
  assert.deepEqual(
    [other.status, other.body.code],
    [401, 'authentication_invalid'],
    'userinfo of somebody else',
  );
});
