import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { connectDatabase, type Database } from '../../src/platform/database/connect.ts';
import { createEmptyDatabase, type TestDatabase } from '../../src/testing/database.ts';
import { afterwards } from '../../src/testing/embedded-trial.ts';
import { startTestService, type TestService } from '../../src/testing/postrider.ts';
import { startProcess } from '../../src/testing/processes.ts';
import { readRows } from '../../src/testing/rows.ts';
import { until } from '../../src/testing/until.ts';
import { testSecretKey } from '../../src/testing/vault.ts';

const people = 20_000;

let service: TestService;
let folder: string;
let env: Record<string, string>;

before(async () => {
  service = await startTestService();
  folder = await mkdtemp(join(tmpdir(), 'postrider-kill-'));
  env = {
    DATABASE_URL: service.database_url,
    DATA_DIR: join(folder, 'data'),
    SECRET_KEY: testSecretKey,
    LOG_LEVEL: 'silent',
  };
  await sql`
    insert into subscribers (id, newsletter_key, email_address, normal_address, type, source, notes)
    select gen_random_uuid(), ${service.newsletter.key}, a, a, 'regular', 'api', repeat(md5(a), 20)
    from (select 'reader' || n || '@example.org' as a from generate_series(1, ${people}::int) n) made`.execute(
    service.db,
  );
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

function makePipe(path: string): string {
  execFileSync('mkfifo', [path]);
  return path;
}

/** Starts a process that writes the beginning of the file into the pipe and keeps the pipe open. */
function feed(pipe: string, file: string, bytes: number): ChildProcess {
  const script = 'exec >"$0"; head -c "$2" "$1"; exec sleep 600';
  return spawn('sh', ['-c', script, pipe, file, String(bytes)], { stdio: 'ignore' });
}

async function run(args: string[], more: Record<string, string> = {}): Promise<string> {
  await using process = await startProcess(
    args,
    { ...env, ...more },
    /rows of|restored|interrupted|not empty/,
  );
  await until('the command to end', async () => process.process.exitCode !== null);
  return process.printed();
}

test('a killed backup leaves no file under its name, and the next one is complete', async () => {
  const file = join(folder, 'killed.tar.zst');
  {
    // The reader stops after the first bytes, so the backup cannot end before it is killed.
    const pipe = makePipe(`${file}.partial`);
    const reader = createReadStream(pipe, { highWaterMark: 1000 });
    await using process = await startProcess(['backup', file], env, /events …|subscribers …/);
    await process.end('SIGKILL');
    reader.destroy();
    await rm(pipe);
  }
  assert.equal(existsSync(file), false);
  assert.match(await run(['backup', file]), /read back to its end/);
  assert.deepEqual(
    (await readdir(folder)).filter(name => name.includes('killed')),
    ['killed.tar.zst'],
  );
});

test('a restore killed at any point leaves an empty database, from which no service starts, and can be run again', async t => {
  const file = join(folder, 'whole.tar.zst');
  await run(['backup', file]);
  const database: TestDatabase = await createEmptyDatabase();
  const target = { DATABASE_URL: database.url, DATA_DIR: join(folder, 'target') };
  const db: Database = connectDatabase(database.url, { size: 1, on_error: () => {} });
  try {
    const { size } = await stat(file);
    for (const length of [size >> 2, size >> 1, size - 1]) {
      // The rest never comes, so the restore cannot end before it is killed.
      const pipe = makePipe(join(folder, 'pipe'));
      const feeding = feed(pipe, file, length);
      afterwards(t, () => feeding.kill('SIGKILL'));
      await using process = await startProcess(
        ['restore', pipe],
        { ...env, ...target },
        length < size - 1 ? /audit_log …|api_keys …/ : /webhooks …/,
      );
      await process.end('SIGKILL');
      feeding.kill('SIGKILL');
      await rm(pipe);
      await until('PostgreSQL to notice', async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
          db,
        );
        return rows.length === 0;
      });
      assert.deepEqual([...(await readRows(db)).keys()], [], `${length} bytes`);
    }
    await assert.rejects(
      startProcess(['key', 'list'], { ...env, ...target }, /never/),
      /A restore into .* was interrupted, so the database is empty\. Run it again: npx postrider restore FILE/,
    );
    assert.match(await run(['restore', file], target), /Everything is restored/);
    const [here, there] = [await readRows(service.db), await readRows(db)];
    assert.equal(there.get('subscribers')!.length, people);
    for (const name of ['subscribers', 'newsletters', 'events'])
      assert.deepEqual(there.get(name), here.get(name), name);
    assert.match(await run(['restore', file], target), /not empty/);
  } finally {
    await db.destroy();
    await database.drop();
  }
});
