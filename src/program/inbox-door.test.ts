import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '../platform/ids.ts';
import { type BrowserSession, openBrowser, signInOwner, tokenOf } from '../testing/browser-session.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';

let service: TestService;
let owner: BrowserSession;
let here: Record<string, string>;
before(async () => {
  service = await startTestService({ env: { SMTP_URL: '', BASE_URL: 'http://localhost' } });
  ({ browser: owner, here } = await signInOwner(service));
  for (const [owner, to] of [
    [service.newsletter.id, 'reader@here.example'],
    ['0193b2a4-6f0e-7c1d-9a52-3d1f4b8e7c60', 'reader@elsewhere.example'],
    [null, 'person@signing.in'],
  ])
    await service.db
      .insertInto('inbox_messages')
      .values({
        id: newId(),
        sender: 'a@news.example',
        recipient: to!,
        source: Buffer.from('Subject: Hi\r\n\r\nHi'),
        owner: owner!,
      })
      .execute();
});
after(() => service.stop());

async function memberWith(role: string, name = role): Promise<BrowserSession> {
  const invitation = { email_address: `${name}@example.org`, role, send_mail: false };
  const { body } = await owner.ask('POST', '/v1/invitations', invitation, here);
  const browser = openBrowser(service);
  await browser.ask('POST', '/dashboard/session/link', { token: tokenOf(body.url) });
  return browser;
}

const seenBy = async (browser: BrowserSession): Promise<string[] | number> => {
  const { status, body } = await browser.ask('GET', '/inbox/messages');
  return status === 200 ? body.results.map(({ to }: { to: string }) => to).toSorted() : status;
};

test('the inbox opens for signed-in people: the owner of the installation sees all mail, an editor the newsletter’s', async () => {
  assert.deepEqual(await seenBy(owner), [
    'person@signing.in',
    'reader@elsewhere.example',
    'reader@here.example',
  ]);
  assert.deepEqual(await seenBy(await memberWith('editor')), ['reader@here.example']);
  const page = await owner.ask('GET', '/inbox', undefined, { accept: 'text/html', 'sec-fetch-site': 'none' });
  assert.deepEqual([page.status, page.text.includes('reader@here.example')], [200, true]);
});

test('the inbox stays closed for roles that see no addresses, and for people who are signed out', async () => {
  for (const role of ['writer', 'viewer']) assert.equal(await seenBy(await memberWith(role)), 401, role);
  assert.equal(await seenBy(openBrowser(service)), 401);
  const gone = await memberWith('owner');
  assert.notEqual(await seenBy(gone), 401);
  const cookie = gone.cookie;
  await gone.ask('DELETE', '/dashboard/session');
  assert.equal(await seenBy(Object.assign(openBrowser(service), { cookie })), 401, 'the session is over');
  const page = await openBrowser(service).ask('GET', '/inbox', undefined, { accept: 'text/html' });
  assert.deepEqual([page.status, /reader@/.test(page.text)], [401, false]);
});

test('the inbox opens for a key that reads emails and subscribers, and for no other', async () => {
  const key = await service.keyWith({ emails: 'read', subscribers: 'read' });
  const { body } = await service.api('GET', '/inbox/messages', undefined, key);
  assert.deepEqual(
    body.results.map(({ to }: { to: string }) => to),
    ['reader@here.example'],
  );
  const refused = await service.api(
    'GET',
    '/inbox/messages',
    undefined,
    await service.keyWith({ emails: 'read' }),
  );
  assert.equal(refused.status, 403);
});

test('the API reference is open to everybody: signed in, signed out, and with a key', async () => {
  const key = await service.keyWith({});
  for (const path of ['/docs/', '/v1/openapi.json'])
    for (const [who, answer] of Object.entries({
      signed_in: await owner.ask('GET', path),
      signed_out: await openBrowser(service).ask('GET', path),
      key: await service.api('GET', path, undefined, key),
    }))
      assert.equal(answer.status, 200, `${path} ${who}`);
});

test('mail is deleted by those who may write emails, and only their newsletter’s mail', async () => {
  const editor = await memberWith('editor', 'tidy');
  const subscribers = 'read';
  assert.equal(
    (
      await service.api(
        'DELETE',
        '/inbox/messages',
        undefined,
        await service.keyWith({ emails: 'read', subscribers }),
      )
    ).status,
    403,
  );
  const removed = await editor.ask('DELETE', '/inbox/messages');
  assert.deepEqual([removed.status, removed.body], [200, { deleted: 1 }]);
  assert.deepEqual(await seenBy(editor), []);
  assert.deepEqual(await seenBy(owner), ['person@signing.in', 'reader@elsewhere.example']);
});
