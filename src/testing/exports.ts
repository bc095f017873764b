import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceLine, UploadedFiles } from '../moving/imports/columns/line.ts';
import { sources } from '../moving/imports/people/recognise.ts';

const folder = join(import.meta.dirname, 'samples/exports');

/** Returns the files of a sample export of a service, by their names in its zip. */
export function sampleFiles(name: string): Map<string, Buffer> {
  const names = globSync('**/*.*', { cwd: join(folder, name) }).toSorted();
  return new Map(names.map(one => [one, readFileSync(join(folder, name, one))]));
}

/** Returns files in memory as a source reads them, in pieces of `piece` bytes. */
export function uploaded(files: Map<string, Buffer>, piece = 1 << 16): UploadedFiles {
  const bytesOf = (name: string) => files.get(name) ?? Buffer.alloc(0);
  return {
    names: [...files.keys()],
    async *open(name) {
      const bytes = bytesOf(name);
      for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
    },
    head: async name => bytesOf(name).subarray(0, 1 << 16),
  };
}

/** Returns everything in the files that the source which recognises them can read. */
export async function readExport(
  files: UploadedFiles,
  columns?: Record<string, string>,
): Promise<{ name: string; lines: SourceLine[] }> {
  for (const source of sources)
    if (await source.recognise(files)) {
      const lines: SourceLine[] = [];
      for await (const line of source.read(files, { columns })) lines.push(...[line].flat());
      return { name: source.name, lines };
    }
  throw new Error('No source recognises these files.');
}
