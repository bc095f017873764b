import { type ChildProcess, execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeFolder, openBenchDatabase } from './database.ts';
import { body } from './letter.ts';
import { postgresSeconds } from './postgres-usage.ts';
import { ask, endProcess, findPort, hear, startProcess, type Usage } from './processes.ts';
import { seedDeliveries, seedNewsletter, seedSubscribers } from './seed.ts';
import type { SinkReport } from './sink.ts';

const api_key = 'k'.repeat(32);

export type Run = {
  seconds: number;
  cpu_seconds: number;
  /** PostgreSQL's processor time; absent if there is none. */
  postgres_seconds?: number;
};

export type Sink = {
  url: string;
  port: number;
  /** Returns the messages that have arrived since the last call. Throws if there are not `expected` of them. */
  empty(expected: number): Promise<SinkReport>;
  end(): Promise<void>;
};

/** Starts the sink. With `chunking`, it also accepts messages by BDAT. */
export async function startSink({ chunking = false } = {}): Promise<Sink> {
  const sink = startProcess('sink.ts', chunking ? { CHUNKING: '1' } : {});
  const { port } = await hear<{ port: number }>(sink);
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    async empty(expected) {
      const report = await ask<SinkReport>(sink, 'report');
      if (report.count !== expected)
        throw new Error(`the sink has ${report.count} messages and not ${expected}`);
      return report;
    },
    end: () => endProcess(sink),
  };
}

export type Service = {
  url: string;
  /** The service's data folder. */
  folder: string;
  /** Runs a command of postrider with the settings of the service. */
  run(...args: string[]): Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: any API response
  call(method: string, path: string, payload?: object): Promise<any>;
  /** Sends an email with these `fields` to everybody. Returns how long it took to serve everybody and what the processes used meanwhile. */
  send(subject: string, fields?: object): Promise<Run>;
  peakMegabytes(): Promise<number>;
  /** Returns the processor time of its processes so far. */
  cpuSeconds(): Promise<number>;
};

type Setting = {
  smtp_url: string;
  /** The number of subscribers. All of them get every email. */
  count: number;
  /** The number of processes that send. The first one also serves the API. */
  processes?: number;
  /** The number of earlier emails that everybody got. */
  age?: number;
  env?: Record<string, string>;
};

/** Runs `work` on a service in separate processes whose newsletter tracks opens and clicks. */
export async function withService<Result>(
  { smtp_url, count, processes = 1, age = 0, env = {} }: Setting,
  work: (service: Service) => Promise<Result>,
): Promise<Result> {
  const { folder, remove } = await makeFolder();
  const database = await openBenchDatabase(folder);
  const newsletter = await seedNewsletter(database.db, api_key);
  await seedSubscribers(database.db, newsletter, count);
  for (let issue = 1; issue <= age; issue += 1)
    await seedDeliveries(database.db, newsletter, `issue-${issue}`);
  // Several processes share the server opened here. A single one opens its own, as for a user.
  if (processes === 1) await database.close();
  const settings: Record<string, string> = {
    DATA_DIR: folder,
    SMTP_URL: smtp_url,
    LOG_LEVEL: 'error',
    RATE_LIMIT: '1000000',
    ...env,
  };
  if (processes > 1) settings.DATABASE_URL = database.url;
  const running: ChildProcess[] = [];
  const ports: number[] = [];
  for (let at = 0; at < processes; at += 1) {
    const port = await findPort();
    running.push(
      startProcess('serving.ts', {
        ...settings,
        PORT: String(port),
        ROLE: at === 0 ? 'all' : 'worker',
      }),
    );
    ports.push(port);
    await hear(running[at]!);
  }
  const service = {
    ...openService(`http://127.0.0.1:${ports[0]}`, running, count),
    folder,
    run: (...args: string[]) => runCommand(args, settings),
  };
  const { id } = (await service.call('GET', '/v1/newsletters')).results[0];
  await service.call('PATCH', `/v1/newsletters/${id}`, { track_opens: true, track_clicks: true });
  const result = await work(service);
  for (const child of running) await endProcess(child);
  await database.close();
  await remove();
  return result;
}

async function runCommand(args: string[], settings: Record<string, string>): Promise<void> {
  const program = fileURLToPath(new URL('../../bin/postrider.mjs', import.meta.url));
  await promisify(execFile)(process.execPath, [program, ...args], { env: { ...process.env, ...settings } });
}

/** Returns the API at `url` of these running processes, whose newsletter has so many subscribers. */
export function openService(
  url: string,
  running: ChildProcess[],
  count: number,
): Omit<Service, 'folder' | 'run'> {
  return { url, call, send, peakMegabytes: async () => (await usage()).peak_megabytes, cpuSeconds };

  async function send(subject: string, fields: object = {}): Promise<Run> {
    const before = await usage();
    const postgres_before = postgresSeconds();
    const since = performance.now();
    const { id } = await call('POST', '/v1/emails', { subject, body, ...fields });
    const elapsed = () => performance.now() - since;
    // Ten requests a second would be a part of what a message costs on a busy machine.
    while ((await call('GET', `/v1/emails/${id}`)).status !== 'sent')
      await sleep(Math.max(100, elapsed() / 50));
    const seconds = elapsed() / 1000;
    const { cpu_seconds } = await usage();
    const postgres_seconds = postgresSeconds() - postgres_before;
    const { deliveries } = await call('GET', `/v1/emails/${id}/analytics`);
    if (deliveries !== count) throw new Error(`${deliveries} of ${count} were delivered`);
    return { seconds, cpu_seconds: cpu_seconds - before.cpu_seconds, postgres_seconds };
  }

  async function cpuSeconds(): Promise<number> {
    return (await usage()).cpu_seconds;
  }

  /** Returns the total time of all processes, and the memory of the largest. */
  async function usage(): Promise<Usage> {
    const usages: Usage[] = [];
    for (const child of running) usages.push(await ask<Usage>(child, 'usage'));
    return {
      cpu_seconds: usages.reduce((sum, one) => sum + one.cpu_seconds, 0),
      peak_megabytes: Math.max(...usages.map(one => one.peak_megabytes)),
    };
  }

  async function call(method: string, path: string, payload?: object) {
    const headers = { authorization: `Token ${api_key}`, 'content-type': 'application/json' };
    const response = await fetch(url + path, {
      method,
      headers,
      ...(payload && { body: JSON.stringify(payload) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.status === 204 ? undefined : response.json();
  }
}
