import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { createEmptyDatabase } from '../../testing/database.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';
import { connectDatabase } from '../database/connect.ts';
import { createLog } from '../log.ts';
import { healthRoutes } from './health.ts';
import { leave } from './leaving.ts';
import { createServer } from './server.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

test('a healthy service says so to anyone', async () => {
  for (const path of ['/healthz', '/healthz/']) {
    const { status, body } = await service.api('GET', path, undefined, { authorization: '' });
    assert.deepEqual([status, body], [200, { status: 'ok' }], path);
  }
  for (const path of ['/readyz', '/readyz/']) {
    const { status, body } = await service.api('GET', path, undefined, { authorization: '' });
    assert.deepEqual([status, body], [200, { status: 'ok', sending: 'open' }], path);
  }
});

test('a service that is about to stop is alive, says that it is not ready, and answers while it ends each connection', async () => {
  await using leaving = new AsyncDisposableStack();
  const app = await createServer({ log: createLog('silent'), body_limit: 1000, trusted_proxies: [] });
  leaving.defer(() => app.close());
  healthRoutes(app, service.db, undefined);
  app.get('/page', async () => 'a page');
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const ask = async (path: string) => {
    const response = await fetch(url + path);
    await response.text();
    return [response.status, response.headers.get('connection')];
  };
  assert.deepEqual(await ask('/readyz'), [200, 'keep-alive']);
  leave(app);
  assert.deepEqual(await ask('/readyz'), [503, 'close']);
  assert.deepEqual(await ask('/healthz'), [200, 'close']);
  assert.deepEqual(await ask('/page'), [200, 'close']);
});

test('the check notices whether PostgreSQL can write, so that a full disk of another machine is seen', async () => {
  const written = async () => {
    await service.api('GET', '/readyz');
    const { rows } = await sql<{ temp_files: number }>`
      select temp_files from pg_stat_database where datname = current_database()`.execute(service.db);
    return rows[0]!.temp_files;
  };
  const before = await written();
  await until('a file was written', async () => (await written()) > before);
});

test('with a pending migration the service is alive but not ready, and names the migration', async () => {
  const { rows } = await sql<{ name: string }>`
    delete from kysely_migration where name = (select max(name) from kysely_migration) returning name`.execute(
    service.db,
  );
  const { status, body } = await service.api('GET', '/readyz');
  assert.deepEqual([status, body.code], [503, 'not_ready']);
  assert.ok(body.detail.includes(rows[0]!.name), body.detail);
  assert.equal((await service.api('GET', '/healthz')).status, 200);
});

test('on a database that lacks all tables, the answer names the remedy', async () => {
  const database = await createEmptyDatabase();
  const db = connectDatabase(database.url, { size: 1, on_error: () => {} });
  const app = await createServer({ log: createLog('silent'), body_limit: 1000, trusted_proxies: [] });
  healthRoutes(app, db, undefined);
  const ready = await app.inject({ url: '/readyz' });
  assert.equal(ready.statusCode, 503);
  assert.match(ready.json().detail, /lacks the migrations 0001-.*npx postrider migrate/);
  await app.close();
  await db.destroy();
  await database.drop();
});

test('without its database the service is alive but not ready', async () => {
  const app = await createServer({ log: createLog('silent'), body_limit: 1000, trusted_proxies: [] });
  const db = connectDatabase('postgres://nobody@127.0.0.1:1/nothing', { size: 1, on_error: () => {} });
  healthRoutes(app, db, undefined);
  assert.equal((await app.inject({ url: '/healthz' })).statusCode, 200);
  const ready = await app.inject({ url: '/readyz' });
  assert.deepEqual([ready.statusCode, ready.json().code], [503, 'not_ready']);
  assert.doesNotMatch(ready.body, /127\.0\.0\.1|nobody|ECONNREFUSED/);
  await app.close();
  await db.destroy();
});
