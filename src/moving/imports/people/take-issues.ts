import { sql } from 'kysely';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import { domainError } from '../../../platform/errors.ts';
import { sentence } from '../../../platform/sentences/sentence.ts';
import type { SourceName } from '../columns/line.ts';
import type { ReadContext } from '../format.ts';
import type { Import } from '../import.ts';
import { takeInIssue } from '../issues/take-in.ts';
import { advanceIssues } from '../queries.ts';
import type { ImportOptions } from './options.ts';
import { openPace } from './pace.ts';
import { findStagedIssue, insertLines } from './queries.ts';

/** Creates an email from each staged issue, each in its own transaction; after a crash it continues with the next one. */
export async function takeIssues(
  db: Database,
  context: ReadContext,
  row: Import,
  source: SourceName,
  { fetch_images, redirect, site_url }: ImportOptions,
): Promise<void> {
  const { key, issue_count } = row;
  const pace = openPace(db);
  for (let place = row.issue_place; place < issue_count; place += 1) {
    const issue = await findStagedIssue(db, key, place);
    if (!issue) throw new Error('an issue is no longer staged');
    const { file, line } = issue;
    const settings = { source, by: row.created_by, fetch_images, redirect, site_url };
    const taken = await takeInIssue(db, context, context.newsletter, issue, settings, {
      async email(trx, email) {
        await advance(trx, row, place);
        await sql`
          insert into import_issues (import_key, place, email_id, date)
          values (${key}, ${place}, ${email.id}, ${email.modification_date})`.execute(trx);
      },
      async image(trx, { id }) {
        await sql`insert into import_files (import_key, file_id) values (${key}, ${id})`.execute(trx);
      },
    });
    if (taken.outcome === 'created')
      await insertLines(
        db,
        key,
        taken.notes.map(reason => ({ file, line, outcome: 'noted' as const, reason })),
      );
    else
      await inTransaction(db, async trx => {
        await advance(trx, row, place);
        const words =
          taken.outcome === 'present'
            ? { outcome: 'skipped' as const, reason: sentence('lines.imported_earlier') }
            : { outcome: 'refused' as const, reason: taken.reason };
        await insertLines(trx, key, [{ file, line, ...words }]);
      });
    await pace();
  }
}

async function advance(trx: Database, { key, people_count }: Import, place: number): Promise<void> {
  if (!(await advanceIssues(trx, key, { from: place, done_count: people_count + place + 1 })))
    throw domainError('not_found', 'moving.import_deleted');
}
