import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { inProgram } from '../../src/platform/root.ts';
import { readManifest } from './manifest.ts';
import { npmPack, type Packed } from './npm-pack.ts';

const folderOf = (path: string) => inProgram(`integrations/n8n-nodes-postrider/${path}`);

/**
 * Writes n8n-nodes-postrider-VERSION.tgz into `folder`: each node and the credentials as a CommonJS file, which n8n can load, with the
 * icon. It has the version of the program.
 */
export async function packN8n(folder: string): Promise<Packed> {
  await mkdir(folder, { recursive: true });
  const stage = await mkdtemp(join(tmpdir(), 'postrider-n8n-'));
  try {
    const manifest = JSON.parse(await readFile(folderOf('package.json'), 'utf8'));
    for (const file of [...manifest.n8n.nodes, ...manifest.n8n.credentials]) await build(file, stage);
    await cp(inProgram('themes/default/favicon.svg'), join(stage, 'dist/nodes/Postrider/postrider.svg'));
    await cp(folderOf('README.md'), join(stage, 'README.md'));
    await cp(inProgram('LICENSE'), join(stage, 'LICENSE'));
    // The sources are modules, but n8n loads CommonJS.
    delete manifest.type;
    manifest.version = (await readManifest(inProgram(''))).version;
    await writeFile(join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    return npmPack(stage, resolve(folder));
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

/** Builds a file of dist from its source. */
async function build(file: string, stage: string): Promise<void> {
  const source = file.replace(/^dist\//, '').replace(/\.js$/, '.ts');
  const bundle = await rolldown({ input: folderOf(source), platform: 'node', external: ['n8n-workflow'] });
  await bundle.write({ file: join(stage, file), format: 'cjs', keepNames: true });
  await bundle.close();
}
