import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addColumn,
  addRow,
  alignColumn,
  type Change,
  cellAt,
  cellsOf,
  moveColumn,
  moveRow,
  placeOf,
  readTable,
  removeColumn,
  removeRow,
  setCell,
  type Table,
} from './table.ts';

const text = '| a | b |\n|---|:-:|\n| 1 | `x|y` |\n| 2 |';
const open = 'a | b\n--|--\n1 | 2 \\| 3';

function changed(written: string, change: (table: Table) => Change[]): string {
  let next = written;
  for (const { from, to, insert } of change(readTable(written, 0)).toSorted((a, b) => b.from - a.from))
    next = next.slice(0, from) + insert + next.slice(to);
  return next;
}

test('cells contain what readers see, and a missing cell is empty', () => {
  assert.deepEqual(cellsOf(readTable(text, 0)), [
    ['a', 'b'],
    ['1', '`x|y`'],
    ['2', ''],
  ]);
  assert.deepEqual(cellsOf(readTable(open, 0)), [
    ['a', 'b'],
    ['1', '2 | 3'],
  ]);
});

test('a change of one cell leaves the others as they are written', () => {
  assert.equal(
    changed(text, table => setCell(table, 1, 0, 'one | two')),
    text.replace('1', 'one \\| two'),
  );
  assert.equal(
    changed(text, table => setCell(table, 2, 1, 'new')),
    text.replace('| 2 |', '| 2 | new |'),
  );
  assert.equal(
    changed(open, table => setCell(table, 1, 1, '4')),
    'a | b\n--|--\n1 | 4',
  );
  assert.equal(
    changed('|a|\n|-|\n||', table => setCell(table, 1, 0, 'x')),
    '|a|\n|-|\n| x |',
  );
});

test('rows and columns are added, moved and removed, and the others stay as they are written', () => {
  assert.equal(
    changed(open, table => addRow(table, 0)),
    'a | b\n--|--\n|  |  |\n1 | 2 \\| 3',
  );
  assert.equal(
    changed(text, table => addRow(table, 2, ['x', 'y'])),
    `${text}\n| x | y |`,
  );
  assert.equal(
    changed(text, table => removeRow(table, 1)),
    '| a | b |\n|---|:-:|\n| 2 |',
  );
  assert.equal(
    changed(text, table => removeRow(table, 0)),
    text,
  );
  assert.equal(
    changed(text, table => moveRow(table, 1, 1)),
    '| a | b |\n|---|:-:|\n| 2 |\n| 1 | `x|y` |',
  );
  assert.equal(
    changed(text, table => moveRow(table, 1, -1)),
    text,
  );
  assert.equal(
    changed(text, table => addColumn(table, 0)),
    '| a |  | b |\n|---| --- |:-:|\n| 1 |  | `x|y` |\n| 2 |  |',
  );
  assert.equal(
    changed(text, table => removeColumn(table, 1)),
    '| a |\n|---|\n| 1 |\n| 2 |',
  );
  assert.equal(
    changed(text, table => removeColumn(table, 0)),
    '| b |\n|:-:|\n| `x|y` |\n|',
  );
  assert.equal(
    changed(open, table => moveColumn(table, 0, 1)),
    ' b|a \n--|--\n 2 \\| 3|1 ',
  );
  assert.equal(
    changed(text, table => alignColumn(table, 0, 'right')),
    text.replace('|---|', '|--:|'),
  );
});

test('each place leads to its cell, and each cell to its place', () => {
  const table = readTable(text, 10);
  for (const [row, column] of [
    [0, 0],
    [0, 1],
    [1, 1],
  ] as const)
    assert.deepEqual(cellAt(table, placeOf(table, row, column).from), { row, column });
});
