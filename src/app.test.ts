import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createWorkerApp } from './app.ts';
import { createLog } from './platform/log.ts';
import { startTestService, type TestService } from './testing/postrider.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

test('a process that only works tells whether it is well and what it counts, and nothing else', async () => {
  const app = await createWorkerApp({ config: service.config, db: service.db, log: createLog('silent') });
  const get = async (url: string, headers = {}) => (await app.inject({ url, headers })).statusCode;
  for (const url of ['/healthz', '/readyz', '/metrics']) assert.equal(await get(url), 200, url);
  assert.equal(await get('/metrics', { 'x-forwarded-for': '203.0.113.9' }), 401);
  for (const url of ['/v1/ping', '/docs', '/v1/webhooks']) assert.equal(await get(url), 404, url);
  await app.close();
});
