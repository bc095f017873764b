import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { announceProcess, listProcesses } from '../platform/rounds/processes.ts';
import { version } from '../platform/version.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { until } from '../testing/until.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ works: true });
});
after(() => service.stop());

const system = async (of = service) => {
  const { status, body } = await of.api('GET', '/v1/system');
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const queueOf = async (name: string, of = service) =>
  (await system(of)).queues.find(({ queue }: { queue: string }) => queue === name);

/** Asks for a check, and waits for its end. */
async function check() {
  const asked = await service.api('POST', '/v1/system/ledger_check');
  assert.equal(asked.status, 200);
  return until('the ledger is checked', async () => {
    const { body } = await service.api('GET', '/v1/system/ledger_check');
    return body.status !== 'in_progress' && body;
  });
}

async function sendTo(subject: string, names: string[] = []): Promise<string> {
  for (const name of names)
    await service.api('POST', '/v1/subscribers', { email_address: `${name}@example.org`, type: 'regular' });
  const { id } = (await service.api('POST', '/v1/emails', { subject, body: 'x' })).body;
  await until(
    'it is sent',
    async () => (await service.api('GET', `/v1/emails/${id}`)).body.status === 'sent',
  );
  return id;
}

test('the state names versions, the database, files and disks', async () => {
  const { database, files, disks, ...rest } = await system();
  assert.equal(rest.version, version);
  assert.match(database.version, /^\d+/);
  assert.ok(database.size > 1_000_000 && database.connections.used > 0);
  assert.ok(database.connections.most >= database.connections.used);
  assert.equal(files.place, 'folder');
  assert.ok(disks[0].free > 0 && disks[0].size >= disks[0].free);
});

test('a process is listed while it runs, and afterwards only if it was killed', async () => {
  const { db, log } = service;
  const announced = await announceProcess(db, { role: 'worker', log });
  const own = await until('it is listed', async () => {
    const processes = await listProcesses(db);
    return processes.find(({ role }) => role === 'worker');
  });
  assert.deepEqual(
    { process_id: own.process_id, version: own.version, is_running: own.is_running },
    { process_id: process.pid, version, is_running: true },
  );
  await announced.stop();
  assert.deepEqual(await listProcesses(db), []);

  const silent = { ...own, seen_date: sql<string>`now() - interval '10 minutes'` };
  const { is_running: _, ...row } = silent;
  await db
    .insertInto('processes')
    .values({ ...row, lease_mark: '' })
    .execute();
  assert.equal((await system()).processes[0].is_running, false);
  const next = await announceProcess(db, { role: 'worker', log });
  await until('the one that took its place is the only one', async () => {
    const processes = await listProcesses(db);
    return processes.length === 1 && processes[0]!.id !== own.id;
  });
  await next.stop();
});

test('a queue shows what waits, since when, and why something failed', async () => {
  const still = await startTestService(); // no worker runs here
  after(() => still.stop());
  const calm = await queueOf('mail_confirmation', still);
  assert.deepEqual(calm, {
    queue: 'mail_confirmation',
    waiting: 0,
    running: 0,
    later: 0,
    failing: 0,
    reason: '',
    oldest_seconds: 0,
    is_late: false,
  });
  await sql`
    insert into letters (kind, subject, work_date, work_lease, work_tries, work_trouble)
    values ('mail_confirmation', 'one', now() + interval '1 day', null, 1, 'The relay is away.'),
      ('mail_confirmation', 'two', now() + interval '1 day', gen_random_uuid(), 0, '')`.execute(still.db);
  const queue = await queueOf('mail_confirmation', still);
  assert.deepEqual(
    [queue.running, queue.later, queue.failing, queue.reason],
    [1, 1, 1, 'The relay is away.'],
  );

  await sql`
    insert into feeds (url, fetch_url, next_poll_date, busy_until, failures, last_error)
    values ('https://late.example/', 'https://late.example/', now() - interval '1 hour', now() - interval '1 minute', 3, 'No answer.')`.execute(
    still.db,
  );
  const feeds = await queueOf('feeds', still);
  assert.deepEqual([feeds.waiting, feeds.failing, feeds.reason], [1, 1, 'No answer.']);
  assert.ok(feeds.oldest_seconds >= 3600);
});

test('tables are listed once with all their partitions, the largest first', async () => {
  const { status, body } = await service.api('GET', '/v1/system/tables');
  assert.equal(status, 200);
  const names = body.results.map(({ table }: { table: string }) => table);
  assert.equal(names.filter((name: string) => name.startsWith('deliveries')).length, 1);
  assert.ok(names.includes('letters'));
  const sizes = body.results.map(({ size }: { size: number }) => size);
  assert.deepEqual(
    sizes,
    sizes.toSorted((a: number, b: number) => b - a),
  );
});

test('a check of the ledger names the email whose counts do not add up, and is green once they are corrected', async () => {
  assert.equal((await service.api('GET', '/v1/system/ledger_check')).body.status, 'none');
  const id = await sendTo('Counted twice', ['ada', 'grace', 'hedy']);
  await sendTo('Another');
  const good = await check();
  assert.deepEqual([good.status, good.email_count, good.checked_count, good.wrong], ['good', 2, 2, []]);

  const falsify = (status: string) =>
    sql`update deliveries set status = ${status}::delivery_status
      where (email_key, subscriber_key) in (select email_key, min(subscriber_key) from deliveries
        where email_key = (select key from emails where id = ${id}) group by 1)`.execute(service.db);
  await falsify('bounced');
  const { status, wrong, wrong_count } = await check();
  assert.deepEqual([status, wrong_count], ['wrong', 1]);
  const { newsletter, ...first } = wrong[0];
  assert.equal(newsletter.id, service.newsletter.id);
  assert.deepEqual(first, {
    email: { id, subject: 'Counted twice' },
    stored: { accepted: 3, bounced: 0 },
    counted: { accepted: 2, bounced: 1 },
  });
  await falsify('accepted');
  assert.equal((await check()).status, 'good');
});

test('a check goes on where a killed worker left it', async () => {
  await sendTo('The third', ['rosalind']);
  const { email_count } = await check();
  await service.db
    .updateTable('ledger_checks')
    .set({ completion_date: null, checked_count: email_count - 1 })
    .execute();
  await sql`update ledger_checks set next_key = (select min(key) + 1 from emails)`.execute(service.db);
  const { status, checked_count } = await check();
  assert.deepEqual([status, checked_count], ['good', email_count]);
});
