import type { Cell, Changer } from './grid-tools.ts';
import { addColumn, addRow, cellsOf, setCell } from './table.ts';

/** Pastes cells of a spreadsheet from this cell on. Adds missing rows and columns. */
export function pasteRows(rows: string[][], at: Cell, { table, change }: Changer): void {
  const wide = at.column + Math.max(...rows.map(row => row.length));
  for (let { length } = cellsOf(table())[0]!; length < wide; length += 1)
    change(addColumn(table(), length - 1));
  for (const [index, row] of rows.entries()) {
    if (at.row + index >= cellsOf(table()).length) change(addRow(table(), at.row + index - 1));
    for (const [offset, text] of row.entries())
      change(setCell(table(), at.row + index, at.column + offset, text));
  }
}
