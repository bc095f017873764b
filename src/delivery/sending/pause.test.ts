import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '../../platform/log.ts';
import { addSubscribers } from '../../testing/audience.ts';
import { startAnotherLane } from '../../testing/lane.ts';
import { ledgerOf, sendEmail, untilIdle, untilStatus } from '../../testing/ledger.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';
import { findDiscrepancies } from '../ledger/counts.ts';
import { finishLeftBehind } from './finish.ts';

const recipients = 500;
let service: TestService;
let others: { stop(): Promise<void> };
before(async () => {
  service = await startTestService({ works: true });
  await addSubscribers(service.db, service.newsletter, recipients);
  others = startAnotherLane(service);
});
after(async () => {
  await others.stop();
  try {
    assert.deepEqual(await findDiscrepancies(service.db), []);
  } finally {
    await service.stop();
  }
});

const copies = (subject: string) =>
  service.sink.accepted.filter(mail => mail.source.includes(`${subject} ends`)).map(mail => mail.to);
/** Makes the server answer for a few copies, and for the others when the returned function is called. */
function answerSome(): () => void {
  const gate = Promise.withResolvers<void>();
  const enough = service.sink.accepted.length + 6;
  service.sink.treat = () => (service.sink.accepted.length >= enough ? { before_dot: gate.promise } : {});
  return () => {
    service.sink.treat = () => ({});
    gate.resolve();
  };
}
const pause = (id: string) => service.api('POST', `/v1/emails/${id}/pause`);
const resume = (id: string) => service.api('POST', `/v1/emails/${id}/resume`);

test('a pause stops the hand-over even at a slow relay, nobody is uncertain, and resuming serves the rest exactly once', async () => {
  service.sink.treat = () => ({
    get before_dot() {
      return sleep(1000);
    },
  });
  const id = await sendEmail(service, 'Slow');
  await until('some mail', async () => copies('Slow').length > 20);
  const { status, body } = await pause(id);
  assert.equal(status, 200);
  assert.deepEqual([body.status, body.paused.by, body.paused.reason], ['in_flight', 'API key first key', '']);
  await untilIdle(service, id);
  const mailed = copies('Slow').length;
  assert.ok(mailed < recipients, 'it was paused midway');
  assert.deepEqual(await ledgerOf(service.db, id), { accepted: mailed, planned: recipients - mailed });
  const progress = (await service.api('GET', `/v1/emails/${id}/progress`)).body;
  assert.deepEqual(
    [progress.status, progress.planned, progress.expected_completion_date],
    ['in_flight', recipients - mailed, null],
  );
  assert.equal((await pause(id)).body.paused.date, body.paused.date, 'a second pause changes nothing');

  service.sink.treat = () => ({});
  assert.equal((await resume(id)).body.paused, null);
  await untilStatus(service, id, 'sent');
  assert.equal(copies('Slow').length, recipients);
  assert.equal(new Set(copies('Slow')).size, recipients);
  assert.deepEqual(await ledgerOf(service.db, id), { accepted: recipients });
  const events = await service.api('GET', `/v1/events?email_id=${id}&event_type=email.paused,email.resumed`);
  assert.deepEqual(
    events.body.results.map((event: { event_type: string }) => event.event_type),
    ['email.resumed', 'email.paused'],
  );
});

test('other emails and previews continue while one email is paused', async () => {
  const answer = answerSome();
  const held = await sendEmail(service, 'Held');
  await until('some mail', async () => copies('Held').length > 5);
  await pause(held);
  answer();
  const other = await sendEmail(service, 'Other');
  await untilStatus(service, other, 'sent');
  const draft = await sendEmail(service, 'Draft', { status: 'draft' });
  await service.api('POST', `/v1/emails/${draft}/send-draft`, { recipients: ['me@example.org'] });
  await until('the preview', async () => copies('Draft').includes('me@example.org'));
  assert.equal((await service.api('GET', `/v1/emails/${held}`)).body.status, 'in_flight');
  await resume(held);
  await untilStatus(service, held, 'sent');
  assert.equal(copies('Held').length, recipients);
});

test('an email paused after its last recipient stays in flight and is sent when resumed', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  service.sink.treat = to => (to === `r${recipients}@example.org` ? { before_dot: promise } : {});
  const id = await sendEmail(service, 'Last one');
  await until('all but one', async () => copies('Last one').length === recipients - 1);
  await pause(id);
  resolve();
  await until('all served', async () => (await ledgerOf(service.db, id)).accepted === recipients);
  await untilIdle(service, id);
  await finishLeftBehind({ db: service.db, log: createLog('silent') });
  assert.equal((await service.api('GET', `/v1/emails/${id}`)).body.status, 'in_flight');
  await resume(id);
  await untilStatus(service, id, 'sent');
});

test('a long pause does not count as downtime, and the rest is sent when resumed', async () => {
  const answer = answerSome();
  const id = await sendEmail(service, 'Long');
  await until('some mail', async () => copies('Long').length > 5);
  assert.equal((await pause(id)).status, 200);
  answer();
  const old = new Date(Date.now() - 100 * 3_600_000).toISOString();
  await service.db
    .updateTable('emails')
    .set({ served_date: old, status_date: old, pause_date: old })
    .where('id', '=', id)
    .execute();
  await resume(id);
  await untilStatus(service, id, 'sent');
  assert.deepEqual(await ledgerOf(service.db, id), { accepted: recipients });
});

test('only an email in flight can be paused or resumed, by a key of its newsletter that may send', async () => {
  const id = await sendEmail(service, 'A draft', { status: 'draft' });
  const foreign = await service.foreignKey();
  const limited = await service.keyWith({ emails: 'write', sending: 'read' });
  for (const verb of ['pause', 'resume']) {
    const path = `/v1/emails/${id}/${verb}`;
    assert.equal((await service.api('POST', path)).body.code, 'status_invalid');
    assert.equal((await service.api('POST', path, undefined, foreign)).status, 404);
    assert.equal((await service.api('POST', path, undefined, limited)).status, 403);
    assert.equal((await service.api('POST', `/v1/emails/none/${verb}`)).status, 404);
  }
  assert.equal((await service.api('GET', `/v1/emails/${id}/progress`, undefined, foreign)).status, 404);
});
