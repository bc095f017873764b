// Measures a worker's round over 5,000 feeds (COUNT) that 10,000 automations follow, compared with bare undici requesting the same
// addresses. In one round nothing is new and the servers say so (304), or send the same feed once more (200), or with another date in it;
// in another, one feed in ten has a new post, which leads to two emails. The goals: 5 times bare undici, under 300 MB, at most 2
// connections per host.
import { sql } from 'kysely';
import type { Newsletter } from '../src/accounts/newsletter.ts';
import { traitList, traitsOf } from '../src/automations/items/identity.ts';
import { parseFeed } from '../src/engines/feeds/parse.ts';
import type { Database } from '../src/platform/database/connect.ts';
import type { Asked, AskTask } from './rig/asker.ts';
import type { BlogReport, BlogTask } from './rig/blog-server.ts';
import { addressOf, documentOf, etagOf, hasNews, postsBefore, postsOf } from './rig/blogs.ts';
import { makeFolder, openBenchDatabase } from './rig/database.ts';
import type { Polled } from './rig/poller.ts';
import { postgresSeconds } from './rig/postgres-usage.ts';
import { ask, endProcess, hear, startProcess } from './rig/processes.ts';
import { seedNewsletter } from './rig/seed.ts';
import { printTable, type Row } from './rig/table.ts';

const blogs = Number(process.env.COUNT ?? 5_000);
const at_once = 32; // as many as a worker fetches at a time

const { folder, remove } = await makeFolder();
const { db, url, close } = await openBenchDatabase(folder);
const newsletter = await seedNewsletter(db, 'f'.repeat(32));
const server = startProcess('blog-server.ts');
const { port } = await hear<{ port: number }>(server);
const numbers = Array.from({ length: blogs }, (_, blog) => blog);
const withNews = numbers.filter(hasNews).length;
let emails = 0; // made so far
const urls = numbers.map(blog => addressOf(blog, port));
await seedFeeds(db, newsletter);
const asker = startProcess('asker.ts');
await hear(asker);
const poller = startProcess('poller.ts', { DATABASE_URL: url });
await hear(poller);

// A service that has run for a while has prepared its statements and compiled its functions.
await measure('warm', { is_whole: true });
const warm = 2;
for (let news = 1; news <= warm; news += 1) await measure('warm', { is_whole: true, news });
const rows = [
  ...(await measure('nothing new, 304', { is_whole: false, news: warm })),
  ...(await measure('nothing new, 200', { is_whole: true, news: warm })),
  ...(await measure('nothing new but a date, 200', {
    is_whole: true,
    news: warm,
    built: 'Sun, 22 Nov 2026 10:00:00 GMT',
  })),
  ...(await measure('one in ten new', { is_whole: false, news: warm + 1 })),
];
for (const child of [asker, poller, server]) await endProcess(child);
printTable(`A round over ${blogs} feeds of ${2 * blogs} automations, CPU in µs a feed`, rows);
await close();
await remove();

type Cost = { seconds: number; program: number; postgres: number };

async function measure(what: string, answers: BlogTask): Promise<Row[]> {
  const known = emails / 2 / withNews;
  await makeDue(known);
  await ask(server, answers);
  const task: AskTask = { blogs, port, at_once, known };
  const bare = await ask<Asked>(asker, task);
  await ask(server, answers);
  const [begun, polled] = [postgresSeconds(), await ask<Polled>(poller, 'poll')];
  const [between, acted] = [postgresSeconds(), await ask<Polled>(poller, 'run')];
  const ended = postgresSeconds();
  const { most_connections } = await ask<BlogReport>(server, answers);
  await check(polled.count, answers);
  const asking = { ...polled, postgres: between - begun };
  const acting = { ...acted, postgres: ended - between };
  const whole = {
    seconds: asking.seconds + acting.seconds,
    program: asking.program + acting.program,
    postgres: asking.postgres + acting.postgres,
  };
  const yardstick = { ...bare, postgres: 0 };
  const parts =
    (answers.news ?? 0) > known
      ? [
          row(`${what}: asking and taking in`, asking, yardstick),
          row(`${what}: making two emails of each`, acting, yardstick),
        ]
      : [];
  return [
    row(what, whole, yardstick, {
      'peak MB': acted.peak_megabytes,
      'connections a host': most_connections,
    }),
    ...parts,
    row(`${what}: bare undici`, yardstick, yardstick, { 'peak MB': bare.peak_megabytes }),
  ];
}

function row(what: string, cost: Cost, bare: Cost, more: Row = {}): Row {
  return {
    what,
    seconds: cost.seconds,
    program: (cost.program / blogs) * 1e6,
    PostgreSQL: (cost.postgres / blogs) * 1e6,
    'peak MB': '',
    'connections a host': '',
    ...more,
    '× the time': cost.seconds / bare.seconds,
    '× the program': cost.program / bare.program,
    '× with PostgreSQL': (cost.program + cost.postgres) / bare.program,
  };
}

/** Checks that all the work was done, because only then a figure counts. */
async function check(polled: number, { news = 0 }: BlogTask): Promise<void> {
  const { rows } = await sql<{ emails: number; processed: number; polled: number }>`
    select (select count(*) from emails) as emails,
      (select count(*) from automation_items where status = 'processed') as processed,
      (select count(*) from feeds where failures = 0 and next_poll_date > now() + interval '20 minutes') as polled`.execute(
    db,
  );
  emails = 2 * news * withNews;
  const wanted = { emails, processed: emails, polled: blogs };
  if (JSON.stringify(rows[0]) !== JSON.stringify(wanted) || polled !== blogs)
    throw new Error(`done was ${JSON.stringify(rows[0])}, to be done ${JSON.stringify(wanted)}`);
}

/** Makes all feeds due one after the other, as if they were last read today. Since the start, one in ten has had this much news. */
async function makeDue(news: number): Promise<void> {
  await sql`
    update feeds set etag = known.etag, last_checked_date = now(), last_success_date = now(),
      next_poll_date = now() - make_interval(secs => (${blogs} - n) / 1000.0)
    from unnest(${urls}::text[], ${numbers.map(blog => etagOf(blog, postsOf(blog, news)))}::text[])
      with ordinality as known(url, etag, n)
    where feeds.url = known.url`.execute(db);
  await sql`vacuum analyze feeds`.execute(db);
}

/** Adds feeds, each followed by two automations, one of which sends. */
async function seedFeeds(on: Database, { key }: Newsletter): Promise<void> {
  const { rows } = await sql<{ key: number }>`
    insert into feeds (url, fetch_url, trait_seed, title)
    select url, url, url, 'A blog' from unnest(${urls}::text[]) with ordinality as t(url, n) order by n returning key`.execute(
    on,
  );
  for (const [blog, feed] of rows.entries()) await seedItems(on, blog, feed.key);
  await sql`
    insert into automations (id, newsletter_key, behavior, cadence, subject, body, email_type, status, skip_old_items, creation_date, modification_date)
    select gen_random_uuid(), ${key}, behavior, 'every', '{{ feed.title }}: {{ item.title }}',
      E'{{ item.content }}\n\n[Read on]({{ item.url }}), {{ subscriber.email }}', 'public', 'active', true, now(), now()
    from feeds cross join unnest(array['emails', 'draft']::automation_behavior[]) as behavior order by behavior, feeds.key`.execute(
    on,
  );
  await sql`
    insert into automation_feeds (automation_key, feed_key, place, creation_date)
    select automations.key, feeds.key, 0, now()
    from (select key, row_number() over (partition by behavior order by key) as n from automations) as automations
      join (select key, row_number() over (order by key) as n from feeds) as feeds using (n)`.execute(on);
  await sql`
    insert into automation_items (id, automation_key, item_key, status, creation_date, modification_date)
    select gen_random_uuid(), automations.key, feed_items.key, 'irrelevant', now(), now()
    from automations join automation_feeds on automation_key = automations.key join feed_items using (feed_key)`.execute(
    on,
  );
  await sql`vacuum analyze feed_items, automations, automation_feeds, automation_items`.execute(on);
}

async function seedItems(on: Database, blog: number, feed_key: number): Promise<void> {
  const url = addressOf(blog, port);
  const result = parseFeed(Buffer.from(documentOf(blog, postsBefore)), { url });
  if ('fault' in result) throw new Error(result.fault);
  const items = result.feed.items.map(item => ({ ...item, traits: traitList(traitsOf(url, item)) }));
  await sql`
    with added as (
      insert into feed_items (feed_key, traits, url, title, publish_date, first_seen_date)
      select ${feed_key}, array(select jsonb_array_elements_text(item->'traits')::bigint), item->>'url', item->>'title',
        (item->>'publish_date')::timestamptz, now()
      from jsonb_array_elements(${JSON.stringify(items)}::jsonb) with ordinality as t(item, n) order by n
      returning key
    )
    update feeds set shown = array(select key from added order by key) where key = ${feed_key}`.execute(on);
}
