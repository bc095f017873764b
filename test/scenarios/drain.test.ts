import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { addSubscribers } from '../../src/testing/audience.ts';
import { ledgerOf, untilStatus } from '../../src/testing/ledger.ts';
import { startTestService, type TestService } from '../../src/testing/postrider.ts';
import { type RunningProcess, startProcess } from '../../src/testing/processes.ts';
import { until } from '../../src/testing/until.ts';

let service: TestService;
const recipients = 200;
before(async () => {
  service = await startTestService();
  await addSubscribers(service.db, service.newsletter, recipients);
});
after(() => service.stop());

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`a worker that stops by ${signal} waits for a slow relay's answers: nothing is uncertain and nobody left out`, async () => {
    const seconds = 12; // for each message; messages that still wait are given back
    let is_slow = true;
    service.sink.treat = () => (is_slow ? { before_dot: sleep(seconds * 1000) } : {});
    service.sink.accepted.length = 0;
    let heard = 0;
    service.sink.heard = () => {
      heard += 1;
    };
    await using leaving = await startWorker();
    const { body } = await service.api('POST', '/v1/emails', { subject: signal, body: 'Hello' });
    await until('messages wait for their answers', async () => heard >= 10);

    assert.equal(await leaving.end(signal), 0);
    assert.match(leaving.printed(), /Waiting for the mail server/);
    const sent = service.sink.accepted.length;
    assert.ok(sent >= 10 && sent < 50, `${sent} were sent`);
    assert.deepEqual(await ledgerOf(service.db, body.id), { accepted: sent, planned: recipients - sent });
    const { status, trouble_since } = await service.db
      .selectFrom('emails')
      .select(['status', 'trouble_since'])
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow();
    assert.deepEqual([status, trouble_since], ['in_flight', null]);

    is_slow = false;
    await using next = await startWorker();
    await untilStatus(service, body.id, 'sent');
    assert.equal(await next.end('SIGTERM'), 0);
    assert.deepEqual(await ledgerOf(service.db, body.id), { accepted: recipients });
    assert.equal(new Set(service.sink.accepted.map(({ to }) => to)).size, recipients);
    assert.equal(service.sink.accepted.length, recipients);
  });
}

function startWorker(): Promise<RunningProcess> {
  const env = { ROLE: 'worker', DATABASE_URL: service.database_url, SMTP_URL: service.sink.url };
  return startProcess(['serve'], env, /worker is running/);
}
