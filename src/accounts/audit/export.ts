import type { AuditRow } from './entry.ts';
import { showEntry } from './entry.ts';

const columns = [
  'id',
  'creation_date',
  'newsletter_id',
  'action',
  'actor_type',
  'actor_id',
  'actor_name',
  'ip_address',
  'object_id',
  'details',
] as const;

/** CSV (RFC 4180) with a header line. No cell can run as a spreadsheet formula. */
export async function* asCsv(rows: AsyncIterable<AuditRow>): AsyncGenerator<string> {
  yield `${columns.join(',')}\r\n`;
  for await (const row of rows) {
    const entry = showEntry(row);
    const cells = columns.map(column =>
      column === 'details' ? JSON.stringify(entry.details) : entry[column],
    );
    yield `${cells.map(value => csvCell(String(value ?? ''))).join(',')}\r\n`;
  }
}

/** One JSON object per line. */
export async function* asJsonLines(rows: AsyncIterable<AuditRow>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(showEntry(row))}\n`;
}

/** Prefixes formulas with an apostrophe (OWASP, "CSV Injection"). */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
