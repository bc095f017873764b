import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { after, before, test } from 'node:test';
import { createServer } from '../../platform/http/server.ts';
import { createLog } from '../../platform/log.ts';
import { openBrowser, signInOwner, tokenOf } from '../../testing/browser-session.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { authenticateRequests } from '../authenticate.ts';
import { revokeKeyRow } from '../key-queries.ts';
import { createKey } from '../keys.ts';
import { everything } from '../permissions.ts';
import { openSessions } from './sessions.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

test('a long response is cut off once its key is revoked or its person has lost the access', async () => {
  const time = { now: Date.now() };
  const clock = () => new Date(time.now);
  const app = await createServer({ log: createLog('silent'), body_limit: 1000, trusted_proxies: [] });
  authenticateRequests(app, service.db, openSessions({ ...service, clock, is_exposed: false }), clock);
  let content = new PassThrough();
  app.get('/v1/long', { config: { access: { emails: 'read' } } }, async () => content);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const { secret, id } = await createKey(service.db, service.newsletter, {
    name: 'made',
    permissions: everything,
  });
  const person = await invitedPerson();
  for (const [headers, end] of [
    [{ authorization: `Token ${secret}` }, () => revokeKeyRow(service.db, id)],
    [person.headers, person.remove],
  ] as const) {
    content = new PassThrough();
    content.write('one');
    const response = await fetch(`${url}/v1/long`, { headers });
    const pieces = response.body!.getReader();
    const next = async () => Buffer.from((await pieces.read()).value!).toString();
    assert.equal(await next(), 'one');
    time.now += 5_000;
    content.write('two');
    assert.equal(await next(), 'two');
    await end();
    time.now += 5_000;
    content.write('three');
    await assert.rejects(next());
  }
  await app.close();
});

/** Somebody who reads the newsletter, and what removes them from it. */
async function invitedPerson() {
  const { browser: owner, here } = await signInOwner(service);
  await owner.ask('PATCH', '/v1/me', { password: 'correct horse battery staple' }, here);
  const invitation = { email_address: 'reader@example.org', role: 'viewer', send_mail: false };
  const { body } = await owner.ask('POST', '/v1/invitations', invitation, here);
  const browser = openBrowser(service);
  const used = await browser.ask('POST', '/dashboard/session/link', { token: tokenOf(body.url) });
  const remove = () => owner.ask('DELETE', `/v1/people/${used.body.person.id}`, undefined, here);
  return { headers: { ...here, cookie: browser.cookie, 'sec-fetch-site': 'same-origin' }, remove };
}
