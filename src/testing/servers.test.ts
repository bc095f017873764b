import assert from 'node:assert/strict';
import { test } from 'node:test';
import { execute } from './database.ts';
import { ask, caughtUp, openPrimary, openStandby, promote } from './servers.ts';

test('a standby follows its primary, survives its own crash, and takes over', async () => {
  await using primary = await openPrimary();
  await execute(primary.url, 'create table things (name text)');
  await using standby = await openStandby(primary);
  await execute(primary.url, `insert into things values ('one')`);
  await caughtUp(primary, standby);
  assert.deepEqual(await ask(standby, 'select * from things'), [{ name: 'one' }]);
  await assert.rejects(execute(standby.url, `insert into things values ('no')`), /read-only/);

  await standby.end('SIGKILL');
  await execute(primary.url, `insert into things values ('two')`);
  await standby.start();
  await caughtUp(primary, standby);

  await primary.end('SIGQUIT');
  await promote(standby);
  await execute(standby.url, `insert into things values ('three')`);
  assert.deepEqual(await ask(standby, 'select count(*)::int from things'), [{ count: 3 }]);
});
