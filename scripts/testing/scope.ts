import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const databases = 'src/testing/database.ts';
const browser = 'src/testing/browser.ts';

/**
 * Whether the result of a test file may depend on which PostgreSQL runs: it takes a database of `npm test`, and no browser. What
 * browsers show is what the API answers, which other files test.
 */
export function dependsOnServer(file: string): boolean {
  const reached = reach(file);
  return reached.has(databases) && !reached.has(browser);
}

/** The files that a file imports, and those that they import, and so on. */
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
    .filter(path => existsSync(path)); // a program that the file only writes imports others
  imports.set(file, found);
  return found;
}
