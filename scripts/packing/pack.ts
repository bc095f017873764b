import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { inProgram } from '../../src/platform/root.ts';
import { buildProgram } from '../../src/program/build-program.ts';
import { buildDashboard } from '../../src/program/dashboard.ts';
import type { Packages } from '../building/bundle.ts';
import { readLock } from '../lock.ts';
import { readLicenses } from './licenses.ts';
import { readManifest, releaseManifest } from './manifest.ts';
import { npmPack, type Packed } from './npm-pack.ts';

/** The files of a release in addition to the built program, package.json and npm-shrinkwrap.json. */
const packed = [
  'bin/postrider.mjs',
  'deploy',
  'docs',
  'migrations',
  'scripts/bootstrap.mjs',
  'scripts/node.json',
  'themes',
  'web/dist',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
];

/**
 * Writes postrider-VERSION.tgz into `folder`: the built program and dashboard without their sources, the versions of the few packages that
 * are not part of the built program, and the licenses of those that are.
 */
export async function pack(folder: string): Promise<Packed> {
  const program = await buildProgram({ say: console.log });
  const trouble = program.trouble ?? (await buildDashboard({ say: console.log }));
  if (trouble !== undefined) throw new Error(trouble);
  await mkdir(folder, { recursive: true });
  const stage = await mkdtemp(join(tmpdir(), 'postrider-pack-'));
  try {
    for (const path of packed) {
      await mkdir(join(stage, path, '..'), { recursive: true });
      await cp(inProgram(path), join(stage, path), { recursive: true });
    }
    const built = dirname(program.file);
    await cp(built, join(stage, 'dist'), { recursive: true });
    const { imported, included }: Packages = JSON.parse(await readFile(join(built, 'packages.json'), 'utf8'));
    await writeFile(join(stage, 'dist/LICENSES'), await readLicenses(included));
    const { manifest, shrinkwrap } = releaseManifest(await readManifest(inProgram('')), readLock(), imported);
    await writeJson(join(stage, 'package.json'), manifest);
    await writeJson(join(stage, 'npm-shrinkwrap.json'), shrinkwrap);
    return npmPack(stage, resolve(folder));
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

function writeJson(file: string, content: object): Promise<void> {
  return writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
}
