/** Returns one line of CSV (RFC 4180). No cell can run as a spreadsheet formula. */
export function csvLine(cells: readonly unknown[]): string {
  return `${cells.map(cell => csvCell(cellText(cell))).join(',')}\r\n`;
}

/**
 * Prefixes formulas with an apostrophe (OWASP, "CSV Injection"). Texts that look like a formula with that prefix get one too, so that
 * `readCell` gives back every text.
 */
function csvCell(text: string): string {
  const safe = guarded.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns the text of a cell that csvCell wrote, once its quotes are removed: without the apostrophe before a formula. */
export function readCell(cell: string): string {
  return cell.startsWith("'") && guarded.test(cell.slice(1)) ? cell.slice(1) : cell;
}

const guarded = /^'*[=+\-@\t\r\n]/;

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
