// Measures how fast a bulk action tags 100,000 subscribers through the API, compared with as many PATCHes, each in its own transaction on a
// connection that never waits.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Newsletter } from '../src/accounts/newsletter.ts';
import { subscriberUpdate } from '../src/audience/subscribers/subscriber.ts';
import { updateSubscriber } from '../src/audience/subscribers/update.ts';
import { createClient } from '../src/client/client.ts';
import type { Database } from '../src/platform/database/connect.ts';
import { makeFolder, openBenchDatabase } from './rig/database.ts';
import { ask, endProcess, findPort, hear, startProcess, type Usage } from './rig/processes.ts';
import { seedNewsletter, seedSubscribers } from './rig/seed.ts';
import { printTable } from './rig/table.ts';

const subscribers = 100_000;
const singles = Number(process.env.SINGLES ?? subscribers);
const api_key = 'k'.repeat(32);
const port = await findPort();

const { folder, remove } = await makeFolder();
const { db, url, close } = await openBenchDatabase(folder);
const newsletter = await seedNewsletter(db, api_key);
await seedSubscribers(db, newsletter, subscribers);
const service = startProcess('serving.ts', {
  DATABASE_URL: url,
  SMTP_URL: 'smtp://127.0.0.1:9',
  PORT: String(port),
  LOG_LEVEL: 'error',
  RATE_LIMIT: '10000000',
});
await hear(service);
const client = createClient({ base_url: `http://127.0.0.1:${port}`, key: api_key });

const small = await tagAll('small', 1000);
const bulk = await tagAll('bulk', subscribers);
const single = await patchAll(db, newsletter);
const whole = (single / singles) * subscribers;

printTable(`Tagging ${subscribers} subscribers`, [
  { what: 'apply_tags', seconds: bulk.seconds, 'items/s': subscribers / bulk.seconds, 'time ratio': 1 },
  {
    what: singles === subscribers ? 'single PATCHes' : `single PATCHes, calculated from ${singles}`,
    seconds: whole,
    'items/s': singles / single,
    'time ratio': whole / bulk.seconds,
  },
]);
printTable('What the service shows and uses meanwhile', [
  { what: 'polls that saw new progress', value: bulk.progress },
  { what: 'peak memory after 1,000 items, MB', value: small.peak_megabytes },
  { what: `peak memory after ${subscribers} more, MB`, value: bulk.peak_megabytes },
]);

await endProcess(service);
await close();
await remove();

/** Tags the first `count` subscribers and polls the progress until the end. */
async function tagAll(tag: string, count: number) {
  const since = performance.now();
  const parameters = count < subscribers ? { email: 'reader1', date__end: await dateOf(count) } : {};
  const { data, error } = await client.post('/v1/bulk_actions', {
    body: { type: 'apply_tags', metadata: { tag, ids: ['all'], parameters } },
  });
  if (!data || !('id' in data)) throw new Error(error?.detail);
  const seen = new Set<number>();
  for (;;) {
    const { data: action } = await client.get('/v1/bulk_actions/{id}', { params: { id: data.id } });
    if (!action) throw new Error('the action is gone');
    seen.add(action.done_count);
    if (action.status === 'processed') {
      const seconds = (performance.now() - since) / 1000;
      return { seconds, progress: seen.size, ...(await ask<Usage>(service, 'usage')) };
    }
    await sleep(100);
  }
}

async function dateOf(count: number): Promise<string> {
  const row = await db
    .selectFrom('subscribers')
    .select('creation_date')
    .orderBy('key')
    .offset(count)
    .limit(1)
    .executeTakeFirstOrThrow();
  return row.creation_date;
}

/** Tags them one by one, as PATCH /v1/subscribers/{id} does. Returns the seconds that it took. */
async function patchAll(db: Database, newsletter: Newsletter): Promise<number> {
  const people = await db.selectFrom('subscribers').select('id').orderBy('key').limit(singles).execute();
  const since = performance.now();
  for (const { id } of people)
    await updateSubscriber(db, newsletter, id, subscriberUpdate.parse({ tags: ['small', 'bulk', 'single'] }));
  return (performance.now() - since) / 1000;
}
