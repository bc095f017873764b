import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { countDomains } from '../delivery/ledger/domain-counts.ts';
import { makeRoom } from '../delivery/ledger/parts.ts';
import { addSubscribers } from '../testing/audience.ts';
import { beginPlans, readsLittle } from '../testing/hostile-statistics.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';

// The same as hostile-statistics.test.ts, for the counts by receiving domain, which are made every minute.
const emails = 400;
const readers = 4;
const changed = 20;

const large = ['emails', 'delivery_chunks', 'domain_counts', 'deliveries', 'subscribers'];

let service: TestService;
before(async () => {
  service = await startTestService();
  await addSubscribers(service.db, service.newsletter, readers);
  await sendMany();
});
after(() => service.stop());

/** Adds emails of the last days, each of them sent to all readers. */
async function sendMany(): Promise<void> {
  const { db, newsletter } = service;
  const { rows } = await sql<{ first: number; last: number }>`
    with made as (
      insert into emails (id, newsletter_key, email_type, slug, source, status, subject, publish_date)
      select gen_random_uuid(), ${newsletter.key}, 'public', gen_random_uuid(), 'api', 'sent', 'Earlier', now() - n * interval '1 minute'
      from generate_series(1, ${emails}::int) as n returning key
    ) select min(key) as first, max(key) as last from made`.execute(db);
  const { first, last } = rows[0]!;
  await makeRoom(db, last);
  await sql`insert into deliveries (email_key, subscriber_key, status, status_date, attempts)
    select email, key, 'accepted', now(), 1 from subscribers, generate_series(${first}::bigint, ${last}::bigint) as email`.execute(
    db,
  );
  await sql`insert into delivery_chunks (email_key, first_key, last_key, planned, next_attempt_date, first_pass_done)
    select email_key, min(subscriber_key), max(subscriber_key), count(*), null, true from deliveries group by email_key`.execute(
    db,
  );
  await sql`alter table delivery_chunks set (autovacuum_enabled = false)`.execute(db);
  await sql`alter table emails set (autovacuum_enabled = false)`.execute(db);
}

/** Makes some copies of every `nth` email accepted, long after the email was counted. */
async function receive(nth: number): Promise<void> {
  await sql`update domain_counts set counted_date = counted_date - interval '1 hour'`.execute(service.db);
  await sql`update delivery_chunks set accepted = accepted + 1, planned = planned - 1 where email_key % ${nth} = 0`.execute(
    service.db,
  );
}

async function countAll(): Promise<number> {
  let count = 0;
  for (let more = 1; more > 0; count += more) more = await countDomains(service.db, new Date());
  return count;
}

const gather = () => sql`vacuum analyze`.execute(service.db);

test('counting by domain reads only the emails that have changed, whatever the statistics say', async () => {
  const { db } = service;
  const costsLittle = async (statistics: string, plans: Parameters<typeof beginPlans>[1]) => {
    await beginPlans(service, plans);
    await receive(emails / changed);
    const when = `statistics ${statistics}, ${plans}`;
    await readsLittle(
      db,
      { large, each: changed, when },
      {
        what: 'counting',
        rows: 40,
        run: async () => assert.equal(await countAll(), changed),
      },
    );
    await readsLittle(
      db,
      { large, each: 1, when },
      { what: 'finding nothing to count', rows: 10, run: async () => assert.equal(await countAll(), 0) },
    );
  };
  for (const plans of ['force_custom_plan', 'force_generic_plan'] as const) {
    await receive(1);
    await gather();
    assert.equal(await countAll(), emails);
    await costsLittle('from when all had changed', plans);
    await gather();
    await costsLittle('from when none had changed', plans);
  }
});
