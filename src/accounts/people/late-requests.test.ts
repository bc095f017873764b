import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { createServer } from '../../platform/http/server.ts';
import { createLog } from '../../platform/log.ts';
import { holdTransaction, untilBlocked } from '../../testing/barriers.ts';
import { type BrowserSession, openBrowser, signInOwner, tokenOf } from '../../testing/browser-session.ts';
import { type Answer, startTestService, type TestService } from '../../testing/postrider.ts';
import { authenticateRequests } from '../authenticate.ts';
import { revokeKeyRow } from '../key-queries.ts';
import { createKey } from '../keys.ts';
import { everything } from '../permissions.ts';
import { holdNewsletter } from '../queries.ts';
import { endMadeBy } from './makers.ts';
import { putMember, removeMember } from './member-queries.ts';
import { deleteCredentials, findPersonByAddress, lockPerson, updatePersonRow } from './queries.ts';
import { openSessions } from './sessions.ts';
import { totpCode } from './totp.ts';

const password = 'correct horse battery staple';
let service: TestService;
let owner: BrowserSession;
let here: Record<string, string>;
before(async () => {
  service = await startTestService({ env: { BASE_URL: 'http://localhost' } });
  ({ browser: owner, here } = await signInOwner(service));
});
after(() => service.stop());

/** Somebody with this role and a password, and their browser. */
async function member(email_address: string, role = 'owner') {
  const invitation = { email_address, role, send_mail: false };
  const { body } = await owner.ask('POST', '/v1/invitations', invitation, here);
  const browser = openBrowser(service);
  await browser.ask('POST', '/dashboard/session/link', { token: tokenOf(body.url) });
  assert.equal((await browser.ask('PATCH', '/v1/me', { password }, here)).status, 200);
  const { id, key } = (await findPersonByAddress(service.db, email_address))!;
  return { browser, id, key, headers: { ...here, cookie: browser.cookie, 'sec-fetch-site': 'same-origin' } };
}

test('a request whose body takes long is performed only with the access that its caller has at its end', async t => {
  const time = { now: Date.now() };
  const clock = () => new Date(time.now);
  const app = await createServer({ log: createLog('silent'), body_limit: 1000, trusted_proxies: [] });
  t.after(() => app.close());
  authenticateRequests(app, service.db, openSessions({ ...service, clock, is_exposed: false }), clock);
  let began = Promise.withResolvers<void>();
  app.addHook('preParsing', async () => began.resolve());
  const performed: string[] = [];
  app.post('/v1/slow', { config: { access: { emails: 'write' } } }, async ({ caller }) => {
    performed.push(caller.name);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const key = await createKey(service.db, service.newsletter, { name: 'a key', permissions: everything });
  const [removed, demoted, signedOut] = [
    await member('removed@example.org'),
    await member('demoted@example.org'),
    await member('out@example.org'),
  ];
  const newsletter_key = service.newsletter.key;
  for (const [headers, end, status] of [
    [{ authorization: `Token ${key.secret}` }, () => revokeKeyRow(service.db, key.id), 401],
    [removed.headers, () => removeMember(service.db, removed.key, newsletter_key), 404],
    [demoted.headers, () => putMember(service.db, demoted.key, newsletter_key, 'viewer'), 403],
    [signedOut.headers, () => signedOut.browser.ask('DELETE', '/dashboard/session'), 401],
  ] as const) {
    for (const ends of [false, true]) {
      began = Promise.withResolvers<void>();
      const asked = Promise.withResolvers<number>();
      const { port } = app.server.address() as { port: number };
      const type = { 'content-type': 'application/json', 'content-length': '2' };
      const sent = request({ port, path: '/v1/slow', method: 'POST', headers: { ...headers, ...type } });
      sent.on('response', answer => asked.resolve(answer.resume().statusCode!)).on('error', asked.reject);
      sent.write('{');
      await began.promise;
      if (ends) await end();
      time.now += 5_000;
      sent.end('}');
      assert.equal(await asked.promise, ends ? status : 200);
    }
  }
  assert.equal(performed.length, 4);
});

/** Starts a request while somebody else does `work`, so that the request waits for it and goes on afterwards. */
async function askDuring(work: Parameters<typeof holdTransaction>[1], ask: () => Promise<Answer>) {
  await using other = await holdTransaction(service.db, work);
  const asked = ask();
  const early = asked.then(({ text }) => assert.fail(`it did not wait: ${text}`));
  await Promise.race([untilBlocked(service.db), early]);
  early.catch(() => {});
  await other.release();
  return asked;
}

test('people who lose the account while a request changes how they sign in add no way to sign in', async () => {
  for (const [at, [method, path, body]] of [
    ['PATCH', '/v1/me', { password: `${password} 2` }],
    ['PATCH', '/v1/me', { email_address: 'other@example.org' }],
    ['POST', '/v1/me/totp/confirm', {}],
    ['POST', '/v1/me/totp', {}],
  ].entries() as ArrayIterator<[number, [string, string, object]]>) {
    const address = `squatter.${at}@example.org`;
    const { browser, key } = await member(address);
    const { secret } = (await browser.ask('POST', '/v1/me/totp', {}, here)).body;
    const code = totpCode(secret, Math.floor(Date.now() / 30_000));
    const answer = await askDuring(
      trx => deleteCredentials(trx, key),
      () => browser.ask(method, path, path.endsWith('confirm') ? { code } : body, here),
    );
    assert.deepEqual([answer.status, answer.body.code], [401, 'authentication_invalid'], path);
    const after = await findPersonByAddress(service.db, address);
    assert.deepEqual([after?.password_hash, after?.totp_secret], ['', ''], path);
  }
});

test('a password that is taken away while it is checked starts no session', async () => {
  const { key } = await member('late@example.org');
  const given = { email_address: 'late@example.org', password };
  const browser = openBrowser(service);
  const answer = await askDuring(
    trx => deleteCredentials(trx, key),
    () => browser.ask('POST', '/dashboard/session/password', given),
  );
  assert.equal(answer.status, 401);
  const open = await service.db.selectFrom('sessions').select('id').where('person_key', '=', key).execute();
  assert.deepEqual(open, []);
});

test('callers who lose rights while a request grants some leave nothing behind', async () => {
  const permissions = { emails: 'write', settings: 'write' };
  const friend = await member('friend@example.org', 'viewer');
  const grants = [
    ['POST', '/v1/api_keys', { name: 'kept', permissions }],
    ['POST', '/v1/invitations', { email_address: 'accomplice@example.org', role: 'owner' }],
    ['POST', '/v1/newsletters', { username: 'kept', name: 'Kept' }],
    ['POST', `/v1/newsletters/${service.newsletter.id}/duplicate`, { username: 'kept', name: 'Kept' }],
    ['PATCH', `/v1/people/${friend.id}`, { role: 'owner' }],
  ] as const;
  const person = await member('leaver@example.org');
  const actor = { type: 'command_line' } as const;
  const { key: newsletter_key } = service.newsletter;
  for (const [method, path, body] of grants) {
    await updatePersonRow(service.db, person.key, { installation: 'write' });
    await putMember(service.db, person.key, newsletter_key, 'owner');
    const byPerson = await askDuring(
      async trx => {
        await holdNewsletter(trx, newsletter_key);
        await lockPerson(trx, person.key);
        await updatePersonRow(trx, person.key, { installation: 'none' });
        await putMember(trx, person.key, newsletter_key, 'viewer');
        await endMadeBy(trx, person.id, { actor });
      },
      () => person.browser.ask(method, path, body, here),
    );
    assert.deepEqual([byPerson.status, byPerson.body.code], [403, 'forbidden'], `a person: ${path}`);

    const all = { ...everything, installation: 'write' } as const;
    const root = await createKey(service.db, service.newsletter, { name: 'root', permissions: all });
    const below = { name: 'below', permissions: all, created_by: root.id };
    const key = await createKey(service.db, service.newsletter, below);
    const byKey = await askDuring(
      async trx => {
        await revokeKeyRow(trx, root.id);
        await endMadeBy(trx, root.id, { actor });
      },
      () => service.api(method, path, body, { authorization: `Token ${key.secret}` }),
    );
    assert.deepEqual([byKey.status, byKey.body.code], [403, 'forbidden'], `a key: ${path}`);
  }
});
