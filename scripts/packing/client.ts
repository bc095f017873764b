import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inProgram } from '../../src/platform/root.ts';
import { readManifest } from './manifest.ts';
import { npmPack, type Packed } from './npm-pack.ts';

/**
 * Writes postrider-client-VERSION.tgz into `folder`: the client of src/client as JavaScript modules with their types, for browsers and
 * Node. It has the version of the program whose API it knows.
 */
export async function packClient(folder: string): Promise<Packed> {
  await mkdir(folder, { recursive: true });
  const stage = await mkdtemp(join(tmpdir(), 'postrider-client-'));
  try {
    const compile = [inProgram('node_modules/typescript/bin/tsc'), '-p', inProgram('src/client')];
    execFileSync(process.execPath, [...compile, '--outDir', join(stage, 'dist')], { stdio: 'pipe' });
    const manual = await readFile(inProgram('docs/client.md'), 'utf8');
    await writeFile(join(stage, 'README.md'), withoutLinks(manual));
    await cp(inProgram('LICENSE'), join(stage, 'LICENSE'));
    const { version, license } = await readManifest(inProgram(''));
    const manifest = {
      name: 'postrider-client',
      version,
      description: 'The typed client of the HTTP API of Postrider, for browsers and Node',
      license,
      type: 'module',
      sideEffects: false,
      engines: { node: '>=20.3' },
      exports: { '.': { types: './dist/package.d.ts', default: './dist/package.js' } },
      types: './dist/package.d.ts',
    };
    await writeFile(join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    return npmPack(stage, resolve(folder));
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

/** Returns the text without links, because the other documents are not in the package. */
function withoutLinks(markdown: string): string {
  return markdown.replace(/\[([^\]]+)\]\((?!https?:)[^)]*\)/g, '$1');
}
