import { csvLine } from '../../platform/csv.ts';
import type { Database } from '../../platform/database/connect.ts';
import { listLines } from './people/queries.ts';

const linesAtOnce = 1000;

/** The report as CSV, line by line as it is fetched. */
export async function* writeReport(db: Database, import_key: number): AsyncGenerator<string> {
  yield csvLine(['file', 'line', 'outcome', 'email_address', 'reason']);
  for (let after = 0; ; ) {
    const lines = await listLines(db, import_key, after, linesAtOnce);
    yield lines
      .map(({ file, line, outcome, email_address, reason }) =>
        csvLine([file, line, outcome, email_address, reason]),
      )
      .join('');
    if (lines.length < linesAtOnce) return;
    after = lines.at(-1)!.key;
  }
}
