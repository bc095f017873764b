import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { entriesOf, type Lock } from '../lock.ts';

const versions = z.record(z.string(), z.string());

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  license: z.string(),
  type: z.literal('module'),
  engines: versions,
  bin: versions,
  scripts: versions,
  dependencies: versions,
  optionalDependencies: versions,
});

export type Manifest = z.output<typeof manifestSchema>;

/** Returns package.json of the sources, without the parts for development. Throws ZodError if something is missing. */
export async function readManifest(root: string): Promise<Manifest> {
  return manifestSchema.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
}

/**
 * Returns package.json and npm-shrinkwrap.json of a release that imports only the packages `imported`. It includes the code of the others.
 */
export function releaseManifest(manifest: Manifest, lock: Lock, imported: string[]) {
  const { start, demo } = manifest.scripts;
  const packages = entriesOf(lock, [...imported, ...Object.keys(manifest.optionalDependencies)]);
  const release = {
    ...manifest,
    scripts: { start: start!, demo: demo! },
    dependencies: Object.fromEntries(
      Object.entries(manifest.dependencies).filter(([name]) => `node_modules/${name}` in packages),
    ),
  };
  const { name, version, license, engines, bin, dependencies, optionalDependencies } = release;
  const root = { name, version, license, engines, bin, dependencies, optionalDependencies };
  return { manifest: release, shrinkwrap: { ...lock, version, packages: { '': root, ...packages } } };
}
