import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type BrowserSession, openBrowser, signInOwner, tokenOf } from '../../src/testing/browser-session.ts';
import { startTestService, type TestService } from '../../src/testing/postrider.ts';

let service: TestService;
let owner: BrowserSession;
let writer: BrowserSession;
let viewer: BrowserSession;
let here: Record<string, string>;
before(async () => {
  service = await startTestService({ works: true, env: { BASE_URL: 'http://localhost' } });
  ({ browser: owner, here } = await signInOwner(service));
  for (const email_address of ['one@reader.example', 'two@reader.example'])
    await service.api('POST', '/v1/subscribers', { email_address, type: 'regular' });
  [writer, viewer] = [await memberWith('writer'), await memberWith('viewer')];
});
after(() => service.stop());

async function memberWith(role: string): Promise<BrowserSession> {
  const invitation = { email_address: `${role}@example.org`, role, send_mail: false };
  const { body } = await owner.ask('POST', '/v1/invitations', invitation, here);
  const browser = openBrowser(service);
  await browser.ask('POST', '/dashboard/session/link', { token: tokenOf(body.url) });
  return browser;
}

const statusOf = async (path: string) => (await service.api('GET', path)).body.status;
const nobodysTag = async (name: string) => (await service.api('POST', '/v1/tags', { name })).body.id;

test('a writer publishes nothing without approval: not even in the archive alone, or to an empty audience', async () => {
  for (const [subject, to] of [
    ['Archive', { email_type: 'archival' }],
    ['Nobody', { included_tags: [await nobodysTag('nobody')] }],
  ] as const) {
    const refused = await writer.ask('POST', '/v1/emails', { subject, body: 'Hi', ...to }, here);
    assert.deepEqual([refused.status, refused.body.code], [403, 'approval_required'], subject);
    const path = `/v1/emails/${refused.body.metadata.email_id}`;
    assert.equal(await statusOf(path), 'draft');
    assert.equal((await writer.ask('POST', `${path}/publish`, {}, here)).status, 403);
    assert.equal((await owner.ask('POST', `${path}/approval`, {}, here)).status, 200);
    assert.equal((await writer.ask('POST', `${path}/publish`, {}, here)).status, 200);
  }
});

test('a writer changes nothing that others have scheduled: neither the email nor a snippet in it', async () => {
  const identifier = 'foot';
  const snippet = await service.api('POST', '/v1/snippets', { identifier, name: 'Foot', content: 'ours' });
  const publish_date = new Date(Date.now() + 3_600_000).toISOString();
  const included_tags = [await nobodysTag('nobody yet')];
  const later = { subject: 'Later', body: 'Hi {{ snippets.foot }}', status: 'scheduled', publish_date };
  const scheduled = await service.api('POST', '/v1/emails', { ...later, included_tags });
  const path = `/v1/emails/${scheduled.body.id}`;
  const of_snippet = `/v1/snippets/${snippet.body.id}`;
  for (const answer of [
    await writer.ask('PATCH', of_snippet, { content: 'theirs' }, here),
    await writer.ask('DELETE', of_snippet, undefined, here),
  ])
    assert.deepEqual([answer.status, answer.body.code], [403, 'forbidden']);
  assert.equal((await service.api('GET', of_snippet)).body.content, 'ours');
  const rewritten = await writer.ask('PATCH', path, { body: 'theirs' }, here);
  assert.deepEqual([rewritten.status, rewritten.body.code], [403, 'approval_required']);
  assert.equal(await statusOf(path), 'draft', 'so it does not go out');
  assert.equal((await writer.ask('PATCH', of_snippet, { content: 'theirs' }, here)).status, 200, 'in drafts');
});

test('a writer cannot delete a picture that readers see', async () => {
  const value = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  const part = { name: 'image', value, filename: 'a.gif', type: 'image/gif' };
  const image = await service.upload('/v1/images', [part]);
  assert.equal(image.status, 201, image.text);
  const path = `/v1/images/${image.body.id}`;
  const body = `![A picture](http://localhost/files/${image.body.id}/a.gif)`;
  const shown = await service.api('POST', '/v1/emails', { subject: 'A picture', body, status: 'imported' });
  assert.equal(shown.status, 201, shown.text);
  const refused = await writer.ask('DELETE', path, undefined, here);
  assert.deepEqual([refused.status, refused.body.code], [403, 'forbidden']);
  assert.equal((await owner.ask('DELETE', path, undefined, here)).status, 204);
});

test('people who see no addresses cannot find them out by counting either', async () => {
  const draft = await writer.ask(
    'POST',
    '/v1/emails',
    { subject: 'Count', body: 'x', status: 'draft' },
    here,
  );
  for (const field of ['subscriber.email_address', 'subscriber.metadata.city']) {
    const filters = {
      filters: [{ field, operator: 'contains', value: 'one@' }],
      groups: [],
      predicate: 'and',
    };
    for (const answer of [
      await writer.ask('POST', '/v1/emails', { subject: 'Count', body: 'x', filters }, here),
      await writer.ask('PATCH', `/v1/emails/${draft.body.id}`, { filters }, here),
      await writer.ask('POST', `/v1/emails/${draft.body.id}/publish`, { filters }, here),
      await viewer.ask('POST', '/v1/audience/explain', { filters }, here),
    ]) {
      assert.deepEqual([answer.status, answer.body.code], [403, 'forbidden'], field);
      assert.match(answer.body.detail, /subscribers:read/);
    }
  }
});
