import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { findDiscrepancies } from '../delivery/ledger/counts.ts';
import type { Database } from '../platform/database/connect.ts';
import { bulkItems } from '../platform/metrics/metrics.ts';
import { addSubscribers } from '../testing/audience.ts';
import { bulkContext, runBulkActions, tally } from '../testing/bulk.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';

// No other worker runs: only the tests process actions, and they die at every step.
const people = 600; // two groups
let service: TestService;
before(async () => {
  service = await startTestService();
  await addSubscribers(service.db, service.newsletter, people);
});
after(() => service.stop());

class Crash extends Error {}

/** The database of a worker that dies before its statement number `step`. */
function dyingAt(step: number): Database {
  let statements = 0;
  return service.db.withPlugin({
    transformQuery({ node }) {
      statements += 1;
      if (statements === step) throw new Crash();
      return node;
    },
    transformResult: async ({ result }) => result,
  });
}

/** Makes a worker die at each of its steps in turn, each time followed by one that lives. Returns the number of steps. */
async function dieEverywhere(
  create: (step: number) => Promise<{ type: string; metadata: object }>,
  check: (step: number, action: Parameters<typeof tally>[0]) => Promise<void>,
): Promise<number> {
  const { db, newsletter } = service;
  for (let step = 1; ; step += 1) {
    const { body } = await service.api('POST', '/v1/bulk_actions', await create(step));
    const died = await runBulkActions(dyingAt(step), bulkContext, newsletter.key).then(
      () => false,
      error => {
        assert.ok(error instanceof Crash, String(error));
        return true;
      },
    );
    await runBulkActions(db, bulkContext, newsletter.key);
    const action = (await service.api('GET', `/v1/bulk_actions/${body.id}`)).body;
    assert.equal(action.status, 'processed', `step ${step}`);
    const { rows, counts } = await itemCounts(action.id);
    assert.deepEqual(counts, [action.done_count, action.skipped_count, action.failed_count], `step ${step}`);
    assert.equal(rows, action.total_count);
    await check(step, action);
    if (!died) return step - 1;
  }
}

/** The numbers of items that /metrics has counted as done, skipped and failed. */
async function metered(): Promise<number[]> {
  const { values } = await bulkItems.get();
  return ['done', 'skipped', 'failed'].map(
    result => values.find(({ labels }) => labels.result === result)?.value ?? 0,
  );
}

async function itemCounts(id: string) {
  const items = await service.db
    .selectFrom('bulk_action_items')
    .innerJoin('bulk_actions', 'bulk_actions.key', 'action_key')
    .where('id', '=', id)
    .select('bulk_action_items.status')
    .execute();
  const of = (status: string) => items.filter(item => item.status === status).length;
  return { rows: items.length, counts: [of('done'), of('skipped'), of('failed')] };
}

test('a worker that dies at any step of a set-based action leaves no item undone or done twice', async () => {
  const events = async () =>
    (
      await service.db
        .selectFrom('events')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('event_type', 'in', ['subscriber.tags.changed', 'bulk_action.processed'])
        .executeTakeFirstOrThrow()
    ).count;
  let told = await events();
  const [meteredBefore = 0] = await metered();
  const steps = await dieEverywhere(
    async step => ({ type: 'apply_tags', metadata: { tag: `at ${step}` } }),
    async (step, action) => {
      assert.equal(tally(action), `${people}/0/0`, `step ${step}`);
      const { count } = (await service.api('GET', `/v1/subscribers?page_size=1&tag=at ${step}`)).body;
      assert.equal(count, people);
      assert.equal(await events(), told + people + 1, `step ${step}`);
      told += people + 1;
      assert.deepEqual(await metered(), [meteredBefore + step * people, 0, 0], `step ${step}`);
    },
  );
  assert.ok(steps > 20, `${steps} steps`);
});

test('a worker that dies at any step of a one-by-one action leaves no item half done', async () => {
  const make = async (name: string) => (await service.api('POST', '/v1/tags', { name })).body.id;
  const steps = await dieEverywhere(
    async step => {
      const [free, used] = [await make(`free ${step}`), await make(`used ${step}`)];
      await service.api('POST', '/v1/emails', { subject: 'x', status: 'draft', included_tags: [used] });
      return { type: 'delete_tags', metadata: { ids: [free, used, 'nothing'] } };
    },
    async (step, action) => assert.equal(tally(action), '1/0/2', `step ${step}`),
  );
  assert.ok(steps > 30, `${steps} steps`);
});

test('a worker that dies at any step of send_emails leaves everybody in the ledger exactly once', async () => {
  const steps = await dieEverywhere(
    async step => {
      const { body } = await service.api('POST', '/v1/emails', { subject: `Sent ${step}`, status: 'draft' });
      return { type: 'send_emails', metadata: { email_id: body.id, ids: ['all'] } };
    },
    async (step, action) => {
      assert.equal(tally(action), `${people}/0/0`, `step ${step}`);
      const email = await service.db
        .selectFrom('emails')
        .selectAll()
        .where('id', '=', action.metadata.email_id)
        .executeTakeFirstOrThrow();
      assert.deepEqual([email.status, email.audience_frozen], ['in_flight', true], `step ${step}`);
      const rows = await service.db
        .selectFrom('deliveries')
        .select('subscriber_key')
        .where('email_key', '=', email.key)
        .execute();
      assert.equal(rows.length, people);
    },
  );
  assert.deepEqual(await findDiscrepancies(service.db), []);
  assert.ok(steps > 30, `${steps} steps`);
});

test('a worker that dies at any step of an undo restores everybody exactly once', async () => {
  const { db, newsletter, api } = service;
  const few = (await api('GET', '/v1/subscribers?page_size=3')).body.results;
  const ids = few.map(({ id }: { id: string }) => id);
  const run = (on: Database) => runBulkActions(on, bulkContext, newsletter.key);
  let step = 0;
  for (let has_died = true; has_died; ) {
    step += 1;
    const metadata = { tag: `undone ${step}`, ids };
    const action = (await api('POST', '/v1/bulk_actions', { type: 'apply_tags', metadata })).body;
    await run(db);
    const undo = (await api('POST', `/v1/bulk_actions/${action.id}/undo`)).body;
    has_died = await run(dyingAt(step)).then(
      () => false,
      error => error instanceof Crash,
    );
    await Promise.all([run(db), run(db)]);
    const ended = (await api('GET', `/v1/bulk_actions/${undo.id}`)).body;
    assert.deepEqual([ended.status, tally(ended)], ['processed', '3/0/0'], `step ${step}`);
    assert.equal((await api('GET', `/v1/subscribers?page_size=1&tag=undone ${step}`)).body.count, 0);
    const { count } = await db
      .selectFrom('events')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where(sql`data ->> 'undone_bulk_action_id'`, '=', action.id)
      .where('event_type', '=', 'subscriber.tags.changed')
      .executeTakeFirstOrThrow();
    assert.equal(count, 3, `step ${step}`);
  }
  assert.ok(step > 10, `${step} steps`);
});

test('one of several workers handles a newsletter at a time, and nothing is done twice', async () => {
  const create = async (tag: string, action: string) =>
    (await service.api('POST', '/v1/bulk_actions', { type: 'apply_tags', metadata: { tag, action } })).body
      .id;
  const [one, two] = [await create('race', 'add'), await create('race', 'remove')];
  const run = () => runBulkActions(service.db, bulkContext, service.newsletter.key);
  await Promise.all([run(), run(), run(), run()]);
  for (const id of [one, two])
    assert.equal(tally((await service.api('GET', `/v1/bulk_actions/${id}`)).body), `${people}/0/0`);
  assert.equal((await service.api('GET', '/v1/subscribers?page_size=1&tag=race')).body.count, 0);
});

test('a persistent internal failure ends the action with its items failed, and the next one runs', async () => {
  const create = async (tag: string) =>
    (await service.api('POST', '/v1/bulk_actions', { type: 'apply_tags', metadata: { tag } })).body.id;
  const [poisoned, next] = [await create('poisoned'), await create('next')];
  const settings = JSON.stringify({ action: 'add', tags: null });
  await service.db.updateTable('bulk_actions').set({ settings }).where('id', '=', poisoned).execute();
  const run = () => runBulkActions(service.db, bulkContext, service.newsletter.key);
  const [, , meteredBefore = 0] = await metered();
  for (let round = 0; round < 10; round += 1) await assert.rejects(run(), TypeError);
  assert.equal((await metered())[2], meteredBefore + people);
  await run();
  const read = async (id: string) => (await service.api('GET', `/v1/bulk_actions/${id}`)).body;
  const failed = await read(poisoned);
  assert.deepEqual([failed.status, tally(failed)], ['failed', `0/0/${people}`]);
  assert.match(failed.status_reason, /Postrider failed 10 times/);
  assert.equal(tally(await read(next)), `${people}/0/0`);
});

test('an action whose tag is deleted meanwhile fails and says why', async () => {
  const { body } = await service.api('POST', '/v1/bulk_actions', {
    type: 'apply_tags',
    metadata: { tag: 'short-lived' },
  });
  const { results } = (await service.api('GET', '/v1/tags?page_size=1000')).body;
  const tag = results.find(({ name }: { name: string }) => name === 'short-lived');
  await service.api('DELETE', `/v1/tags/${tag.id}`);
  await runBulkActions(service.db, bulkContext, service.newsletter.key);
  const failed = (await service.api('GET', `/v1/bulk_actions/${body.id}`)).body;
  assert.deepEqual([failed.status, tally(failed)], ['failed', `0/0/${people}`]);
  assert.match(failed.status_reason, /tag .*deleted/);
  const items = (await service.api('GET', `/v1/bulk_actions/${body.id}/items?status=failed&page_size=1`))
    .body;
  assert.deepEqual([items.count, items.results[0].reason], [people, 'tag_invalid']);
  const { event_type } = await service.db
    .selectFrom('events')
    .selectAll()
    .orderBy('key', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  assert.equal(event_type, 'bulk_action.failed');
});
