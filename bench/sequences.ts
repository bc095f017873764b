// Measures how fast 100,000 people (PEOPLE) who enter a sequence at once pass through it, in a service of its own process, and how much an
// issue that is sent to 200,000 others (CAMPAIGN) meanwhile loses of its pace. First with the mail server away, so that only the sequence
// is measured, then the issue alone, then both at once.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../src/platform/database/connect.ts';
import { makeFolder, openBenchDatabase } from './rig/database.ts';
import { body } from './rig/letter.ts';
import { endProcess, findPort, hear, startProcess } from './rig/processes.ts';
import { seedNewsletter, seedSubscribers } from './rig/seed.ts';
import { startSink } from './rig/sending.ts';
import { printTable, type Row } from './rig/table.ts';

const people = Number(process.env.PEOPLE ?? 100_000);
const others = Number(process.env.CAMPAIGN ?? 200_000);
const wanted = 2000;
const keys = { sequences: 'k'.repeat(32), campaign: 'c'.repeat(32) };
type Who = keyof typeof keys;

const sorts = {
  'tag, metadata, mail': [
    { type: 'add_tags', metadata: { tags: ['welcomed'] } },
    { type: 'add_metadata', metadata: { step: 2 } },
    {
      type: 'send_email',
      metadata: { subject: 'Welcome', body: 'Hello {{ subscriber.metadata.first_name }}' },
    },
  ],
  mail: [{ type: 'send_email', metadata: { subject: 'Letter', body: 'Hello' } }],
};

let origin = '';
const rows: Row[] = [];
await withService('smtp://127.0.0.1:9', async () => {
  for (const [name, actions] of Object.entries(sorts))
    rows.push(rowOf(name, await pass(await start(name, actions), actions.length)));
});
const sink = await startSink();
await withService(sink.url, async db => {
  const alone = await sendAlone();
  rows.push({ ...rowOf('an issue', undefined), 'issue, mails/s': alone, 'of its pace': 1 });
  for (const [name, actions] of Object.entries(sorts)) {
    const { passed, pace } = await both(db, name, actions);
    rows.push({
      ...rowOf(`${name}, beside an issue`, passed),
      'issue, mails/s': pace,
      'of its pace': pace / alone,
    });
  }
});
printTable(`${people} people enter a sequence at once; an issue goes out to ${others} others`, rows);

await sink.end();

/** Runs `work` on a service with a separate database that mails through this server. */
async function withService(smtp_url: string, work: (db: Database) => Promise<void>): Promise<void> {
  const { folder, remove } = await makeFolder();
  const { db, url, close } = await openBenchDatabase(folder);
  await seedSubscribers(db, await seedNewsletter(db, keys.sequences), people);
  await seedSubscribers(db, await seedNewsletter(db, keys.campaign, 'campaign'), others);
  const port = await findPort();
  const service = startProcess('serving.ts', {
    DATABASE_URL: url,
    SMTP_URL: smtp_url,
    PORT: String(port),
    LOG_LEVEL: 'error',
    RATE_LIMIT: '10000000',
  });
  await hear(service);
  origin = `http://127.0.0.1:${port}`;
  await work(db);
  await endProcess(service);
  await close();
  await remove();
}

// biome-ignore lint/suspicious/noExplicitAny: any answer of the API
async function ask(who: Who, method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object): Promise<any> {
  const answer = await fetch(`${origin}${path}`, {
    method,
    headers: { authorization: `Token ${keys[who]}`, 'content-type': 'application/json' },
    ...(payload && { body: JSON.stringify(payload) }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

/** Makes everybody enter a new sequence. Returns its id. */
async function start(name: string, actions: object[]): Promise<string> {
  const given = { name, trigger: 'automation.invoked', actions };
  const { id } = await ask('sequences', 'POST', '/v1/automations', given);
  await ask('sequences', 'PATCH', `/v1/automations/${id}`, { status: 'active' });
  await ask('sequences', 'POST', `/v1/automations/${id}/invoke`, { filters: [] });
  return id;
}

type Passed = { entered: number; done: number; rate: number };

/** Waits until everybody has passed through. Returns the seconds until all had entered and were done, and the steps a second. */
async function pass(id: string, steps: number, since = performance.now()): Promise<Passed> {
  let entered = 0;
  let decided = since;
  for (;;) {
    const { counts } = await ask('sequences', 'GET', `/v1/automations/${id}`);
    if (counts.entered > entered) {
      entered = counts.entered;
      decided = performance.now();
    }
    if (counts.done >= people) break;
    await sleep(250);
  }
  const done = secondsSince(since);
  return { entered: (decided - since) / 1000, done, rate: (people * steps) / done };
}

/** Returns the pace of an issue alone, after its first thousand mails. */
async function sendAlone(): Promise<number> {
  const issue = await send('Alone');
  const first = await issue.arrived(1000);
  const since = performance.now();
  await issue.arrived(others);
  return (others - first) / secondsSince(since);
}

/** Runs a sequence beside an issue that has just begun. Returns the pace of the issue and the steps while both were under way. */
async function both(
  db: Database,
  name: string,
  actions: object[],
): Promise<{ passed: Passed; pace: number }> {
  const issue = await send(name);
  await issue.arrived(1000);
  const since = performance.now();
  const id = await start(name, actions);
  const passing = pass(id, actions.length, since);
  const first = await issue.arrived(0);
  const [begun, sending] = [performance.now(), issue.arrived(others)];
  await Promise.race([passing, sending]);
  const seconds = secondsSince(begun);
  const pace = ((await issue.arrived(0)) - first) / seconds;
  const rate = (await countSteps(db, id)) / secondsSince(since);
  await sending;
  const passed = await passing;
  await untilServed(id);
  return { passed: { ...passed, rate }, pace };
}

/** Sends an issue to the others. `arrived` waits until so many have it, and returns the number. */
async function send(subject: string): Promise<{ arrived(count: number): Promise<number> }> {
  const { id } = await ask('campaign', 'POST', '/v1/emails', { subject, body });
  return {
    async arrived(count) {
      for (;;) {
        const { deliveries } = await ask('campaign', 'GET', `/v1/emails/${id}/analytics`);
        if (deliveries >= count) return deliveries;
        await sleep(250);
      }
    },
  };
}

async function countSteps(db: Database, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from sequence_steps where run_key in (
      select sequence_runs.key from sequence_runs join sequences on sequences.key = sequence_key where sequences.id = ${id})`.execute(
    db,
  );
  return rows[0]!.count;
}

/** Waits until the letters of the sequence have been handed over too. */
async function untilServed(id: string): Promise<void> {
  const served = async () => (await ask('sequences', 'GET', `/v1/automations/${id}/analytics`)).deliveries;
  while ((await served()) < people) await sleep(250);
}

function secondsSince(date: number): number {
  return (performance.now() - date) / 1000;
}

function rowOf(what: string, passed: Passed | undefined): Row {
  return {
    what,
    'until all had entered, s': passed?.entered ?? '',
    'until all were done, s': passed?.done ?? '',
    'steps/s': passed?.rate ?? '',
    [`of ${wanted} steps/s`]: passed ? passed.rate / wanted : '',
    'issue, mails/s': '',
    'of its pace': '',
  };
}
