import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import { openDice } from '../platform/dice.ts';
import { addSubscribers } from '../testing/audience.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { mailAfter, makeSequence, runSequences, stepAfter } from '../testing/sequences.ts';
import { findSequenceFaults } from './verify.ts';

// Only the workers of these tests run here, and they die at every statement.
const people = 12;
let now = new Date();
let service: TestService;
before(async () => {
  service = await startTestService({ clock: () => now });
  await addSubscribers(service.db, service.newsletter, people);
});
after(() => service.stop());

class Crash extends Error {}

/** Returns the service with a worker that dies before its statement number `step`. */
function dyingAt(step: number): TestService {
  let statements = 0;
  const db: Database = service.db.withPlugin({
    transformQuery({ node }) {
      statements += 1;
      if (statements >= step) throw new Crash();
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { ...service, db };
}

/** Works until the worker dies at that statement. Returns whether it did. */
async function dieAt(step: number): Promise<boolean> {
  return runSequences(dyingAt(step)).then(
    () => false,
    error => {
      assert.ok(error instanceof Crash, String(error));
      return true;
    },
  );
}

const everySort = [
  mailAfter(0, 'Welcome'),
  stepAfter(0, 'add_tags', { tags: ['inside'] }),
  stepAfter(0, 'add_metadata', { metadata: { inside: true } }),
  stepAfter(0, 'send_notification', { subject: 'Somebody came' }),
  stepAfter(0, 'send_post_request', { url: 'http://127.0.0.1:9/hook' }),
  stepAfter(0, 'remove_tags', { tags: ['inside'] }),
];

/**
 * Returns everything that a sequence has done: every run and step once, one copy of each mail for everybody, and one letter and one request
 * each.
 */
async function account(id: string) {
  const { rows } = await sql<Record<string, number>>`
    with run as (select run.* from sequence_runs run join sequences on sequences.key = sequence_key where sequences.id = ${id})
    select (select count(*) from run)::int as runs, (select count(distinct subscriber_key) from run)::int as people,
      (select count(*) from run where status = 'done')::int as done,
      (select count(*) from sequence_steps where run_key in (select key from run) and result = 'done')::int as steps,
      (select count(*) from deliveries where email_key in (
        select email_key from sequence_emails join sequences on sequences.key = sequence_key where sequences.id = ${id}))::int as copies,
      (select count(*) from letters where kind = 'tell_sequence' and split_part(subject, ' ', 1)::uuid in (select id from run))::int as letters,
      (select count(*) from sequence_requests where run_key in (select key from run))::int as requests,
      (select count(*) from sequence_entries join sequences on sequences.key = sequence_key where sequences.id = ${id})::int as entries`.execute(
    service.db,
  );
  return rows[0]!;
}

const afterRounds = (rounds: number) => ({
  runs: rounds * people,
  people,
  done: rounds * people,
  steps: 6 * rounds * people,
  copies: rounds * people,
  letters: rounds * people,
  requests: rounds * people,
  entries: 0,
});

const open = () =>
  makeSequence(service, { trigger: 'automation.invoked', entry: 'every', actions: everySort });

/** Starts everybody again. */
async function start({ id }: { id: string }) {
  now = new Date(Math.max(now.getTime() + 1000, Date.now()));
  const answer = await service.api('POST', `/v1/automations/${id}/invoke`, { filters: [] });
  assert.equal(answer.status, 200, answer.text);
}

test('a worker that dies before any statement leaves nobody out, and does nothing twice', async () => {
  const sequence = await open();
  let step = 1;
  for (; ; step += 1) {
    await start(sequence);
    const died = await dieAt(step);
    await runSequences(service);
    assert.deepEqual(await account(sequence.id), afterRounds(step), `statement ${step}`);
    if (!died) break;
  }
  assert.ok(step > 50, `${step} statements`);
  assert.deepEqual(await findSequenceFaults(service.db), []);
  await service.api('DELETE', `/v1/automations/${sequence.id}`);
});

test('workers that die again and again, some at the same time, do everything exactly once', async () => {
  const dice = openDice(51);
  const sequence = await open();
  for (let round = 1; round <= 8; round += 1) {
    await start(sequence);
    for (let death = 0; death < 4; death += 1)
      await Promise.all(
        [dice.below(60), dice.below(60)].map(step =>
          runSequences(dyingAt(step + 1)).catch(error => assert.ok(error instanceof Crash, String(error))),
        ),
      );
    await Promise.all([runSequences(service), runSequences(service)]);
    await runSequences(service);
    assert.deepEqual(await account(sequence.id), afterRounds(round), `round ${round}`);
  }
  await service.api('DELETE', `/v1/automations/${sequence.id}`);
});
