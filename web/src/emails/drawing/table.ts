// Reads tables, and changes their cells, rows and columns in the written text. Pure.

export type Span = { from: number; to: number };
export type Change = Span & { insert: string };
export type Align = 'left' | 'center' | 'right' | '';

/** The rows of a table, each with its start. The second row is the rule. */
export type Table = { from: number; to: number; rows: { from: number; text: string }[] };

/** Reads the table with this text, which begins at `from`. */
export function readTable(text: string, from: number): Table {
  let at = from;
  const rows = text.split('\n').map(text => {
    const row = { from: at, text };
    at += text.length + 1;
    return row;
  });
  return { from, to: from + text.length, rows };
}

/** Returns the spans of a row's cells. A `|` after a backslash, in code or in Liquid belongs to its cell. */
export function spansOf(row: string): Span[] {
  const spans: Span[] = [];
  let from = /^\s*\|?/.exec(row)![0].length;
  for (const { 0: piece, index } of row.matchAll(/\\.|`[^`]*`|\{\{.*?\}\}|\|/g)) {
    if (piece !== '|' || index < from) continue;
    spans.push({ from, to: index });
    from = index + 1;
  }
  if (row.slice(from).trim() !== '' || spans.length === 0) spans.push({ from, to: row.length });
  return spans;
}

/** Returns the alignment of a column from its cell of the rule. */
export function alignOf(cell: string): Align {
  if (cell.startsWith(':')) return cell.endsWith(':') ? 'center' : 'left';
  return cell.endsWith(':') ? 'right' : '';
}

const kept = /`[^`]*`|\{\{.*?\}\}|\\\||\|/g;

/** Reads the text of a cell. */
function readCell(written: string): string {
  return written.trim().replace(kept, piece => (piece === '\\|' ? '|' : piece));
}

/** Writes the text of a cell. */
function writeCell(text: string): string {
  return text
    .replace(/\s*\n\s*/g, ' ')
    .replace(kept, piece => (piece === '|' ? '\\|' : piece))
    .trim();
}

/** Returns the text of all cells without the rule, with as many in each row as in the first. */
export function cellsOf({ rows }: Table): string[][] {
  const all = rows.map(({ text }) => spansOf(text).map(({ from, to }) => readCell(text.slice(from, to))));
  const [head = [], , ...body] = all;
  return [head, ...body].map(cells => head.map((_, column) => cells[column] ?? ''));
}

/** Returns the alignment of each column. */
export function alignsOf({ rows }: Table): Align[] {
  const rule = rows[1]?.text ?? '';
  return spansOf(rule).map(({ from, to }) => alignOf(rule.slice(from, to).trim()));
}

/** Returns the written row for a row of the grid, which has no rule. */
const written = (row: number) => (row === 0 ? 0 : row + 1);

/** Returns the span of a cell's text. A cell that is missing in its row begins where the row ends. */
export function placeOf({ rows }: Table, row: number, column: number): Span {
  const { from, text } = rows[written(row)]!;
  const span = spansOf(text)[column];
  if (!span) return { from: from + text.length, to: from + text.length };
  const cell = text.slice(span.from, span.to);
  const start =
    from + span.from + (cell.trim() === '' ? Math.min(1, cell.length) : /^\s*/.exec(cell)![0].length);
  return { from: start, to: start + cell.trim().length };
}

/** Returns the cell at this place. */
export function cellAt(table: Table, place: number): { row: number; column: number } {
  const at = Math.max(
    0,
    table.rows.findLastIndex(({ from }) => from <= place),
  );
  const { from, text } = table.rows[at]!;
  const spans = spansOf(text);
  const column = spans.findIndex(({ to }) => place - from <= to);
  return { row: Math.max(0, at === 0 ? 0 : at - 1), column: column === -1 ? spans.length - 1 : column };
}

/** Writes this text into the cell. */
export function setCell(table: Table, row: number, column: number, text: string): Change[] {
  const { from, text: line } = table.rows[written(row)]!;
  const spans = spansOf(line);
  const span = spans[column];
  if (span) {
    const place = placeOf(table, row, column);
    const isEmpty = place.from === place.to;
    const cell = line.slice(span.from, span.to);
    if (isEmpty && cell.length < 2)
      return [{ from: from + span.from, to: from + span.to, insert: ` ${writeCell(text)} ` }];
    return [{ ...place, insert: writeCell(text) }];
  }
  const missing = ' |'.repeat(column - spans.length);
  const end = from + line.trimEnd().length;
  const open = line.trimEnd().endsWith('|') ? '' : ' |';
  return [{ from: end, to: end, insert: `${open}${missing} ${writeCell(text)} |` }];
}

/** Adds a row below this one. */
export function addRow({ rows }: Table, below: number, cells: readonly string[] = []): Change[] {
  const last = rows[Math.max(1, written(below))]!;
  const end = last.from + last.text.length;
  const said = spansOf(rows[0]!.text).map((_, column) => ` ${writeCell(cells[column] ?? '')} `);
  return [{ from: end, to: end, insert: `\n|${said.map(cell => cell.replace(/^ {2}$/, '  ')).join('|')}|` }];
}

/** Removes this row. The header row stays. */
export function removeRow({ rows }: Table, row: number): Change[] {
  const found = rows[written(row)];
  if (row === 0 || !found) return [];
  return [{ from: found.from - 1, to: found.from + found.text.length, insert: '' }];
}

/** Moves the row up or down by one, among those below the header. */
export function moveRow({ rows }: Table, row: number, step: 1 | -1): Change[] {
  const [one, other] = [rows[written(row)], rows[written(row + step)]];
  if (row === 0 || row + step < 1 || !one || !other) return [];
  return [
    { from: one.from, to: one.from + one.text.length, insert: other.text },
    { from: other.from, to: other.from + other.text.length, insert: one.text },
  ];
}

/** Adds a column to the right of this one; -1 adds it before the first. */
export function addColumn({ rows }: Table, after: number): Change[] {
  return rows.flatMap(({ from, text }, row) => {
    const spans = spansOf(text);
    const cell = row === 1 ? ' --- ' : '  ';
    const span = spans[after];
    if (after >= 0 && !span) return [];
    const at = from + (span ? span.to : spans[0]!.from);
    if (!span) return [{ from: at, to: at, insert: `${cell}|` }];
    // A row may end without a `|`.
    const isOpen = span.to === text.length;
    return [{ from: at, to: at, insert: isOpen ? ` |${cell.trimEnd()}` : `|${cell}` }];
  });
}

/** Removes this column. */
export function removeColumn({ rows }: Table, column: number): Change[] {
  if (spansOf(rows[0]!.text).length < 2) return [];
  return rows.flatMap(({ from, text }) => {
    const spans = spansOf(text);
    const span = spans[column];
    if (!span) return [];
    const isLast = column === spans.length - 1;
    const start = isLast && column > 0 ? spans[column - 1]!.to : span.from;
    const end = isLast && column > 0 ? span.to : Math.min(text.length, span.to + 1);
    return [{ from: from + start, to: from + end, insert: '' }];
  });
}

/** Moves the column to the left or right by one. */
export function moveColumn({ rows }: Table, column: number, step: 1 | -1): Change[] {
  return rows.flatMap(({ from, text }) => {
    const spans = spansOf(text);
    const [one, other] = [spans[column], spans[column + step]];
    if (!one || !other) return [];
    const cut = (span: Span) => text.slice(span.from, span.to);
    return [
      { from: from + one.from, to: from + one.to, insert: cut(other) },
      { from: from + other.from, to: from + other.to, insert: cut(one) },
    ];
  });
}

/** Aligns the column. */
export function alignColumn({ rows }: Table, column: number, align: Align): Change[] {
  const { from, text } = rows[1]!;
  const span = spansOf(text)[column];
  if (!span) return [];
  const cell = text.slice(span.from, span.to);
  const dashes = '-'.repeat(
    Math.max(3, cell.trim().length) - (align === 'center' ? 2 : align === '' ? 0 : 1),
  );
  const insert = `${/left|center/.test(align) ? ':' : ''}${dashes}${/right|center/.test(align) ? ':' : ''}`;
  const start = from + span.from + /^\s*/.exec(cell)![0].length;
  return [{ from: start, to: start + cell.trim().length, insert }];
}
