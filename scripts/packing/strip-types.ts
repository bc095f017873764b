import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';

/** The ways in which our code names a module: import, export … from, import(), and the file of a thread. */
const specifier = /\b(from |import |import\(|import\.meta\.resolve\(|new URL\()'([^'\n]+)'/g;

/**
 * Replaces every TypeScript file below `folder` by JavaScript: types become spaces, so every statement stays in its line
 * and column. Returns what the code imports, as the names of packages; among them are words that name none.
 */
export async function stripTypes(folder: string): Promise<Set<string>> {
  const imported = new Set<string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(?:ts|mjs)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const source = await readFile(file, 'utf8');
    const code = file.endsWith('.ts') ? stripTypeScriptTypes(source) : source;
    for (const [, , name] of code.matchAll(specifier)) imported.add(packageOf(name!));
    await writeFile(file, code.replace(specifier, nameScript));
    if (file.endsWith('.ts')) await rename(file, file.replace(/\.ts$/, '.js'));
  }
  return imported;
}

function nameScript(_: string, how: string, name: string): string {
  return `${how}'${name.replace(/(?<=^\.{0,2}[^:]*)\.ts$/, '.js')}'`;
}

/** What a package is called by which a specifier begins. */
function packageOf(specifier: string): string {
  const parts = specifier.startsWith('@') ? 2 : 1;
  return specifier.split('/').slice(0, parts).join('/');
}
