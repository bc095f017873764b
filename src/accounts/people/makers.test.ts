import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type BrowserSession, openBrowser, signInOwner, tokenOf } from '../../testing/browser-session.ts';
import { type Answer, startTestService, type TestService } from '../../testing/postrider.ts';

let service: TestService;
let owner: BrowserSession;
let here: Record<string, string>;
before(async () => {
  service = await startTestService({ env: { BASE_URL: 'http://localhost' } });
  ({ browser: owner, here } = await signInOwner(service));
  await owner.ask('PATCH', '/v1/me', { name: 'Olga', email_address: 'olga@example.org' }, here);
});
after(() => service.stop());

const permissions = { emails: 'write', automations: 'read', settings: 'write' };
const use = (url: string, browser = openBrowser(service)) =>
  browser.ask('POST', '/dashboard/session/link', { token: tokenOf(url) });
const look = async (url: string) =>
  (await openBrowser(service).ask('POST', '/dashboard/session/link/look', { token: tokenOf(url) })).status;
const tokenHeader = (api_key: string) => ({ authorization: `Token ${api_key}` });

async function invite(browser: BrowserSession, email_address: string, role: string) {
  const invitation = { email_address, role, send_mail: false };
  const { status, body } = await browser.ask('POST', '/v1/invitations', invitation, here);
  assert.equal(status, 201);
  return body as { id: string; url: string };
}

/** A browser of somebody who has accepted an invitation, and their id. */
async function member(email_address: string, role: string) {
  const browser = openBrowser(service);
  await use((await invite(owner, email_address, role)).url, browser);
  return { browser, id: (await browser.ask('GET', '/v1/me', undefined, here)).body.id as string };
}

async function makeKey(ask: (path: string, body: object) => Promise<Answer>) {
  const { status, body } = await ask('/v1/api_keys', { name: 'made', permissions });
  assert.equal(status, 201);
  return { id: body.id as string, header: tokenHeader(body.api_key) };
}
const byPerson = (browser: BrowserSession) => makeKey((path, body) => browser.ask('POST', path, body, here));
const byKey = (header: Record<string, string>) =>
  makeKey((path, body) => service.api('POST', path, body, header));
const works = async ({ header }: { header: Record<string, string> }) =>
  (await service.api('GET', '/v1/emails', undefined, header)).status === 200;
const roleOf = async (id: string) => (await owner.ask('GET', `/v1/people/${id}`, undefined, here)).body.role;

test('an invitation ends when the person who made it is removed or loses the role for it, or the key that made it is revoked', async () => {
  const removed = await member('removed@example.org', 'owner');
  const demoted = await member('demoted@example.org', 'owner');
  const key = await byPerson(owner);
  const invitation = { email_address: 'third@example.org', role: 'viewer', send_mail: false };
  const urls = [
    (await invite(removed.browser, 'first@example.org', 'owner')).url,
    (await invite(demoted.browser, 'second@example.org', 'owner')).url,
    (await service.api('POST', '/v1/invitations', invitation, { ...key.header })).body.url,
  ];
  for (const url of urls) assert.equal(await look(url), 200);
  const open = async () => (await owner.ask('GET', '/v1/invitations', undefined, here)).body.results.length;
  assert.equal(await open(), urls.length);
  await owner.ask('DELETE', `/v1/people/${removed.id}`, undefined, here);
  await owner.ask('PATCH', `/v1/people/${demoted.id}`, { role: 'editor' }, here);
  await owner.ask('DELETE', `/v1/api_keys/${key.id}`, undefined, here);
  const over = async (url: string) => {
    assert.equal(await look(url), 410);
    assert.deepEqual((await use(url)).body.code, 'link_over');
  };
  for (const url of urls) await over(url);
  assert.equal(await open(), 0);
  // Nor does it come back with the role.
  await owner.ask('PATCH', `/v1/people/${demoted.id}`, { role: 'owner' }, here);
  await use((await invite(owner, 'removed@example.org', 'owner')).url, removed.browser);
  assert.equal(await roleOf(removed.id), 'owner');
  for (const url of urls) await over(url);
});

test('accepting an invitation changes no role that was given since, not even that of the last owner', async () => {
  const person = await member('early@example.org', 'editor');
  const other = await owner.ask('POST', '/v1/newsletters', { username: 'other', name: 'Other' }, here);
  assert.equal(other.status, 201);
  const there = { 'postrider-newsletter': other.body.id as string };
  const late = { email_address: 'late@example.org', role: 'viewer', send_mail: false };
  const { url } = (await owner.ask('POST', '/v1/invitations', late, here)).body;
  await owner.ask('PATCH', `/v1/people/${person.id}`, { role: 'owner' }, here);
  await person.browser.ask('PATCH', '/v1/me', { email_address: 'late@example.org' }, here);
  assert.equal((await use(url, person.browser)).body.state, 'signed_in');
  assert.equal(await roleOf(person.id), 'owner');
  assert.equal((await person.browser.ask('GET', '/v1/emails', undefined, there)).status, 404);
});

test('the keys that somebody created, and the keys that those created, end with their place in the newsletter', async () => {
  const person = await member('maker@example.org', 'owner');
  const first = await byPerson(person.browser);
  const second = await byKey(first.header);
  await service.api('DELETE', `/v1/api_keys/${first.id}`, undefined, first.header);
  assert.ok(await works(second), 'a key replaced itself');
  const third = await byPerson(person.browser);
  const others = await byPerson(owner);
  await owner.ask('DELETE', `/v1/people/${person.id}`, undefined, here);
  for (const key of [second, third]) assert.ok(!(await works(key)));
  assert.ok(await works(others));
  const { results } = (await service.api('GET', '/v1/audit_log?action=api_key.revoked')).body;
  const [latest] = results.filter(({ object_id }: { object_id: string }) => object_id === third.id);
  assert.deepEqual([latest.actor_type, latest.actor_name], ['person', 'Olga']);
});

test('keys end with the role that could create them, or pass to the caller who keeps them', async () => {
  const person = await member('changes@example.org', 'owner');
  const [ends, stays] = [await byPerson(person.browser), await byPerson(person.browser)];
  const below = await byKey(stays.header);
  const me = (await owner.ask('GET', '/v1/me', undefined, here)).body.id;
  await owner.ask('DELETE', `/v1/api_keys/${ends.id}`, undefined, here);
  await owner.ask('PATCH', `/v1/people/${person.id}`, { role: 'editor', keep_keys: true }, here);
  assert.ok((await works(stays)) && (await works(below)));
  const shown = async (id: string) => (await owner.ask('GET', `/v1/api_keys/${id}`, undefined, here)).body;
  assert.equal((await shown(stays.id)).created_by, me);
  assert.equal((await shown(below.id)).created_by, stays.id);
  await owner.ask('PATCH', `/v1/people/${person.id}`, { role: 'owner' }, here);
  const again = await byPerson(person.browser);
  await owner.ask('PATCH', `/v1/people/${person.id}`, { role: 'viewer' }, here);
  assert.ok(!(await works(again)));
  await owner.ask('DELETE', `/v1/people/${person.id}?keep_keys=true`, undefined, here);
  assert.ok(await works(stays));
});

test('people who leave keep no keys, and may not ask to keep them', async () => {
  const person = await member('leaver@example.org', 'owner');
  const key = await byPerson(person.browser);
  const leave = (query = '') =>
    person.browser.ask('DELETE', `/v1/people/${person.id}${query}`, undefined, here);
  const refused = await leave('?keep_keys=true');
  assert.deepEqual([refused.status, refused.body.code], [400, 'request_invalid']);
  assert.match(refused.body.detail, /^keep_keys: /);
  assert.equal((await leave()).status, 204);
  assert.ok(!(await works(key)));
  const erased = await member('erased@example.org', 'owner');
  const theirs = await byPerson(erased.browser);
  await erased.browser.ask('DELETE', '/dashboard/session/account');
  assert.ok(!(await works(theirs)));
});

test('an owner of the installation loses the keys of all newsletters with it', async () => {
  const person = await member('deputy@example.org', 'owner');
  const all = { ...permissions, installation: 'write' };
  await owner.ask('PATCH', `/v1/people/${person.id}`, { installation: true }, here);
  const newsletter = { username: 'elsewhere', name: 'Elsewhere' };
  const made = await person.browser.ask('POST', '/v1/newsletters', newsletter, here);
  assert.equal(made.status, 201);
  const elsewhere = { header: tokenHeader(made.body.api_key) };
  const { body } = await person.browser.ask('POST', '/v1/api_keys', { name: 'all', permissions: all }, here);
  const everywhere = { header: tokenHeader(body.api_key) };
  const only = await byPerson(person.browser);
  await owner.ask('PATCH', `/v1/people/${person.id}`, { installation: false }, here);
  assert.deepEqual([await works(elsewhere), await works(everywhere)], [false, false]);
  assert.ok(await works(only), 'an owner of this newsletter could still create it');
});

test('revoking a key revokes those it created, unless they are kept', async () => {
  const [first, second] = [await byPerson(owner), await byPerson(owner)];
  const [ends, stays] = [await byKey(first.header), await byKey(second.header)];
  await owner.ask('DELETE', `/v1/api_keys/${first.id}`, undefined, here);
  await owner.ask('DELETE', `/v1/api_keys/${second.id}?keep_keys=true`, undefined, here);
  assert.deepEqual([await works(ends), await works(stays)], [false, true]);
});

test('an unproved address in the team is shown as such, and the invitation for it says so', async () => {
  const person = await member('unsure@example.org', 'viewer');
  await person.browser.ask('PATCH', '/v1/me', { email_address: 'boss@example.org' }, here);
  const { body } = await owner.ask('GET', `/v1/people/${person.id}`, undefined, here);
  assert.deepEqual([body.email_address, body.email_confirmed], ['boss@example.org', false]);
  const invitation = { email_address: 'boss@example.org', role: 'owner' };
  const refused = await owner.ask('POST', '/v1/invitations', invitation, here);
  assert.equal(refused.body.code, 'email_already_exists');
  assert.match(refused.body.detail, /Nobody has proved yet that the address is theirs/);
});
