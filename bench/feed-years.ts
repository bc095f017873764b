// A year of each feed of src/testing/feed-years.ts through the whole service: fetched over HTTP, processed and made into
// emails, which are compared with what the feeds published. `npm run bench -- feed-years`; DAYS=30 takes a month.

import { pollFeed } from '../src/automations/feeds/poll.ts';
import { runRound } from '../src/automations/poller.ts';
import { connectDatabase } from '../src/platform/database/connect.ts';
import { migrateToLatest } from '../src/platform/database/migrate.ts';
import { openEmbeddedDatabase } from '../src/platform/embedded/embedded.ts';
import { execute, withDatabase } from '../src/testing/database.ts';
import { type FeedStage, openFeedStage } from '../src/testing/feed-stage.ts';
import { entriesIn, type FeedYear, feedYears, judgeYear } from '../src/testing/feed-years.ts';
import { makeFolder } from './rig/database.ts';
import { printTable } from './rig/table.ts';

const days = Number(process.env.DAYS ?? 365);
const { folder, remove } = await makeFolder();
const server = await openEmbeddedDatabase({ data_dir: folder, claim: true, log: () => {} });
await makeTemplate();
const stage = await openFeedStage({ start: '2026-01-05T00:00:00Z' });
const rows = [];
for (const year of feedYears(days)) {
  console.error(year.name); // this may take a while
  rows.push(await replay(stage, year));
}
await stage.close();
await server.close();
await remove();
printTable(`${days} days of ${rows.length} feeds, an email of each new post`, rows);
if (rows.some(({ twice, old, missed }) => twice + old + missed > 0)) process.exitCode = 1;

/** Creates the database of these variables, which the test stage clones. */
async function makeTemplate(): Promise<void> {
  process.env.TEST_DATABASE_URL = server.url;
  process.env.TEST_TEMPLATE = 'template';
  await execute(server.url, 'create database template');
  const db = connectDatabase(withDatabase(server.url, 'template'), { size: 2, on_error: () => {} });
  await migrateToLatest(db);
  await db.destroy();
}

async function replay({ service, feeds, context, ...on }: FeedStage, year: FeedYear) {
  const path = `/${encodeURIComponent(year.name)}.xml`;
  const since = performance.now();
  let id = '';
  for (const { date, document } of year.readings) {
    on.at(date);
    feeds.put(path, document ?? { status: 500 });
    if (id === '') id = (await on.follow(path, { body: '{{ item.content }}', subject: 'News' })).id;
    const feed = await service.db
      .selectFrom('feeds')
      .selectAll()
      .where('url', '=', feeds.url + path)
      .executeTakeFirstOrThrow();
    await pollFeed(context, feed);
    await runRound(context);
  }
  const emails = await service.db
    .selectFrom('emails')
    .select('body')
    .where('automation_id', '=', id)
    .execute();
  const { held_count } = await on.get(id);
  await service.api('PATCH', `/v1/automations/${id}`, { status: 'inactive' });
  return {
    feed: year.name,
    readings: year.readings.length,
    ...judgeYear(
      year,
      emails.flatMap(({ body }) => entriesIn(body)),
    ),
    held: held_count as number,
    seconds: (performance.now() - since) / 1000,
  };
}
