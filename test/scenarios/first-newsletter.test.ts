import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../../src/testing/postrider.ts';
import { until } from '../../src/testing/until.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ works: true });
});
after(() => service.stop());

test('three subscribers each get their own copy of a new email, and the ledger records it', async () => {
  for (const name of ['Ada', 'Bob', 'Eve']) {
    const { status } = await service.api('POST', '/v1/subscribers', {
      email_address: `${name}@example.org`,
      type: 'regular',
      metadata: { first_name: name },
    });
    assert.equal(status, 201);
  }
  const created = await service.api('POST', '/v1/emails', {
    subject: 'News for {{ subscriber.metadata.first_name }}',
    body: '# Hello {{ subscriber.metadata.first_name }}\n\n[Go](https://example.org)',
  });
  assert.equal(created.status, 201);
  const path = `/v1/emails/${created.body.id}`;
  await until('sent', async () => (await service.api('GET', path)).body.status === 'sent');

  assert.deepEqual(service.sink.accepted.map(mail => mail.to).toSorted(), [
    'Ada@example.org',
    'Bob@example.org',
    'Eve@example.org',
  ]);
  for (const { to, source } of service.sink.accepted)
    assert.match(source, new RegExp(`Subject: News for ${to.slice(0, 3)}\r\n`));
  const { body } = await service.api('GET', `${path}/analytics`);
  assert.deepEqual(body, {
    recipients: 3,
    deliveries: 3,
    opens: 0,
    clicks: 0,
    temporary_failures: 0,
    permanent_failures: 0,
    unsubscriptions: 0,
    complaints: 0,
  });
});
