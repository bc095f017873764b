import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { everything } from '../../src/accounts/permissions.ts';
import { openBalancer } from '../../src/testing/balancer.ts';
import { freePort } from '../../src/testing/free-port.ts';
import { startTestService, type TestService } from '../../src/testing/postrider.ts';
import { startProcess } from '../../src/testing/processes.ts';
import { until } from '../../src/testing/until.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const clients = 6;
const least = 2000;

test('while two API processes behind a load balancer are restarted one after another, every request is answered', async () => {
  await using opened = new AsyncDisposableStack();
  const ports = [await freePort(), await freePort()];
  const balancer = opened.use(await openBalancer(ports));
  const start = (port: number) =>
    startProcess(
      ['serve'],
      {
        ROLE: 'api',
        DATABASE_URL: service.database_url,
        PORT: String(port),
        SMTP_URL: service.sink.url,
        RATE_LIMIT: '1000000',
        DRAIN_SECONDS: '2',
      },
      /Postrider is ready/,
    );
  const running = await Promise.all(ports.map(start));
  opened.defer(async () => {
    for (const one of running) await one.end('SIGKILL');
  });
  await until('both are up', async () => balancer.listUp().length === 2);

  const headers = await service.keyWith(everything);
  let isOver = false;
  let answered = 0;
  const added: string[] = [];
  const failed: string[] = [];
  const client = async (name: number) => {
    for (let number = 0; !isOver; number += 1) {
      const address = `reader-${name}-${number}@example.org`;
      const isNew = number % 4 === 0;
      const request = isNew
        ? { method: 'POST', body: JSON.stringify({ email_address: address, type: 'regular' }) }
        : { method: 'GET' };
      const path = isNew ? '/v1/subscribers' : '/v1/newsletters';
      const response = await fetch(balancer.url + path, {
        ...request,
        headers: { ...headers, ...(isNew && { 'content-type': 'application/json' }) },
      });
      const text = await response.text();
      answered += 1;
      if (response.status !== (isNew ? 201 : 200)) failed.push(`${response.status} ${text.slice(0, 200)}`);
      else if (isNew) added.push(address);
    }
  };
  const load = Array.from({ length: clients }, (_, name) => client(name));
  for (const [at, port] of [...ports.entries(), ...ports.entries()]) {
    const asked = answered;
    await until('requests pass', async () => answered > asked + least / 4);
    assert.equal(await running[at]!.end('SIGTERM'), 0);
    assert.deepEqual(
      balancer.listUp(),
      ports.filter(other => other !== port),
    );
    running[at] = await start(port);
    await until('it is up again', async () => balancer.listUp().length === 2);
  }
  isOver = true;
  await Promise.all(load);

  assert.deepEqual(failed, []);
  assert.ok(answered >= least, `${answered} requests`);
  const rows = await service.db.selectFrom('subscribers').select('email_address').execute();
  assert.deepEqual(rows.map(row => row.email_address).sort(), added.sort());
});
