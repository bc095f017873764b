import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createLog } from '../../src/platform/log.ts';
import { startService } from '../../src/program/main.ts';
import { signInOwner } from '../../src/testing/browser-session.ts';
import { freePort } from '../../src/testing/free-port.ts';
import { startTestService, type TestService } from '../../src/testing/postrider.ts';

const password = 'correct horse battery staple';
const ada = 'ada@example.org';
let service: TestService;
before(async () => {
  service = await startTestService();
  const { browser, here } = await signInOwner(service);
  await browser.ask('PATCH', '/v1/me', { email_address: ada, password }, here);
});
after(() => service.stop());

test('guessing at two processes in turn gets no more tries than guessing at one', async () => {
  const port = await freePort();
  const second = await startService(
    { ...service.config, ROLE: 'api', PORT: port, DATA_DIR: join(tmpdir(), `postrider-${port}`) },
    createLog('silent'),
  );
  try {
    const guess = async (url: string, body: object) => {
      const answer = await fetch(`${url}/dashboard/session/password`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return answer.status;
    };
    const statuses = [];
    for (let at = 0; at < 22; at += 1) {
      const url = at % 2 === 0 ? service.url : `http://127.0.0.1:${port}`;
      statuses.push(await guess(url, { email_address: ada, password: 'wrong' }));
    }
    assert.deepEqual(statuses, [...Array(20).fill(401), 429, 429]);
    for (const url of [service.url, `http://127.0.0.1:${port}`])
      assert.equal(await guess(url, { email_address: ada, password }), 429, 'not even the right one');
  } finally {
    await second.stop();
  }
});
