import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

// This code runs from its sources and from a build of them, which lie at different depths.
const root = dirname(findPackageJSON(import.meta.url)!);

/** Returns the path of something that comes with the program, such as `themes/default`. */
export function inProgram(path: string): string {
  return join(root, path);
}
