// npm run pack [FOLDER]: writes postrider-VERSION.tar.gz, which starts with npm start as a clone does, but has the dashboard
// built and neither its sources nor any tests.
import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from '../src/platform/version.ts';
import { buildDashboard } from '../src/program/dashboard.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const packed = [
  'bin',
  'docs',
  'migrations',
  'scripts',
  'src',
  'themes',
  'web/dist',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'package.json',
  'package-lock.json',
];

const name = `postrider-${version}`;
const file = join(resolve(process.argv[2] ?? '.'), `${name}.tar.gz`);
const trouble = await buildDashboard({ say: console.log });
if (trouble !== undefined) throw new Error(trouble);
const folder = await mkdtemp(join(tmpdir(), 'postrider-pack-'));
try {
  for (const path of packed) {
    await mkdir(join(folder, name, path, '..'), { recursive: true });
    await cp(join(root, path), join(folder, name, path), { recursive: true, filter: isPacked });
  }
  const { status, stderr } = spawnSync('tar', ['-czf', file, '-C', folder, name], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`tar ended with ${status}: ${stderr}`);
  console.log(file);
} finally {
  await rm(folder, { recursive: true, force: true });
}

function isPacked(path: string): boolean {
  return !/\.test\.ts$/.test(path) && basename(path) !== 'testing';
}
