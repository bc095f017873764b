import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { openEmbeddedDatabase } from '../../src/platform/embedded/embedded.ts';
import { makeFolder } from './database.ts';
import { atTheLatestAtTheEnd } from './endings.ts';
import { body } from './letter.ts';
import { findPort } from './processes.ts';

/** A listmonk with its own PostgreSQL, of the same kind as ours. */
export type Listmonk = {
  /** Sends a campaign to everybody, and returns when it is finished. `filler` is a number of additional characters in its letter. */
  send(subject: string, filler?: number): Promise<void>;
  cpuSeconds(): number;
  version: string;
  close(): Promise<void>;
};

type Setting = {
  /** The path of the program. */
  path: string;
  sink: { port: number };
  count: number;
  connections: number;
  /** The number of earlier campaigns that everybody got. */
  age: number;
};

const user = 'bench';

/** Installs listmonk on an empty database, with `count` subscribers on one list and the settings with which it is fastest. */
export async function openListmonk({ path, sink, count, connections, age }: Setting): Promise<Listmonk> {
  const { folder, remove } = await makeFolder();
  const server = await openEmbeddedDatabase({ data_dir: folder, claim: true, log: () => {} });
  const closeServer = atTheLatestAtTheEnd(() => server.close());
  const { hostname: _, ...own } = await createDatabase(server.url);
  const port = await findPort();
  const config = join(folder, 'config.toml');
  await writeFile(config, configOf(port, own));
  const run = promisify(execFile);
  const owner = {
    LISTMONK_ADMIN_USER: 'owner',
    LISTMONK_ADMIN_PASSWORD: 'b'.repeat(32),
    LISTMONK_ADMIN_API_USER: user,
  };
  const options = { env: { ...process.env, ...owner } };
  const { stdout: version } = await run(path, ['--version'], options);
  const said = await run(path, ['--config', config, '--install', '--idempotent', '--yes'], options);
  const [, token] = /LISTMONK_ADMIN_API_TOKEN="(\w+)"/.exec(said.stderr + said.stdout) ?? [];
  if (token === undefined) throw new Error(`listmonk ${version} gave no token for its API: use a newer one`);
  const client = new pg.Client(own);
  await client.connect();
  const list = await seed(client, count, age);
  await adjust(client, { port: sink.port, connections });
  await client.end();

  const child = spawn(path, ['--config', config], { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  let complaints = '';
  child.stderr.on('data', part => {
    complaints = (complaints + part).slice(-2000);
  });
  const closeChild = atTheLatestAtTheEnd(() => end(child));
  const call = caller(`http://127.0.0.1:${port}`, token);
  await untilReady(call, child, () => complaints);
  return {
    version: version.trim().split(/\s/)[0]!,
    cpuSeconds: () => cpuOf(child.pid!),
    async send(subject, filler = 0) {
      const letter = letterOf(filler);
      const { id } = await call('POST', '/api/campaigns', {
        name: subject,
        subject,
        lists: [list],
        ...letter,
      });
      await call('PUT', `/api/campaigns/${id}/status`, { status: 'running' });
      while ((await call('GET', `/api/campaigns/${id}`)).status !== 'finished') await sleep(200);
    },
    async close() {
      await closeChild();
      await closeServer();
      await remove();
    },
  };
}

type Place = {
  hostname: string;
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
};

/** Creates a separate database on the server at `url`, which listens on a socket. */
async function createDatabase(url: string): Promise<Place> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('create database listmonk');
  await client.end();
  const { hostname, searchParams, port, username, password } = new URL(url);
  return {
    hostname,
    host: searchParams.get('host')!,
    port: Number(port),
    user: username,
    password: decodeURIComponent(password),
    database: 'listmonk',
  };
}

function configOf(port: number, place: Omit<Place, 'hostname'>): string {
  return `
[app]
address = "127.0.0.1:${port}"
[db]
host = ${JSON.stringify(place.host)}
port = ${place.port}
user = ${JSON.stringify(place.user)}
password = ${JSON.stringify(place.password)}
database = ${JSON.stringify(place.database)}
ssl_mode = "disable"
max_open = 25
max_idle = 25
max_lifetime = "300s"
`;
}

/** Adds one list with everybody, and earlier campaigns, with a view by every third reader. */
async function seed(client: pg.Client, count: number, age: number): Promise<number> {
  const { rows } = await client.query(`
    insert into lists (uuid, name, type, optin) values (gen_random_uuid(), 'Bench', 'private', 'single') returning id`);
  const list: number = rows[0].id;
  await client.query(
    `insert into subscribers (uuid, email, name, attribs, status)
     select gen_random_uuid(), 'reader' || n || '@example.com', 'Reader ' || n, jsonb_build_object('city', 'Town ' || n % 500), 'enabled'
     from generate_series(1, $1::int) n`,
    [count],
  );
  await client.query(
    `insert into subscriber_lists (subscriber_id, list_id, status) select id, $1, 'confirmed' from subscribers
     on conflict (subscriber_id, list_id) do update set status = 'confirmed'`,
    [list],
  );
  await client.query("delete from subscribers where email not like 'reader%@example.com'"); // its own examples
  for (let issue = 1; issue <= age; issue += 1) {
    const { rows: made } = await client.query(
      `insert into campaigns (uuid, name, subject, from_email, body, content_type, messenger, status, to_send, sent)
       values (gen_random_uuid(), $1, $1, 'bench@news.example', 'Hello', 'richtext', 'email', 'finished', $2, $2) returning id`,
      [`Issue ${issue}`, count],
    );
    await client.query(
      'insert into campaign_views (campaign_id, subscriber_id) select $1, id from subscribers where id % 3 = 0',
      [made[0].id],
    );
  }
  await client.query('vacuum analyze');
  return list;
}

/** Sets the same number of connections as ours, and no limit of its own. */
async function adjust(
  client: pg.Client,
  { port, connections }: { port: number; connections: number },
): Promise<void> {
  const smtp = {
    ...{ name: 'bench', uuid: '00000000-0000-4000-8000-000000000001', enabled: true },
    ...{ host: '127.0.0.1', port, hello_hostname: '', auth_protocol: 'none', username: '', password: '' },
    ...{ max_conns: connections, max_msg_retries: 2, idle_timeout: '15s', wait_timeout: '5s' },
    ...{ tls_type: 'none', tls_skip_verify: true, email_headers: [] },
  };
  const settings = {
    'app.from_email': 'Bench <bench@news.example>',
    'app.concurrency': connections,
    'app.message_rate': 1_000_000,
    'app.batch_size': 5000,
    'app.message_sliding_window': false,
    'app.check_updates': false,
    'privacy.individual_tracking': true,
    smtp: [smtp],
  };
  for (const [key, value] of Object.entries(settings))
    await client.query('update settings set value = $2::jsonb where key = $1', [key, JSON.stringify(value)]);
}

/** Returns our letter in its language, with tracked links and a text version. */
function letterOf(filler: number) {
  const letter = body
    .replace('{{ subscriber.metadata.first_name }}', '{{ .Subscriber.Name }}')
    .replace('{{ subscriber.metadata.city }}', '{{ .Subscriber.Attribs.city }}');
  const words = 'and so the letter is as long as the other one is. ';
  const more = words.repeat(Math.ceil(filler / words.length)).slice(0, filler);
  return {
    content_type: 'markdown',
    type: 'regular',
    messenger: 'email',
    body: `${letter.replace(/\((https:[^)]+)\)/g, '($1@TrackLink)')}\n\n${more}`,
    altbody: letter,
  };
}

type Call = (method: string, path: string, payload?: object) => Promise<{ id: number; status: string }>;

function caller(url: string, token: string): Call {
  return async (method, path, payload) => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `token ${user}:${token}`, 'content-type': 'application/json' },
      ...(payload && { body: JSON.stringify(payload) }),
    });
    if (!response.ok)
      throw new Error(`listmonk, ${method} ${path}: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { data: { id: number; status: string } }).data;
  };
}

async function untilReady(call: Call, child: ChildProcess, complaints: () => string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`listmonk ended with ${child.exitCode}: ${complaints()}`);
    try {
      return void (await call('GET', '/api/config'));
    } catch (cause) {
      if (attempt === 1200) throw new Error(`listmonk does not answer: ${complaints()}`, { cause });
      await sleep(100);
    }
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL'); // it has nothing left to do, and its database is deleted too
  await exit;
}

/** Returns the seconds of processor time of the process and its ended children, in steps of 10 ms. */
function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}
