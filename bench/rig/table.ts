export type Row = Record<string, string | number>;

/** Prints rows in aligned columns, with numbers to the right. */
export function printTable(title: string, rows: Row[]): void {
  const names = Object.keys(rows[0] ?? {});
  const cells = [names, ...rows.map(row => names.map(name => shown(row[name] ?? '')))];
  const widths = names.map((_, column) => Math.max(...cells.map(line => line[column]!.length)));
  const isNumeric = names.map(name => rows.every(row => typeof row[name] === 'number' || row[name] === ''));
  const lines = cells.map(line =>
    line
      .map((cell, column) =>
        isNumeric[column] ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
      )
      .join('  ')
      .trimEnd(),
  );
  lines.splice(1, 0, widths.map(width => '-'.repeat(width)).join('  '));
  console.log(`\n${title}\n\n${lines.join('\n')}\n`);
}

/** Returns the value that `share` of the sorted values do not exceed: 0.5 gives the median. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

export function median(values: number[]): number {
  return quantile(values, 0.5);
}

function shown(value: string | number): string {
  if (typeof value === 'string') return value;
  return value.toLocaleString('en-US', {
    maximumFractionDigits: Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0,
  });
}
