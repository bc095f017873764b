import { limitOf } from '../../../platform/sentences/counted.ts';
import { sentence } from '../../../platform/sentences/sentence.ts';
import type { RefusedLine, UploadedFiles } from '../columns/line.ts';
import { readSheet, readStart } from '../sheets/sheet.ts';
import { openPlaces } from './people.ts';

export type NamedRow = { kind: 'row'; line: number; cell: (header: string) => string };

/** Reads the rows of a CSV file that lists things other than people, by header. */
export async function* readRows(files: UploadedFiles, file: string): AsyncGenerator<NamedRow | RefusedLine> {
  const start = readStart(await files.head(file));
  const placeOf = openPlaces(start.headers);
  for await (const rows of readSheet(files.open(file), start))
    for (const row of rows) {
      if ('cells' in row)
        yield {
          kind: 'row',
          line: row.line,
          cell: header => row.cells[placeOf(header)]?.trim() ?? '',
        };
      else yield { kind: 'refused', file, ...row };
    }
}

/** The most bytes of a post. */
const longestPost = 8 << 20;

/** Reads a whole text file, such as one post. Returns undefined if it is too large. */
export async function readWhole(files: UploadedFiles, name: string): Promise<string | undefined> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of files.open(name)) {
    size += piece.length;
    if (size > longestPost) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces)
    .toString()
    .replace(/^\ufeff/, '')
    .replaceAll('\0', '');
}

/** The reason why a post that is too large is refused. */
export const tooLarge = sentence('lines.post_too_large', { limit: limitOf(longestPost) });
