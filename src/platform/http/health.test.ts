import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { connectDatabase } from '../database/connect.ts';
import { createLog } from '../log.ts';
import { healthRoutes } from './health.ts';
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

test('with a pending migration it is alive but not ready, and names the migration', async () => {
  const { rows } = await sql<{ name: string }>`
    delete from kysely_migration where name = (select max(name) from kysely_migration) returning name`.execute(
    service.db,
  );
  const { status, body } = await service.api('GET', '/readyz');
  assert.deepEqual([status, body.code], [503, 'not_ready']);
  assert.ok(body.detail.includes(rows[0]!.name), body.detail);
  assert.equal((await service.api('GET', '/healthz')).status, 200);
});

test('without its database it is alive but not ready', async () => {
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
