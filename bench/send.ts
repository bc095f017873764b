// How fast one email goes out to 20,000 people, ledger and all, against a bare nodemailer pool that sends the same ready-made
// messages over as many connections; and how much memory that takes at 2,000 and at 200,000 people.
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../src/platform/config.ts';
import { makeFolder, openBenchDatabase } from './rig/database.ts';
import { body } from './rig/letter.ts';
import type { PoolTask } from './rig/pool.ts';
import { ask, endProcess, findPort, hear, startProcess, type Usage } from './rig/processes.ts';
import { seedNewsletter, seedSubscribers } from './rig/seed.ts';
import type { SinkReport } from './rig/sink.ts';
import { median, printTable } from './rig/table.ts';

const api_key = 'k'.repeat(32);
const port = await findPort();
const url = `http://127.0.0.1:${port}`;
const { SMTP_CONNECTIONS: connections, UNCERTAIN_WINDOW: at_once } = readConfig({}, '/nowhere');
const rounds = 3;

const sink = startProcess('sink.ts');
const { port: smtp_port } = await hear<{ port: number }>(sink);
const smtp_url = `smtp://127.0.0.1:${smtp_port}`;

const speed = await compareSpeed(20_000);
printTable(
  `Sending to 20,000 people, ${speed.size} bytes a message, ${connections} connections, median of ${rounds} rounds`,
  speed.rows,
);
const memory = [await sendOnce(2_000), await sendOnce(200_000)];
printTable(
  'Peak memory of the sending process',
  memory.map(({ count, run, peak_megabytes }) => ({
    recipients: count,
    'messages/s': count / run.seconds,
    'peak MB': peak_megabytes,
    ratio: peak_megabytes / memory[0]!.peak_megabytes,
  })),
);
await endProcess(sink);

type Run = { seconds: number; cpu_seconds: number };

async function compareSpeed(count: number) {
  const ours: Run[] = [];
  const bare: Run[] = [];
  let size = 0;
  await withService(count, async service => {
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await sendEmail(service, count, `Round ${round}`));
      const report = await emptySink(count);
      size = Math.round(report.bytes / report.count);
      const pool = startProcess('pool.ts');
      bare.push(
        await ask<Run>(pool, {
          smtp_url,
          connections,
          at_once,
          count,
          messages: report.kept,
        } satisfies PoolTask),
      );
      await emptySink(count + 1);
    }
  });
  const row = (what: string, runs: Run[]) => {
    const seconds = median(runs.map(run => run.seconds));
    const cpu = median(runs.map(run => run.cpu_seconds));
    return {
      what,
      'messages/s': count / seconds,
      'CPU µs/message': (cpu / count) * 1e6,
      'time ratio': seconds / median(bare.map(run => run.seconds)),
      'CPU ratio': cpu / median(bare.map(run => run.cpu_seconds)),
    };
  };
  return { size, rows: [row('Postrider, with the ledger', ours), row('bare nodemailer pool', bare)] };
}

async function sendOnce(count: number) {
  return withService(count, async service => {
    const run = await sendEmail(service, count, 'Once');
    await emptySink(count);
    return { count, run, peak_megabytes: (await ask<Usage>(service, 'usage')).peak_megabytes };
  });
}

/** Runs `work` on a service of its own, in a process of its own, that has this many subscribers. */
async function withService<Result>(
  count: number,
  work: (service: ChildProcess) => Promise<Result>,
): Promise<Result> {
  const { folder, remove } = await makeFolder();
  const { db, close } = await openBenchDatabase(folder);
  await seedSubscribers(db, await seedNewsletter(db, api_key), count);
  await close();
  const service = startProcess('serving.ts', {
    DATA_DIR: folder,
    PORT: String(port),
    SMTP_URL: smtp_url,
    LOG_LEVEL: 'error',
    RATE_LIMIT: '1000000',
  });
  await hear(service);
  const result = await work(service);
  await endProcess(service);
  await remove();
  return result;
}

async function sendEmail(service: ChildProcess, count: number, subject: string): Promise<Run> {
  const before = await ask<Usage>(service, 'usage');
  const since = performance.now();
  const { id } = await call('POST', '/v1/emails', { subject, body });
  for (;;) {
    await sleep(50);
    const { status } = await call('GET', `/v1/emails/${id}`);
    if (status === 'sent') break;
  }
  const seconds = (performance.now() - since) / 1000;
  const { cpu_seconds } = await ask<Usage>(service, 'usage');
  const { deliveries } = await call('GET', `/v1/emails/${id}/analytics`);
  if (deliveries !== count) throw new Error(`${deliveries} of ${count} were delivered`);
  return { seconds, cpu_seconds: cpu_seconds - before.cpu_seconds };
}

async function emptySink(expected: number): Promise<SinkReport> {
  const report = await ask<SinkReport>(sink, 'report');
  if (report.count !== expected) throw new Error(`the sink has ${report.count} messages and not ${expected}`);
  return report;
}

// biome-ignore lint/suspicious/noExplicitAny: whatever the API answers
async function call(method: string, path: string, payload?: object): Promise<any> {
  const headers = { authorization: `Token ${api_key}`, 'content-type': 'application/json' };
  const response = await fetch(url + path, {
    method,
    headers,
    ...(payload && { body: JSON.stringify(payload) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
