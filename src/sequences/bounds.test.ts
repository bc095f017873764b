import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { addSubscribers } from '../testing/audience.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { letTimePass, mailAfter, makeSequence, runSequences } from '../testing/sequences.ts';
import { findSequenceFaults } from './verify.ts';

const people = 5;
let service: TestService;
before(async () => {
  service = await startTestService();
  await addSubscribers(service.db, service.newsletter, people);
});
after(async () => {
  try {
    assert.deepEqual(await findSequenceFaults(service.db), []);
  } finally {
    await service.stop();
  }
});

/** Makes a sequence with one mail, activated by a key with these bounds, and lets everybody enter it. */
async function startBounded(bounds: object) {
  const permissions = {
    automations: 'write',
    sending: 'write',
    subscribers: 'write',
    emails: 'write',
  } as const;
  const headers = await service.keyWith(permissions, bounds);
  const { id } = await makeSequence(
    service,
    { trigger: 'automation.invoked', actions: [mailAfter(0, 'Bounded')] },
    false,
  );
  const path = `/v1/automations/${id}`;
  const active = await service.api('PATCH', path, { status: 'active' }, headers);
  assert.equal(active.status, 200, active.text);
  const invoked = await service.api('POST', `${path}/invoke`, { filters: [] }, headers);
  assert.equal(invoked.status, 200, invoked.text);
  await runSequences(service);
  return path;
}
const countsOf = async (path: string) => (await service.api('GET', path)).body.counts;
const waitingOf = async (path: string) =>
  (await service.api('GET', `${path}/runs?status=waiting`)).body.results.map(
    ({ reason }: { reason: string }) => reason,
  );
async function pass(days: number) {
  await letTimePass(service, days);
  await sql`
    update counted_recipients set creation_date = creation_date - make_interval(secs => ${days * 86_400})`.execute(
    service.db,
  );
  await runSequences(service);
}
const beyond = (count: number) => Array.from({ length: count }, () => 'bound_exceeded');

test('as many people are mailed as the daily bound allows, and the others go on by themselves the day after', async () => {
  const path = await startBounded({ most_recipients_a_day: 2 });
  assert.equal((await countsOf(path)).done, 2);
  assert.deepEqual(await waitingOf(path), beyond(3));
  await pass(0.5);
  assert.equal((await countsOf(path)).done, 2, 'the day is not over');
  await pass(0.6);
  assert.equal((await countsOf(path)).done, 4);
  await service.api('DELETE', path);
});

test('people kept back by a bound for longer than late_hours wait for a decision, which Home asks for', async () => {
  const path = await startBounded({ most_recipients: 1 });
  assert.equal((await countsOf(path)).done, 1);
  await pass(1.1);
  const { done, held, late } = await countsOf(path);
  assert.deepEqual({ done, held, late }, { done: 1, held: 4, late: 4 });
  const { needs } = (await service.api('GET', '/v1/overview')).body;
  assert.deepEqual(
    needs.map((need: { kind: string; count: number }) => [need.kind, need.count]),
    [['runs_late', 4]],
  );
  await service.api('PATCH', path, { status: 'inactive' });
  await service.api('PATCH', path, { status: 'active' }); // now with a key without bounds
  await service.api('POST', `${path}/held`, { decision: 'send' });
  await runSequences(service);
  assert.equal((await countsOf(path)).done, people);
  await service.api('DELETE', path);
});

test('a bound to tags keeps back only people who have none of them', async () => {
  const { id: tag } = (await service.api('POST', '/v1/tags', { name: 'allowed' })).body;
  const [first] = (await service.api('GET', '/v1/subscribers')).body.results;
  await service.api('PATCH', `/v1/subscribers/${first.id}`, { tags: [tag] });
  const path = await startBounded({ tags: [tag] });
  assert.equal((await countsOf(path)).done, 1);
  assert.deepEqual(await waitingOf(path), beyond(people - 1));
  await service.api('DELETE', path);
});
