import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { type BrowserSession, openBrowser, signInOwner, tokenOf } from '../../testing/browser-session.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';

let service: TestService;
let owner: BrowserSession;
let here: Record<string, string>;
before(async () => {
  service = await startTestService({ works: true, env: { BASE_URL: 'http://localhost' } });
  ({ browser: owner, here } = await signInOwner(service));
  await owner.ask('PATCH', '/v1/me', { name: 'Olga', email_address: 'olga@example.org' }, here);
  for (const email_address of ['one@example.org', 'two@example.org'])
    await service.api('POST', '/v1/subscribers', { email_address, type: 'regular' });
});
after(() => service.stop());

async function invited(email_address: string, role: string): Promise<BrowserSession> {
  const { status, body } = await owner.ask('POST', '/v1/invitations', { email_address, role }, here);
  assert.equal(status, 201);
  const browser = openBrowser(service);
  const token = tokenOf(body.url);
  const look = await browser.ask('POST', '/dashboard/session/link/look', { token });
  assert.deepEqual([look.body.kind, look.body.newsletter_name, look.body.role], ['invitation', 'Test', role]);
  const used = await browser.ask('POST', '/dashboard/session/link', { token });
  assert.deepEqual([used.body.state, used.body.newsletters[0].role], ['signed_in', role]);
  assert.equal((await browser.ask('POST', '/dashboard/session/link', { token })).status, 410);
  return browser;
}

/** The token of the invitation from its mail. */
async function mailedToken(to: string): Promise<string> {
  const { source } = await until('the invitation is mailed', async () =>
    service.sink.accepted.find(mail => mail.to === to && mail.source.includes('Subject: You are invited')),
  );
  return /dashboard\/link#([\w-]+)/.exec(source.replaceAll('=\r\n', ''))![1]!;
}

test('each role may do what its permissions say, and nothing else', async () => {
  const editor = await invited('editor@example.org', 'editor');
  const writer = await invited('writer@example.org', 'writer');
  const viewer = await invited('viewer@example.org', 'viewer');
  const draft = { subject: 'Draft', body: 'Text', status: 'draft' };
  const expected: [string, string, unknown, ...number[]][] = [
    ['GET', '/v1/emails', undefined, 200, 200, 200],
    ['POST', '/v1/emails', draft, 201, 201, 403],
    ['GET', '/v1/subscribers', undefined, 200, 403, 403],
    ['POST', '/v1/tags', { name: `tag${Math.random()}` }, 201, 403, 403],
    ['PATCH', `/v1/newsletters/${service.newsletter.id}`, { name: 'Mine' }, 403, 403, 403],
    ['POST', '/v1/api_keys', { name: 'key', permissions: {} }, 403, 403, 403],
    ['POST', '/v1/invitations', { email_address: 'x@example.org', role: 'viewer' }, 403, 403, 403],
    ['GET', '/v1/people', undefined, 200, 200, 200],
    ['POST', '/v1/setup', {}, 403, 403, 403],
  ];
  for (const [method, path, body, ...statuses] of expected)
    for (const [at, browser] of [editor, writer, viewer].entries())
      assert.equal((await browser.ask(method, path, body, here)).status, statuses[at], `${at} ${path}`);
});

test('a writer’s send waits for an editor’s approval and then goes out', async () => {
  const editor = await invited('editor2@example.org', 'editor');
  const writer = await invited('writer2@example.org', 'writer');
  const other = await invited('writer3@example.org', 'writer');
  const made = await writer.ask('POST', '/v1/emails', { subject: 'Wait', body: 'Hi', status: 'draft' }, here);
  const path = `/v1/emails/${made.body.id}`;
  const send = () => writer.ask('PATCH', path, { status: 'about_to_send' }, here);
  const refused = await send();
  assert.deepEqual([refused.status, refused.body.code], [403, 'approval_required']);
  assert.match(refused.body.detail, /The send needs approval/);
  for (const wrong of [writer, other])
    assert.equal((await wrong.ask('POST', `${path}/approval`, {}, here)).status, 403);
  assert.equal((await other.ask('DELETE', `${path}/approval`, undefined, here)).status, 403);
  assert.equal((await editor.ask('POST', `${path}/approval`, {}, here)).body.approval.state, 'approved');
  await writer.ask('PATCH', path, { body: 'Something else' }, here);
  assert.equal((await send()).body.code, 'approval_required', 'the changed email is not the approved one');
  assert.equal((await editor.ask('POST', `${path}/approval`, {}, here)).status, 200);
  assert.equal((await send()).status, 200);
  await until('it is sent', async () => (await service.api('GET', path)).body.status === 'sent');
  const mailed = service.sink.accepted.filter(({ source }) => source.includes('Subject: Wait'));
  assert.equal(mailed.length, 2);
  const [entry] = (await service.api('GET', '/v1/audit_log?action=email.approved')).body.results;
  assert.deepEqual([entry.actor_type, entry.actor_name], ['person', 'editor2@example.org']);
});

test('a writer cannot change what readers can already see', async () => {
  const writer = await invited('writer5@example.org', 'writer');
  const sent = await service.api('POST', '/v1/emails', { subject: 'Old news', body: 'Hi' });
  const path = `/v1/emails/${sent.body.id}`;
  await until('it is sent', async () => (await service.api('GET', path)).body.status === 'sent');
  const imported = { subject: 'From elsewhere', body: 'Hi', status: 'imported' };
  for (const [method, where, body] of [
    ['PATCH', path, { body: 'Rewritten' }],
    ['DELETE', path, undefined],
    ['POST', '/v1/emails', imported],
  ] as const) {
    const answer = await writer.ask(method, where, body, here);
    assert.deepEqual([answer.status, answer.body.code], [403, 'forbidden'], `${method} ${where}`);
  }
  assert.equal((await service.api('GET', path)).body.body, 'Hi');
  const draft = await writer.ask('POST', '/v1/emails', { ...imported, status: 'draft' }, here);
  assert.equal((await writer.ask('DELETE', `/v1/emails/${draft.body.id}`, undefined, here)).status, 204);
});

test('a writer can send previews only to the newsletter’s team', async () => {
  const writer = await invited('writer4@example.org', 'writer');
  const { body } = await writer.ask('POST', '/v1/emails', { subject: 'P', body: 'P', status: 'draft' }, here);
  const preview = (recipients: string[]) =>
    writer.ask('POST', `/v1/emails/${body.id}/send-draft`, { recipients }, here);
  assert.equal((await preview(['stranger@example.org'])).status, 403);
  assert.equal((await preview(['olga@example.org'])).status, 200);
});

test('one person belongs to several newsletters, with a role in each', async () => {
  const second = await owner.ask('POST', '/v1/newsletters', { username: 'second', name: 'Second' }, here);
  const there = { 'postrider-newsletter': second.body.id };
  const person = await invited('both@example.org', 'viewer');
  assert.equal((await person.ask('GET', '/v1/emails', undefined, there)).status, 404);
  const invitation = { email_address: 'both@example.org', role: 'editor' };
  const { body } = await owner.ask('POST', '/v1/invitations', invitation, there);
  const token = tokenOf(body.url);
  const stranger = await openBrowser(service).ask('POST', '/dashboard/session/link', { token });
  assert.deepEqual(
    [stranger.status, stranger.body.code],
    [403, 'sign_in_first'],
    'the inviter is somebody else',
  );
  const joined = await person.ask('POST', '/dashboard/session/link', { token });
  assert.deepEqual(
    joined.body.newsletters.map(({ name, role }: { name: string; role: string }) => [name, role]),
    [
      ['Test', 'viewer'],
      ['Second', 'editor'],
    ],
  );
  assert.equal((await person.ask('POST', '/v1/tags', { name: 'there' }, there)).status, 201);
  assert.equal((await person.ask('POST', '/v1/tags', { name: 'here' }, here)).status, 403);
});

test('a mailed link proves the address and removes what others had set for it before', async () => {
  const planted = await invited('victim@example.org', 'viewer');
  const password = 'the password of an impostor';
  assert.equal((await planted.ask('PATCH', '/v1/me', { password }, here)).status, 200);
  const third = await owner.ask('POST', '/v1/newsletters', { username: 'third', name: 'Third' }, here);
  const there = { 'postrider-newsletter': third.body.id };
  const invitation = { email_address: 'victim@example.org', role: 'owner' };
  service.sink.accepted.splice(0);
  await owner.ask('POST', '/v1/invitations', invitation, there);
  const victim = openBrowser(service);
  const token = await mailedToken('victim@example.org');
  const joined = await victim.ask('POST', '/dashboard/session/link', { token });
  assert.deepEqual([joined.body.state, joined.body.person.has_password], ['signed_in', false]);
  assert.equal((await planted.ask('GET', '/v1/newsletters')).status, 401);
  const again = { email_address: 'victim@example.org', password };
  assert.equal((await planted.ask('POST', '/dashboard/session/password', again)).status, 401);
});

test('roles can be changed and people removed, except for the last owner', async () => {
  const person = await invited('moves@example.org', 'viewer');
  const list = async () => (await owner.ask('GET', '/v1/people', undefined, here)).body.results;
  const { id } = (await list()).find(
    (one: { id: string; email_address: string }) => one.email_address === 'moves@example.org',
  );
  const promoted = await owner.ask('PATCH', `/v1/people/${id}`, { role: 'owner' }, here);
  assert.deepEqual([promoted.status, promoted.body.role], [200, 'owner']);
  assert.equal((await person.ask('PATCH', `/v1/people/${id}`, { installation: true }, here)).status, 403);
  const me = (await owner.ask('GET', '/v1/me', undefined, here)).body;
  assert.equal((await person.ask('DELETE', `/v1/people/${me.id}`, undefined, here)).status, 403);
  assert.equal((await person.ask('PATCH', `/v1/people/${me.id}`, { role: 'viewer' }, here)).status, 403);
  const last = await owner.ask('PATCH', `/v1/people/${me.id}`, { installation: false }, here);
  assert.deepEqual([last.status, last.body.code], [400, 'last_owner']);
  assert.equal((await owner.ask('DELETE', `/v1/people/${id}`, undefined, here)).status, 204);
  assert.equal((await person.ask('GET', '/v1/emails', undefined, here)).status, 404);
  assert.ok(!(await list()).some((one: { id: string; email_address: string }) => one.id === id));
  assert.equal((await owner.ask('DELETE', `/v1/people/${id}`, undefined, here)).status, 404);
});

test('an owner may give up their role while another one is left, among however many people', async () => {
  const large = await startTestService({ env: { BASE_URL: 'http://localhost' } });
  try {
    const { rows } = await sql<{ id: string; role: string }>`
      with made as (
        insert into people (id) select gen_random_uuid() from generate_series(1, 1002) returning key, id
      ), joined as (
        insert into members (person_key, newsletter_key, role)
        select key, ${large.newsletter.key}, case when key = max(key) over () then 'owner' else 'viewer' end from made
        returning person_key, role
      )
      select id, role from made join joined on person_key = key order by key desc limit 2`.execute(large.db);
    const [last, viewer] = rows.map(({ id }) => `/v1/people/${id}`);
    const refused = await large.api('PATCH', last!, { role: 'viewer' });
    assert.deepEqual([refused.status, refused.body.code], [400, 'last_owner']);
    assert.equal((await large.api('PATCH', viewer!, { role: 'owner' })).status, 200);
    assert.equal((await large.api('PATCH', last!, { role: 'viewer' })).status, 200);
    const { browser, here } = await signInOwner(large);
    const { id } = (await browser.ask('GET', '/v1/me', undefined, here)).body;
    const giveUp = () => browser.ask('PATCH', `/v1/people/${id}`, { installation: false }, here);
    assert.equal((await giveUp()).body.code, 'last_owner');
    assert.equal((await browser.ask('PATCH', viewer!, { installation: true }, here)).status, 200);
    assert.equal((await giveUp()).status, 200);
  } finally {
    await large.stop();
  }
});

test('a key cannot invite anyone with more rights or a longer stay than its own', async () => {
  const limited = await service.keyWith({ settings: 'write', emails: 'read', automations: 'read' });
  const ask = (role: string, key: Record<string, string>) =>
    service.api(
      'POST',
      '/v1/invitations',
      { email_address: `k${role}@example.org`, role, send_mail: false },
      key,
    );
  assert.equal((await ask('owner', limited)).status, 403);
  assert.equal((await ask('viewer', limited)).status, 201);
  const expiry_date = new Date(Date.now() + 60_000).toISOString();
  const permissions = { settings: 'write', emails: 'read', automations: 'read' };
  const key = await service.api('POST', '/v1/api_keys', { name: 'short', permissions, expiry_date });
  assert.equal((await ask('viewer', { authorization: `Token ${key.body.api_key}` })).status, 403);
});

test('an invitation can be withdrawn, is replaced by the next one, and changes nothing for a member', async () => {
  const invitation = { email_address: 'maybe@example.org', role: 'writer', send_mail: false };
  const first = await owner.ask('POST', '/v1/invitations', invitation, here);
  const second = await owner.ask('POST', '/v1/invitations', invitation, here);
  const use = (url: string) =>
    openBrowser(service).ask('POST', '/dashboard/session/link', { token: tokenOf(url) });
  assert.equal((await use(first.body.url)).status, 410);
  const open = (await owner.ask('GET', '/v1/invitations', undefined, here)).body.results;
  assert.ok(open.some(({ id }: { id: string }) => id === second.body.id));
  assert.equal((await owner.ask('DELETE', `/v1/invitations/${second.body.id}`, undefined, here)).status, 204);
  assert.equal((await use(second.body.url)).status, 410);
  const there = { email_address: 'olga@example.org', role: 'writer' };
  assert.equal((await owner.ask('POST', '/v1/invitations', there, here)).body.code, 'email_already_exists');
});

test('anyone may leave a newsletter, and only somebody who may change its settings removes others', async () => {
  const viewer = await invited('leaves@example.org', 'viewer');
  const other = await invited('stays@example.org', 'writer');
  const idOf = async (browser: BrowserSession) =>
    (await browser.ask('GET', '/v1/me', undefined, here)).body.id as string;
  const remove = (browser: BrowserSession, id: string) =>
    browser.ask('DELETE', `/v1/people/${id}`, undefined, here);
  const refused = await remove(viewer, await idOf(other));
  assert.deepEqual([refused.status, refused.body.code], [403, 'forbidden']);
  const reading = await service.keyWith({ settings: 'read' });
  const byKey = await service.api('DELETE', `/v1/people/${await idOf(viewer)}`, undefined, reading);
  assert.equal(byKey.status, 403, 'a key that reads settings removes nobody');
  assert.equal((await remove(viewer, await idOf(viewer))).status, 204);
  assert.equal((await viewer.ask('GET', '/v1/emails', undefined, here)).status, 404);
  assert.equal((await viewer.ask('GET', '/dashboard/session')).body.state, 'signed_in', 'the account stays');
});

test('an erased account leaves no name, address or session, and its newsletters keep the role for what it scheduled', async () => {
  const writer = await invited('gone@example.org', 'writer');
  await writer.ask('PATCH', '/v1/me', { name: 'Gone', password: 'saffron buns at low water' }, here);
  await writer.ask('POST', '/v1/emails', { subject: 'Stays', body: 'Hi', status: 'draft' }, here);
  const { id } = (await writer.ask('GET', '/v1/me', undefined, here)).body;
  const second = openBrowser(service);
  const credentials = { email_address: 'gone@example.org', password: 'saffron buns at low water' };
  await second.ask('POST', '/dashboard/session/password', credentials);
  const foreign = { 'sec-fetch-site': 'cross-site' };
  const erase = (browser: BrowserSession, headers = {}) =>
    browser.ask('DELETE', '/dashboard/session/account', undefined, headers);
  assert.equal((await erase(writer, foreign)).status, 403);
  assert.deepEqual([(await erase(writer)).body.state, writer.cookie.split('=')[1]], ['signed_out', '']);
  assert.equal((await erase(second)).status, 401, 'every session is over');
  const wrong = await openBrowser(service).ask('POST', '/dashboard/session/password', credentials);
  assert.equal(wrong.status, 401);
  const row = await service.db
    .selectFrom('people')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  assert.deepEqual(
    [row.name, row.email_address, row.normal_address, row.password_hash, row.totp_secret],
    ['', '', null, '', ''],
  );
  const members = await service.db
    .selectFrom('members')
    .select(['role', 'removal_date'])
    .where('person_key', '=', row.key)
    .execute();
  assert.ok(members.length === 1 && members[0]!.role === 'writer' && members[0]!.removal_date !== null);
  const people = (await owner.ask('GET', '/v1/people', undefined, here)).body.results;
  assert.ok(people.every((one: { id: string }) => one.id !== id));
  await invited('gone@example.org', 'viewer');
});

test('the last owner of the installation can neither leave nor be erased', async () => {
  const { id } = (await owner.ask('GET', '/v1/me', undefined, here)).body;
  assert.equal((await owner.ask('DELETE', `/v1/people/${id}`, undefined, here)).status, 403);
  const refused = await owner.ask('DELETE', '/dashboard/session/account');
  assert.deepEqual([refused.status, refused.body.code], [400, 'last_owner']);
  assert.equal((await owner.ask('GET', '/v1/me', undefined, here)).body.id, id);
});

test('of several who use an invitation at once one gets in', async () => {
  const invitation = { email_address: 'race@example.org', role: 'editor', send_mail: false };
  const { body } = await owner.ask('POST', '/v1/invitations', invitation, here);
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() =>
      openBrowser(service).ask('POST', '/dashboard/session/link', { token: tokenOf(body.url) }),
    ),
  );
  assert.deepEqual(answers.filter(({ status }) => status === 200).length, 1);
  assert.ok(answers.every(({ status }) => [200, 403, 410].includes(status)));
});

test('an invitation makes nobody else a member: whoever opens it becomes the invited person', async () => {
  const other = await invited('bystander@example.org', 'viewer');
  const invitation = { email_address: 'meant@example.org', role: 'owner', send_mail: false };
  const { body } = await owner.ask('POST', '/v1/invitations', invitation, here);
  const used = await other.ask('POST', '/dashboard/session/link', { token: tokenOf(body.url) });
  assert.equal(used.body.person.email_address, 'meant@example.org');
  const { results } = (await owner.ask('GET', '/v1/people', undefined, here)).body;
  const bystander = results.find(
    ({ email_address }: { email_address: string }) => email_address === 'bystander@example.org',
  );
  assert.equal(bystander.role, 'viewer');
});

test('a role that is taken away counts at once, in sessions that are open', async () => {
  const person = await invited('demoted@example.org', 'editor');
  assert.equal((await person.ask('GET', '/v1/subscribers', undefined, here)).status, 200);
  const { id } = (await person.ask('GET', '/v1/me', undefined, here)).body;
  await owner.ask('PATCH', `/v1/people/${id}`, { role: 'viewer' }, here);
  assert.equal((await person.ask('GET', '/v1/subscribers', undefined, here)).status, 403);
});

test('the first steps are finished once and leave an example if there is no email', async () => {
  const fresh = await startTestService({ env: { BASE_URL: 'http://localhost' } });
  try {
    const { browser, state, here } = await signInOwner(fresh);
    assert.equal(state.setup_due, true);
    assert.equal((await browser.ask('GET', '/v1/setup', undefined, here)).body.setup_due, true);
    const { body } = await browser.ask('POST', '/v1/setup', {}, here);
    const { results } = (await fresh.api('GET', '/v1/emails')).body;
    assert.deepEqual(
      results.map(({ id, status }: { id: string; status: string }) => [id, status]),
      [[body.email_id, 'draft']],
    );
    assert.equal((await browser.ask('POST', '/v1/setup', {}, here)).body.email_id, null);
    assert.equal((await browser.ask('GET', '/dashboard/session')).body.setup_due, false);
    const shown = await browser.ask('POST', `/v1/emails/${body.email_id}/preview`, {}, here);
    assert.equal(shown.status, 200);
    assert.match(shown.body.html, /Look at the preview/);
  } finally {
    await fresh.stop();
  }
});

test('other clients see people and invitations as users, and give permissions where we give roles', async () => {
  const everything = {
    subscriber: 'write',
    email: 'write',
    sending: 'write',
    styling: 'write',
    administrivia: 'write',
    automations: 'write',
    surveys: 'write',
    forms: 'write',
  };
  const list = async () => (await service.api('GET', '/v1/users?page_size=1000')).body;
  const before = await list();
  const people = (await service.api('GET', '/v1/people?page_size=1000')).body;
  const open = (await service.api('GET', '/v1/invitations')).body.results;
  assert.equal(before.count, people.count + open.length);
  assert.equal(before.results.length, before.count);
  const olga = before.results.find((user: { name: string }) => user.name === 'Olga');
  assert.deepEqual([olga.status, olga.permissions], ['owner', everything]);
  const email_address = 'user@example.org';
  const made = await service.api('POST', '/v1/users', {
    email_address,
    permissions: { ...everything, styling: 'read', administrivia: 'read', forms: 'read' },
  });
  assert.equal(made.status, 201, made.text);
  assert.deepEqual([made.body.status, made.body.role], ['pending', 'editor']);
  const path = `/v1/users/${made.body.id}`;
  assert.deepEqual((await service.api('GET', path)).body, made.body);
  const writers = {
    email: 'write',
    automations: 'read',
    styling: 'read',
    administrivia: 'read',
    forms: 'read',
  };
  const fewer = await service.api('PATCH', path, { permissions: writers });
  assert.deepEqual([fewer.status, fewer.body.role, fewer.body.permissions.sending], [200, 'writer', 'none']);
  const all = await list();
  assert.equal(all.count, before.count + 1);
  assert.equal(all.results.at(-1).id, made.body.id);
  assert.equal(
    (await service.api('GET', `/v1/users?page=${all.count}&page_size=1`)).body.results[0].id,
    made.body.id,
  );
  const browser = openBrowser(service);
  await browser.ask('POST', '/dashboard/session/link', { token: await mailedToken(email_address) });
  const here = (await list()).results.find(
    (user: { email_address: string }) => user.email_address === email_address,
  );
  assert.deepEqual([here.status, here.role], ['accepted', 'writer']);
  const promoted = await service.api('PATCH', `/v1/users/${here.id}`, { permissions: everything });
  assert.deepEqual([promoted.status, promoted.body.role, promoted.body.status], [200, 'owner', 'owner']);
  assert.equal((await service.api('DELETE', `/v1/users/${here.id}`)).status, 204);
  assert.equal((await service.api('GET', `/v1/users/${here.id}`)).status, 404);
});

test('permissions that are fewer than any role has are refused, with those that suffice', async () => {
  const { status, body } = await service.api('POST', '/v1/users', {
    email_address: 'little@example.org',
    permissions: { email: 'write' },
  });
  assert.deepEqual([status, body.code], [400, 'request_invalid']);
  assert.match(
    body.detail,
    /Give at least email: read, styling: read, administrivia: read, automations: read, forms: read/,
  );
  const withdrawn = await service.api('POST', '/v1/users', {
    email_address: 'little@example.org',
    permissions: {
      email: 'read',
      styling: 'read',
      administrivia: 'read',
      automations: 'read',
      forms: 'read',
    },
  });
  assert.equal(withdrawn.body.role, 'viewer');
  const viewer = await invited('watcher@example.org', 'viewer');
  const refused = await viewer.ask('DELETE', `/v1/users/${withdrawn.body.id}`, undefined, here);
  assert.deepEqual([refused.status, refused.body.code], [403, 'forbidden']);
  assert.equal((await service.api('DELETE', `/v1/users/${withdrawn.body.id}`)).status, 204);
  const { results } = (await service.api('GET', '/v1/audit_log?action=user.removed')).body;
  assert.ok(results.some((entry: { object_id: string }) => entry.object_id === withdrawn.body.id));
});
