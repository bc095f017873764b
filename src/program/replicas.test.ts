import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { connectDatabase, type Database } from '../platform/database/connect.ts';
import { migrateToLatest } from '../platform/database/migrate.ts';
import { lagging } from '../platform/http/openapi.ts';
import { replicaReads } from '../platform/metrics/metrics.ts';
import { inProgram } from '../platform/root.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { ask, openPrimary, openStandby, type TestServer } from '../testing/servers.ts';
import { until } from '../testing/until.ts';

const opened = new AsyncDisposableStack();
let primary: TestServer;
let standby: TestServer;
let service: TestService;
/** Another process of the same installation. */
let elsewhere: TestService;
let own: Record<string, string>;
let other: Record<string, string>;

before(async () => {
  primary = opened.use(await openPrimary());
  await using db = connectDatabase(primary.url, { size: 1, on_error: () => {} });
  await migrateToLatest(db);
  standby = opened.use(await openStandby(primary, { settings: { max_standby_streaming_delay: '0' } }));
  // Tests pause the replica, on a machine that may be slow, so much lag is allowed.
  const env = { DATABASE_READ_URL: standby.url, DATABASE_READ_LAG_SECONDS: '3600' };
  service = await startTestService({ at: { url: primary.url, username: 'one' }, env });
  opened.defer(() => service.stop());
  elsewhere = await startTestService({ at: { url: primary.url, username: 'two' }, env });
  opened.defer(() => elsewhere.stop());
  own = await service.keyWith({ subscribers: 'write', emails: 'write' });
  other = await service.keyWith({ subscribers: 'read', emails: 'read' });
});
after(() => opened.disposeAsync());

test('lists come from the replica, and its state is shown', async () => {
  await isUsed(service);
  await fromReplica(() => service.api('GET', '/v1/subscribers', undefined, other));
  await fromReplica(() => service.api('POST', '/v1/subscribers/search', {}, other));
  await fromReplica(() => service.api('GET', '/v1/events'));
  await fromReplica(async () => {
    const { status, text } = await service.api('GET', '/v1/exports/csv/subscribers');
    assert.equal(status, 200);
    assert.match(text, /^id,/);
  });
  const { body } = await service.api('GET', '/v1/system');
  assert.deepEqual(
    body.database.replicas.map(({ name, status }: { name: string; status: string }) => ({ name, status })),
    [{ name: `127.0.0.1:${standby.port}`, status: 'in_use' }],
  );
  const { text } = await service.api('GET', '/metrics');
  assert.match(text, new RegExp(`postrider_replica_in_use\\{replica="127.0.0.1:${standby.port}"\\} 1`));
  assert.match(text, /postrider_replica_lag_seconds\{/);
});

test('callers who have changed something see it at once, in every process; others read from the replica', async () => {
  await isUsed(service);
  await isUsed(elsewhere);
  await paused(async () => {
    const { status } = await service.api(
      'POST',
      '/v1/subscribers',
      { email_address: 'new@example.com' },
      own,
    );
    assert.equal(status, 201);
    for (const process of [service, elsewhere])
      assert.equal(await count(process, own), 1, 'the caller is never behind its own change');
    await fromReplica(async () => assert.equal(await count(service, other), 0));
    await fromReplica(async () => assert.equal(await count(elsewhere, other), 0));
  });
  await until(
    'the replica serves the caller again',
    async () => (await servedBy(() => count(service, own))) === 'replica',
  );
  assert.equal(await count(service, own), 1);
});

test('callers who have seen that requested work is done see its results', async () => {
  await isUsed(service);
  const { body: email } = await service.api(
    'POST',
    '/v1/emails',
    { subject: 'News', body: 'x', status: 'draft' },
    own,
  );
  await paused(async () => {
    await service.api('POST', '/v1/subscribers', { email_address: 'later@example.com' }, own);
    const before = await count(service, other);
    await service.api('GET', `/v1/emails/${email.id}`, undefined, other);
    assert.equal(await count(service, other), before + 1);
  });
});

test('a deleted subscriber is missing from exports and checks that begin afterwards', async () => {
  await isUsed(service);
  await sql`create table if not exists things (name text)`.execute(service.db);
  await sql`insert into things values ('new')`.execute(service.db);
  const found = await service.replicas.readNow(async db => {
    const { rows } = await sql<{ is_replica: boolean; count: number }>`
      select pg_is_in_recovery() as is_replica, count(*)::int as count from things`.execute(db);
    return rows[0];
  });
  assert.deepEqual(found, { is_replica: true, count: 1 });
});

test('a replica refuses statements that write, and they do not run on the primary either', async () => {
  await isUsed(service);
  for (const read of [
    (work: (db: Database) => Promise<unknown>) => service.replicas.read(service.newsletter.id, work),
    service.replicas.readNow,
  ])
    await assert.rejects(
      read(db => db.updateTable('newsletters').set({ name: 'Changed' }).execute()),
      { code: '25006' },
    );
  const names = await service.db.selectFrom('newsletters').select('name').execute();
  assert.ok(names.every(({ name }) => name === 'Test'));
});

test('a read that a replica cancels, because of changes that it replays, runs on the primary', async () => {
  await isUsed(service);
  await sql`create table if not exists conflicts as select generate_series(1, 1000) as number`.execute(
    service.db,
  );
  await until(
    'the replica has the table',
    async () => (await ask(standby, `select to_regclass('conflicts') is not null as has`))[0].has,
  );
  const seen: boolean[] = [];
  await service.replicas.read(service.newsletter.id, async db => {
    const { rows } = await sql<{ is_replica: boolean; numbers: number }>`
      select pg_is_in_recovery() as is_replica, (select count(*) from conflicts) as numbers`.execute(db);
    const [{ is_replica, numbers } = { is_replica: false, numbers: 0 }] = rows;
    seen.push(is_replica);
    assert.equal(numbers, is_replica ? 1000 : 0);
    if (!is_replica) return;
    await sql`delete from conflicts`.execute(service.db);
    await sql`vacuum conflicts`.execute(service.db);
    await until('the snapshot is in the way', async () => {
      await sql`select count(*) from conflicts`.execute(db);
      return false;
    });
  });
  assert.deepEqual(seen, [true, false]);
});

test('without its replica, the primary serves; when it is back, it is used again', async () => {
  await isUsed(service);
  await standby.end('SIGKILL');
  const { status } = await service.api('GET', '/v1/subscribers', undefined, other);
  assert.equal(status, 200);
  await until('it is known', async () => service.replicas.states()[0]!.status === 'away');
  assert.equal(service.replicas.states()[0]!.lag_seconds, null);
  await service.api('POST', '/v1/subscribers', { email_address: 'meanwhile@example.com' }, own);
  const all = await count(service, other);
  await standby.start();
  await isUsed(service);
  await until('it has caught up', async () => (await count(service, other)) === all);
  await fromReplica(() => count(service, other));
});

test('a replica that lags more than permitted is not used', async t => {
  const env = { DATABASE_READ_URL: standby.url, DATABASE_READ_LAG_SECONDS: '5' };
  const strict = await startTestService({ at: { url: primary.url, username: 'strict' }, env });
  t.after(() => strict.stop());
  await isUsed(strict);
  await paused(async () => {
    await until('it is behind', async () => strict.replicas.states()[0]!.status === 'behind');
    assert.ok(strict.replicas.states()[0]!.lag_seconds! > 0);
    assert.equal(await servedBy(() => strict.api('GET', '/v1/subscribers')), 'none_in_use');
  });
  await isUsed(strict);
});

test('a database that is not a replica of the primary is never used', async t => {
  await using stranger = await openPrimary();
  await using db = connectDatabase(stranger.url, { size: 1, on_error: () => {} });
  await migrateToLatest(db);
  const wrong = await startTestService({
    at: { url: primary.url, username: 'wrong' },
    env: { DATABASE_READ_URL: stranger.url },
  });
  t.after(() => wrong.stop());
  await until('it was looked at', async () => wrong.replicas.states()[0]!.status === 'behind');
  assert.equal(await servedBy(() => wrong.api('GET', '/v1/subscribers')), 'none_in_use');
});

test('the document and the page about replicas name the operations that a replica may answer', () => {
  const { paths } = JSON.parse(readFileSync(inProgram('docs/openapi.json'), 'utf8'));
  const described = Object.entries<Record<string, { description?: string }>>(paths).flatMap(
    ([path, operations]) =>
      Object.entries(operations).flatMap(([method, { description = '' }]) =>
        description.endsWith(lagging) ? `${method.toUpperCase()} ${path}` : [],
      ),
  );
  const page = readFileSync(inProgram('docs/running/replicas.md'), 'utf8');
  const listed = [...page.matchAll(/`((?:GET|POST) \/v1\/[^`]*)`/g)].map(([, name]) => name!);
  assert.ok(described.length > 20);
  assert.deepEqual(listed.toSorted(), described.toSorted());
});

async function count({ api }: TestService, key: Record<string, string>): Promise<number> {
  return (await api('GET', '/v1/subscribers', undefined, key)).body.count;
}

async function isUsed({ replicas }: TestService): Promise<void> {
  await until('the replica is in use', async () => replicas.states()[0]!.status === 'in_use');
}

/** Runs `work` while the replica receives everything but replays nothing. */
async function paused(work: () => Promise<void>): Promise<void> {
  await ask(standby, 'select pg_wal_replay_pause()');
  await until(
    'the replay is paused',
    async () => (await ask(standby, 'select pg_get_wal_replay_pause_state() as state'))[0].state === 'paused',
  );
  try {
    await work();
  } finally {
    await ask(standby, 'select pg_wal_replay_resume()');
  }
}

async function fromReplica(work: () => Promise<unknown>): Promise<void> {
  assert.equal(await servedBy(work), 'replica');
}

/** Returns the result of the one read that `work` makes. */
async function servedBy(work: () => Promise<unknown>): Promise<string | undefined> {
  const before = await readsByResult();
  await work();
  const later = await readsByResult();
  return Object.keys(later).find(result => later[result] !== (before[result] ?? 0));
}

async function readsByResult(): Promise<Record<string, number>> {
  const { values } = await replicaReads.get();
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels.result), value]));
}
