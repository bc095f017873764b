import type { FileLine } from '../../emails/files/bundle.ts';
import type { AnyPart, BundleContext } from '../../platform/bundle/part.ts';
import { openZip, type ZipEntry } from '../../platform/bundle/zip-writer.ts';
import { csvLine } from '../../platform/csv.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { bundleVersion, bytesOf, fileOf, type Manifest, manifestName } from '../manifest.ts';
import { parts } from '../parts.ts';
import { readObjects, readPart } from './read-part.ts';

export type Output = {
  write: (bytes: Buffer) => Promise<void>;
  /** Called after each batch of lines. */
  tell: (count: number, part: string) => Promise<void>;
};

/** CSV copies for people and spreadsheets. Imports ignore them. */
const csvCopies: Record<string, readonly string[]> = {
  subscribers: [],
  // All columns without long texts.
  emails: [
    'id',
    'subject',
    'status',
    'email_type',
    'slug',
    'secondary_id',
    'description',
    'publish_date',
    'creation_date',
  ],
};

/**
 * Writes the bundle of a newsletter from the snapshot of `trx`. The same rows give the same bytes, except for the date in
 * the manifest.
 */
export async function writeBundle(
  trx: Database,
  store: FileStore,
  context: BundleContext,
  creation_date: Date,
  { write, tell }: Output,
): Promise<void> {
  const zip = openZip(write);
  const files: ZipEntry[] = [];
  const counts: Manifest['parts'] = {};
  const stored: FileLine[] = [];
  for (const part of parts) {
    counts[part.name] = 0;
    const lines = async function* () {
      for await (const some of readPart(trx, part, context)) {
        counts[part.name]! += some.length;
        if (part.name === 'files') stored.push(...some.map(line => JSON.parse(line) as FileLine));
        yield Buffer.from(`${some.join('\n')}\n`);
        await tell(some.length, part.name);
      }
    };
    files.push(await zip.add(fileOf(part), lines()));
  }
  for (const part of parts) {
    const columns = csvCopies[part.name];
    if (columns) files.push(await zip.add(`csv/${part.name}.csv`, asCsv(trx, part, context, columns)));
  }
  for (const file of stored)
    files.push(await zip.add(bytesOf(file), await store.getStream(file.id), { store: true }));
  const manifest: Manifest = {
    format: 'postrider',
    version: bundleVersion,
    creation_date: creation_date.toISOString(),
    parts: counts,
    files,
  };
  await zip.add(manifestName, once(`${JSON.stringify(manifest, null, 2)}\n`));
  await zip.end();
}

/** Writes the part as CSV with these columns, or with all columns if the list is empty. */
async function* asCsv(
  trx: Database,
  part: AnyPart,
  context: BundleContext,
  columns: readonly string[],
): AsyncGenerator<Buffer> {
  const shape = 'shape' in part.line ? Object.keys(part.line.shape as object) : [];
  const names = columns.length > 0 ? columns : shape;
  yield Buffer.from(csvLine(names));
  for await (const some of readObjects(trx, part, context))
    yield Buffer.from(some.map(line => csvLine(names.map(name => line[name]))).join(''));
}

async function* once(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}
