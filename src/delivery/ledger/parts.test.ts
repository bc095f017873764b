import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { connectDatabase, type Database, inTransaction } from '../../platform/database/connect.ts';
import { migrateToLatest } from '../../platform/database/migrate.ts';
import { addSubscribers } from '../../testing/audience.ts';
import { createEmptyDatabase, migrateThrough } from '../../testing/database.ts';
import { ledgerOf, sendEmail, untilStatus } from '../../testing/ledger.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';
import { leaseChunk } from './chunks.ts';
import { findDiscrepancies } from './counts.ts';
import { partLedger } from './part-ledger.ts';
import { listParts, makeRoom } from './parts.ts';

const readers = 1500;
let service: TestService;
before(async () => {
  service = await startTestService({ works: true });
  await addSubscribers(service.db, service.newsletter, readers);
});
after(() => service.stop());

/** Makes the ledger one table without partitions, as the migration leaves one that is too large for it. */
async function unpart(db: Database): Promise<void> {
  for (const { name } of (await listParts(db)).slice(1)) await sql`drop table ${sql.id(name)}`.execute(db);
  await inTransaction(db, async trx => {
    await sql`alter table deliveries detach partition deliveries_0`.execute(trx);
    await sql`drop table deliveries`.execute(trx);
    await sql`alter table deliveries_0 rename to deliveries`.execute(trx);
    const { rows } = await sql<{ indexname: string }>`
      select indexname from pg_indexes where tablename = 'deliveries'`.execute(trx);
    for (const { indexname } of rows)
      await sql`alter index ${sql.id(indexname)} rename to ${sql.id(indexname.replace('_0_', '_'))}`.execute(
        trx,
      );
  });
}

test('a new part is made when the last is half full, while others read and write the ledger', async t => {
  const database = await createEmptyDatabase();
  const db = connectDatabase(database.url, { size: 3, on_error: () => {} });
  t.after(async () => {
    await db.destroy();
    await database.drop();
  });
  await migrateToLatest(db);
  assert.deepEqual(await listParts(db), [{ name: 'deliveries_0', first_key: 0, next_key: 1 }]);
  await makeRoom(db, 1);
  const first = await listParts(db);
  assert.deepEqual(first.at(-1), { name: 'deliveries_1', first_key: 1, next_key: 17 });
  await makeRoom(db, 8);
  assert.deepEqual(await listParts(db), first);
  await inTransaction(db, async reader => {
    await sql`insert into deliveries (email_key, subscriber_key) values (1, 1)`.execute(reader);
    await Promise.all([makeRoom(db, 9), makeRoom(db, 9)]);
  });
  const second = await listParts(db);
  assert.deepEqual(second.slice(0, -1), first);
  assert.equal(second.at(-1)!.first_key, 17);
  await makeRoom(db, 5000);
  const far = (await listParts(db)).find(part => part.first_key <= 5000 && 5000 < part.next_key)!;
  await sql`insert into deliveries (email_key, subscriber_key) values (5000, 1)`.execute(db);
  await assert.rejects(
    sql`insert into deliveries (email_key, subscriber_key) values (5000, 1)`.execute(db),
    /duplicate key/,
  );
  const { rows } = await sql`
    select from pg_indexes where tablename = ${far.name} and indexdef like '%status_date%'`.execute(db);
  assert.equal(rows.length, 3, 'it has the indexes of the others');
});

test('an upgrade keeps every row, and recipients in hand by the old marks become uncertain', async t => {
  const database = await createEmptyDatabase();
  const db = connectDatabase(database.url, { size: 2, on_error: () => {} });
  t.after(async () => {
    await db.destroy();
    await database.drop();
  });
  await migrateThrough(db, '0026-bounds');
  const lease = crypto.randomUUID();
  await sql`
    insert into newsletters (id, username, name, from_address) values (gen_random_uuid(), 'old', 'Old', 'old@news.example')`.execute(
    db,
  );
  await sql`
    insert into emails (id, newsletter_key, subject, body, slug, source, email_type, status)
    select gen_random_uuid(), newsletters.key, 'Email', '', 'email' || n, 'api', 'public', 'in_flight'
    from newsletters, generate_series(1, 3) as n`.execute(db);
  await sql`
    insert into deliveries (email_key, subscriber_key, status, passed_by, handed_by)
    select 2, n, case when n <= 2 then 'accepted' else 'planned' end::delivery_status,
      case when n = 4 then ${lease}::uuid end, case when n = 9 then ${lease}::uuid when n = 10 then gen_random_uuid() end
    from generate_series(1, 12) as n`.execute(db);
  await sql`
    insert into delivery_chunks (email_key, first_key, last_key, planned, accepted, handed_up_to, lease, lease_until)
    values (2, 1, 12, 10, 2, 5, ${lease}, now() - interval '1 hour')`.execute(db);
  await migrateToLatest(db);
  assert.deepEqual(await listParts(db), [{ name: 'deliveries_0', first_key: 0, next_key: 4 }]);
  const chunk = (await leaseChunk(db, 60))!;
  assert.equal(chunk.email_key, 2);
  const { rows } = await sql<{ keys: number[]; status: string }>`
    select status, array_agg(subscriber_key order by subscriber_key) as keys from deliveries group by status order by status`.execute(
    db,
  );
  assert.deepEqual(
    Object.fromEntries(rows.map(row => [row.status, row.keys])),
    { accepted: [1, 2], planned: [4, 6, 7, 8, 10, 11, 12], uncertain: [3, 5, 9] },
    '3 and 5 are before the mark, 4 was added after it, and 9 had its own mark',
  );
  assert.deepEqual(await findDiscrepancies(db), []);
  await makeRoom(db, 4);
  await sql`insert into deliveries (email_key, subscriber_key) values (4, 1)`.execute(db);
  await sql`delete from emails where key = 2`.execute(db);
  const left = await sql<{ email_key: number }>`select email_key from deliveries`.execute(db);
  assert.deepEqual(left.rows, [{ email_key: 4 }], 'an email’s rows are deleted with it');
});

test('a large ledger is partitioned while mail goes out, even if the process is killed at any step', async () => {
  const { db } = service;
  await unpart(db);
  const before = await sendEmail(service, 'Before');
  await untilStatus(service, before, 'sent');
  const id = await sendEmail(service, 'Meanwhile');

  // This is the state after a kill once the constraint was added, while it waits for writers.
  await sql`alter table deliveries add constraint deliveries_first_part check (email_key < 100000) not valid`.execute(
    db,
  );
  const parter = connectDatabase(service.database_url, { size: 1, on_error: () => {} });
  try {
    const pid = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(parter)).rows[0]!.pid;
    await inTransaction(db, async writer => {
      await sql`update deliveries set attempts = attempts where email_key = (select key from emails where id = ${before})`.execute(
        writer,
      );
      const parting = assert.rejects(partLedger(parter));
      await until('it waits for the lock', async () => {
        const { rows } = await sql`select from pg_locks where pid = ${pid} and not granted`.execute(db);
        return rows.length === 1;
      });
      await sql`select pg_terminate_backend(${pid})`.execute(writer);
      await parting;
    });
  } finally {
    await parter.destroy();
  }
  assert.deepEqual(await listParts(db), []);
  assert.equal(await until('parted', () => partLedger(db).catch(() => false)), true);
  assert.equal(await partLedger(db), true);

  await untilStatus(service, id, 'sent');
  const later = await sendEmail(service, 'Later');
  await untilStatus(service, later, 'sent');
  for (const email of [before, id, later]) assert.deepEqual(await ledgerOf(db, email), { accepted: readers });
  const copies = service.sink.accepted.map(mail => `${mail.to} ${/^Subject: .*/m.exec(mail.source)![0]}`);
  assert.equal(copies.length, 3 * readers);
  assert.equal(new Set(copies).size, 3 * readers);
  assert.deepEqual(await findDiscrepancies(db), []);
});

test('an email beyond the range reserved for a large ledger still starts', async () => {
  const { db } = service;
  await sql`truncate deliveries, delivery_chunks, emails cascade`.execute(db);
  await unpart(db);
  await sql`alter table deliveries add constraint deliveries_first_part check (email_key < 1) not valid`.execute(
    db,
  );
  const id = await sendEmail(service, 'Beyond');
  await untilStatus(service, id, 'sent');
  assert.deepEqual(await ledgerOf(db, id), { accepted: readers });
  assert.equal(await partLedger(db), true);
  assert.deepEqual(await ledgerOf(db, id), { accepted: readers });
});
