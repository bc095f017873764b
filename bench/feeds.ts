// How long a worker's round takes over 5,000 feeds that 10,000 automations follow, one feed in ten having a new post,
// compared with bare undici requesting the same addresses. The goals: under 60 s, under 300 MB, at most 2 connections per
// host.
import { sql } from 'kysely';
import type { Newsletter } from '../src/accounts/newsletter.ts';
import { traitList, traitsOf } from '../src/automations/identity.ts';
import { parseFeed } from '../src/engines/feeds/parse.ts';
import type { Database } from '../src/platform/database/connect.ts';
import type { AskTask } from './rig/asker.ts';
import type { BlogReport } from './rig/blog-server.ts';
import { addressOf, documentOf, etagOf, postsBefore } from './rig/blogs.ts';
import { makeFolder, openBenchDatabase } from './rig/database.ts';
import type { RoundReport } from './rig/poller.ts';
import { ask, endProcess, hear, startProcess } from './rig/processes.ts';
import { seedNewsletter } from './rig/seed.ts';
import { printTable } from './rig/table.ts';

const blogs = 5_000;
const at_once = 32; // as many as a worker fetches at a time

const { folder, remove } = await makeFolder();
const { db, url, close } = await openBenchDatabase(folder);
const newsletter = await seedNewsletter(db, 'f'.repeat(32));
const server = startProcess('blog-server.ts');
const { port } = await hear<{ port: number }>(server);
await seedFeeds(db, newsletter);

const asker = startProcess('asker.ts');
const bare = await ask<{ seconds: number; cpu_seconds: number; peak_megabytes: number }>(asker, {
  blogs,
  port,
  at_once,
} satisfies AskTask);
await endProcess(asker);
const asked = await ask<BlogReport>(server, 'report');

const poller = startProcess('poller.ts', { DATABASE_URL: url });
await hear(poller);
const round = await ask<RoundReport>(poller, 'round');
await endProcess(poller);
const served = await ask<BlogReport>(server, 'report');
await endProcess(server);
await check();

const { asking, acting } = round;
const whole = {
  seconds: asking.seconds + acting.seconds,
  cpu_seconds: asking.cpu_seconds + acting.cpu_seconds,
};
printTable(
  `A round over ${blogs} feeds of ${2 * blogs} automations, ${served.changed} of them with a new post`,
  [
    row('the whole round', whole, { 'peak MB': round.peak_megabytes }),
    row('  asking and taking in', asking, { 'connections a host': served.most_connections }),
    row(`  making ${round.acted} emails`, acting),
    row('bare undici, answers thrown away', bare, {
      'peak MB': bare.peak_megabytes,
      'connections a host': asked.most_connections,
    }),
  ],
);

await close();
await remove();

function row(
  what: string,
  { seconds, cpu_seconds }: { seconds: number; cpu_seconds: number },
  more: { 'peak MB'?: number; 'connections a host'?: number } = {},
) {
  return {
    what,
    seconds,
    'feeds/s': blogs / seconds,
    'CPU ms/feed': (cpu_seconds / blogs) * 1000,
    'peak MB': more['peak MB'] ?? '',
    'connections a host': more['connections a host'] ?? '',
    'time ratio': seconds / bare.seconds,
    'CPU ratio': cpu_seconds / bare.cpu_seconds,
  };
}

/** A figure counts only if all the work was done. */
async function check(): Promise<void> {
  const { rows } = await sql`
    select (select count(*) from emails) as emails,
      (select count(*) from automation_items where status = 'processed') as processed,
      (select count(*) from feeds where failures = 0 and next_poll_date > now() + interval '20 minutes') as polled`.execute(
    db,
  );
  const wanted = { emails: 2 * served.changed, processed: 2 * served.changed, polled: blogs };
  if (JSON.stringify(rows[0]) !== JSON.stringify(wanted) || round.polled !== blogs)
    throw new Error(`done was ${JSON.stringify(rows[0])}, to be done ${JSON.stringify(wanted)}`);
}

/** Feeds that were last read when they had 40 posts and are due now, each followed by two automations, one of which sends. */
async function seedFeeds(on: Database, { key }: Newsletter): Promise<void> {
  const numbers = Array.from({ length: blogs }, (_, blog) => blog);
  const urls = numbers.map(blog => addressOf(blog, port));
  const etags = numbers.map(blog => etagOf(blog, postsBefore));
  const { rows } = await sql<{ key: number }>`
    insert into feeds (url, fetch_url, etag, title, next_poll_date, last_checked_date, last_success_date)
    select url, url, etag, 'A blog', now() - make_interval(secs => (${blogs} - n) / 1000.0), now() - interval '30 minutes', now() - interval '30 minutes'
    from unnest(${urls}::text[], ${etags}::text[]) with ordinality as t(url, etag, n) order by n returning key`.execute(
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
  await sql`vacuum analyze feeds, feed_items, automations, automation_items`.execute(on);
}

async function seedItems(on: Database, blog: number, feed_key: number): Promise<void> {
  const document = Buffer.from(documentOf(blog, postsBefore));
  const result = parseFeed(document, { url: addressOf(blog, port) });
  if ('fault' in result) throw new Error(result.fault);
  const items = result.feed.items.map(item => ({ ...item, traits: traitList(traitsOf(feed_key, item)) }));
  await sql`
    insert into feed_items (feed_key, traits, url, title, publish_date, first_seen_date)
    select ${feed_key}, array(select jsonb_array_elements_text(item->'traits')::bigint), item->>'url', item->>'title',
      (item->>'publish_date')::timestamptz, now()
    from jsonb_array_elements(${JSON.stringify(items)}::jsonb) as item`.execute(on);
}
