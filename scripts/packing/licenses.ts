import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inProgram } from '../../src/platform/root.ts';

/** Returns the licenses of these packages (folders of the program). They require a copy wherever the code goes. */
export async function readLicenses(packages: string[]): Promise<string> {
  const parts = await Promise.all(packages.toSorted().map(readLicense));
  return [...new Set(parts)].join('\n');
}

async function readLicense(folder: string): Promise<string> {
  const read = (name: string) => readFile(join(inProgram(folder), name), 'utf8');
  const { name, version, license, author } = JSON.parse(await read('package.json'));
  const file = (await readdir(inProgram(folder))).find(name => /^(?:licen[cs]e|copying)/i.test(name));
  const text = file === undefined ? `${license}, ${author?.name ?? author ?? name}\n` : await read(file);
  return `# ${name} ${version}\n\n${text.trim()}\n`;
}
