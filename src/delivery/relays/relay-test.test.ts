import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { signInOwner } from '../../testing/browser-session.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';

let service: TestService;
let path: string;
before(async () => {
  service = await startTestService({ env: { BASE_URL: 'http://localhost:8080' } });
  path = `/v1/newsletters/${service.newsletter.id}/relay_test`;
});
after(() => service.stop());

test('a signed-in person gets the mail, and nobody else; a test with a key mails nobody', async () => {
  const { browser, here } = await signInOwner(service);
  const nowhere = await browser.ask('POST', path, { send_mail: true }, here);
  assert.match(nowhere.body.detail, /^send_mail: your profile has no address/);
  const me = 'wren@example.org';
  await browser.ask('PATCH', '/v1/me', { email_address: me }, here);
  const { status, body } = await browser.ask('POST', path, { send_mail: true }, here);
  assert.deepEqual([status, body.mailed_to], [200, me]);
  const [relay] = body.relays;
  assert.deepEqual([relay.name, relay.state], [new URL(service.sink.url).host, 'good']);
  assert.deepEqual(
    service.sink.accepted.map(({ to }) => to),
    [me],
  );
  const alone = await service.api('POST', path, {});
  assert.deepEqual([alone.status, alone.body.mailed_to], [200, null]);
  const asked = await service.api('POST', path, { send_mail: true });
  assert.deepEqual([asked.status, asked.body.code], [400, 'request_invalid']);
  assert.match(asked.body.detail, /^send_mail: /);
  assert.equal(service.sink.accepted.length, 1);
});

test('a test needs settings:write and the newsletter of the caller, and works twenty times an hour', async () => {
  const reading = await service.keyWith({ settings: 'read' });
  assert.equal((await service.api('POST', path, {}, reading)).status, 403);
  assert.equal((await service.api('POST', path, {}, await service.foreignKey())).status, 404);
  const codes = new Set<string>();
  for (let tests = 0; tests < 21; tests += 1) codes.add((await service.api('POST', path, {})).body.code);
  assert.ok(codes.has('rate_limited'));
});
