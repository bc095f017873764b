/** Aligns the cells of lines below each other, indented. */
export function alignColumns(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map(row => row[at]!.length)));
  return rows
    .map(row => `  ${row.map((cell, at) => cell.padEnd(widths[at]!)).join('  ')}`.trimEnd())
    .map(line => `${line}\n`)
    .join('');
}
