import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const databases = 'src/testing/database.ts';
const browser = 'src/testing/browser.ts';

/**
 * Returns true if the result of a test file may depend on the PostgreSQL that runs: it takes a database of `npm test`, and no browser.
 * Browsers show answers of the API, which other files test.
 */
export function dependsOnServer(file: string): boolean {
  const reached = reach(file);
  return reached.has(databases) && !reached.has(browser);
}

/** Returns the files that a file imports, directly or not. */
function reach(file: string): Set<string> {
  const reached = new Set<string>();
  const open = [file];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    open.push(...importsOf(next));
  }
  return reached;
}

const imports = new Map<string, string[]>();

function importsOf(file: string): string[] {
  const known = imports.get(file);
  if (known) return known;
  const source = readFileSync(file, 'utf8');
  const found = [...source.matchAll(/(?:\bfrom |\bimport |\bimport\()'(\.[^']+\.tsx?)'/g)]
    .map(([, path]) => join(dirname(file), path!))
    .filter(path => existsSync(path)); // the file may only write a program that imports others
  imports.set(file, found);
  return found;
}
