import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { buildProgram, removeEarlierBuilds } from './build-program.ts';

test('the three newest builds stay, and any other build stays only while a process runs it', async t => {
  const builds = await mkdtemp(join(tmpdir(), 'postrider-builds-'));
  t.after(() => rm(builds, { recursive: true }));
  for (const [age, name] of ['newest', 'newer', 'new', 'used', 'left', 'old'].entries()) {
    await mkdir(join(builds, name));
    await utimes(join(builds, name), new Date(), new Date(Date.now() - age * 1000));
  }
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  await writeFile(join(builds, `used.used-${process.pid}`), '');
  await writeFile(join(builds, `left.used-${ended}`), '');
  await removeEarlierBuilds(builds);
  assert.deepEqual((await readdir(builds)).toSorted(), [
    'new',
    'newer',
    'newest',
    'used',
    `used.used-${process.pid}`,
  ]);
});

test('a build is pure ASCII, and uses node:http without loading all of fetch', async () => {
  const { file } = await buildProgram({ say: () => {} });
  const names = (await readdir(dirname(file))).filter(name => name.endsWith('.js'));
  assert.ok(names.length > 50);
  for (const name of names) {
    const code = await readFile(join(dirname(file), name), 'utf8');
    assert.doesNotMatch(code, /[^\0-\x7f]/, name);
    assert.doesNotMatch(code, /^import .*"(?:node:)?http"/m, name);
  }
});

const isRoot = process.getuid?.() === 0;

test('a process started by root ends without a complaint as another user', { skip: !isRoot }, async t => {
  const builds = await mkdtemp(join(tmpdir(), 'postrider-builds-'));
  t.after(() => rm(builds, { recursive: true }));
  const code = `const { keepBuildInUse } = await import(${JSON.stringify(import.meta.resolve('./build-program.ts'))});
    keepBuildInUse(${JSON.stringify(join(builds, 'build', 'main.js'))});
    process.seteuid(65534);`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code]);
  assert.deepEqual([status, stderr.toString()], [0, '']);
  assert.equal((await readdir(builds)).length, 1, 'its note was written');
});
