import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { RoleRule } from '../../platform/config/sign-on.ts';
import { holdTransaction, killBlocked, untilBlocked } from '../../testing/barriers.ts';
import { signInOwner } from '../../testing/browser-session.ts';
import { openCookieBrowser, startSignOnService } from '../../testing/sign-on.ts';
import { newsletterCreate } from '../newsletter.ts';
import { createNewsletter } from '../newsletters.ts';
import { holdNewsletter } from '../queries.ts';
import { isLeftOut, roleIn, rolesFrom } from './rules.ts';

let service: Awaited<ReturnType<typeof startSignOnService>>;
let here: Record<string, string>;
before(async () => {
  service = await startSignOnService({
    OIDC_CREATE: 'roles',
    OIDC_ROLES:
      'groups:admins=owner@*, groups:writers=writer@daily, groups:editors=editor@daily, groups:staff=viewer@*',
  });
  const input = newsletterCreate.parse({ username: 'daily', name: 'Daily' });
  await createNewsletter(service.db, service.config.BASE_URL, input);
  here = { 'postrider-newsletter': service.newsletter.id };
});
after(() => service.stop());

let number = 0;
const somebody = () => {
  number += 1;
  return { sub: `sub-${number}`, email: `person-${number}@lowwater.example`, email_verified: true };
};
type Place = { username: string; role: string };
/** Signs in with these groups. Returns the roles by username. */
const signIn = async (claims: object, groups: unknown, more: object = {}) => {
  const { body, status } = await service.signIn({ ...claims, groups, ...more });
  const roles = Object.fromEntries(
    (body.newsletters ?? []).map(({ username, role }: Place) => [username, role]),
  );
  return { status, roles, person: body.person, body };
};
const own = () => service.newsletter.username;
const auditOf = async (id: string) => {
  const { results } = (
    await service.api('GET', `/v1/audit_log?object_id=${id}&newsletter_id=${await dailyId()}`)
  ).body;
  return results.map(({ action, details }: { action: string; details: object }) => ({ action, ...details }));
};
const dailyId = async () =>
  (
    await service.db
      .selectFrom('newsletters')
      .select('id')
      .where('username', '=', 'daily')
      .executeTakeFirstOrThrow()
  ).id;

test('of several rules the highest counts in each newsletter, and somebody without any gets no account', async () => {
  assert.deepEqual((await signIn(somebody(), ['staff', 'writers', 'editors', 'others'])).roles, {
    daily: 'editor',
    [own()]: 'viewer',
  });
  assert.deepEqual((await signIn(somebody(), ['admins', 'writers'])).roles, {
    daily: 'owner',
    [own()]: 'owner',
  });
  assert.deepEqual((await signIn(somebody(), 'writers')).roles, { daily: 'writer' }, 'one group, as a text');
  for (const groups of [['others'], [], 'writers,staff', { writers: true }, 12, null, [['staff']]])
    assert.equal((await signIn(somebody(), groups)).status, 403);
});

test('roles follow at every sign-in, and go with the group', async () => {
  const claims = somebody();
  assert.deepEqual((await signIn(claims, ['writers'])).roles, { daily: 'writer' });
  assert.deepEqual((await signIn(claims, ['editors'])).roles, { daily: 'editor' });
  const { roles, person } = await signIn(claims, ['staff']);
  assert.deepEqual(roles, { daily: 'viewer', [own()]: 'viewer' });
  const { status, roles: none } = await signIn(claims, []);
  assert.deepEqual([status, none], [200, {}]);
  assert.deepEqual(await auditOf(person.id), [
    { action: 'person.removed', former: 'viewer', group: 'groups:staff' },
    { action: 'person.role_changed', former: 'editor', role: 'viewer', group: 'groups:staff' },
    { action: 'person.role_changed', former: 'writer', role: 'editor', group: 'groups:editors' },
    { action: 'person.role_changed', former: '', role: 'writer', group: 'groups:writers' },
  ]);
});

test('the team sees which roles came from a group; they cannot be reduced here, but raised, and what was given here stays', async () => {
  const claims = somebody();
  const { person } = await signIn(claims, ['writers', 'staff']);
  const path = `/v1/people/${person.id}`;
  const at = async () => {
    const { role, group, has_identity } = (await service.api('GET', path)).body;
    return { role, group, has_identity };
  };
  assert.deepEqual(await at(), { role: 'viewer', group: 'groups:staff', has_identity: true });
  assert.equal((await service.api('PATCH', path, { role: 'editor' })).status, 200);
  assert.deepEqual(await at(), { role: 'editor', group: null, has_identity: true });
  const { status, body } = await service.api('PATCH', path, { role: 'viewer' });
  assert.equal(status, 200, body.detail);
  assert.equal((await service.api('PATCH', path, { role: 'editor' })).status, 200);
  assert.deepEqual((await signIn(claims, [])).roles, { [own()]: 'editor' });
  assert.deepEqual(await at(), { role: 'editor', group: null, has_identity: true });
  await signIn(claims, ['admins']);
  assert.deepEqual(await at(), { role: 'owner', group: 'groups:admins', has_identity: true });
  const refused = await service.api('PATCH', path, { role: 'editor' });
  assert.deepEqual([refused.status, refused.body.code], [403, 'forbidden']);
  assert.match(refused.body.detail, /^role: the group groups:admins gives this person the role owner/);
});

test('people who were removed here come back at the next sign-in while the group gives the role', async () => {
  const claims = somebody();
  const { person } = await signIn(claims, ['staff']);
  assert.equal((await service.api('DELETE', `/v1/people/${person.id}`)).status, 204);
  assert.deepEqual((await signIn(claims, ['staff'])).roles[own()], 'viewer');
});

test('keys and invitations of somebody whose group is gone end with the role', async () => {
  const claims = somebody();
  const first = await service.signIn({ ...claims, groups: ['admins'] });
  const ask = (method: string, path: string, body?: object) => first.browser.ask(method, path, body, here);
  const { body: key } = await ask('POST', '/v1/api_keys', {
    name: 'theirs',
    permissions: { emails: 'read' },
  });
  const { body: invitation } = await ask('POST', '/v1/invitations', {
    email_address: 'x@y.example',
    role: 'owner',
  });
  assert.ok(key.api_key && invitation.id, JSON.stringify([key, invitation]));
  await signIn(claims, ['staff']);
  const authorization = { authorization: `Token ${key.api_key}` };
  assert.equal((await service.api('GET', '/v1/emails', undefined, authorization)).status, 401);
  const { results } = (await service.api('GET', '/v1/invitations')).body;
  assert.ok(!results.some(({ id }: { id: string }) => id === invitation.id));
});

test('the last owner of a newsletter stays its owner until somebody else owns it', async () => {
  const owners = await service.db
    .selectFrom('people')
    .select('key')
    .where('installation', '=', 'write')
    .execute();
  assert.deepEqual(owners, [], 'nobody owns the installation yet');
  // Other tests have made these people owners.
  await service.db
    .updateTable('members')
    .set({ role: 'viewer', rule_role: 'viewer' })
    .where('role', '=', 'owner')
    .execute();
  const claims = somebody();
  const { person } = await signIn(claims, ['admins']);
  assert.deepEqual((await signIn(claims, ['staff'])).roles, { daily: 'owner', [own()]: 'owner' });
  const [last] = await auditOf(person.id);
  assert.deepEqual(last, { action: 'person.role_kept', role: 'owner', group: 'groups:staff' });
  await signIn(somebody(), ['admins']);
  assert.deepEqual((await signIn(claims, ['staff'])).roles, { daily: 'viewer', [own()]: 'viewer' });
});

test('while the provider does not say which groups somebody has, their roles stay', async () => {
  const claims = somebody();
  await signIn(claims, ['writers']);
  const overage = {
    _claim_names: { groups: 'src1' },
    _claim_sources: { src1: { endpoint: 'https://graph.example' } },
  };
  assert.deepEqual((await signIn(claims, undefined, overage)).roles, { daily: 'writer' });
  assert.equal((await signIn(somebody(), undefined, overage)).status, 403, 'and nobody new gets one');
});

test('a session that is open loses the role when another sign-in withdraws it', async () => {
  const claims = somebody();
  const { browser } = await service.signIn({ ...claims, groups: ['staff'] });
  assert.equal((await browser.ask('GET', '/v1/emails', undefined, here)).status, 200);
  await signIn(claims, []);
  assert.equal((await browser.ask('GET', '/v1/emails', undefined, here)).status, 404);
});

test('of simultaneous sign-ins with different groups, one decides, and none fails', async () => {
  const claims = somebody();
  await signIn(claims, ['staff']);
  const all = await Promise.all(
    [['admins'], [], ['writers'], ['staff'], ['admins', 'staff']].map(groups => signIn(claims, groups)),
  );
  assert.deepEqual(
    all.map(({ status }) => status),
    [200, 200, 200, 200, 200],
  );
  assert.deepEqual((await signIn(claims, ['writers'])).roles, { daily: 'writer' });
});

test('a sign-in that is killed before the roles follow gives no session, and the next one gives both', async () => {
  const claims = somebody();
  const { key } = await service.db
    .selectFrom('newsletters')
    .select('key')
    .where('username', '=', 'daily')
    .executeTakeFirstOrThrow();
  await using held = await holdTransaction(service.db, trx => holdNewsletter(trx, key));
  const browser = openCookieBrowser(service);
  const killed = service.signIn({ ...claims, groups: ['writers'] }, {}, browser);
  await untilBlocked(service.db);
  await killBlocked(service.db);
  assert.ok((await killed).status >= 500);
  await held.release();
  assert.equal((await browser.ask('GET', '/dashboard/session')).body.state, 'signed_out');
  assert.deepEqual((await signIn(claims, ['writers'])).roles, { daily: 'writer' });
});

test('an owner of the installation stays one, whatever their groups are', async () => {
  const { browser: owner } = await signInOwner(service);
  const browser = openCookieBrowser(service);
  const [name, value] = owner.cookie.split('=');
  browser.cookies.set(name!, value!);
  const claims = { sub: 'owner', groups: ['staff'] };
  await service.finish(browser, service.provider.approve(await service.begin(browser, 'connect'), claims));
  const { body } = await service.signIn(claims);
  assert.deepEqual([body.person.installation, body.newsletters[0].role], [true, 'owner']);
});

const rule = (claim: string, value: string, newsletter = '*'): RoleRule => ({
  claim,
  value,
  role: 'writer',
  newsletter,
});

test('a claim is found by its whole name, and by a path into objects', () => {
  const claims = {
    'https://lowwater.example/groups': ['a'],
    realm_access: { roles: ['b'] },
    'cognito:groups': ['c'],
    __proto__: { inherited: 'd' },
  };
  const has = (claim: string, value: string) => rolesFrom([rule(claim, value)], claims).size === 1;
  assert.ok(has('https://lowwater.example/groups', 'a'));
  assert.ok(has('realm_access.roles', 'b'));
  assert.ok(has('cognito:groups', 'c'));
  assert.ok(!has('inherited', 'd') && !has('constructor.name', 'Object') && !has('realm_access', 'b'));
});

test('a role for every newsletter counts as well as the one for this newsletter', () => {
  const roles = rolesFrom([{ ...rule('g', 'a'), role: 'owner' }, rule('g', 'a', 'daily')], { g: 'a' });
  assert.equal(roleIn(roles, 'daily')?.role, 'owner');
  assert.equal(roleIn(roles, 'other')?.role, 'owner');
  assert.equal(roleIn(new Map(), 'daily'), undefined);
});

test('a claim counts as left out only if the provider names another place for it', () => {
  const rules = [rule('groups', 'a')];
  assert.equal(isLeftOut(rules, { _claim_names: { groups: 'src1' } }), true);
  for (const claims of [
    {},
    { _claim_names: { other: 'x' } },
    { _claim_names: 'x' },
    { groups: [], _claim_names: { groups: 'x' } },
  ])
    assert.equal(isLeftOut(rules, claims), false);
});
