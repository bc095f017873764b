import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { mailAfter, makeSequence, runSequences, stepAfter } from '../testing/sequences.ts';

const day = 86_400_000;
let now = new Date('2027-01-30T12:00:00Z');
let service: TestService;
before(async () => {
  service = await startTestService({ clock: () => now });
});
after(() => service.stop());

/** Lets days go by, one after the other. */
async function live(days: number) {
  for (let gone = 0; gone < days; gone += 1) {
    now = new Date(now.getTime() + day);
    await runSequences(service);
    await sql`update deliveries set status = 'accepted', status_date = ${now.toISOString()} where status = 'planned'`.execute(
      service.db,
    );
  }
}

test('a yearly passage mails again, with an email of its own and the same text, and on 28 February if there is no 29th', async () => {
  const sequence = await makeSequence(service, {
    trigger: 'subscriber.date',
    trigger_date: { key: 'birthday' },
    entry: 'every',
    actions: [mailAfter(0, 'Happy birthday')],
  });
  const born = [
    ['ann', '1990-03-01'],
    ['leap', '1992-02-29'],
    ['short', '02-28'],
    ['none', 'soon'],
  ] as const;
  for (const [name, birthday] of born)
    await service.api('POST', '/v1/subscribers', {
      email: `${name}@example.org`,
      type: 'regular',
      metadata: { birthday },
    });
  await live(430); // to April 2028, which has a 29 February
  const { rows } = await sql<{ email: string; passage: number; day: string; email_key: number }>`
    select split_part(normal_address, '@', 1) as email, passage, to_char(entered_date at time zone 'UTC', 'YYYY-MM-DD') as day, last_email_key as email_key
    from sequence_runs join subscribers on subscribers.key = subscriber_key order by entered_date, email`.execute(
    service.db,
  );
  assert.deepEqual(
    rows.map(({ email, passage, day }) => `${day} ${email} ${passage}`),
    [
      '2027-02-28 leap 1',
      '2027-02-28 short 1',
      '2027-03-01 ann 1',
      '2028-02-28 short 2',
      '2028-02-29 leap 2',
      '2028-03-01 ann 2',
    ],
  );
  assert.equal(new Set(rows.map(({ email_key }) => email_key)).size, 2);
  const { rows: emails } = await sql<{ subject: string; status: string }>`
    select distinct subject, status from emails where key = any(${rows.map(({ email_key }) => email_key)})`.execute(
    service.db,
  );
  assert.deepEqual(emails, [{ subject: 'Happy birthday', status: 'transactional' }]);
  await service.api('DELETE', `/v1/automations/${sequence.id}`);
});

test('the calendar starts a run without a person, at midnight in UTC, once', async () => {
  const sequence = await makeSequence(service, {
    trigger: 'date.month.started',
    entry: 'every',
    actions: [stepAfter(0, 'send_notification', { subject: 'A new month' })],
  });
  await live(62);
  const { results } = (await service.api('GET', `/v1/automations/${sequence.id}/runs`)).body;
  assert.equal(results.length, 2);
  assert.ok(
    results.every(
      (run: { entered_date: string; subscriber_id: null }) =>
        /-01T00:00:00/.test(run.entered_date) && run.subscriber_id === null,
    ),
  );
});
