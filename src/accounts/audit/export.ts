import { csvLine } from '../../platform/csv.ts';
import type { Permissions } from '../permissions.ts';
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
export async function* asCsv(
  rows: AsyncIterable<AuditRow>,
  permissions: Permissions,
): AsyncGenerator<string> {
  yield csvLine(columns);
  for await (const row of rows) {
    const entry = showEntry(row, permissions);
    yield csvLine(columns.map(column => entry[column]));
  }
}

/** One JSON object per line. */
export async function* asJsonLines(
  rows: AsyncIterable<AuditRow>,
  permissions: Permissions,
): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(showEntry(row, permissions))}\n`;
}
