import { z } from 'zod';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { notFound } from '../platform/errors.ts';
import type { DemandedTags } from '../platform/http/conditional.ts';
import { timestamp } from '../platform/http/fields.ts';
import { listParts, showParts } from './content.ts';
import type { Email } from './email.ts';
import { reviewExample } from './examples.ts';
import { lockEmail } from './queries.ts';
import { listReviewRows, type ReviewRow, storeReview } from './review-queries.ts';
import { hand } from './revision.ts';
import { endReviewed, findNewest, insertRevision } from './revision-queries.ts';
import { shownParts } from './schema.ts';
import { showHand } from './show-revisions.ts';
import { demandVersion } from './version.ts';

export const reviewSchema = z
  .object({
    reviewer: hand.nullable().describe('Null: the person or API key no longer exists'),
    review_date: timestamp,
    revision: z
      .int()
      .describe(
        'The number of the revision that was reviewed. The oldest revisions are deleted, so it may no longer exist',
      ),
    parts: shownParts.describe('What the email was made of apart from its own fields'),
  })
  .meta({ id: 'EmailReview', examples: [reviewExample] });
export type Review = z.output<typeof reviewSchema>;

/**
 * Notes that `by` has reviewed the email as it is now; a change after that begins a new revision. Throws `not_found`, and
 * `email_changed` if the email is in another version than `if_match` demands.
 */
export async function reviewEmail(
  db: Database,
  newsletter_key: number,
  id: string,
  { by, now, if_match }: { by: string; now: Date; if_match: DemandedTags | undefined },
): Promise<Email> {
  return inTransaction(db, async trx => {
    const email = await lockEmail(trx, newsletter_key, id);
    if (!email) throw notFound('email');
    await demandVersion(trx, email, if_match, 'parts');
    const { is_stored, ...sitting } = await findNewest(trx, email.key);
    if (is_stored) await endReviewed(trx, email.key, sitting.number);
    else
      await insertRevision(trx, {
        ...sitting,
        email_key: email.key,
        kept_for: sitting.kept_for ?? 'review',
      });
    await storeReview(trx, {
      email_key: email.key,
      reviewed_by: by,
      review_date: now.toISOString(),
      revision: sitting.number,
      parts: JSON.stringify(showParts(await listParts(trx, email))),
    });
    return email;
  });
}

/** Lists the last review by each person and key, newest first. With `names`, they are named. */
export async function listReviews(db: Database, email: Email, names: boolean): Promise<Review[]> {
  const rows = await listReviewRows(db, email.key);
  return rows.map(row => showReview(row, names));
}

function showReview(row: ReviewRow, names: boolean): Review {
  const { reviewed_by, review_date, revision, parts } = row;
  return {
    reviewer: showHand(reviewed_by, row, names),
    review_date,
    revision,
    parts: shownParts.parse(parts),
  };
}
