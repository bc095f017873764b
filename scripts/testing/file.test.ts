import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runFile } from './file.ts';
import { findProcesses } from './processes.ts';

const folder = mkdtempSync(join(tmpdir(), 'files-'));
const runs = join(folder, 'runs');
mkdirSync(runs);
after(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;

test('passed, failed and skipped tests are counted, and a failure says what failed and where', async () => {
  const { passed, skipped, failures, printed } = await run(`
    test('good', () => console.log('printed by good'));
    test('not now', { skip: true }, () => {});
    test('group', async t => {
      await t.test('one', () => {});
      await t.test('two', () => { throw new Error('what is wrong'); });
    });`);
  assert.deepEqual([passed, skipped, failures.length], [2, 1, 1]);
  assert.equal(failures[0]!.name, 'group > two');
  assert.match(failures[0]!.place, /\.test\.mjs:\d+$/);
  assert.match(failures[0]!.error, /what is wrong/);
  assert.match(printed, /printed by good/);
});

test('a file over its time limit is ended with everything it started, even processes that left its group', async () => {
  const { failures, printed } = await run(
    `test('hangs', async () => {
      console.log('so far');
      const stubborn = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
      spawn(process.execPath, ['-e', stubborn], { stdio: 'inherit' });
      spawn(process.execPath, ['-e', stubborn], { detached: true, stdio: 'ignore' }).unref();
      spawn('sleep', ['1000'], { detached: true, stdio: 'ignore', env: {}, cwd: tmpdir() }).unref();
      await new Promise(() => setInterval(() => {}, 1000));
    });`,
    { limit: 3000 },
  );
  assert.match(failures[0]!.error, /ended after 3 seconds/);
  assert.match(printed, /so far/);
});

test('a file whose process no longer responds is ended', async () => {
  const { failures } = await run(`test('spins', () => { for (;;); });`, { limit: 2000 });
  assert.match(failures[0]!.error, /ended after 2 seconds/);
});

test('a file that leaves a process behind fails, and the process is ended', async () => {
  const { passed, failures } = await run(
    `test('leaves', () => void spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' }).unref());`,
  );
  assert.equal(passed, 1);
  assert.match(failures[0]!.error, /left processes behind.*\d+ sleep 1000/s);
});

test('a file without a test fails, unless only some tests were selected', async () => {
  const nothing = 'It ran no test to its end.';
  assert.equal((await run('')).failures[0]?.error, nothing);
  assert.equal((await run(`describe('empty', () => {});`)).failures[0]?.error, nothing);
  const args = ['--test-name-pattern=other'];
  assert.deepEqual((await run(`test('one', () => {});`, { args, may_be_empty: true })).failures, []);
});

test('a file that exits before its tests end fails', async () => {
  assert.match((await run(`test('exits', () => process.exit(0));`)).failures[0]!.error, /no test to its end/);
  assert.match((await run(`test('dies', () => process.abort());`)).failures[0]!.error, /SIGABRT/);
  const broken = await run(`import './nowhere.mjs';`);
  assert.match(broken.failures[0]!.error, /ended with 1/);
  assert.match(broken.printed, /ERR_MODULE_NOT_FOUND/);
});

test('a file whose last hook fails fails', async () => {
  const { passed, failures } = await run(`
    test('one', () => {});
    after(() => { throw new Error('what has drifted'); });`);
  assert.equal(passed, 1);
  assert.match(failures[0]!.error, /what has drifted/);
});

test('a file that is stopped from outside ends immediately', async () => {
  const stopping = new AbortController();
  const running = run(`test('waits', () => new Promise(() => setInterval(() => {}, 1000)));`, {
    signal: stopping.signal,
  });
  stopping.abort();
  assert.equal((await running).failures[0]?.error, 'It was stopped.');
});

/** Asserts that nothing of the file is left, whatever it did. */
async function run(source: string, options: Partial<Parameters<typeof runFile>[1]> = {}) {
  files += 1;
  const file = join(folder, `${files}.test.mjs`);
  const imports = `
    import { after, describe, test } from 'node:test';
    import { spawn } from 'node:child_process';
    import { tmpdir } from 'node:os';`;
  writeFileSync(file, imports + source);
  const result = await runFile(file, {
    args: [],
    env: process.env,
    folder: runs,
    limit: 60_000,
    grace: 1000,
    may_be_empty: false,
    echo: false,
    signal: new AbortController().signal,
    ...options,
  });
  assert.deepEqual(findProcesses({ folder: runs }), []);
  assert.deepEqual(readdirSync(runs), []);
  return result;
}
