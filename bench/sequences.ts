// How fast 100,000 people who enter a sequence at once pass through it, in a service of its own process: who decided about them, what
// their steps took, and what PostgreSQL and the service used. The mail server is away: what is measured is the sequence, not the lane.
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder, openBenchDatabase } from './rig/database.ts';
import { endProcess, findPort, hear, startProcess } from './rig/processes.ts';
import { seedNewsletter, seedSubscribers } from './rig/seed.ts';
import { printTable } from './rig/table.ts';

const people = Number(process.env.PEOPLE ?? 100_000);
const api_key = 'k'.repeat(32);
const port = await findPort();
const { folder, remove } = await makeFolder();
const { db, url, close } = await openBenchDatabase(folder);
const newsletter = await seedNewsletter(db, api_key);
await seedSubscribers(db, newsletter, people);
const service = startProcess('serving.ts', {
  DATABASE_URL: url,
  SMTP_URL: 'smtp://127.0.0.1:9',
  PORT: String(port),
  LOG_LEVEL: 'error',
  RATE_LIMIT: '10000000',
});
await hear(service);

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

const rows = [];
for (const [name, actions] of Object.entries(sorts)) rows.push(await measure(name, actions));
printTable(`${people} people enter a sequence at once`, rows);

await endProcess(service);
await close();
await remove();

// biome-ignore lint/suspicious/noExplicitAny: any answer of the API
async function ask(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<any> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization: `Token ${api_key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

async function measure(name: string, actions: object[]) {
  const { id } = await ask('POST', '/v1/automations', {
    name,
    trigger: 'automation.invoked',
    actions,
  });
  await ask('PATCH', `/v1/automations/${id}`, { status: 'active' });
  const since = performance.now();
  await ask('POST', `/v1/automations/${id}/invoke`, { filters: [] });
  const asked = performance.now();
  let entered = 0;
  let decided = asked;
  for (;;) {
    const { counts } = await ask('GET', `/v1/automations/${id}`);
    if (counts.entered > entered) {
      entered = counts.entered;
      decided = performance.now();
    }
    if (counts.done >= people) break;
    await sleep(250);
  }
  const seconds = (performance.now() - asked) / 1000;
  const steps = people * actions.length;
  return {
    what: name,
    'request, s': (asked - since) / 1000,
    'until all had entered, s': (decided - asked) / 1000,
    'until all were done, s': seconds,
    'steps/s': steps / seconds,
  };
}
