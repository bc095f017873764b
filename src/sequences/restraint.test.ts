import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { letTimePass, mailAfter, makeSequence, runSequences, stepAfter } from '../testing/sequences.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const change = (given: object) => service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, given);
const reasonsOf = async (sequence: { id: string }) =>
  (await service.api('GET', `/v1/automations/${sequence.id}/runs`)).body.results.map(
    ({
      status,
      reason,
      steps,
    }: {
      status: string;
      reason: string;
      steps: { result: string; reason: string }[];
    }) => [status, reason, steps.map(step => step.reason || step.result).join()],
  );

/** Lets days go by, and everything planned is mailed. */
async function live(days: number): Promise<void> {
  for (let half = 0; half < days * 2; half += 1) {
    await letTimePass(service, 0.5);
    await runSequences(service);
    await sql`update deliveries set status = 'accepted', status_date = now() where status = 'planned'`.execute(
      service.db,
    );
  }
}

async function enter(name: string, tag: string): Promise<void> {
  const { status } = await service.api('POST', '/v1/subscribers', {
    email: `${name}@example.org`,
    type: 'regular',
    tags: [tag],
  });
  assert.equal(status, 201);
}

test('letters wait until the person may get another mail, counting those of all sequences, and the simulation agrees', async () => {
  const { api } = service;
  await change({ mail_cap: { count: 1, days: 3 } });
  const first = await makeSequence(service, {
    trigger: 'subscriber.created',
    actions: [mailAfter(0, 'First')],
  });
  const other = await makeSequence(service, {
    trigger: 'subscriber.created',
    actions: [mailAfter(1, 'Other'), stepAfter(1, 'add_tags', { tags: ['done'] })],
  });
  await enter('ada', 'a');
  await live(2);
  assert.deepEqual(await reasonsOf(first), [['done', '', 'done']]);
  assert.deepEqual(await reasonsOf(other), [['waiting', 'mail_cap', '']]);
  await live(3);
  assert.deepEqual(await reasonsOf(other), [['done', '', 'done,done']]);
  const simulate = async () => (await api('POST', `/v1/automations/${first.id}/simulate`, {})).body.mails;
  assert.equal(await simulate(), 0, 'they have just had a letter of the other sequence');
  await change({ mail_cap: null });
  assert.equal(await simulate(), 1);
  for (const { id } of [first, other]) await api('PATCH', `/v1/automations/${id}`, { status: 'inactive' });
});

test('a letter that would wait for more than a week is left out, and the rest goes on', async () => {
  await change({ mail_cap: { count: 1, days: 300 } });
  const sequence = await makeSequence(service, {
    trigger: 'subscriber.created',
    actions: [mailAfter(0, 'One'), mailAfter(1, 'Two'), stepAfter(1, 'add_tags', { tags: ['end'] })],
  });
  await enter('bo', 'b');
  await live(6);
  assert.deepEqual(await reasonsOf(sequence), [['waiting', 'mail_cap', 'done']]);
  await live(3);
  assert.deepEqual(await reasonsOf(sequence), [['done', '', 'done,mail_cap,done']]);
  await service.api('PATCH', `/v1/automations/${sequence.id}`, { status: 'inactive' });
});

test('letters wait for the end of the quiet hours, by the reader’s own clock', async () => {
  await change({ mail_cap: null, timezone: 'UTC' });
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
  await change({ quiet_hours: { from: at(-1), until: at(2) } });
  const sequence = await makeSequence(service, {
    trigger: 'subscriber.created',
    actions: [mailAfter(0, 'Quiet')],
  });
  await enter('cy', 'c');
  await runSequences(service);
  await letTimePass(service, 0.01);
  await runSequences(service);
  assert.deepEqual(await reasonsOf(sequence), [['waiting', 'quiet_hours', '']]);
  const { rows } = await sql<{ hours: number }>`
    select extract(epoch from due_date - now()) / 3600 as hours from sequence_runs join sequences on sequences.key = sequence_key
    where sequences.id = ${sequence.id}`.execute(service.db);
  assert.ok(Number(rows[0]!.hours) > 1 && Number(rows[0]!.hours) <= 2, String(rows[0]!.hours));
  await change({ quiet_hours: null });
  await letTimePass(service, 0.1);
  await runSequences(service);
  assert.deepEqual(await reasonsOf(sequence), [['done', '', 'done']]);
});
