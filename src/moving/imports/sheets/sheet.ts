import { LineError } from '../../../platform/bundle/lines.ts';
import { readCell } from '../../../platform/csv.ts';
import { parseMailAddress } from '../../../platform/mail/address.ts';
import { sentence } from '../../../platform/sentences/sentence.ts';
import { type BadRow, mostColumns, openCsv, type Row } from './csv.ts';
import { readText, textOfStart } from './text.ts';

/** The first rows of a CSV file: what its columns are called, and what they hold. */
export type SheetStart = {
  delimiter: string;
  /** One name for each column, each different. */
  headers: string[];
  /** Whether the first line is a person and not the names of the columns. */
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

/** The names of columns, each different: a column without one is called by its number. */
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

/** The delimiter under which the most rows have the same number of cells, and the rows. Excel's line `sep=;` says it. */
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

/** The rows below the headers, some at a time. Cells lose the apostrophe that keeps a spreadsheet from running them. */
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

/** How many of the first rows are not people: the headers, perhaps after Excel's line. */
function headersIn([first]: (Row | BadRow)[], delimiter: string): number {
  if (!first || !('cells' in first)) return 1;
  return /^sep=/i.test(first.cells[0]!) && first.cells.join(delimiter).length <= 5 ? 2 : 1;
}

/** Spreadsheets write rows of empty cells below the last one. */
function isEmpty(row: Row | BadRow): boolean {
  return 'cells' in row && row.cells.every(cell => cell === '');
}

/** The row with its formula guards removed. Missing cells at its end are empty ones. */
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
