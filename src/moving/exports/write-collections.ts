import type { FileLine } from '../../emails/files/bundle.ts';
import type { BundleContext } from '../../platform/bundle/part.ts';
import { openZip } from '../../platform/bundle/zip-writer.ts';
import { csvLine } from '../../platform/csv.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { type CollectionName, collectionParts, columnsOf } from './collections.ts';
import { openTagNames } from './csv.ts';
import { readObjects } from './read-part.ts';
import type { Output } from './write-bundle.ts';

type Wish = { collections: CollectionName[]; format: string; columns: string[] | null };

/** Writes a zip with one file for each collection: CSV or a JSON array. The image files are included. */
export async function writeCollections(
  trx: Database,
  store: FileStore,
  context: BundleContext,
  { collections, format, columns: wanted }: Wish,
  { write, tell }: Output,
): Promise<void> {
  const zip = openZip(write);
  const tags = await openTagNames(trx, context.newsletter.key);
  const images: FileLine[] = [];
  for (const name of collections) {
    const columns = columnsOf(name).filter(column => wanted?.includes(column) ?? true);
    const shown = (row: Record<string, unknown>) =>
      columns.map(column => (/(^|_)tags$/.test(column) ? tags(row[column]) : row[column]));
    const text = async function* () {
      let isFirst = true;
      yield Buffer.from(format === 'csv' ? csvLine(columns) : '[');
      for await (const rows of readObjects(trx, collectionParts[name], context)) {
        const own = name === 'images' ? rows.filter(({ kind }) => kind === 'image') : rows;
        if (name === 'images') images.push(...(own as FileLine[]));
        for (const row of own) {
          const cells = shown(row);
          if (format === 'csv')
            yield Buffer.from(csvLine(cells.map(cell => (Array.isArray(cell) ? cell.join(', ') : cell))));
          else {
            const object = Object.fromEntries(columns.map((column, at) => [column, cells[at]]));
            yield Buffer.from(`${isFirst ? '' : ','}\n${JSON.stringify(object)}`);
          }
          isFirst = false;
        }
        await tell(rows.length, name);
      }
      if (format !== 'csv') yield Buffer.from('\n]\n');
    };
    await zip.add(`${name}.${format}`, text());
  }
  for (const { id, name } of images)
    await zip.add(`images/${id}/${name}`, await store.getStream(id), { store: true });
  await zip.end();
}
