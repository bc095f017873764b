import { keys, keyWords } from '../../platform/keys.ts';
import { words } from '../../words.ts';
import { element, icon } from '../elements/element.ts';
import {
  addColumn,
  addRow,
  alignColumn,
  alignsOf,
  type Change,
  cellsOf,
  moveColumn,
  moveRow,
  removeColumn,
  removeRow,
  type Table,
} from './table.ts';

export type Cell = { row: number; column: number };

export type Changer = {
  /** Returns the table as it is written now. */
  table: () => Table;
  /** Returns the cell in which somebody is writing, or wrote last. */
  cell: () => Cell | undefined;
  /** Makes these changes and then goes to the cell. */
  change: (changes: Change[], next?: Cell) => void;
};

type Tool = {
  path: string;
  key?: readonly string[];
  run: (table: Table, cell: Cell) => [Change[], Cell];
};

const nextAlign = { '': 'center', left: 'center', center: 'right', right: '' } as const;

const tools: Record<
  Exclude<keyof typeof words.editor.grid.tools, 'table_up' | 'table_down' | 'remove'>,
  Tool
> = {
  add_row: {
    path: 'M2.5 3h11v4h-11zM8 9.5v4M6 11.5h4',
    run: (table, { row, column }) => [addRow(table, row), { row: row + 1, column }],
  },
  add_column: {
    path: 'M3 2.5v11h4v-11zM9.5 8h4M11.5 6v4',
    run: (table, { row, column }) => [addColumn(table, column), { row, column: column + 1 }],
  },
  row_up: {
    path: 'M8 13V3.5M4.5 7L8 3.5 11.5 7',
    key: keys.tables.row_up,
    run: (table, { row, column }) => [moveRow(table, row, -1), { row: Math.max(1, row - 1), column }],
  },
  row_down: {
    path: 'M8 3v9.5M4.5 9L8 12.5 11.5 9',
    key: keys.tables.row_down,
    run: (table, { row, column }) => [moveRow(table, row, 1), { row: row + 1, column }],
  },
  column_left: {
    path: 'M13 8H3.5M7 4.5L3.5 8 7 11.5',
    key: keys.tables.column_left,
    run: (table, { row, column }) => [
      moveColumn(table, column, -1),
      { row, column: Math.max(0, column - 1) },
    ],
  },
  column_right: {
    path: 'M3 8h9.5M9 4.5L12.5 8 9 11.5',
    key: keys.tables.column_right,
    run: (table, { row, column }) => [moveColumn(table, column, 1), { row, column: column + 1 }],
  },
  align: {
    path: 'M3 3.5h10M5 6.5h6M3 9.5h10M5 12.5h6',
    run: (table, cell) => {
      const align = nextAlign[alignsOf(table)[cell.column] ?? ''];
      return [alignColumn(table, cell.column, align), cell];
    },
  },
  delete_row: {
    path: 'M2.5 5.5h11v5h-11zM6 8h4',
    key: keys.tables.delete_row,
    run: (table, { row, column }) => [
      removeRow(table, row),
      { row: Math.min(row, cellsOf(table).length - 2), column },
    ],
  },
  delete_column: {
    path: 'M5.5 2.5v11h5v-11zM8 6v4',
    run: (table, { row, column }) => [removeColumn(table, column), { row, column: Math.max(0, column - 1) }],
  },
};

/** Applies the tool with this name to the table. */
export function applyTool(name: keyof typeof tools, { table, change, cell }: Changer): void {
  const at = cell();
  if (!at) return;
  const read = table();
  const [changes, next] = tools[name].run(read, at);
  change(changes, next);
}

/** The acts on a whole table. */
type Whole = { move: (by: 1 | -1) => void; remove: () => void };

/** The tools that begin a group: moving, aligning, deleting, and the whole table. */
const begins = new Set<string>(['row_up', 'align', 'delete_row', 'table_up']);

/** Draws the tool with this name. The cell keeps the focus. */
function drawTool(name: keyof typeof words.editor.grid.tools, path: string, run: () => void, key?: string) {
  const label = words.editor.grid.tools[name];
  const tip = key ? `${label}\n${keyWords(key)}` : label;
  const attributes = {
    type: 'button',
    class: begins.has(name) ? 'cm-grid-group' : undefined,
    'aria-label': label,
    'data-tip': tip,
    tabindex: '-1',
  };
  const button = element('button', attributes, icon(path));
  button.addEventListener('mousedown', event => event.preventDefault());
  button.addEventListener('click', run);
  return button;
}

/** Draws the tools above the table in which somebody writes. Alt-F10 leads to them, arrow keys from one to the next, Escape back. */
export function gridTools(changer: Changer, { move, remove }: Whole): HTMLElement {
  const { table_up, table_down } = keys.moving;
  const buttons = [
    ...(Object.keys(tools) as (keyof typeof tools)[]).map(name =>
      drawTool(name, tools[name].path, () => applyTool(name, changer), tools[name].key?.[0]),
    ),
    drawTool('table_up', 'M4 12.5L8 8.5l4 4M4 7.5l4-4 4 4', () => move(-1), table_up[0]),
    drawTool('table_down', 'M4 3.5l4 4 4-4M4 8.5l4 4 4-4', () => move(1), table_down[0]),
    drawTool('remove', 'M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.5 9h6l.5-9', remove),
  ];
  buttons[0]!.tabIndex = 0;
  const dom = element(
    'div',
    { class: 'cm-grid-tools', role: 'toolbar', 'aria-label': words.editor.grid.label },
    ...buttons,
  );
  dom.addEventListener('keydown', event => {
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (event.key === 'Escape') dom.parentElement?.querySelector<HTMLElement>('.cm-cell-last')?.focus();
    if (event.key === 'Escape' || next !== undefined) event.preventDefault();
    if (next !== undefined) buttons.at(next % buttons.length)!.focus();
  });
  return dom;
}
