import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { addMorePeople, beginPlans, type Plans, readsLittle } from '../testing/hostile-statistics.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { mailAfter, makeSequence, runSequences, stepAfter } from '../testing/sequences.ts';

// The same as hostile-statistics.test.ts, for work on single people. Whatever PostgreSQL's statistics say, and whether it plans for
// these values or for any, one person's sign-up, change or step reads a few rows, not those of everybody.
const people = 5000;
const each = 20;

/** The tables that grow with people and with time. */
const large = [
  'subscribers',
  'events',
  'webhook_deliveries',
  'sequence_runs',
  'sequence_steps',
  'sequence_emails',
  'deliveries',
];

let service: TestService;
before(async () => {
  service = await startTestService();
  const { db } = service;
  for (const name of large.slice(0, -1))
    await sql`alter table ${sql.table(name)} set (autovacuum_enabled = false)`.execute(db);
});
after(() => service.stop());

const gather = () => sql`vacuum analyze`.execute(service.db);

/** Adds people, each with the rows that a year leaves behind. */
async function grow(): Promise<void> {
  const { db, newsletter } = service;
  const last = await addMorePeople(service, people);
  await sql`
    insert into events (id, newsletter_key, event_type, subscriber_id, data)
    select gen_random_uuid(), newsletter_key, 'subscriber.updated', id, '{}'
    from subscribers cross join generate_series(1, 3) where key > ${last}`.execute(db);
  await sql`
    insert into webhook_deliveries (event_key, webhook_key, next_attempt_date)
    select events.key, webhooks.key, now() + interval '1 day' from events
    join subscribers on subscribers.id = subscriber_id and subscribers.key > ${last} cross join webhooks`.execute(
    db,
  );
  await sql`
    with sent as (
      insert into emails (id, newsletter_key, email_type, slug, source, status, subject, creation_date)
      values (gen_random_uuid(), ${newsletter.key}, 'public', gen_random_uuid(), 'api', 'sent', 'Earlier', now())
      returning key
    ), copies as (
      insert into deliveries (email_key, subscriber_key, status, status_date, attempts, reply)
      select sent.key, subscribers.key, 'accepted', now(), 1, '250 2.0.0 Ok' from sent cross join subscribers
      returning email_key, subscriber_key
    )
    insert into delivery_chunks (email_key, first_key, last_key, accepted, next_attempt_date, first_pass_done)
    select email_key, min(subscriber_key), max(subscriber_key), count(*), null, true from copies group by email_key`.execute(
    db,
  );
  await sql`
    with entered as (
      insert into sequence_runs (sequence_key, edition, passage, cause, mails, entered_date, anchor_date, status, step, subscriber_key, completed_date)
      select sequences.key, 1, 1, gen_random_uuid(), false, now(), now(), 'done', 2, subscribers.key, now()
      from sequences cross join subscribers where name = 'Earlier' and subscribers.key > ${last} returning key
    )
    insert into sequence_steps (run_key, step_id, result, reason)
    select key, gen_random_uuid(), 'done', '' from entered cross join generate_series(1, 2)`.execute(db);
}

type Person = { id: string; email_address: string };

async function ask(method: string, path: string, body?: object): Promise<void> {
  const { status, text } = await service.api(method, path, body);
  assert.ok(status < 300, `${method} ${path}: ${text}`);
}

/** The frequent work, in the order in which it happens to some people, and how many rows of large tables it may read for each. */
const work: { what: string; rows: number; run(person: Person): Promise<void> }[] = [
  {
    what: 'signing up',
    rows: 10,
    run: ({ email_address }) => ask('POST', '/v1/subscribers', { email_address: `new-${email_address}` }),
  },
  {
    what: 'showing a person',
    rows: 10,
    run: ({ email_address }) => ask('GET', `/v1/subscribers/${email_address}`),
  },
  {
    what: 'a change of tags and metadata',
    rows: 20,
    run: ({ id }) => ask('PATCH', `/v1/subscribers/${id}`, { tags: ['reads'], metadata: { step: 1 } }),
  },
  {
    what: 'entering a sequence and passing it',
    rows: 60,
    run: async () => void (await runSequences(service)),
  },
  {
    what: 'the sequences of a person',
    rows: 60,
    run: ({ id }) => ask('GET', `/v1/subscribers/${id}/automations`),
  },
  {
    what: 'a gift',
    rows: 20,
    run: ({ id }) => ask('POST', `/v1/subscribers/${id}/grants`, { type: 'gift', duration_days: 7 }),
  },
  {
    what: 'the events of a person',
    rows: 150,
    run: ({ id }) => ask('GET', `/v1/events?subscriber_id=${id}`),
  },
  {
    what: 'what happened to a person',
    rows: 150,
    run: ({ id }) => ask('GET', `/v1/subscribers/${id}/timeline`),
  },
  {
    what: 'unsubscribing',
    rows: 20,
    run: ({ id }) => ask('PATCH', `/v1/subscribers/${id}`, { type: 'unsubscribed' }),
  },
  { what: 'deleting a person', rows: 60, run: ({ id }) => ask('DELETE', `/v1/subscribers/${id}`) },
];

/** Does all the work for people for whom none of it was done before. */
async function costsLittle(statistics: string, plans: Plans): Promise<void> {
  const { db } = service;
  await beginPlans(service, plans);
  const some = await db
    .selectFrom('subscribers')
    .select(['id', 'email_address'])
    .where('tags', '=', sql<number[]>`'{}'`)
    .where('email_address', 'not like', 'new-%')
    .orderBy('key')
    .limit(each)
    .execute();
  const when = `statistics ${statistics}, ${plans}`;
  for (const { what, rows, run } of work)
    await readsLittle(
      db,
      { large, each, when },
      {
        what,
        rows,
        async run() {
          for (const person of some) await run(person);
        },
      },
    );
}

test('work on one person costs the same whatever the statistics say', async () => {
  const actions = [mailAfter(0, 'Welcome'), stepAfter(0, 'add_tags', { tags: ['inside'] })];
  await makeSequence(service, { trigger: 'subscriber.tags.changed', actions });
  await makeSequence(service, { name: 'Earlier', actions }, false);
  await ask('POST', '/v1/webhooks', { url: 'https://hooks.example/', event_types: ['subscriber.updated'] });
  await gather();
  await grow();
  for (const plans of ['force_custom_plan', 'force_generic_plan'] as const) {
    await costsLittle('of nearly empty tables', plans);
    await gather();
    await costsLittle('gathered now', plans);
    await grow();
    await costsLittle('gathered when there was half', plans);
  }
});
