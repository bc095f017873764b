import { bundleVersion, fileOf, type Manifest, manifestName } from '../moving/manifest.ts';
import { parts } from '../moving/parts.ts';
import { openZip } from '../platform/bundle/zip-writer.ts';
import type { Lines } from './demo-story.ts';

/** Returns a bundle with these lines, as an export would write it. */
export async function zipLines(lines: Lines, date: Date): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const zip = openZip(async bytes => void pieces.push(bytes));
  const files: Manifest['files'] = [];
  for (const part of parts) files.push(await zip.add(fileOf(part), textOf(lines[part.name] ?? [])));
  const manifest: Manifest = {
    format: 'postrider',
    version: bundleVersion,
    creation_date: date.toISOString(),
    parts: Object.fromEntries(parts.map(({ name }) => [name, lines[name]?.length ?? 0])),
    files,
  };
  await zip.add(manifestName, textOf([manifest]));
  await zip.end();
  return Buffer.concat(pieces);
}

const atOnce = 1000;

async function* textOf(lines: object[]): AsyncGenerator<Buffer> {
  for (let at = 0; at < lines.length; at += atOnce) {
    const some = lines.slice(at, at + atOnce).map(line => `${JSON.stringify(line)}\n`);
    yield Buffer.from(some.join(''));
  }
}
