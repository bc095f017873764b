// Measures how fast a CSV file of 1,000,000 people (COUNT) with two tags and three columns of metadata is imported through the API, and how
// much memory that takes. It is compared with row by row (calculated from ROWS): one prepared statement for each person, in its own
// transaction, that leaves the same rows (person, tags, metadata, evidence of consent, event) but reads no file, looks up no tag, tells no
// webhook and makes no dry run; and with a bare COPY of the same rows. Then measures how fast email is sent to READERS while another such
// file is imported.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Newsletter } from '../src/accounts/newsletter.ts';
import { type Database, poolOf } from '../src/platform/database/connect.ts';
import { copyIn } from '../src/platform/database/copy-in.ts';
import { newId } from '../src/platform/ids.ts';
import { makeFolder, openBenchDatabase } from './rig/database.ts';
import { postgresSeconds } from './rig/postgres-usage.ts';
import { seedNewsletter, tagNames } from './rig/seed.ts';
import { type Service, startSink, withService } from './rig/sending.ts';
import { printTable } from './rig/table.ts';

const count = Number(process.env.COUNT ?? 1_000_000);
const rows = Number(process.env.ROWS ?? Math.min(count, 5000));
const readers = Number(process.env.READERS ?? 100_000);

const columns = [
  'id',
  'newsletter_key',
  'email_address',
  'normal_address',
  'type',
  'tags',
  'metadata',
  'source',
];

const upsert = `
  insert into subscribers (${columns.join()}) values (${columns.map((_, at) => `$${at + 1}`).join()})
  on conflict on constraint subscribers_address_unique do update
  set tags = excluded.tags, metadata = excluded.metadata, modification_date = now()`;

/** The same statement with the records of an import about a new person: the event and the evidence of consent. */
const upsertWhole = `
  with person as (${upsert} returning id, key, newsletter_key, type, creation_date, xmax = 0 as is_new),
  event as (
    insert into events (id, newsletter_key, event_type, subscriber_id, data)
    select gen_random_uuid(), newsletter_key, 'subscriber.created', id, jsonb_build_object('type', type, 'source', 'import')
    from person where is_new
  )
  insert into consents (subscriber_key, date, ip_address, page_url, form_text)
  select key, creation_date, '', '', 'Import' from person where is_new`;

const { singly, thinly, bare } = await measureYardsticks();
const sink = await startSink();
await withService({ smtp_url: sink.url, count: readers }, async service => {
  await importFile(service, 1000);
  const idle = await service.peakMegabytes();
  const large = await importFile(service, count);
  const peak = await service.peakMegabytes();
  const whole = { seconds: large.check.seconds + large.run.seconds, cpu: large.check.cpu + large.run.cpu };
  const direct = await importAtOnce(service, count);
  const row = (what: string, { seconds, cpu }: Cost) => ({
    what,
    seconds,
    'rows/s': count / seconds,
    '× row by row': singly.seconds / seconds,
    'CPU µs a row': (cpu * 1e6) / count,
    '× its CPU': singly.cpu / cpu,
  });
  printTable(`Importing ${count} people with two tags and three columns of metadata`, [
    row('dry run', large.check),
    row('run', large.run),
    row('both', whole),
    row('run without a dry run', direct),
    row(`row by row with the same result, calculated from ${rows}`, singly),
    row(`row by row into subscribers alone, calculated from ${rows}`, thinly),
    row('bare COPY into the same table', bare),
  ]);
  printTable('The service', [
    { what: 'peak memory after 1,000 people, MB', value: idle },
    { what: `peak memory after ${count}, MB`, value: peak },
  ]);
  const alone = await service.send('Alone');
  const other = importFile(service, count);
  const during = await service.send('While an import runs');
  const ended_first = await Promise.race([other.then(() => true), sleep(0, false)]);
  await other;
  printTable(`Sending to ${readers}`, [
    { what: 'alone', 'messages/s': readers / alone.seconds, ratio: 1 },
    {
      what: `while an import runs${ended_first ? ', which ended first' : ''}`,
      'messages/s': readers / during.seconds,
      ratio: alone.seconds / during.seconds,
    },
  ]);
});
await sink.end();

type Cost = { seconds: number; cpu: number };

/** Starts to measure. The returned function gives what it took until then, with the processor time of this process's PostgreSQL. */
async function stopwatch(cpuSeconds: () => Promise<number>): Promise<() => Promise<Cost>> {
  const since = performance.now();
  const before = postgresSeconds() + (await cpuSeconds());
  return async () => ({
    seconds: (performance.now() - since) / 1000,
    cpu: postgresSeconds() + (await cpuSeconds()) - before,
  });
}

async function ownCpu(): Promise<number> {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Imports a file into a new newsletter. Returns what the dry run and the run took. */
async function importFile(service: Service, people: number): Promise<{ check: Cost; run: Cost }> {
  const { url, cpuSeconds } = service;
  const headers = await openNewsletter(service);
  const body = new Blob([...fileOf(people)]);
  const check = await stopwatch(cpuSeconds);
  const id = await upload(url, headers, body, 'true');
  await reach(`${url}/v1/imports/${id}`, headers, 'validated');
  const checked = await check();
  const run = await stopwatch(cpuSeconds);
  await fetch(`${url}/v1/imports/${id}/run`, { method: 'POST', headers });
  await reach(`${url}/v1/imports/${id}`, headers, 'succeeded');
  return { check: checked, run: await run() };
}

/** Does the same without a dry run. */
async function importAtOnce(service: Service, people: number): Promise<Cost> {
  const { url, cpuSeconds } = service;
  const headers = await openNewsletter(service);
  const body = new Blob([...fileOf(people)]);
  const took = await stopwatch(cpuSeconds);
  const id = await upload(url, headers, body, 'false');
  await reach(`${url}/v1/imports/${id}`, headers, 'succeeded');
  return took();
}

async function openNewsletter({ call }: Service): Promise<Record<string, string>> {
  const name = `list-${newId().slice(-12)}`;
  const { api_key } = await call('POST', '/v1/newsletters', { username: name, name });
  return { authorization: `Token ${api_key}` };
}

async function upload(
  url: string,
  headers: Record<string, string>,
  body: Blob,
  dry_run: 'true' | 'false',
): Promise<string> {
  const response = await fetch(`${url}/v1/imports?file_name=people.csv&dry_run=${dry_run}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/csv' },
    body,
  });
  if (!response.ok) throw new Error(await response.text());
  return ((await response.json()) as { id: string }).id;
}

async function reach(address: string, headers: Record<string, string>, wanted: string): Promise<void> {
  for (;;) {
    // biome-ignore lint/suspicious/noExplicitAny: an import
    const row = (await (await fetch(address, { headers })).json()) as any;
    if (row.status === wanted) return;
    if (row.status === 'failed') throw new Error(row.status_reason);
    await sleep(100);
  }
}

function* fileOf(people: number): Generator<string> {
  yield 'email,tags,first_name,city,plan,signed_up_at\n';
  for (let at = 0; at < people; at += 1000) {
    let piece = '';
    for (let n = at; n < Math.min(people, at + 1000); n += 1)
      piece += `reader${n}@example.com,"weekly, members",Reader ${n},Town ${n % 500},plan ${n % 3},2026-01-02T03:04:05Z\n`;
    yield piece;
  }
}

/** Measures the cost of all rows: one by one with and without the person's records, and by a bare COPY. */
async function measureYardsticks(): Promise<{ singly: Cost; thinly: Cost; bare: Cost }> {
  const { folder, remove } = await makeFolder();
  const { db, close } = await openBenchDatabase(folder);
  const newsletter = await seedNewsletter(db, 'k'.repeat(32));
  const tags = await makeTags(db, newsletter);
  const each = async (statement: string) => {
    const { seconds, cpu } = await upsertSingly(db, statement, newsletter, tags);
    await db.deleteFrom('subscribers').execute();
    return { seconds: (seconds * count) / rows, cpu: (cpu * count) / rows };
  };
  const thinly = await each(upsert);
  const singly = await each(upsertWhole);
  const copied = await stopwatch(ownCpu);
  await copyIn(db, `copy subscribers (${columns.join()}) from stdin`, copyOf(newsletter, tags));
  const bare = await copied();
  await close();
  await remove();
  return { singly, thinly, bare };
}

function valuesOf({ key }: Newsletter, tags: string, n: number): string[] {
  const address = `reader${n}@example.com`;
  const metadata = JSON.stringify({
    first_name: `Reader ${n}`,
    city: `Town ${n % 500}`,
    plan: `plan ${n % 3}`,
  });
  return [newId(), String(key), address, address, 'regular', tags, metadata, 'import'];
}

async function makeTags(db: Database, { key }: Newsletter): Promise<string> {
  const { rows: made } = await sql<{ key: number }>`
    insert into tags (id, newsletter_key, name, normal_name, color)
    select gen_random_uuid(), ${key}, name, name, '#4f6d8f' from unnest(${tagNames}::text[]) as name returning key`.execute(
    db,
  );
  return `{${made.map(tag => tag.key).join()}}`;
}

async function upsertSingly(db: Database, text: string, newsletter: Newsletter, tags: string): Promise<Cost> {
  const client = await poolOf(db).connect();
  const name = `upsert ${text.length}`;
  const upserted = await stopwatch(ownCpu);
  for (let n = 0; n < rows; n += 1) await client.query({ name, text, values: valuesOf(newsletter, tags, n) });
  const cost = await upserted();
  client.release();
  return cost;
}

async function* copyOf(newsletter: Newsletter, tags: string): AsyncGenerator<string> {
  for (let at = 0; at < count; at += 500) {
    let piece = '';
    for (let n = at; n < Math.min(count, at + 500); n += 1)
      piece += `${valuesOf(newsletter, tags, n).join('\t')}\n`;
    yield piece;
  }
}
