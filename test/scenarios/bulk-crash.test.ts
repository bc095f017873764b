import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { findDiscrepancies } from '../../src/delivery/ledger/counts.ts';
import { addSubscribers } from '../../src/testing/audience.ts';
import { tally } from '../../src/testing/bulk.ts';
import { startTestService, type TestService } from '../../src/testing/postrider.ts';
import { type RunningProcess, startProcess } from '../../src/testing/processes.ts';
import { until } from '../../src/testing/until.ts';

// The API runs in this process and the workers as separate processes, all on one PostgreSQL.
const window = 50;
let service: TestService;
const people = 15_000;

before(async () => {
  service = await startTestService();
  await addSubscribers(service.db, service.newsletter, people);
});
after(() => service.stop());

test('if workers are killed during an action, others continue at the next item', async () => {
  const first = await create('apply_tags', { tag: 'killed' });
  const second = await create('apply_tags', { tag: 'killed', action: 'remove' });
  let release = async () => {};
  for (const done of [3000, 7500]) {
    const next = await holdUp(done + 100); // in the middle of a group, which is then cut off
    await release();
    release = next;
    await using victim = await startWorker();
    await until('the group that is held up', async () => (await read(first)).done_count === done);
    await victim.end('SIGKILL');
  }
  assert.equal((await read(first)).done_count, 7500, 'groups are whole');
  assert.equal(await countTagged('killed'), 7500, 'exactly the counted items are done');
  assert.equal((await read(second)).status, 'not_started', 'one action after another');
  await release();

  await using one = await startWorker();
  await using other = await startWorker();
  await untilEnded(first);
  await untilEnded(second);
  assert.deepEqual([tally(await read(first)), tally(await read(second))], [`${people}/0/0`, `${people}/0/0`]);
  assert.equal(await countTagged('killed'), 0);
  const { count } = await service.db
    .selectFrom('events')
    .where('event_type', '=', 'subscriber.tags.changed')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  assert.equal(count, 2 * people, 'nothing was done twice');
  assert.deepEqual(await Promise.all([one, other].map(worker => worker.end('SIGTERM'))), [0, 0]);
});

test('a worker that is asked to stop hands the action on before its deadline', async () => {
  const id = await create('apply_metadata', { action: 'add', metadata: { seen: true } });
  await using leaving = await startWorker();
  await until('some progress', async () => (await read(id)).done_count > 1000);
  assert.equal(await leaving.end('SIGTERM'), 0);
  await using next = await startWorker();
  await untilEnded(id);
  assert.equal(tally(await read(id)), `${people}/0/0`);
  await next.end('SIGTERM');
});

test('chosen people get an email exactly once even if the workers that choose and serve them are killed', async () => {
  const ids = (
    await service.db.selectFrom('subscribers').select('id').orderBy('key', 'desc').limit(3000).execute()
  ).map(row => row.id);
  const { body: draft } = await service.api('POST', '/v1/emails', { subject: 'Chosen', status: 'draft' });
  const id = await create('send_emails', { email_id: draft.id, ids });
  await using victim = await startWorker();
  await until('some mail', async () => service.sink.accepted.length > 100);
  await victim.end('SIGKILL');
  await using survivor = await startWorker();
  await untilEnded(id);
  const email = await until('sent', async () => {
    const { body } = await service.api('GET', `/v1/emails/${draft.id}`);
    return body.status === 'sent' && body;
  });
  await survivor.end('SIGTERM');
  assert.equal(email.analytics.recipients, ids.length);
  const readers = service.sink.accepted.map(({ to }) => to);
  assert.equal(new Set(readers).size, readers.length, 'nobody got it twice');
  assert.ok(readers.length >= ids.length - window, `${readers.length} copies`);
  assert.deepEqual(await findDiscrepancies(service.db), []);
});

function startWorker(): Promise<RunningProcess> {
  const env = {
    ROLE: 'worker',
    DATABASE_URL: service.database_url,
    SMTP_URL: service.sink.url,
    LEASE_SECONDS: '2',
    UNCERTAIN_WINDOW: String(window),
  };
  return startProcess(['serve'], env, /worker is running/);
}

/** Blocks changes of subscriber number `number` until the returned function is called. */
async function holdUp(number: number): Promise<() => Promise<void>> {
  const change = await service.db.startTransaction().execute();
  const email_address = `r${number}@example.org`;
  await change
    .selectFrom('subscribers')
    .select('key')
    .where('email_address', '=', email_address)
    .forUpdate()
    .execute();
  return () => change.rollback().execute();
}

async function create(type: string, metadata: object): Promise<string> {
  const { status, body, text } = await service.api('POST', '/v1/bulk_actions', { type, metadata });
  assert.equal(status, 201, text);
  return body.id;
}

async function read(id: string) {
  return (await service.api('GET', `/v1/bulk_actions/${id}`)).body;
}

/** Waits for the end. Other workers notice a killed one after some seconds. */
function untilEnded(id: string) {
  return until(`the end of ${id}`, async () => (await read(id)).completion_date !== null);
}

async function countTagged(tag: string): Promise<number> {
  return (await service.api('GET', `/v1/subscribers?page_size=1&tag=${tag}`)).body.count;
}
