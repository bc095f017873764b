import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { pack } from '../../scripts/packing/pack.ts';
import { startProcess } from '../../src/testing/processes.ts';

const sources = fileURLToPath(new URL('../../', import.meta.url));

let folder: string;
let packed: string;
/** The folder in which npm would install the release. */
let installed: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'postrider-packed-'));
  packed = (await pack(folder)).file;
  installed = join(folder, 'node_modules', 'postrider');
  await mkdir(installed, { recursive: true });
  execFileSync('tar', ['-xzf', packed, '-C', installed, '--strip-components=1']);
  const { dependencies, optionalDependencies } = await readJson('package.json');
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const link = join(folder, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(sources, 'node_modules', name), link);
  }
});
after(() => rm(folder, { recursive: true, force: true }));

async function readJson(name: string) {
  return JSON.parse(await readFile(join(installed, name), 'utf8'));
}

test('a release contains everything that running needs, and no sources, tests or benchmarks', async () => {
  const files = (await readdir(installed, { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(installed.length + 1));
  const tops = [...new Set(files.map(file => file.split('/')[0]!))].toSorted();
  assert.deepEqual(tops, [
    ...['CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', 'bin', 'deploy', 'dist', 'docs'],
    ...['migrations', 'npm-shrinkwrap.json', 'package.json', 'scripts', 'themes', 'web'],
  ]);
  assert.deepEqual(
    files.filter(file => /\.ts$|\.test\.|testing\/|^web\/(?!dist\/)/.test(file)),
    [],
  );
  assert.deepEqual(files.filter(file => file.startsWith('scripts/')).toSorted(), [
    'scripts/bootstrap.mjs',
    'scripts/node.json',
  ]);
  assert.ok(files.some(file => /^web\/dist\/assets\/.*\.js\.br$/.test(file)));
});

test('packages outside the built program are pinned, and the licenses of the others are included', async () => {
  const manifest = await readJson('package.json');
  const { packages } = await readJson('npm-shrinkwrap.json');
  const names = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
  for (const name of [...names, '@css-inline/css-inline']) assert.ok(packages[`node_modules/${name}`], name);
  for (const name of ['fastify', 'rolldown', 'vite', 'react', 'typescript'])
    assert.equal(packages[`node_modules/${name}`], undefined, name);
  assert.deepEqual(
    Object.entries(packages).filter(([path, entry]) => path !== '' && (entry as { dev?: boolean }).dev),
    [],
  );
  assert.equal(manifest.devDependencies, undefined);
  assert.match(await readFile(join(installed, 'dist/LICENSES'), 'utf8'), /^# fastify [\d.]+\n\nMIT License/m);
});

test('the built program has a file for each thread', async () => {
  const threads = globSync('src/**/*-thread.ts', { cwd: sources }).filter(
    file => !file.includes('/testing/'),
  );
  const built = await readdir(join(installed, 'dist'));
  const isBuilt = (thread: string) => built.some(name => name.startsWith(`${basename(thread, '.ts')}-`));
  assert.ok(threads.length > 0);
  assert.deepEqual(
    threads.filter(thread => !isBuilt(thread)),
    [],
  );
});

test('installed as a package, it starts in an empty folder, with its own database and the dashboard', async () => {
  const empty = join(folder, 'empty');
  await mkdir(empty);
  const program = join(installed, 'bin', 'postrider.mjs');
  await using running = await startProcess(
    [],
    { PORT: '0', DATABASE_URL: '', SMTP_URL: '' },
    /Stop with Ctrl-C/,
    {
      program,
      cwd: empty,
    },
  );
  assert.match(running.printed(), /API key {5}pr_/);
  assert.equal(await running.end('SIGINT'), 0);
  assert.match(running.printed(), /Stopped\./);
  assert.ok(existsSync(join(empty, 'data', 'postgres', 'PG_VERSION')), 'its data is in that folder');
});
