import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createLog } from '../platform/log.ts';
import { readContents } from '../testing/contents.ts';
import { post } from '../testing/pages.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { createWorkerApp } from './app.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

test('a worker-only process serves health checks and metrics, and nothing else', async () => {
  const app = await createWorkerApp({
    config: service.config,
    db: service.db,
    replicas: service.replicas,
    log: createLog('silent'),
  });
  const get = async (url: string, headers = {}) => (await app.inject({ url, headers })).statusCode;
  for (const url of ['/healthz', '/readyz']) assert.equal(await get(url), 200, url);
  assert.equal(await get('/metrics', await service.keyWith({ installation: 'read' })), 200);
  assert.equal(await get('/metrics'), 401);
  for (const url of ['/v1/ping', '/docs', '/v1/webhooks']) assert.equal(await get(url), 404, url);
  await app.close();
});

test('an address that contains characters that would have to be changed is refused everywhere, and nothing is stored', async () => {
  const { id } = (await service.api('POST', '/v1/emails', { subject: 'Draft', status: 'draft' })).body;
  const { id: reader } = (
    await service.api('POST', '/v1/subscribers', { email_address: 'reader@example.org', type: 'regular' })
  ).body;
  const newsletter = `/v1/newsletters/${service.newsletter.id}`;
  const before = await readContents(service.db);
  for (const bad of ['a@b.example\nBcc', 'q@ex%61mple.org', 'a@example.org/path', 'a@1']) {
    const answers = [
      await service.api('POST', '/v1/subscribers', { email_address: bad }),
      await service.api('POST', '/v1/subscribers', { email: bad }),
      await service.api('PATCH', `/v1/subscribers/${reader}`, { email_address: bad }),
      await service.api('PATCH', newsletter, { from_address: bad }),
      await service.api('PATCH', newsletter, { reply_to: bad }),
      await service.api('POST', '/v1/newsletters', { username: 'x', name: 'X', from_address: bad }),
      await service.api('POST', `/v1/emails/${id}/send-draft`, { recipients: [bad] }),
      await post(service, '/api/emails/embed-subscribe/test', { email: bad }),
      await post(service, '/test/sign-in', { email: bad }),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      answers.map(() => 400),
      JSON.stringify(bad),
    );
  }
  assert.deepEqual(await readContents(service.db), before);
});
