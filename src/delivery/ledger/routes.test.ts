import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { DeliveryStatus } from '../../platform/database/schema.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { findDiscrepancies, recount } from './counts.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const zeros = {
  recipients: 0,
  deliveries: 0,
  opens: 0,
  clicks: 0,
  temporary_failures: 0,
  permanent_failures: 0,
  unsubscriptions: 0,
  complaints: 0,
};

test('before sending, an email’s analytics are all zero', async () => {
  for (const fields of [
    { status: 'draft' },
    { status: 'imported' },
    { publish_date: '2999-01-01T00:00:00Z' },
    {},
  ]) {
    const { body } = await service.api('POST', '/v1/emails', {
      subject: `Before ${JSON.stringify(fields)}`,
      ...fields,
    });
    const { status, body: analytics } = await service.api('GET', `/v1/emails/${body.id}/analytics`);
    assert.deepEqual([status, analytics], [200, zeros]);
  }
});

test('each outcome is counted in its place, and the sum is always the number of recipients', async () => {
  const { id } = (await service.api('POST', '/v1/emails', { subject: 'Counted', status: 'draft' })).body;
  const { key: email_key } = await service.db
    .selectFrom('emails')
    .select('key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const date = '2026-01-01T00:00:00Z';
  const ledger: [DeliveryStatus, object?][] = [
    ['accepted', { open_date: date, click_date: date }],
    ['accepted', { open_date: date }],
    ['accepted', { unsubscription_date: date }],
    ['complained', { complaint_date: date }],
    ['temporary'],
    ['permanent'],
    ['permanent'],
    ['uncertain'],
    ['planned'],
    ['skipped'],
    ['bounced', { bounce_kind: 'hard' }],
    ['bounced', { bounce_kind: 'soft' }],
    ['bounced', { bounce_kind: 'policy' }],
  ];
  const values = ledger.map(([status, facts], at) => ({
    email_key,
    subscriber_key: at + 1,
    status,
    ...facts,
  }));
  await service.db.insertInto('deliveries').values(values).execute();
  await service.db
    .insertInto('delivery_chunks')
    .values({ email_key, first_key: 1, last_key: ledger.length })
    .execute();
  assert.equal((await findDiscrepancies(service.db)).length, 1, 'the new chunk has counted nothing yet');
  assert.equal(await recount(service.db), 1);
  assert.deepEqual(await findDiscrepancies(service.db), []);
  assert.deepEqual((await service.api('GET', `/v1/emails/${id}/analytics`)).body, {
    recipients: 12,
    deliveries: 4,
    opens: 2,
    clicks: 1,
    temporary_failures: 3,
    permanent_failures: 3,
    unsubscriptions: 1,
    complaints: 1,
  });
});

test('the analytics of another owner’s email or an unknown one are 404', async () => {
  const { id } = (await service.api('POST', '/v1/emails', { subject: 'Mine', status: 'draft' })).body;
  const headers = await service.foreignKey();
  for (const word of [id, 'abc', '01900000-0000-7000-8000-000000000000']) {
    const { status, body } = await service.api('GET', `/v1/emails/${word}/analytics`, undefined, headers);
    assert.deepEqual([status, body.code], [404, 'not_found'], word);
  }
});
