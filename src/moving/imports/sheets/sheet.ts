import { LineError } from '../../../platform/bundle/lines.ts';
import { readCell } from '../../../platform/csv.ts';
import { parseMailAddress } from '../../../platform/mail/address.ts';
import { sentence } from '../../../platform/sentences/sentence.ts';
import { type BadRow, mostColumns, openCsv, type Row } from './csv.ts';
import { readText, textOfStart } from './text.ts';

/** The beginning of a CSV file: the names of its columns, and its first rows. */
export type SheetStart = {
  delimiter: string;
  /** One name for each column; all differ. */
  headers: string[];
  /** Whether the first line is a person, not the names of the columns. */
  is_headless: boolean;
  samples: string[][];
};

const delimiters = [',', ';', '\t', '|'];

/** Reads the beginning of a CSV file. Throws LineError if it has no rows, or too many columns. */
export function readStart(start: Buffer): SheetStart {
  const text = textOfStart(start);
  const { delimiter, rows } = guessDelimiter(text);
  const first = rows[0];
  if (!first) throw new LineError(sentence('moving.no_rows'));
  if (first.length > mostColumns)
    throw new LineError(sentence('moving.too_many_columns', { count: first.length, most: mostColumns }));
  const is_headless = first.some(cell => parseMailAddress(cell) !== null);
  return {
    delimiter,
    headers: nameColumns(is_headless ? first.map(() => '') : first),
    is_headless,
    samples: is_headless ? rows : rows.slice(1),
  };
}

/** Names the columns so that all names differ; a column without a name is called by its number. */
function nameColumns(cells: readonly string[]): string[] {
  const names = new Set<string>();
  for (const [at, cell] of cells.entries()) {
    const name = cell.trim() || `Column ${at + 1}`;
    let free = name;
    for (let number = 2; names.has(free); number += 1) free = `${name} (${number})`;
    names.add(free);
  }
  return [...names];
}

/** Returns the delimiter with which the most rows have the same number of cells, and the rows. Excel's line `sep=;` takes precedence. */
function guessDelimiter(text: string): { delimiter: string; rows: string[][] } {
  const said = saidDelimiter(text);
  if (said !== undefined) return { delimiter: said, rows: readAll(text, said).slice(1) };
  let best = { delimiter: ',', rows: readAll(text, ','), score: -1 };
  for (const delimiter of delimiters) {
    const rows = readAll(text, delimiter);
    const width = rows[0]?.length ?? 0;
    const same = rows.filter(row => row.length === width).length / Math.max(1, rows.length);
    const score = width > 1 ? same * Math.log(width) : 0;
    if (score > best.score) best = { delimiter, rows, score };
  }
  return best;
}

function saidDelimiter(text: string): string | undefined {
  return /^"?sep=([,;\t|])"?\r?\n/i.exec(text)?.[1];
}

const manySamples = 300;

function readAll(text: string, delimiter: string): string[][] {
  const csv = openCsv(delimiter, Number.POSITIVE_INFINITY); // too many columns are a fault, not a missing row
  const rows = [...csv.take(text), ...csv.end()];
  return rows.flatMap(row => ('cells' in row ? [row.cells] : [])).slice(0, manySamples);
}

/** Reads the rows below the headers, some at a time. Cells lose the apostrophe that keeps a spreadsheet from running them. */
export async function* readSheet(
  content: AsyncIterable<Buffer>,
  { delimiter, headers, is_headless }: SheetStart,
  say?: (note: string) => void,
): AsyncGenerator<(Row | BadRow)[]> {
  const csv = openCsv(delimiter);
  let hasBegun = is_headless;
  const finish = (rows: (Row | BadRow)[]) => {
    const below = hasBegun ? rows : rows.slice(headersIn(rows, delimiter));
    hasBegun ||= rows.length > 0;
    return below.filter(row => !isEmpty(row)).map(row => ('cells' in row ? fit(row, headers.length) : row));
  };
  for await (const piece of readText(content, say)) yield finish(csv.take(piece));
  yield finish(csv.end());
}

/** Counts the first rows that are not people: the headers, perhaps after Excel's line. */
function headersIn([first]: (Row | BadRow)[], delimiter: string): number {
  if (!first || !('cells' in first)) return 1;
  return /^sep=/i.test(first.cells[0]!) && first.cells.join(delimiter).length <= 5 ? 2 : 1;
}

/** Whether all cells of a row are empty: spreadsheets write such rows below the last one. */
function isEmpty(row: Row | BadRow): boolean {
  return 'cells' in row && row.cells.every(cell => cell === '');
}

/** Returns the row without its formula guards. Missing cells at its end are filled with empty ones. */
function fit(row: Row, width: number): Row | BadRow {
  const { line, cells } = row;
  if (cells.length > width && cells.slice(width).some(cell => cell.trim() !== ''))
    return {
      line,
      reason: sentence('lines.cells_differ', { count: cells.length, width }),
    };
  for (const [at, cell] of cells.entries()) if (cell.startsWith("'")) cells[at] = readCell(cell);
  return row;
}
