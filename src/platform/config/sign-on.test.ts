import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config.ts';
import { signOnOf } from './sign-on.ts';

const provider = {
  OIDC_ISSUER: 'https://login.lowwater.example/realms/news',
  OIDC_CLIENT_ID: 'postrider',
  OIDC_CLIENT_SECRET: 'secret',
};
const proxy = { AUTH_HEADER: 'Remote-User', AUTH_PROXIES: '10.0.0.5' };
const read = (env: Record<string, string>) => signOnOf(readConfig(env, '/nowhere/.env'));

test('rules name a claim, a value, a role and a newsletter, and values may contain colons, spaces and equals signs', () => {
  const text =
    'groups:news-admins=owner@*, groups:writers=writer@daily,realm_access.roles:a=b=editor@x-1, https://lowwater.example/groups:Team: News=viewer@*';
  assert.deepEqual(read({ ...provider, OIDC_ROLES: text }).rules, [
    { claim: 'groups', value: 'news-admins', role: 'owner', newsletter: '*' },
    { claim: 'groups', value: 'writers', role: 'writer', newsletter: 'daily' },
    { claim: 'realm_access.roles', value: 'a=b', role: 'editor', newsletter: 'x-1' },
    { claim: 'https://lowwater.example/groups', value: 'Team: News', role: 'viewer', newsletter: '*' },
  ]);
});

test('a rule that cannot be read is quoted in the error, which shows a valid one', () => {
  for (const bad of [
    'writers',
    'groups:writers',
    'groups:writers=boss@*',
    'groups:=writer@*',
    ':a=writer@*',
    'groups:a=writer',
    'groups:a=writer@A b',
  ])
    assert.throws(
      () => read({ ...provider, OIDC_ROLES: bad }),
      /^Error: OIDC_ROLES: ".*" is not a rule\. Use CLAIM:VALUE=ROLE@NEWSLETTER/,
      bad,
    );
});

test('the setting for new accounts is off, roles, or a role, perhaps in one newsletter', () => {
  const creation = (OIDC_CREATE: string) => read({ ...provider, OIDC_CREATE }).creation;
  assert.deepEqual([creation(''), creation('off'), creation('roles')], ['off', 'off', 'roles']);
  assert.deepEqual(creation('viewer'), { role: 'viewer', newsletter: '*' });
  assert.deepEqual(creation('writer@daily'), { role: 'writer', newsletter: 'daily' });
  for (const bad of ['on', 'true', 'admin', 'writer@', '@daily'])
    assert.throws(() => creation(bad), /OIDC_CREATE: use off/);
});

test('a provider is reached by https, or by http within a private network', () => {
  const issuer = (OIDC_ISSUER: string) => read({ ...provider, OIDC_ISSUER }).provider?.issuer;
  for (const good of [
    'https://accounts.google.com',
    'http://keycloak:8080/realms/x',
    'http://127.0.0.1:9000',
    'http://[::1]:80',
    'http://10.1.2.3/',
    'http://id.internal',
  ])
    assert.equal(issuer(good), good);
  for (const bad of [
    'http://login.example.org',
    'http://8.8.8.8',
    'ftp://x',
    'login.example.org',
    'https://u:p@x.example',
    'https://x.example/?a=b',
    'https://x.example/#a',
  ])
    assert.throws(() => issuer(bad), /OIDC_ISSUER: use the address of the provider/, bad);
});

test('settings that belong together are required together, and each missing one is named', () => {
  const fails = (env: Record<string, string>, pattern: RegExp) => assert.throws(() => read(env), pattern);
  fails({ OIDC_ISSUER: provider.OIDC_ISSUER }, /OIDC_CLIENT_ID[\s\S]*OIDC_CLIENT_SECRET/);
  fails({ OIDC_CLIENT_ID: 'x' }, /^Error: OIDC_CLIENT_ID: this needs OIDC_ISSUER/);
  fails({ OIDC_ONLY: 'on' }, /^Error: OIDC_ONLY: this needs OIDC_ISSUER/);
  fails({ OIDC_ROLES: 'groups:a=writer@*' }, /OIDC_ROLES: this needs OIDC_ISSUER/);
  fails({ ...provider, OIDC_SCOPES: 'email profile' }, /OIDC_SCOPES: use scopes .* openid/);
  fails({ AUTH_HEADER: 'Remote-User' }, /^Error: AUTH_HEADER: this needs AUTH_PROXIES/);
  fails({ AUTH_PROXIES: '10.0.0.5' }, /^Error: AUTH_PROXIES: this needs AUTH_HEADER/);
  fails({ AUTH_GROUPS_HEADER: 'Remote-Groups' }, /AUTH_GROUPS_HEADER: this needs AUTH_HEADER/);
  fails({ ...proxy, AUTH_HEADER: 'Remote User' }, /AUTH_HEADER: use the name of a header/);
  fails({ ...proxy, OIDC_ROLES: 'groups:a=writer@*' }, /OIDC_ROLES: this needs AUTH_GROUPS_HEADER/);
  fails(
    { ...proxy, AUTH_GROUPS_HEADER: 'Remote-Groups', OIDC_ROLES: 'teams:a=writer@*' },
    /sends no claim "teams"/,
  );
});

test('a proxy may not be every address', () => {
  for (const AUTH_PROXIES of ['0.0.0.0/0', '10.0.0.0/8,::/0', '10.0.0.5, 0.0.0.0/00'])
    assert.throws(() => read({ ...proxy, AUTH_PROXIES }), /AUTH_PROXIES/);
  assert.deepEqual(read({ ...proxy, AUTH_PROXIES: '10.0.0.5,fd00::/8' }).header?.proxies, [
    '10.0.0.5',
    'fd00::/8',
  ]);
});

test('without these settings nobody signs in through a provider or a proxy', () => {
  const { provider, header, is_only } = read({});
  assert.deepEqual([provider, header, is_only], [undefined, undefined, false]);
});
