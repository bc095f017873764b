// Measures how fast lists are returned with 50,000 subscribers and 10,000 sent emails, one of which everybody got, compared with the same
// statements on a bare pg connection. COUNT sets the number of subscribers, and five times as many deliveries. PARTS=emails or
// PARTS=subscribers measures only those lists.
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { findCaller } from '../src/accounts/keys.ts';
import type { Newsletter } from '../src/accounts/newsletter.ts';
import { listSubscribers, subscriberListParameters } from '../src/audience/subscribers/list.ts';
import { openTagDirectory } from '../src/audience/tags/resolve.ts';
import { analyticsOf } from '../src/delivery/ledger/analytics.ts';
import { recount } from '../src/delivery/ledger/counts.ts';
import { makeRoom } from '../src/delivery/ledger/parts.ts';
import { emailFilters, listEmails } from '../src/emails/list.ts';
import type { Database } from '../src/platform/database/connect.ts';
import { parseQuery } from '../src/platform/http/query.ts';
import { makeFolder, openBenchDatabase } from './rig/database.ts';
import { body } from './rig/letter.ts';
import { postgresSeconds } from './rig/postgres-usage.ts';
import { ask, endProcess, findPort, hear, startProcess, type Usage, usageNow } from './rig/processes.ts';
import { seedNewsletter, seedSubscribers } from './rig/seed.ts';
import { printTable, quantile } from './rig/table.ts';

const subscribers = Number(process.env.COUNT ?? 50_000);
const emails = 10_000;
const recipients = Math.ceil(subscribers / 2500); // of each email except the oldest, which everybody got
const clients = 1; // one person waits for one list; with more, two cores would measure their own queue
const requests = 100;
const longest = 3000; // milliseconds; a slow list is requested fewer times
const api_key = 'k'.repeat(32);
const authorization = `Token ${api_key}`;
const port = await findPort();

const lists = [
  ...[
    {},
    { page: '50' },
    { ordering: '-publish_date', status: 'sent' },
    { ordering: '-opens', excluded_fields: 'body' },
    { subject: 'sue 77', '-email_type': 'premium' },
  ].map(query => ({
    path: `/v1/emails?${new URLSearchParams(query as Record<string, string>)}`,
    run: (db: Database, { key }: Newsletter) => emailsPage(db, key, query),
  })),
  ...[
    '',
    'tag=weekly',
    'tag=weekly&page=300',
    'email_address=reader777@example.com',
    'email=reader777',
    'type=premium',
    'type=regular',
    'domain=example.com',
    "metadata['city']=Town 7",
    "metadata['city']=Town 7&tag=weekly&type=regular",
    'ordering=-metadata:city',
    'ordering=-open_rate',
  ].map(query => ({
    path: `/v1/subscribers?${new URLSearchParams(query)}`,
    run: (db: Database, { key }: Newsletter) => subscribersPage(db, key, query),
  })),
];

const { folder, remove } = await makeFolder();
const { db, url, close } = await openBenchDatabase(folder);
const newsletter = await seedNewsletter(db, api_key);
await seedSubscribers(db, newsletter, subscribers);
await seedSentEmails(db, newsletter);

const service = startProcess('serving.ts', {
  DATABASE_URL: url,
  SMTP_URL: 'smtp://127.0.0.1:9',
  ROLE: 'api', // otherwise work in the background would count too
  PORT: String(port),
  LOG_LEVEL: 'error',
  RATE_LIMIT: '10000000',
});
await hear(service);
const agent = new Agent({ keepAlive: true });
const pool = new pg.Pool({ connectionString: url, max: clients });

const rows = [];
for (const { path, run } of lists.filter(({ path }) => path.startsWith(`/v1/${process.env.PARTS ?? ''}`))) {
  const statements = await statementsOf(run);
  const bare = await measure(async () => {
    const client = await pool.connect();
    for (const { sql, parameters } of statements) await client.query(sql, [...parameters]);
    client.release();
  }, usageNow);
  const ours = await measure(
    () => request(path),
    () => ask<Usage>(service, 'usage'),
  );
  rows.push(row(path, ours, bare), row('  the same statements, bare pg', bare, bare));
}
printTable(
  `Lists of ${subscribers} subscribers and ${emails} emails, at most ${requests} requests, ${clients} at a time`,
  rows,
);

await pool.end();
agent.destroy();
await endProcess(service);
await close();
await remove();

type Measured = { times: number[]; seconds: number; cpu_seconds: number; postgres_seconds: number };

function row(what: string, measured: Measured, yardstick: Measured) {
  const { times, seconds, cpu_seconds, postgres_seconds } = measured;
  const p95 = quantile(times, 0.95);
  const cpu = (of: Measured) => (of.cpu_seconds + of.postgres_seconds) / of.times.length;
  return {
    what,
    'p50 ms': quantile(times, 0.5),
    'p95 ms': p95,
    'requests/s': times.length / seconds,
    'CPU ms': (cpu_seconds / times.length) * 1000,
    'PostgreSQL ms': (postgres_seconds / times.length) * 1000,
    'time ratio': seconds / times.length / (yardstick.seconds / yardstick.times.length),
    'p95 ratio': p95 / quantile(yardstick.times, 0.95),
    'ratio of CPU': cpu(measured) / cpu(yardstick),
  };
}

/** Measures `once`. `usage` is that of the process whose processor time counts, in addition to PostgreSQL's. */
async function measure(once: () => Promise<void>, usage: () => Usage | Promise<Usage>): Promise<Measured> {
  const warm = performance.now() + longest / 3;
  for (let done = 0; done < 10 && performance.now() < warm; done += 1) await once();
  const [before, postgres] = [await usage(), postgresSeconds()];
  const times: number[] = [];
  let left = requests;
  const since = performance.now();
  const client = async () => {
    while (left-- > 0 && performance.now() < since + longest) {
      const begun = performance.now();
      await once();
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return {
    times,
    seconds: (performance.now() - since) / 1000,
    cpu_seconds: (await usage()).cpu_seconds - before.cpu_seconds,
    postgres_seconds: postgresSeconds() - postgres,
  };
}

async function request(path: string): Promise<void> {
  const [response] = await once(get({ port, path, agent, headers: { authorization } }), 'response');
  const answer = await buffer(response);
  if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${answer}`);
}

/** Returns the statements of such a request, in order. */
async function statementsOf(
  run: (db: Database, newsletter: Newsletter) => Promise<void>,
): Promise<CompiledQuery[]> {
  const statements: CompiledQuery[] = [];
  const dialect = new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) });
  const traced: Database = new Kysely({ dialect, log: event => void statements.push(event.query) });
  await findCaller(traced, authorization);
  await run(traced, newsletter);
  await traced.destroy();
  return statements;
}

async function emailsPage(db: Database, newsletter_key: number, query: object): Promise<void> {
  const { results } = await listEmails(db, newsletter_key, emailFilters.parse(query));
  await analyticsOf(
    db,
    results.map(email => email.key),
  );
  await openTagDirectory(db, newsletter_key);
}

async function subscribersPage(db: Database, newsletter_key: number, query: string): Promise<void> {
  await listSubscribers(db, newsletter_key, subscriberListParameters.parse(parseQuery(query)));
  await openTagDirectory(db, newsletter_key);
}

/** Seeds sent emails, an hour apart, the oldest of them to everybody. Some readers opened them. */
async function seedSentEmails(db: Database, newsletter: Newsletter): Promise<void> {
  await sql`
    insert into emails (id, newsletter_key, subject, body, slug, source, email_type, status, creation_date, publish_date, secondary_id, audience_frozen, mailed)
    select gen_random_uuid(), ${newsletter.key}, 'Issue ' || n, repeat(${body}, 7), 'issue-' || n, 'api', 'public', 'sent', date, date, n, true,
      jsonb_build_object('subject', 'Issue ' || n, 'body', repeat(${body}, 7), 'description', '', 'custom_teaser', '')
    from generate_series(1, ${emails}::int) as n cross join lateral (select now() - make_interval(hours => ${emails} - n) as date) as made`.execute(
    db,
  );
  await makeRoom(db, emails);
  await sql`
    insert into deliveries (email_key, subscriber_key, status, attempts, status_date, reply, open_date)
    select (select min(key) from emails), key, 'accepted'::delivery_status, 1, now(), '250 2.0.0 queued', case when key % 3 = 0 then now() end
    from subscribers
    union all
    select emails.key, people.key, 'accepted'::delivery_status, 1, now(), '250 2.0.0 queued', case when (emails.key + people.key) % 2 = 0 then now() end
    from emails cross join (select key from subscribers order by key limit ${recipients}) people
    where emails.key > (select min(key) from emails)`.execute(db);
  await sql`
    insert into delivery_chunks (email_key, first_key, last_key, first_pass_done, next_attempt_date)
    select email_key, min(subscriber_key), max(subscriber_key), true, null
    from (select *, (row_number() over (partition by email_key order by subscriber_key) - 1) / 500 as chunk from deliveries) numbered
    group by email_key, chunk`.execute(db);
  await recount(db);
  await sql`vacuum analyze emails, deliveries, delivery_chunks`.execute(db);
}
