import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { createLog } from '../log.ts';

const lines: string[] = [];
let service: TestService;
before(async () => {
  service = await startTestService({ log: createLog('trace', { write: line => lines.push(line) }) });
});
after(() => service.stop());

test('every request is logged as one line: method, route, status, milliseconds', async () => {
  lines.length = 0;
  await service.api('GET', '/v1/emails/abc?x=1');
  await service.api('PUT', '/v1/emails');
  await service.api('GET', '/v1/nowhere');
  await service.api('GET', '/test/archive/');
  const entries = await logged(4);
  assert.deepEqual(
    entries.map(({ method, route, status }) => [method, route, status]),
    [
      ['GET', '/v1/emails/:id', 404],
      ['PUT', '(none)', 405],
      ['GET', '(none)', 404],
      ['GET', '/:username/archive', 200],
    ],
  );
  for (const { ms, reqId, time } of entries) {
    assert.ok(Number.isInteger(ms) && reqId && Date.parse(time));
  }
});

test('no key, address, token or text from a request is logged, even if the request fails', async () => {
  lines.length = 0;
  const secrets = [
    'pr_wrong-key',
    'ada@example.org',
    'ada%40example.org',
    'Confidential',
    'idempotent-one',
    'tokenABC',
  ];
  const { authorization } = await service.foreignKey();
  const other = { authorization: authorization! };
  const idempotent = { ...other, 'idempotency-key': 'idempotent-one' };
  const person = { email: 'ada@example.org', notes: 'Confidential' };
  await service.api('GET', '/v1/emails', undefined, { authorization: 'Token pr_wrong-key' });
  await service.api('POST', '/v1/subscribers', person, idempotent);
  await service.api('POST', '/v1/subscribers', person, other);
  await service.api('GET', '/v1/subscribers/ada@example.org', undefined, other);
  await service.api('GET', '/v1/subscribers?email=ada%40example.org', undefined, other);
  await service.api('PATCH', '/v1/subscribers/ada%40example.org', { type: 'Confidential' }, other);
  await service.api('POST', '/v1/emails', '{"subject":"Confidential', {
    ...other,
    'content-type': 'application/json',
  });
  await service.api('POST', '/v1/emails', { subject: 'Confidential', body: '{{ Confidential' }, other);
  await service.api('GET', '/unsubscribe/tokenABC');
  await service.api('GET', '/feed/tokenABC.xml');
  await service.api('POST', '/unsubscribe/tokenABC', { confirm: 'Confidential' });
  await service.api('GET', '/v1/nowhere/ada@example.org');
  await service.api('GET', '/v1/%zz/ada@example.org');
  // Causes a bug on our side: PostgreSQL's report of it quotes the row.
  await sql`alter table subscribers add constraint never check (false) not valid`.execute(service.db);
  const failed = await service.api('POST', '/v1/subscribers', { ...person, email: 'eve@example.org' }, other);
  assert.equal(failed.status, 500);
  await logged(13);
  const log = lines.join('');
  for (const secret of [...secrets, 'eve@example.org', authorization!.slice(6)]) {
    assert.ok(!log.includes(secret), `${secret} in ${lines.find(line => line.includes(secret))}`);
  }
});

/** Returns the lines about requests, once there are that many: a response is logged after it is sent. */
async function logged(count: number) {
  for (;;) {
    const entries = lines.map(line => JSON.parse(line)).filter(({ msg }) => msg === 'request');
    if (entries.length >= count) return entries;
    await new Promise(resolve => setImmediate(resolve));
  }
}
