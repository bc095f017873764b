import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import { printSignInLink } from '../accounts/people/links.ts';
import { openBrowser, signInOwner, tokenOf } from '../testing/browser-session.ts';
import { runCommand } from '../testing/command.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { CommandError } from './command.ts';

const ada = 'ada@example.org';
let service: TestService;
before(async () => {
  service = await startTestService({ env: { BASE_URL: 'http://localhost' } });
});
after(() => service.stop());

async function printed(t: TestContext, ...words: string[]): Promise<string> {
  const { mock } = t.mock.method(console, 'log', () => {});
  assert.equal(await runCommand(service, 'sign-in', ...words), 0);
  const [text] = mock.calls.at(-1)!.arguments as unknown as [string];
  mock.restore();
  return /^(\S+)\n\nIt works once, within 24 hours/.exec(text)![1]!;
}

const use = (url: string) =>
  openBrowser(service).ask('POST', '/dashboard/session/link', { token: tokenOf(url) });

test('a new installation has no people yet: the link signs in its owner, once', async t => {
  const url = await printed(t);
  assert.match(url, /^http:\/\/localhost\/dashboard\/link#[\w-]+$/);
  const { body } = await use(url);
  assert.deepEqual([body.state, body.person.installation], ['signed_in', true]);
  const again = await use(url);
  assert.deepEqual([again.status, again.body.code], [410, 'link_over']);
  assert.equal((await use(await printed(t))).body.person.id, body.person.id, 'the same owner the next time');
});

test('with an address the link signs in that person, and nobody else', async t => {
  const { browser, here } = await signInOwner(service);
  const invitation = { email_address: ada, role: 'viewer', send_mail: false };
  const invited = await browser.ask('POST', '/v1/invitations', invitation, here);
  await use(invited.body.url);
  const { body } = await use(await printed(t, 'Ada@Example.org'));
  assert.deepEqual([body.person.email_address, body.person.installation], [ada, false]);
  assert.equal(body.newsletters[0].role, 'viewer');
});

test('for a stranger no link is printed, and the error says how to go on', async () => {
  await assert.rejects(
    runCommand(service, 'sign-in', 'stranger@example.org'),
    (error: Error) => error instanceof CommandError && /stranger@example\.org\. Invite/.test(error.message),
  );
});

test('opening the link without pressing its button, as mail scanners do, leaves it valid', async t => {
  const url = await printed(t);
  const address = service.url + new URL(url).pathname;
  for (const method of ['HEAD', 'GET'])
    for (const purpose of ['', 'prefetch;prerender']) {
      const { status } = await fetch(address, { method, headers: { 'sec-purpose': purpose } });
      assert.ok(status < 500 || status === 503, String(status)); // 503: the dashboard is not built here
    }
  for (let scanner = 0; scanner < 3; scanner += 1)
    await openBrowser(service).ask('POST', '/dashboard/session/link/look', { token: tokenOf(url) });
  for (const method of ['HEAD', 'GET'])
    assert.equal(
      (await fetch(`${service.url}/dashboard/session/link`, { method })).headers.get('set-cookie'),
      null,
    );
  assert.equal((await use(url)).body.state, 'signed_in');
});

test('a link is over after 24 hours', async () => {
  const context = { base_url: service.config.BASE_URL, secret: service.secret };
  const aged = async (hours: number) =>
    (await printSignInLink(service.db, { ...context, now: new Date(Date.now() - hours * 3_600_000) }, ada))!;
  assert.equal((await use(await aged(23.9))).status, 200);
  assert.equal((await use(await aged(24.1))).status, 410);
});

test('the audit log says that a link was printed, without the link', async t => {
  const url = await printed(t);
  const { body } = await service.api('GET', '/v1/audit_log?action=sign_in_link.printed');
  assert.equal(body.results[0].actor_type, 'command_line');
  assert.ok(!JSON.stringify(body).includes(tokenOf(url)));
});
