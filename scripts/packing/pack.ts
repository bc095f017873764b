import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { buildDashboard } from '../../src/program/dashboard.ts';
import { readLock } from '../lock.ts';
import { readManifest, releaseManifest } from './manifest.ts';
import { stripTypes } from './strip-types.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What a release contains in addition to package.json and npm-shrinkwrap.json. */
const packed = [
  'bin',
  'deploy',
  'docs',
  'migrations',
  'scripts/bootstrap.mjs',
  'scripts/node.json',
  'src',
  'themes',
  'web/dist',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
];

/** What `npm pack --json` prints; the size is in bytes. */
const answer = z.union([
  z.tuple([z.object({ filename: z.string(), size: z.int(), entryCount: z.int() })]),
  z.record(z.string(), z.object({ filename: z.string(), size: z.int(), entryCount: z.int() })),
]);

/**
 * Writes postrider-VERSION.tgz into `folder`: the program as plain JavaScript with line numbers as in the sources, since
 * Node strips no types below node_modules; the dashboard built; and the versions of all packages that running needs.
 * Without tests, benchmarks, and packages that only the build of the dashboard needs.
 */
export async function pack(folder: string): Promise<{ file: string; size: number; files: number }> {
  const trouble = await buildDashboard({ say: console.log });
  if (trouble !== undefined) throw new Error(trouble);
  await mkdir(folder, { recursive: true });
  const stage = await mkdtemp(join(tmpdir(), 'postrider-pack-'));
  try {
    for (const path of packed) {
      await mkdir(join(stage, path, '..'), { recursive: true });
      await cp(join(root, path), join(stage, path), { recursive: true, filter: isPacked });
    }
    const imported = await stripTypes(stage);
    const { manifest, shrinkwrap } = releaseManifest(await readManifest(root), readLock(), imported);
    await writeJson(join(stage, 'package.json'), manifest);
    await writeJson(join(stage, 'npm-shrinkwrap.json'), shrinkwrap);
    return npmPack(stage, resolve(folder));
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

function npmPack(stage: string, folder: string): { file: string; size: number; files: number } {
  const caller = process.env.npm_execpath ?? '';
  const [command, ...first] =
    basename(caller) === 'npm-cli.js' ? [process.execPath, caller] : (['npm'] as const);
  const { status, stdout, stderr } = spawnSync(
    command,
    [...first, 'pack', '--json', '--ignore-scripts', '--pack-destination', folder],
    { cwd: stage, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`npm pack ended with ${status}: ${stderr}`);
  const [made] = Object.values(answer.parse(JSON.parse(stdout)));
  return { file: join(folder, made!.filename), size: made!.size, files: made!.entryCount };
}

function writeJson(file: string, content: object): Promise<void> {
  return writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
}

function isPacked(path: string): boolean {
  return !/\.test\.ts$/.test(path) && basename(path) !== 'testing';
}
