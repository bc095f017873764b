import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import { findCaller } from '../accounts/keys.ts';
import { everything, everythingEverywhere, permissionsSchema } from '../accounts/permissions.ts';
import { runCommand } from '../testing/command.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { CommandError } from './command.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

test('a key made on the command line works until revoked there, and the list shows everything but its secret', async t => {
  const [secret, id] = /^(pr_\S+)\n\nKey (\S+) of newsletter "test"/.exec(await say(t, 'create'))!.slice(1);
  assert.deepEqual((await findCaller(service.db, `Token ${secret}`)).permissions, everything);
  const limited = [
    '--name',
    'reader',
    '--permissions',
    'emails:read, subscribers:write',
    '--expires',
    '2099-01-01',
  ];
  const [other] = (await say(t, 'create', '--newsletter', 'TEST', ...limited)).split('\n');
  const { permissions } = await findCaller(service.db, `Token ${other}`);
  assert.deepEqual(permissions, permissionsSchema.parse({ emails: 'read', subscribers: 'write' }));
  await say(t, 'revoke', id!);
  const log = await service.db.selectFrom('audit_log').selectAll().where('object_id', '=', id!).execute();
  assert.deepEqual(
    log.map(({ action, actor_type }) => [action, actor_type]),
    [
      ['api_key.created', 'command_line'],
      ['api_key.revoked', 'command_line'],
    ],
  );
  await assert.rejects(findCaller(service.db, `Token ${secret}`), { code: 'authentication_invalid' });
  const list = await say(t, 'list');
  assert.match(
    list,
    new RegExp(`${id}  test  from the command line  revoked 20.*  emails:write,sending:write`),
  );
  assert.match(list, /test {2}reader {2}expires 2099-01-01T00:00:00.000Z {2}emails:read,subscribers:write/);
  assert.ok(!list.includes(secret!) && !list.includes(other!));
});

test('anyone with shell access can make an installation key', async t => {
  const [secret] = (await say(t, 'create', '--name', 'owner', '--installation', 'write')).split('\n');
  assert.deepEqual((await findCaller(service.db, `Token ${secret}`)).permissions, everythingEverywhere);
  const scraper = ['--permissions', 'settings:read', '--installation', 'read'];
  const [other] = (await say(t, 'create', ...scraper)).split('\n');
  const { permissions } = await findCaller(service.db, `Token ${other}`);
  assert.deepEqual(permissions, permissionsSchema.parse({ settings: 'read', installation: 'read' }));
  assert.match(await say(t, 'list'), /owner {2}valid {2}\S*installation:write {2}used \d{4}-/);
});

test('impossible requests are refused with the right way to ask', async () => {
  for (const args of [
    [],
    ['delete'],
    ['revoke'],
    ['revoke', 'abc'],
    ['revoke', '01900000-0000-7000-8000-000000000000'],
    ['create', '--newsletter', 'nobody'],
    ['create', '--permissions', 'everything'],
    ['create', '--permissions', 'emails:admin'],
    ['create', '--expires', 'soon'],
    ['create', '--expires', '2001-01-01'],
    ['create', '--installation', 'all'],
  ]) {
    await assert.rejects(runCommand(service, 'key', ...args), CommandError, args.join(' '));
  }
});

async function say(t: TestContext, ...args: string[]): Promise<string> {
  const log = t.mock.method(console, 'log', () => {});
  await runCommand(service, 'key', ...args);
  log.mock.restore();
  return log.mock.calls.map(call => call.arguments.join(' ')).join('\n');
}
