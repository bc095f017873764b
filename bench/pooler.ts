// Runs the program behind PgBouncer in transaction mode (docs/running/pooler.md): an email to 20,000 people (COUNT) over PgBouncer and
// directly, the median of three rounds that alternate. Then PgBouncer is killed with kill −9 ten times in the middle of sending. Ends with
// 1 if anybody is lost or mailed twice. PGBOUNCER names the program, if it is not on the PATH.
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  canKeepStatements,
  findPgBouncer,
  howToInstall,
  type PgBouncer,
  startPgBouncer,
} from '../src/testing/pgbouncer.ts';
import { openSmtpSink } from '../src/testing/smtp-sink.ts';
import { makeFolder, openBenchDatabase } from './rig/database.ts';
import { atTheLatestAtTheEnd } from './rig/endings.ts';
import { body } from './rig/letter.ts';
import { killWhileSending } from './rig/pooler-drill.ts';
import { endProcess, findPort, hear, startProcess } from './rig/processes.ts';
import { seedNewsletter, seedSubscribers } from './rig/seed.ts';
import { openService, type Run, startSink } from './rig/sending.ts';
import { printTable } from './rig/table.ts';
import { printWays } from './rig/ways.ts';

const version = await findPgBouncer();
if (version === undefined) {
  console.log(`Skipped: ${howToInstall}`);
  process.exit();
}
const count = Number(process.env.COUNT ?? 20_000);
const rounds = 3;
const kills = 10;
const key = 'k'.repeat(32);

const { folder, remove } = await makeFolder();
await chmod(folder, 0o755); // PgBouncer does not run as root
const database = await openBenchDatabase(folder);
await seedSubscribers(database.db, await seedNewsletter(database.db, key), count);
const bouncers: PgBouncer[] = [];
const closeBouncers = atTheLatestAtTheEnd(async () => {
  for (const bouncer of bouncers) await bouncer.close();
});
const ways: Record<string, { url: string; direct?: string }> = { directly: { url: database.url } };
if (canKeepStatements(version)) {
  const { url } = await startBouncer(true);
  ways['over PgBouncer'] = { url };
  ways['over PgBouncer, with DATABASE_DIRECT_URL'] = { url, direct: database.url };
}
ways['over PgBouncer without prepared statements'] = { url: (await startBouncer(false)).url };

await compare();
const isKept = await drill();
await closeBouncers();
await database.close();
await remove();
process.exit(isKept ? 0 : 1);

async function startBouncer(keeps_statements: boolean): Promise<PgBouncer> {
  const bouncer = await startPgBouncer(database.url, { folder, size: 20, keeps_statements });
  bouncers.push(bouncer);
  return bouncer;
}

/** Runs `work` with a service that reaches its database at this address. */
async function withServiceAt<Result>(
  { url, direct }: { url: string; direct?: string },
  smtp_url: string,
  work: (service: ReturnType<typeof openService>) => Promise<Result>,
): Promise<Result> {
  const port = await findPort();
  const data = join(folder, 'service');
  await mkdir(data, { recursive: true });
  const child = startProcess('serving.ts', {
    DATA_DIR: data,
    DATABASE_URL: url,
    ...(direct && { DATABASE_DIRECT_URL: direct }),
    SMTP_URL: smtp_url,
    SECRET_KEY: process.env.SECRET_KEY!,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
    RATE_LIMIT: '1000000',
    PORT: String(port),
  });
  await hear(child);
  try {
    return await work(openService(`http://127.0.0.1:${port}`, [child], count));
  } finally {
    await endProcess(child);
  }
}

async function compare(): Promise<void> {
  const sink = await startSink();
  const runs: Record<string, Run[]> = {};
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, way] of Object.entries(ways)) {
      const run = await withServiceAt(way, sink.url, service =>
        service.send(`Round ${round} ${name}`, { body }),
      );
      await sink.empty(count);
      if (round > 0) runs[name] = [...(runs[name] ?? []), run]; // the first one fills caches
    }
  await sink.end();
  printWays(
    `An email to ${count.toLocaleString('en')} people, PgBouncer ${version}, median of ${rounds} rounds`,
    runs,
    {
      count,
      of: 'of directly',
    },
  );
}

async function drill(): Promise<boolean> {
  const sink = await openSmtpSink();
  sink.pipelining = true;
  const bouncer = bouncers[0]!;
  const outcome = await withServiceAt({ url: bouncer.url }, sink.url, async service => {
    await service.call('POST', '/v1/emails', { subject: 'While PgBouncer dies', body });
    return killWhileSending(database.db, sink, { kills, recipients: count, kill: () => bouncer.crash() });
  });
  await sink.close();
  printTable(`PgBouncer ${version}, killed with kill −9 and started again while an email goes out`, [
    outcome,
  ]);
  return outcome.lost === 0 && outcome.doubled === 0;
}
