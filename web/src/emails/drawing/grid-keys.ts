import { redo, undo } from '@codemirror/commands';
import type { EditorView } from '@codemirror/view';
import { isPressed, type KeyOf, keys } from '../../platform/keys.ts';
import { step } from './dragging.ts';
import { applyTool, type Cell, type Changer } from './grid-tools.ts';
import { addRow, cellsOf, type Table } from './table.ts';

type Pressing = {
  view: EditorView;
  table: Table;
  at: Cell;
  change: Changer['change'];
  go: (cell: Cell) => void;
};

/** Moves the cursor out of the grid, to the next line or with `isFar` to an end of the text. Adds a line if there is none. */
function leaveGrid({ view, table }: Pick<Pressing, 'view' | 'table'>, step: 1 | -1, isFar = false): void {
  const { doc } = view.state;
  const isEdge = step === 1 ? table.to === doc.length : table.from === 0;
  const changes = isEdge ? { from: step === 1 ? table.to : 0, insert: '\n\n' } : [];
  const near = step === 1 ? table.to + (isEdge ? 2 : 1) : Math.max(0, table.from - 1);
  const far = step === 1 ? doc.length + (isEdge ? 2 : 0) : 0;
  view.focus();
  view.dispatch({ changes, selection: { anchor: isFar ? far : near }, scrollIntoView: true });
}

/** Handles a key in a cell. Returns true if the key does anything. */
export function pressInGrid(event: KeyboardEvent, pressing: Pressing): boolean {
  const { view, table, at, change } = pressing;
  const by = isPressed(event, keys.moving.table_up) ? -1 : isPressed(event, keys.moving.table_down) ? 1 : 0;
  if (by !== 0 && event.shiftKey) return step(view, table.from, by) !== undefined || true;
  const tool = (Object.keys(keys.tables) as KeyOf<'tables'>[]).find(name =>
    isPressed(event, keys.tables[name]),
  );
  if (tool) {
    applyTool(tool, { table: () => table, cell: () => at, change });
    return true;
  }
  if (isPressed(event, keys.formatting.tools)) {
    const grid = event.target instanceof HTMLElement && event.target.closest('.cm-grid');
    if (grid) grid.querySelector<HTMLElement>('.cm-grid-tools button')?.focus();
    return true;
  }
  if (isPressed(event, keys.writing.undo)) return undo(view) || true;
  if (isPressed(event, keys.writing.redo)) return redo(view) || true;
  return !event.altKey && goOn(event, pressing);
}

/** Moves the cursor to another cell, or out of the table. */
function goOn(event: KeyboardEvent, pressing: Pressing): boolean {
  const { table, at, change, go } = pressing;
  const cells = cellsOf(table);
  const [last, wide] = [cells.length - 1, cells[0]!.length];
  const isFar = event.ctrlKey || event.metaKey;
  const goTo = (row: number, column: number) => {
    if (row > last) change(addRow(table, last), { row, column });
    else if (row < 0) leaveGrid(pressing, -1);
    else go({ row, column });
    return true;
  };
  const leave = (step: 1 | -1, isFar = false) => {
    leaveGrid(pressing, step, isFar);
    return true;
  };
  const next = at.row * wide + at.column + (event.shiftKey ? -1 : 1);
  switch (event.key) {
    case 'Tab':
      return goTo(Math.floor(next / wide), ((next % wide) + wide) % wide);
    case 'Enter':
      return !isFar && goTo(at.row + 1, at.column);
    case 'Escape':
      return leave(1);
    case 'ArrowDown':
      return at.row === last ? leave(1) : goTo(at.row + 1, at.column);
    case 'ArrowUp':
      return goTo(at.row - 1, at.column);
    case 'End':
      return isFar && leave(1, true);
    case 'Home':
      return isFar && leave(-1, true);
    default:
      return false;
  }
}
