import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { type FeedServer, openFeedServer, post, rss } from '../testing/feed-server.ts';
import { addMorePeople, beginPlans, type Plans, readsLittle } from '../testing/hostile-statistics.ts';
import { readMail } from '../testing/mail-readers.ts';
import { post as postForm } from '../testing/pages.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { openReceiver, type Receiver } from '../testing/receiver.ts';
import { until } from '../testing/until.ts';
import { cleaningSteps } from './cleaning.ts';

// The same as hostile-statistics.test.ts, for things that arrive by themselves and are worked off in the background: sign-ups, imports,
// posts of feeds, and the events that webhooks are told.
const grown = 5000;
const each = 20;

/** The tables that grow with people and with time. There are four times as many items of feeds, so that twenty are few. */
const large = [
  'subscribers',
  'consents',
  'letters',
  'events',
  'webhook_deliveries',
  'webhook_attempts',
  'feed_items',
  'automation_items',
  'feed_fetches',
  'emails',
  'import_lines',
  'import_updates',
];

const opened: (() => Promise<void>)[] = [];
let service: TestService;
let feeds: FeedServer;
let receiver: Receiver;
before(async () => {
  service = await startTestService({
    works: true,
    env: { SIGN_UPS_PER_HOUR: '1000000', ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' },
  });
  opened.push(service.stop);
  feeds = await openFeedServer();
  opened.push(feeds.close);
  receiver = await openReceiver();
  opened.push(receiver.close);
  for (const name of large)
    await sql`alter table ${sql.table(name)} set (autovacuum_enabled = false)`.execute(service.db);
});
after(async () => {
  for (const close of opened.reverse()) await close();
});

/** Adds the rows that years leave behind. */
async function grow(): Promise<void> {
  const { db, newsletter } = service;
  const last = await addMorePeople(service, grown);
  await sql`insert into consents (subscriber_key, ip_address, page_url, form_text)
    select key, '', '', '' from subscribers where key > ${last}`.execute(db);
  await sql`insert into letters (kind, subject, work_date)
    select 'mail_welcome', gen_random_uuid(), null from generate_series(1, ${grown}::int)`.execute(db);
  await sql`
    with told as (
      insert into events (id, newsletter_key, event_type, subscriber_id, data)
      select gen_random_uuid(), newsletter_key, 'subscriber.updated', id, '{}' from subscribers where key > ${last}
      returning key, id
    ), waiting as (
      insert into webhook_deliveries (event_key, webhook_key, attempts, next_attempt_date)
      select told.key, webhooks.key, 8, now() + interval '20 hours' from told cross join webhooks
    )
    insert into webhook_attempts (id, webhook_key, event_id, event_type, outcome, reason, response_body, duration_ms, creation_date)
    select gen_random_uuid(), webhooks.key, told.id, 'subscriber.updated', 'failed', '', '', 1, now()
    from told cross join webhooks`.execute(db);
  await sql`
    with made as (
      insert into feed_items (feed_key, traits, url, title, publish_date, first_seen_date, content)
      select key, array[n, -n], 'https://log.example/' || n, 'Old', day, day, null
      from (select key from feeds order by key limit 1) feeds cross join (
        select ${last}::bigint * 10 + n as n, now() - interval '2 years' + n * interval '1 minute' as day
        from generate_series(1, ${4 * grown}::int) as n
      ) numbers
      returning key, feed_key
    )
    insert into automation_items (id, automation_key, item_key, status, creation_date, modification_date)
    select gen_random_uuid(), automations.key, made.key, 'processed', now(), now() from made cross join automations`.execute(
    db,
  );
  await sql`insert into feed_fetches (feed_key, first_date, last_date, new_count, reason, result)
    select key, now() - interval '1 day', now() - interval '1 day', 0, '', 'unchanged' from feeds cross join generate_series(1, 500)`.execute(
    db,
  );
  await sql`insert into emails (id, newsletter_key, email_type, slug, source, status, subject, creation_date)
    select gen_random_uuid(), ${newsletter.key}, 'public', gen_random_uuid(), 'api', 'sent', 'Earlier', now() - interval '1 year'
    from generate_series(1, ${grown}::int)`.execute(db);
  await sql`insert into import_lines (import_key, file, outcome, subscriber_key, reason)
    select 0, 'f', 'skipped', key, '' from subscribers where key > ${last}`.execute(db);
  await sql`insert into import_updates (import_key, subscriber_key, date, before)
    select 0, key, now(), '{}' from subscribers where key > ${last}`.execute(db);
}

let round = 0;
const names = (kind: string) => Array.from({ length: each }, (_, at) => `${kind}-${round}-${at}`);
const addresses = (kind: string) => names(kind).map(name => `${name}@example.org`);

async function ask(method: string, path: string, body?: object | string, headers = {}) {
  const { status, text, body: answer } = await service.api(method, path, body, headers);
  assert.ok(status < 300, `${method} ${path}: ${text}`);
  return answer;
}

/** Returns the links in mail to these people whose paths begin with `path`. */
async function linksMailed(to: readonly string[], path: string): Promise<string[]> {
  const letters = await until('all have their letter', async () => {
    const found = service.sink.accepted.filter(one => to.includes(one.to));
    return found.length === to.length && found;
  });
  const mails = await Promise.all(letters.map(({ source }) => readMail(Buffer.from(source, 'latin1'))));
  return mails.map(({ text }) => text.match(new RegExp(`http://news.example(${path}[\\w.-]+)`))![1]!);
}

async function importPeople(csv: string): Promise<void> {
  const { id } = await ask('POST', '/v1/imports', csv, { 'content-type': 'text/csv' });
  const reached = (wanted: string) =>
    until(`the import has ${wanted}`, async () => {
      const { status, status_reason } = await ask('GET', `/v1/imports/${id}`);
      assert.notEqual(status, 'failed', status_reason);
      return status === wanted;
    });
  await reached('validated');
  await ask('POST', `/v1/imports/${id}/run`);
  await reached('succeeded');
}

let confirmations: string[];
let automation: string;
const path = '/feed.xml';

/** The work, in the order in which it arrives. */
const work = [
  {
    what: 'telling a webhook',
    rows: 30,
    async run() {
      const ids: string[] = [];
      for (const subject of names('draft'))
        ids.push((await ask('POST', '/v1/emails', { subject, status: 'draft' })).id);
      await until('all are told', async () =>
        ids.every(id => receiver.received.some(({ body }) => body.includes(id))),
      );
    },
  },
  {
    what: 'signing up by form',
    rows: 30,
    async run() {
      for (const email of addresses('form'))
        await postForm(service, '/api/emails/embed-subscribe/test', { email });
      confirmations = await linksMailed(addresses('form'), '/confirm/');
    },
  },
  {
    what: 'confirming',
    rows: 30,
    async run() {
      for (const link of confirmations) await postForm(service, link, { confirm: 'subscription' });
    },
  },
  {
    what: 'importing somebody new',
    rows: 30,
    run: () => importPeople(['Email,Name', ...addresses('new').map(email => `${email},New`)].join('\n')),
  },
  {
    what: 'importing somebody known',
    rows: 30,
    run: () => importPeople(['Email,Name', ...addresses('new').map(email => `${email},Known`)].join('\n')),
  },
  {
    what: 'a post of a feed', // half of them are held, and each email looks up how many are held
    rows: 200,
    async run() {
      feeds.put(path, rss([...names('post').map(post), post(`first ${path}`)]));
      await ask('POST', `/v1/automations/${automation}/run`);
    },
  },
  {
    what: 'the same posts once more',
    rows: 60,
    async run() {
      feeds.put(path, rss([...names('post').map(post), post(`first ${path}`)], `The log ${round}`));
      await ask('POST', `/v1/automations/${automation}/run`);
    },
  },
];

async function costsLittle(statistics: string, plans: Plans): Promise<void> {
  await beginPlans(service, plans);
  round += 1;
  const when = `statistics ${statistics}, ${plans}`;
  for (const one of work) await readsLittle(service.db, { large, each, when }, one);
}

/**
 * Waits until the hourly cleaning has run, because looking for outdated rows reads whole tables; it does not run again for an hour. Also
 * keeps the work of every minute from running, such as counting by receiving domain, which looks at all emails. Otherwise the measurements
 * would sometimes include such work.
 */
async function untilCleaned(): Promise<void> {
  const { db, store, config } = service;
  const steps = cleaningSteps(db, store, config);
  const namesOf = (isMeant: (minutes: number) => boolean) =>
    steps.filter(({ every_minutes }) => isMeant(every_minutes)).map(({ name }) => name);
  const hourly = namesOf(minutes => minutes >= 60);
  await until('everything has been cleaned once', async () => {
    const rows = await db
      .selectFrom('cleanings')
      .select('name')
      .where('due_date', '>', sql<string>`now() + interval '30 minutes'`)
      .execute();
    const done = new Set(rows.map(({ name }) => name));
    return hourly.every(name => done.has(name));
  });
  await db
    .updateTable('cleanings')
    .set({ due_date: sql`now() + interval '15 minutes'` })
    .where(
      'name',
      'in',
      namesOf(minutes => minutes < 60),
    )
    .execute();
}

test('arrivals cost the same whatever the statistics say', async () => {
  // Years of posts belong to another feed, because a statement may read all posts of its own feed.
  for (const feed of ['/old.xml', path]) {
    feeds.put(feed, rss([post(`first ${feed}`)]));
    const fields = { url: feeds.url + feed, behavior: 'draft', cadence: 'every', subject: 's', body: 'b' };
    automation = (await ask('POST', '/v1/automations', fields)).id;
  }
  await ask('POST', '/v1/webhooks', { url: receiver.url, event_types: ['email.created'] });
  await untilCleaned();
  const gather = () => sql`vacuum analyze`.execute(service.db);
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
