import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import type { EmailReviews } from '../platform/database/schema.ts';
import { hands, type RevisionRow } from './revision-queries.ts';

type Row = Selectable<EmailReviews>;
export type ReviewRow = Row & Pick<RevisionRow, 'author_type' | 'author_name'>;

/** Stores the review in place of an earlier review by the same person or key. */
export async function storeReview(trx: Database, row: Insertable<EmailReviews>): Promise<void> {
  const { review_date, revision, parts } = row;
  await trx
    .insertInto('email_reviews')
    .values(row)
    .onConflict(conflict =>
      conflict.columns(['email_key', 'reviewed_by']).doUpdateSet({ review_date, revision, parts }),
    )
    .execute();
}

/** Lists the last review by each person or key, newest first. */
export async function listReviewRows(db: Database, email_key: number): Promise<ReviewRow[]> {
  const { columns, joins } = hands('reviewed_by');
  const { rows } = await sql<ReviewRow>`
    select email_key, reviewed_by, review_date, revision, parts, ${columns}
    from email_reviews ${joins} where email_key = ${email_key}
    order by review_date desc, reviewed_by`.execute(db);
  return rows;
}
