import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type FileResult, runFiles } from './file.ts';
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

test('an uncaught error fails the test in which it began, also in files that share a process', async () => {
  const source = `
    const pause = () => new Promise(resolve => setTimeout(resolve, 50));
    test('throws later', async () => { setTimeout(() => { throw new Error('thrown'); }); await pause(); });
    test('forgets a promise', async () => { void Promise.reject(new Error('rejected')); await pause(); });
    test('good', pause);`;
  for (const { passed, failures } of [await run(source), ...(await runTogether([source, source]))]) {
    assert.equal(passed, 1);
    assert.deepEqual(
      failures.map(({ name, error }) => [name, /thrown|rejected/.exec(error)?.[0]]),
      [
        ['throws later', 'thrown'],
        ['forgets a promise', 'rejected'],
      ],
    );
  }
});

test('a file that is stopped from outside ends immediately', async () => {
  const stopping = new AbortController();
  const running = run(`test('waits', () => new Promise(() => setInterval(() => {}, 1000)));`, {
    signal: stopping.signal,
  });
  stopping.abort();
  assert.equal((await running).failures[0]?.error, 'It was stopped.');
});

test('files that share a process have their own hooks, results and time limit', async () => {
  const [one, two, empty] = await runTogether([
    `after(() => console.log('after one'));
    test('good', () => {});
    test('bad', () => { throw new Error('of the first'); });`,
    `after(() => { throw new Error('of the last hook'); });
    test('group', t => t.test('inner', () => new Promise(resolve => setTimeout(resolve, 1))));`,
    '',
    `test('later', { skip: true }, () => {});`,
  ]);
  assert.deepEqual([one!.passed, one!.failures.map(({ name }) => name)], [1, ['bad']]);
  assert.match(one!.printed, /after one/);
  assert.deepEqual([two!.passed, two!.failures.length], [2, 1]);
  assert.match(two!.failures[0]!.error, /of the last hook/);
  assert.equal(two!.failures[0]!.name, 'the file');
  assert.deepEqual(empty!.failures[0]?.error, 'It ran no test to its end.');
});

test('if one of them ends the process, the ones after it fail', async () => {
  const [one, two] = await runTogether([`test('exits', () => process.exit(0));`, `test('later', () => {});`]);
  assert.match(one!.failures[0]!.error, /no test to its end/);
  assert.match(two!.failures[0]!.error, /did not run, because .*test\.mjs did not end/);
});

async function run(source: string, options: Partial<Parameters<typeof runFiles>[1]> = {}) {
  return (await runTogether([source], options))[0]!;
}

/** Runs files together, and asserts that nothing of them is left. */
async function runTogether(
  sources: string[],
  options: Partial<Parameters<typeof runFiles>[1]> = {},
): Promise<FileResult[]> {
  const imports = `
    import { after, describe, test } from 'node:test';
    import { spawn } from 'node:child_process';
    import { tmpdir } from 'node:os';`;
  const named = sources.map(source => {
    files += 1;
    const file = join(folder, `${files}.test.mjs`);
    writeFileSync(file, imports + source);
    return file;
  });
  const results = await runFiles(named, {
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
  return results;
}
