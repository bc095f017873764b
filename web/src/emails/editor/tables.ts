import { EditorSelection, type EditorState } from '@codemirror/state';
import type { Command } from '@codemirror/view';
import { type Align, alignOf, type Span, spansOf } from '../drawing/table.ts';

type Table = { from: number; to: number; rows: string[] };

const isRow = (text: string) => /^\s*\|?.*\|/.test(text) && text.includes('|');
const isRule = (text: string) =>
  /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/.test(text) && text.includes('|');

/** Returns the table around this place; undefined outside a table. */
function tableAt(state: EditorState, at: number): Table | undefined {
  const { doc } = state;
  const { number } = doc.lineAt(at);
  if (!isRow(doc.line(number).text)) return undefined;
  let first = number;
  while (first > 1 && isRow(doc.line(first - 1).text)) first -= 1;
  let last = number;
  while (last < doc.lines && isRow(doc.line(last + 1).text)) last += 1;
  const rows = Array.from({ length: last - first + 1 }, (_, index) => doc.line(first + index).text);
  if (rows.length < 2 || !isRule(rows[1]!)) return undefined;
  return { from: doc.line(first).from, to: doc.line(last).to, rows };
}

function cellsOf(row: string): string[] {
  return spansOf(row).map(({ from, to }) => row.slice(from, to).trim());
}

/** Returns the rows with cells of equal width, and with as many cells as the longest row. */
function alignRows(rows: string[]): string[] {
  const all = rows.map(cellsOf);
  const count = Math.max(...all.map(cells => cells.length));
  const aligns = Array.from({ length: count }, (_, column) => alignOf(all[1]?.[column] ?? ''));
  const widths = aligns.map((_, column) =>
    Math.max(3, ...all.map((cells, index) => (index === 1 ? 0 : widthOf(cells[column] ?? '')))),
  );
  return all.map((cells, index) => {
    const filled = widths.map((width, column) =>
      index === 1 ? rule(width, aligns[column]!) : pad(cells[column] ?? '', width, aligns[column]!),
    );
    return `| ${filled.join(' | ')} |`;
  });
}

function rule(width: number, align: Align): string {
  const left = align === 'left' || align === 'center' ? ':' : '-';
  const right = align === 'right' || align === 'center' ? ':' : '-';
  return left + '-'.repeat(width - 2) + right;
}

function pad(cell: string, width: number, align: Align): string {
  const room = width - widthOf(cell);
  if (align === 'right') return ' '.repeat(room) + cell;
  const left = align === 'center' ? Math.floor(room / 2) : 0;
  return ' '.repeat(left) + cell + ' '.repeat(room - left);
}

/** Returns the width in a monospaced font, in which East Asian characters take two columns. */
function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of new Intl.Segmenter().segment(text))
    width +=
      /[\u1100-\u115f\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]|\p{Extended_Pictographic}/u.test(
        segment,
      )
        ? 2
        : 1;
  return width;
}

/** Aligns the table at the cursor and goes to the next or previous cell. After the last cell it adds a row. */
export function goToCell(step: 1 | -1): Command {
  return view => {
    const { state } = view;
    const { head } = state.selection.main;
    const table = state.readOnly ? undefined : tableAt(state, head);
    if (!table) return false;
    const line = state.doc.lineAt(head);
    const columns = Math.max(...table.rows.map(row => spansOf(row).length));
    const row = line.number - state.doc.lineAt(table.from).number;
    const column = Math.max(
      0,
      spansOf(line.text).findIndex(({ to }) => head - line.from <= to),
    );
    let [nextRow, nextColumn] = [row, column + step];
    if (nextColumn >= columns) [nextRow, nextColumn] = [row + 1, 0];
    if (nextColumn < 0) [nextRow, nextColumn] = [row - 1, columns - 1];
    if (nextRow === 1) nextRow += step;
    if (nextRow < 0) return false;
    const rows = alignRows(
      nextRow < table.rows.length ? table.rows : [...table.rows, '|'.repeat(columns + 1)],
    );
    const start = table.from + rows.slice(0, nextRow).reduce((sum, { length }) => sum + length + 1, 0);
    const cell = cellAt(rows[nextRow]!, nextColumn);
    view.dispatch({
      changes: { from: table.from, to: table.to, insert: rows.join('\n') },
      selection: EditorSelection.range(start + cell.from, start + cell.to),
      scrollIntoView: true,
      userEvent: 'input',
    });
    return true;
  };
}

/** Returns the span of the cell's text in an aligned row. */
function cellAt(row: string, column: number): Span {
  const { from, to } = spansOf(row)[column]!;
  const cell = row.slice(from, to);
  const text = cell.trim();
  const start = from + (text === '' ? 1 : cell.indexOf(text));
  return { from: start, to: start + text.length };
}

/** Returns the text with its tables aligned. Code does not change. */
export function alignTables(text: string): string {
  const lines = text.split('\n');
  let fence: string | undefined;
  for (let at = 0; at < lines.length; at += 1) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(lines[at]!)?.[1];
    if (mark && (fence === undefined || mark.startsWith(fence)))
      fence = fence === undefined ? mark : undefined;
    const isTable = fence === undefined && isRow(lines[at]!) && isRule(lines[at + 1] ?? '');
    if (!isTable) continue;
    let end = at + 2;
    while (end < lines.length && isRow(lines[end]!)) end += 1;
    lines.splice(at, end - at, ...alignRows(lines.slice(at, end)));
    at = end - 1;
  }
  return lines.join('\n');
}
