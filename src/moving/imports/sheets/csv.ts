import { sentence } from '../../../platform/sentences/sentence.ts';
import { longestLine } from './text.ts';

/** A row with the number of its first line in the file. */
export type Row = { line: number; cells: string[] };
/** A row that cannot be read, and why. */
export type BadRow = { line: number; reason: string };

/** The most cells of a row. */
export const mostColumns = 500;

const quote = 0x22;

/**
 * Opens a reader of CSV (RFC 4180) that takes pieces of text, with any delimiter and any line ends. If a row cannot be read, only its first
 * line is lost: reading goes on with the next line, so a quote that is never closed does not swallow the rest.
 */
export function openCsv(
  delimiter: string,
  most_columns: number = mostColumns,
): {
  /** Returns the rows that the piece completes. */
  take(piece: string): (Row | BadRow)[];
  /** Returns the last row, if the text does not end with a line end. */
  end(): (Row | BadRow)[];
} {
  let rest = '';
  let line = 1;
  let newline: string | undefined;
  let isSkipping = false;
  /** Whether some row of the piece contains NUL characters. */
  let hasZeros = false;

  function push(rows: (Row | BadRow)[], cells: string[]): void {
    if (cells.length === 1 && cells[0] === '') return;
    if (cells.length > most_columns) rows.push({ line, reason: tooMany(cells.length) });
    else if (hasZeros && cells.some(cell => cell.includes('\0'))) rows.push({ line, reason: zeros });
    else rows.push({ line, cells });
  }

  function readPlain(text: string, rows: (Row | BadRow)[]): void {
    for (let at = 0; at < text.length; ) {
      const found = text.indexOf(newline!, at);
      const end = found < 0 ? text.length : found;
      if (end - at > longestLine) rows.push({ line, reason: tooLong });
      else if (end > at) push(rows, cutCells(text, at, end));
      line += 1;
      at = end + 1;
    }
  }

  function cutCells(text: string, start: number, end: number): string[] {
    return text.slice(start, text.charCodeAt(end - 1) === 13 ? end - 1 : end).split(delimiter);
  }

  function read(text: string, isLast: boolean): (Row | BadRow)[] {
    const rows: (Row | BadRow)[] = [];
    hasZeros = text.includes('\0');
    newline ??= text.includes('\n') || !text.includes('\r') ? '\n' : '\r';
    let at = 0;
    if (isSkipping) {
      at = text.indexOf(newline) + 1;
      if (at === 0) return rows;
      isSkipping = false;
      line += 1;
    }
    if (at === 0 && !text.includes('"') && (isLast || text.endsWith(newline))) {
      readPlain(text, rows);
      return rows;
    }
    while (at < text.length) {
      const cells: string[] = [];
      const end = readQuoted(text, at, isLast, { delimiter, newline }, cells);
      const length = (typeof end === 'number' && end >= 0 ? end : text.length) - at;
      if (end === -1 && length <= longestLine) {
        rest = text.slice(at);
        return rows;
      }
      if (typeof end === 'number' && end >= 0 && length <= longestLine) {
        push(rows, cells);
        line += countOf(newline, text, at, end);
        at = end;
        continue;
      }
      const isOpen = text.slice(at, at + longestLine).includes('"');
      rows.push({ line, reason: typeof end === 'string' ? end : isOpen ? neverClosed : tooLong });
      const next = text.indexOf(newline, at) + 1;
      if (next === 0) {
        isSkipping = !isLast;
        return rows;
      }
      line += 1;
      at = next;
    }
    return rows;
  }

  return {
    take(piece) {
      const text = rest + piece;
      rest = '';
      return read(text, false);
    },
    end() {
      const text = rest;
      rest = '';
      return text === '' ? [] : read(text, true);
    },
  };
}

/** Returns where the row ends; -1 if the text ends before that; or the reason why the row is bad. */
function readQuoted(
  text: string,
  start: number,
  isLast: boolean,
  { delimiter, newline }: { delimiter: string; newline: string },
  cells: string[],
): number | string {
  for (let at = start; ; ) {
    let after: number;
    if (text.charCodeAt(at) === quote) {
      const close = closingQuote(text, at + 1);
      if (close < 0) return isLast ? neverClosed : -1;
      const cell = text.slice(at + 1, close);
      cells.push(cell.includes('""') ? cell.replaceAll('""', '"') : cell);
      after = close + 1;
      if (text.charCodeAt(after) === 13 && newline === '\n') after += 1;
      if (after >= text.length) return isLast ? after : -1;
      if (text[after] !== delimiter && text[after] !== newline) return badQuote;
    } else {
      const end = text.indexOf(newline, at);
      const lineEnd = end < 0 ? text.length : end;
      const next = text.indexOf(delimiter, at);
      after = next < 0 || next > lineEnd ? lineEnd : next;
      if (after >= text.length && !isLast) return -1;
      const cut = after === lineEnd && text.charCodeAt(after - 1) === 13 && after > at ? after - 1 : after;
      cells.push(text.slice(at, cut));
    }
    if (after >= text.length || text[after] === newline) return after + 1;
    at = after + 1;
  }
}

const badQuote = sentence('lines.quote_continues');
const neverClosed = sentence('lines.quote_open');

const tooLong = sentence('lines.line_too_long', { most: longestLine });

const zeros = sentence('lines.line_nul');
const tooMany = (count: number) => sentence('lines.too_many_cells', { count, most: mostColumns });

function closingQuote(text: string, from: number): number {
  for (let at = from; ; at += 2) {
    at = text.indexOf('"', at);
    if (at < 0 || text.charCodeAt(at + 1) !== quote) return at;
  }
}

function countOf(newline: string, text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf(newline, start); at >= 0 && at < end; at = text.indexOf(newline, at + 1))
    count += 1;
  return count;
}
