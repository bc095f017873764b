// npm run bench -- upgrade: runs the last release's program and this one side by side, behind HAProxy, while 20,000 messages (COUNT) are
// sent and requests arrive. The schema is migrated, an old process starts again on it, and the processes are replaced one after another.
// BASE names the commit or tag of the older program. Ends with 1 if a request fails, or if anybody is left out or mailed twice.
import { execFileSync, spawn } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { pendingMigrations } from '../src/platform/database/migrate.ts';
import { describeMigration } from '../src/platform/database/migrations.ts';
import { runMigration } from '../src/platform/database/run-migration.ts';
import { freePort } from '../src/testing/free-port.ts';
import { builtProgram, type RunningProcess, startProcess } from '../src/testing/processes.ts';
import { openSmtpSink } from '../src/testing/smtp-sink.ts';
import { makeFolder, openBenchDatabase } from './rig/database.ts';
import { atTheLatestAtTheEnd } from './rig/endings.ts';
import { printTable } from './rig/table.ts';

/** The first program with this migration can run beside newer ones. */
const firstMigration = 'migrations/0123-contractions.sql';
const count = Number(process.env.COUNT ?? 20_000);
const clients = 4;
const apiKey = 'a key for the drill of an upgrade, 40 long'.replaceAll(/[ ,]/g, '-');

const here = fileURLToPath(new URL('..', import.meta.url));
const git = (...args: string[]) => execFileSync('git', args, { cwd: here, encoding: 'utf8' }).trim();
const base = process.env.BASE ?? (lastRelease() || firstAble());
if (!isInstalled('haproxy')) {
  console.error('HAProxy is missing. On Debian: apt install haproxy');
  process.exit(1);
}
const { folder, remove } = await makeFolder();
const there = join(folder, 'tree');
git('worktree', 'add', '--detach', '--quiet', there, base);
atTheLatestAtTheEnd(async () => void git('worktree', 'remove', '--force', there));
await symlink(join(here, 'node_modules'), join(there, 'node_modules'));

const programs = { old: join(there, 'scripts/launch.ts'), new: builtProgram };
type Program = keyof typeof programs;
const sink = await openSmtpSink();
const moments: number[] = [];
sink.heard = () => void moments.push(performance.now());
const database = await openBenchDatabase(join(folder, 'database'), { is_empty: true });
const { db } = database;
const ports = [await freePort(), await freePort()];
const door = await openHaproxy(ports);
const common = {
  DATABASE_URL: database.url,
  SMTP_URL: sink.url,
  API_KEY: apiKey,
  RATE_LIMIT: '10000000',
  DRAIN_SECONDS: '3',
  DATA_DIR: join(folder, 'data'),
  SECRET_KEY: process.env.SECRET_KEY!,
};
const places = [
  ...ports.map(port => ({ ROLE: 'api', PORT: String(port) })),
  ...[1, 2].map(() => ({ ROLE: 'worker' })),
];
const running: RunningProcess[] = [];
for (const at of places.keys()) running[at] = await start('old', at);

await addReaders();
const load = startLoad();
const begun = await ask('POST', '/v1/emails', { subject: 'Upgrade', body: 'Hello' });
await until(() => sink.accepted.length > count / 20);

say(`${base.slice(0, 12)} sends; the newer program migrates`);
const pending = await pendingMigrations(db);
const migrated = await startProcess(['migrate'], common, /\n/, { program: programs.new });
await migrated.end('SIGCONT');
for (const table of await listTables())
  await runMigration(
    db,
    describeMigration(
      `9999-${table}`,
      `alter table ${table} add column added_later text not null default ''`,
    ),
  );
say(`${pending.length} migrations of its own ran, and one that adds a column to each table`);
await replace('old', 2);
say('an old worker has started again on the newer schema');
for (const at of places.keys()) {
  const smaller = describeMigration(
    '9999-smaller',
    '-- Contracts: added_later\nalter table tags drop column added_later',
  );
  if (at === places.length - 1) say(`a contracting migration ${await runMigration(db, smaller)}`);
  await replace('new', at);
  say(`${places[at]!.ROLE} ${at + 1} is the newer program`);
}
await until(async () => (await ask('GET', `/v1/emails/${begun.id}`)).status === 'sent');
const requests = await load.end();
for (const one of running) await one.end('SIGTERM');

const copies = new Map<string, number>();
for (const { to } of sink.accepted) copies.set(to, (copies.get(to) ?? 0) + 1);
const doubled = [...copies.values()].filter(times => times > 1).length;
const missing = count - copies.size;
const pauses = moments.map((moment, at) => (at === 0 ? 0 : moment - moments[at - 1]!));
printTable(`An upgrade while ${count} messages go out`, [
  { what: 'copies', count: sink.accepted.length },
  { what: 'readers without a copy', count: missing },
  { what: 'readers with two', count: doubled },
  { what: 'longest time without a copy, ms', count: Math.max(...pauses) },
  { what: 'requests answered', count: requests.answered },
  { what: 'requests failed', count: requests.failed.length },
]);
for (const failure of new Set(requests.failed)) console.log(failure);
await database.close();
await sink.close();
await remove();
process.exit(doubled + missing + requests.failed.length === 0 ? 0 : 1);

function lastRelease(): string {
  return git('tag', '--list', 'v*', '--sort=-version:refname').split('\n')[0]!;
}

function firstAble(): string {
  const commit = git('log', '--diff-filter=A', '--format=%H', '--', firstMigration);
  if (commit !== '') return commit;
  console.error(
    'The history of this clone is too short. Fetch all of it (git fetch --unshallow), or name a commit in BASE.',
  );
  process.exit(1);
}

function isInstalled(command: string): boolean {
  try {
    execFileSync(command, ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function start(program: Program, at: number): Promise<RunningProcess> {
  const place = places[at]!;
  const ready = place.ROLE === 'api' ? /Postrider is ready/ : /worker is running/;
  return startProcess(['serve'], { ...common, ...place }, ready, { program: programs[program] });
}

async function replace(program: Program, at: number): Promise<void> {
  await running[at]!.end('SIGTERM');
  running[at] = await start(program, at);
  if (places[at]!.ROLE === 'api') await sleep(3000); // until HAProxy uses it again
}

async function openHaproxy(ports: number[]): Promise<string> {
  const port = await freePort();
  const file = join(folder, 'haproxy.cfg');
  const servers = ports.map(
    (one, at) => `  server api${at} 127.0.0.1:${one} check inter 500ms fall 2 rise 1`,
  );
  await writeFile(
    file,
    `defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 600s
  http-reuse always
frontend door
  bind 127.0.0.1:${port}
  default_backend api
backend api
  option httpchk GET /readyz
${servers.join('\n')}
`,
  );
  const proxy = spawn('haproxy', ['-db', '-q', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  atTheLatestAtTheEnd(async () => void proxy.kill('SIGKILL'));
  process.once('exit', () => proxy.kill('SIGKILL'));
  return `http://127.0.0.1:${port}`;
}

async function addReaders(): Promise<void> {
  await sql`
    insert into subscribers (id, newsletter_key, email_address, normal_address, type, source, metadata)
    select gen_random_uuid(), key, 'r' || n || '@example.org', 'r' || n || '@example.org', 'regular', 'test', '{}'
    from newsletters, generate_series(1, ${count}::int) as n`.execute(db);
}

async function listTables(): Promise<string[]> {
  const { rows } = await sql<{ relname: string }>`
    select relname from pg_class where relkind in ('r', 'p') and not relispartition
      and relnamespace = 'public'::regnamespace and relname not like 'kysely%' order by relname`.execute(db);
  return rows.map(({ relname }) => relname);
}

async function ask(method: string, path: string, body?: object) {
  const response = await fetch(door + path, {
    method,
    headers: { authorization: `Token ${apiKey}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
  return JSON.parse(text);
}

function startLoad() {
  const failed: string[] = [];
  let answered = 0;
  let isOver = false;
  const client = async (name: number) => {
    for (let number = 0; !isOver; number += 1) {
      const address = `new-${name}-${number}@example.org`;
      const asking =
        number % 4 === 0
          ? ask('POST', '/v1/subscribers', { email_address: address, type: 'unactivated' })
          : ask('GET', '/v1/tags');
      await asking.catch(error => failed.push(String(error)));
      answered += 1;
    }
  };
  const all = Array.from({ length: clients }, (_, name) => client(name));
  return {
    async end() {
      isOver = true;
      await Promise.all(all);
      return { answered, failed };
    },
  };
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(50);
}

function say(what: string): void {
  console.log(`${String(sink.accepted.length).padStart(6)} sent: ${what}`);
}
