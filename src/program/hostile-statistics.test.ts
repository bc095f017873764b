import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { takeReport } from '../delivery/feedback/take-report.ts';
import { analyzeLedger, freezeNextRange } from '../delivery/ledger/audience.ts';
import { planParts } from '../delivery/ledger/audience-parts.ts';
import { beginRetryHours, finishChunk, leaseChunk } from '../delivery/ledger/chunks.ts';
import type { Chunk, Outcome } from '../delivery/ledger/delivery.ts';
import { listDeliveries, writeDeliveries } from '../delivery/ledger/list.ts';
import { makeRoom } from '../delivery/ledger/parts.ts';
import { planWithdrawn } from '../delivery/ledger/plan-again.ts';
import { noteUnsubscription } from '../delivery/ledger/reactions.ts';
import { deliveryFilters } from '../delivery/ledger/recipient.ts';
import { removeDeliveries } from '../delivery/ledger/remove.ts';
import { listPlanned, take, writeOutcomes } from '../delivery/ledger/take.ts';
import { writeHits } from '../delivery/tracking/write-hits.ts';
import { connectDatabase, type Database, inTransaction } from '../platform/database/connect.ts';
import { newId } from '../platform/ids.ts';
import { addSubscribers } from '../testing/audience.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { rowsRead } from '../testing/rows-read.ts';

// PostgreSQL gathers statistics whenever it likes, and for a new email they always say that it has hardly any rows. Whatever they say, a
// statement that a worker or a page runs often must read only the rows that it is about, not those of everybody who got the email. Each
// case runs on a new connection, which keeps no plans from before.
const people = 2_000;

/** The tables with many rows. PostgreSQL may read all of a small table. */
const large = ['deliveries', 'hits', 'subscribers'];

let service: TestService;
before(async () => {
  service = await startTestService();
  await addSubscribers(service.db, service.newsletter, people);
  await sql`vacuum analyze subscribers`.execute(service.db);
});
after(() => service.stop());

type Email = { key: number; id: string };

/** Makes an email in flight that has no audience yet. */
async function makeEmail(): Promise<Email> {
  const { db } = service;
  const { body } = await service.api('POST', '/v1/emails', { subject: newId(), status: 'draft' });
  return db
    .updateTable('emails')
    .set({ status: 'in_flight', audience_bound: sql`(select max(key) from subscribers)` })
    .where('id', '=', body.id)
    .returning(['key', 'id'])
    .executeTakeFirstOrThrow();
}

const gather = () => sql`vacuum analyze deliveries, delivery_chunks, emails`.execute(service.db);

async function freeze(email: Email, range: number): Promise<void> {
  const { db } = service;
  const row = await db
    .selectFrom('emails')
    .selectAll()
    .where('key', '=', email.key)
    .executeTakeFirstOrThrow();
  await freezeNextRange(db, row, range);
}

/** Adds `emails` that went to `readers` people each, in the partition of the next email. PostgreSQL gathers no statistics on its own. */
async function sendBefore(emails: number, readers: number): Promise<void> {
  const { db, newsletter } = service;
  const { rows } = await sql<{ first: number; last: number }>`
    with made as (
      insert into emails (id, newsletter_key, email_type, slug, source, status, subject, creation_date)
      select gen_random_uuid(), ${newsletter.key}, 'public', gen_random_uuid(), 'api', 'sent', 'Earlier', now() - interval '1 year'
      from generate_series(1, ${emails}::int)
      returning key
    ) select min(key) as first, max(key) as last from made`.execute(db);
  const { first, last } = rows[0]!;
  await makeRoom(db, last + 10);
  const { rows: parts } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'deliveries'::regclass`.execute(
    db,
  );
  for (const name of [...parts.map(part => part.name), 'delivery_chunks'])
    await sql`alter table ${sql.raw(name)} set (autovacuum_enabled = false)`.execute(db);
  await sql`
    insert into deliveries (email_key, subscriber_key, status, status_date, attempts, reply)
    select email, subscribers.key, 'accepted', now(), 1, '250 2.0.0 Ok'
    from generate_series(${first}::bigint, ${last}::bigint) as email
    cross join (select key from subscribers order by key limit ${readers}) subscribers`.execute(db);
  await sql`
    insert into delivery_chunks (email_key, first_key, last_key, accepted, next_attempt_date, first_pass_done)
    select email_key, min(subscriber_key), max(subscriber_key), count(*), null, true
    from deliveries where email_key between ${first} and ${last} group by email_key`.execute(db);
}

const accepted = (subscriber_key: number): Outcome => ({
  subscriber_key,
  status: 'accepted',
  reply: '250 2.0.0 Ok',
  copy_hash: 'aabbccddeeff',
});

/** Serves a chunk as a worker does, with at most `most` recipients in hand. */
async function serve(db: Database, chunk: Chunk, most: number): Promise<void> {
  const planned = await listPlanned(db, chunk);
  let outcomes: Outcome[] = [];
  for (let at = 0; at < planned.length; at += most) {
    const taken = await take(db, chunk, planned.slice(at, at + most), outcomes);
    outcomes = taken!.map(({ subscriber_key }) => accepted(subscriber_key));
  }
  await writeOutcomes(db, chunk, outcomes);
  await finishChunk(db, chunk, null);
}

const now = () => new Date();
const rule = { soft_bounces: 3, soft_bounce_days: 15, full_mailbox_days: 60 };

/**
 * The frequent work, in the order in which it happens to each email; how many people it serves, and how many rows of large tables it may
 * read for each.
 */
const work: {
  what: string;
  to: number;
  rows: number;
  run(db: Database, email: Email, readers: { key: number; id: string }[]): Promise<void>;
}[] = [
  {
    what: 'sending to a chunk',
    to: 500,
    rows: 7,
    async run(db) {
      await serve(db, (await leaseChunk(db, 60))!, 40);
    },
  },
  {
    what: 'taking up the chunk of a dead worker, and serving it',
    to: 500,
    rows: 18,
    async run(db, { key }) {
      const chunk = (await leaseChunk(db, 60))!;
      const taken = await take(db, chunk, (await listPlanned(db, chunk)).slice(0, 60));
      await sql`update delivery_chunks set lease_until = now() - interval '1 s' where email_key = ${key} and lease is not null`.execute(
        db,
      );
      const again = (await leaseChunk(db, 60))!;
      const withdrawn = taken!.map(({ subscriber_key }) => subscriber_key);
      await planWithdrawn(db, again, withdrawn);
      await beginRetryHours(db, again, withdrawn);
      await serve(db, again, 500);
    },
  },
  {
    what: 'opens',
    to: 50,
    rows: 4,
    run: (db, { key }, readers) =>
      writeHits(
        db,
        readers.slice(0, 50).map(reader => ({
          email_key: key,
          subscriber_key: reader.key,
          id: newId(),
          kind: 'open',
          link_number: null,
          date: now().toISOString(),
          method: 'GET',
          agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
          network: '203.0.113.0/24',
          accept: '*/*',
          purpose: '',
        })),
      ),
  },
  {
    what: 'bounces',
    to: 10,
    rows: 30,
    async run(db, { id }, readers) {
      const said = { kind: 'soft', status: '4.2.2', reason: 'full', recipient: null, pattern: null } as const;
      for (const reader of readers.slice(50, 60))
        await takeReport(
          { db, clock: now, rule },
          {
            source: 'smtp',
            about: { delivery: { email_id: id, subscriber_id: reader.id }, clue: 'return_path' },
            report_hash: Buffer.from(newId()),
          },
          { ...said, message_id: null, recipients: [] },
        );
    },
  },
  {
    what: 'unsubscribing',
    to: 10,
    rows: 8,
    async run(db, { id }, readers) {
      for (const reader of readers.slice(60, 70)) await noteUnsubscription(db, id, reader.id);
    },
  },
  {
    what: 'a page of recipients, the latest first',
    to: 20,
    rows: 70,
    async run(db, { key }) {
      const asked = deliveryFilters.parse({ ordering: '-status_date', page_size: 20 });
      await listDeliveries(db, service.newsletter.key, key, { ...asked, retry_hours: 72 });
    },
  },
  {
    what: 'all recipients as CSV',
    to: people,
    rows: 5,
    async run(db, { key }) {
      const asked = { retry_hours: 72, status: undefined } as Parameters<typeof writeDeliveries>[3];
      for await (const _ of writeDeliveries(db, service.newsletter.key, key, asked));
    },
  },
  {
    what: 'deleting the ledger of an email, 100 at a time',
    to: people,
    rows: 4,
    async run(db, { key }) {
      while ((await removeDeliveries(db, key, 100)) > 0);
    },
  },
];

/** Does all the work for the email, after `before`, on a new connection. `plans` says how PostgreSQL plans. */
async function readsLittle(
  email: Email,
  statistics: string,
  plans = 'auto',
  before: (db: Database) => Promise<void> = async () => {},
): Promise<void> {
  const readers = await service.db.selectFrom('subscribers').select(['key', 'id']).orderBy('key').execute();
  const db = connectDatabase(service.database_url, { size: 1, on_error: () => {} });
  try {
    await sql`set plan_cache_mode = ${sql.raw(plans)}`.execute(db);
    await before(db);
    await rowsRead(service.db, 10, large); // so that reads by other connections are not reported later
    for (const { what, to, rows, run } of work) {
      const since = await rowsRead(db, 1, large);
      await run(db, email, readers);
      const read = (await rowsRead(db, 1, large)).map((count, at) => (count - since[at]!) / to);
      const figures = read.map((count, at) => `${count.toFixed(1)} of ${large[at]}`).join(', ');
      const each = read.reduce((sum, count) => sum + count, 0);
      assert.ok(each <= rows, `${what} reads ${figures} for each; statistics ${statistics}, ${plans}`);
    }
  } finally {
    await db.destroy();
    await sql`update delivery_chunks set next_attempt_date = null where email_key = ${email.key}`.execute(
      service.db,
    );
  }
}

test('a plan made while the ledger was nearly empty is not kept once it has grown', async () => {
  const email = await makeEmail();
  await readsLittle(email, 'of a nearly empty table', 'auto', async db => {
    const small = await makeEmail();
    await freeze(small, 50);
    await gather();
    await serve(db, (await leaseChunk(db, 60))!, 4); // often enough that PostgreSQL would keep a plan
    await freeze(email, people);
    await analyzeLedger(db);
  });
});

for (const [emails, readers] of [
  [1, people],
  [30, 200],
  [1000, 6],
] as const)
  test(`work on a new email costs the same whatever the statistics say, after ${emails} other emails`, async () => {
    await sendBefore(emails, readers);
    for (const [at, plans] of ['force_custom_plan', 'force_generic_plan'].entries()) {
      const untold = await makeEmail();
      await freeze(untold, people);
      await readsLittle(untold, at === 0 ? 'never gathered' : 'gathered long before', plans);
      await gather();
      const later = await makeEmail();
      await freeze(later, people);
      await readsLittle(later, 'gathered before the freeze', plans);
      const halfway = await makeEmail();
      await freeze(halfway, people / 4);
      await gather();
      await freeze(halfway, people);
      await readsLittle(halfway, 'gathered in the middle', plans);
    }
  });

test('freezing a range of a long audience reads that range, and not everybody who is still to come', async () => {
  const range = people / 10;
  const email = await makeEmail();
  for (let round = 1; round <= 3; round += 1) {
    const db = connectDatabase(service.database_url, { size: 1, on_error: () => {} });
    try {
      const row = await db
        .selectFrom('emails')
        .selectAll()
        .where('key', '=', email.key)
        .executeTakeFirstOrThrow();
      const [since] = await rowsRead(db, 1, ['subscribers']);
      const { planned } = await freezeNextRange(db, row, range);
      const [read] = await rowsRead(db, 1, ['subscribers']);
      assert.equal(planned, range);
      assert.ok(read! - since! <= 2 * range, `range ${round} reads ${read! - since!} people`);
    } finally {
      await db.destroy();
    }
  }
  await service.db.updateTable('emails').set({ status: 'errored' }).where('key', '=', email.key).execute();
});

const test_of_opens = { variants: [{ subject: 'Other' }], share: 50, measure: 'opens' };

for (const [name, fields, most] of [
  ['of a test that measures opens', { ab_test: JSON.stringify(test_of_opens) }, 6],
  ['in waves', { reader_time: JSON.stringify({ at: '09:00', if_passed: 'next_day' }) }, 4],
  ['under a limit of mails', { ignores_cap: false }, 6],
] as const)
  test(`freezing an audience ${name} reads only a few rows about each person, whatever the statistics say`, async () => {
    const { db, newsletter } = service;
    const earlier = await makeEmail();
    await freeze(earlier, people);
    // When statistics were gathered, all hits came from one person.
    await openEarlier(earlier, 1, 500);
    await sql`vacuum analyze hits`.execute(db);
    await openEarlier(earlier, people, 1);
    if (name.includes('limit'))
      await sql`update newsletters set mail_cap = '{"count": 50, "days": 7}' where key = ${newsletter.key}`.execute(
        db,
      );
    for (const plans of ['force_custom_plan', 'force_generic_plan']) {
      const { key } = await makeEmail();
      await db.updateTable('emails').set(fields).where('key', '=', key).execute();
      const email = await db
        .selectFrom('emails')
        .selectAll()
        .where('key', '=', key)
        .executeTakeFirstOrThrow();
      await rowsRead(db, 10, large);
      const own = connectDatabase(service.database_url, { size: 1, on_error: () => {} });
      try {
        await sql`set plan_cache_mode = ${sql.raw(plans)}`.execute(own);
        const since = await rowsRead(own, 1, large);
        await inTransaction(own, async trx => {
          await planParts(trx, newsletter, email, now());
          await freezeNextRange(trx, email, 10 * people);
        });
        const read = (await rowsRead(own, 1, large)).map((count, at) => (count - since[at]!) / people);
        const each = read.reduce((sum, count) => sum + count, 0);
        assert.ok(each <= most, `${read.map(one => one.toFixed(1))} of ${large} for each, ${plans}`);
      } finally {
        await own.destroy();
      }
      await db.updateTable('emails').set({ status: 'errored' }).where('key', '=', key).execute();
    }
    await sql`update newsletters set mail_cap = null where key = ${newsletter.key}`.execute(db);
    await db.updateTable('emails').set({ status: 'errored' }).where('key', '=', earlier.key).execute();
  });

/** Adds `times` opens of the email by each of these people. */
async function openEarlier({ key }: Email, readers: number, times: number): Promise<void> {
  await sql`
    insert into hits (email_key, subscriber_key, id, kind, date, method, agent, network, accept, purpose, verdict, reasons, client,
      rule_version)
    select ${key}, subscribers.key, gen_random_uuid(), 'open', now(), 'GET', '', '', '', '', 'human', '{}', '', 1
    from (select key from subscribers order by key limit ${readers}) subscribers, generate_series(1, ${times}::int)`.execute(
    service.db,
  );
}
