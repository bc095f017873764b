import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { addSubscribers } from '../../testing/audience.ts';
import { startAnotherLane } from '../../testing/lane.ts';
import { ledgerOf, sendEmail, untilIdle, untilStatus } from '../../testing/ledger.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';
import { findDiscrepancies } from '../ledger/counts.ts';

const recipients = 40;
let service: TestService;
let others: { stop(): Promise<void> };
before(async () => {
  service = await startTestService({ works: true, env: { UNCERTAIN_WINDOW: '10' } });
  await addSubscribers(service.db, service.newsletter, recipients);
  others = startAnotherLane(service);
});
afterEach(async () => assert.deepEqual(await findDiscrepancies(service.db), []));
after(async () => {
  await others.stop();
  await service.stop();
});

const mails = (subject: string) =>
  service.sink.accepted.filter(mail => mail.source.includes(`${subject} ends`));
const numberOf = (to: string) => Number(/^r(\d+)@/.exec(to)?.[1]);
const resend = (id: string, status: string | string[]) =>
  service.api('POST', `/v1/emails/${id}/deliveries/resend`, { status });

test('on request, uncertain recipients get the same message once more, and nobody else gets any', async () => {
  service.sink.treat = to =>
    numberOf(to) <= 3 ? { dot: 'drop' } : numberOf(to) <= 5 ? { rcpt: '451 4.2.1 later' } : {};
  const id = await sendEmail(service, 'Cut off');
  await untilStatus(service, id, 'sent');
  assert.deepEqual(await ledgerOf(service.db, id), { accepted: recipients - 5, uncertain: 3, temporary: 2 });
  const before = mails('Cut off');
  service.sink.treat = () => ({});
  const answers = await Promise.all([resend(id, 'uncertain'), resend(id, 'uncertain')]);
  assert.deepEqual(answers.map(({ body }) => body.count).toSorted(), [0, 3]);
  await until('they have it', async () => (await ledgerOf(service.db, id)).accepted === recipients - 2);
  await untilIdle(service, id);
  const again = mails('Cut off').slice(before.length);
  assert.deepEqual(again.map(({ to }) => numberOf(to)).toSorted(), [1, 2, 3]);
  for (const { to, source } of again)
    assert.equal(messageId(source), messageId(before.find(mail => mail.to === to)!.source));
  assert.deepEqual(await ledgerOf(service.db, id), { accepted: recipients - 2, temporary: 2 });

  assert.equal((await resend(id, ['temporary', 'uncertain'])).body.count, 2);
  await until('all have it', async () => (await ledgerOf(service.db, id)).accepted === recipients);
  assert.equal(mails('Cut off').length, recipients + 3);
});

test('while workers serve the email, resent recipients get it once more and all others once', async () => {
  service.sink.treat = to => (numberOf(to) <= 4 ? { dot: 'drop' } : { before_dot: sleep(60) });
  const id = await sendEmail(service, 'Under way');
  await until('some uncertain', async () => (await ledgerOf(service.db, id)).uncertain === 4);
  service.sink.treat = () => ({ before_dot: sleep(60) });
  assert.equal((await resend(id, 'uncertain')).body.count, 4);
  assert.equal((await resend(id, 'uncertain')).body.count, 0);
  await untilStatus(service, id, 'sent');
  assert.deepEqual(await ledgerOf(service.db, id), { accepted: recipients });
  const copies = new Map<number, number>();
  for (const { to } of mails('Under way')) copies.set(numberOf(to), (copies.get(numberOf(to)) ?? 0) + 1);
  for (const [number, count] of copies) assert.equal(count, number <= 4 ? 2 : 1, `r${number}`);
  assert.equal(copies.size, recipients);
});

test('an email that failed midway continues with those who have not got it, and mails nobody twice', async () => {
  let heard = 0;
  let is_down = false;
  service.sink.heard = () => {
    heard += 1;
    is_down ||= heard >= 10;
  };
  service.sink.treat = () => (is_down ? { rcpt: '530 5.7.0 authentication required' } : {});
  const id = await sendEmail(service, 'Interrupted');
  await until(
    'trouble',
    async () => (await service.api('GET', `/v1/emails/${id}`)).body.status_reason !== '',
  );
  await sql`update emails set trouble_since = now() - interval '1 day' where id = ${id}`.execute(service.db);
  await untilStatus(service, id, 'errored');
  const { accepted = 0 } = await ledgerOf(service.db, id);
  assert.ok(accepted >= 10 && accepted < recipients);
  assert.equal(
    (await service.api('PATCH', `/v1/emails/${id}`, { status: 'draft' })).body.code,
    'status_invalid',
  );
  service.sink.heard = () => {};
  service.sink.treat = () => ({});
  await sql`update delivery_chunks set next_attempt_date = now()`.execute(service.db); // after a day the lane looks every 30 s
  await service.api('PATCH', `/v1/emails/${id}`, { status: 'about_to_send' });
  await untilStatus(service, id, 'sent');
  const to = mails('Interrupted').map(mail => mail.to);
  assert.equal(to.length, recipients);
  assert.equal(new Set(to).size, recipients);
});

function messageId(source: string): string {
  return /^Message-ID: (.*)$/im.exec(source)![1]!;
}

test('an email shows how many deliveries are uncertain and how to resend them, alone and in the list, until they are resent', async () => {
  service.sink.treat = to => (numberOf(to) <= 3 ? { dot: 'drop' } : {});
  const id = await sendEmail(service, 'Said so');
  await untilStatus(service, id, 'sent');
  const reasons = async () => [
    (await service.api('GET', `/v1/emails/${id}`)).body.status_reason,
    (await service.api('GET', `/v1/emails?ids=${id}`)).body.results[0].status_reason,
  ];
  for (const reason of await reasons()) {
    assert.match(reason, /^3 copies are uncertain: .* Accept that, or send them again\.$/);
  }
  service.sink.treat = () => ({});
  assert.equal((await resend(id, 'uncertain')).body.count, 3);
  await until('they have it', async () => (await ledgerOf(service.db, id)).accepted === recipients);
  assert.deepEqual(await reasons(), ['', '']);
});
