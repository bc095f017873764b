import type { Newsletter } from '../accounts/newsletter.ts';
import type { Database } from '../platform/database/connect.ts';
import { DomainError } from '../platform/errors.ts';
import { demandApproval, isApprovalRequired, requested, sourceOf } from './approval.ts';
import { countAudience, hasFilters } from './audience.ts';
import type { Email, EmailChanges } from './email.ts';
import { countPlanned, isHandedOver } from './queries.ts';
import {
  countOwn,
  demandRoom,
  demandTags,
  findBoundKey,
  refuseDraftsOnly,
  thresholdOf,
} from './recipients-bound.ts';
import type { EmailSource } from './templates.ts';

/**
 * Finds the obstacle that keeps an email, in a status that goes out, from being sent by the key `sent_by`. Returns the changes that record
 * the request for an approval; undefined if there is no obstacle. Counts the current audience; the number is checked again when sending
 * begins. Throws `bound_exceeded`, `filter_too_slow`, and `forbidden` for a key that can only write drafts; with `waits`, these are reasons
 * for waiting, too.
 */
export async function findObstacle(
  trx: Database,
  newsletter: Newsletter,
  email: Email,
  source: () => Promise<EmailSource>,
  { waits = false } = {},
): Promise<EmailChanges | undefined> {
  try {
    await demandSend(trx, newsletter, email, source);
    return undefined;
  } catch (error) {
    if (isApprovalRequired(error)) return requested(trx, email, email.sent_by, Number(error.metadata?.count));
    if (waits && error instanceof DomainError) return { status_reason: error.detail };
    throw error;
  }
}

/** Whether `by` would have to ask for an approval to send the email to `total` recipients now. */
export async function needsApproval(
  db: Database,
  newsletter: Newsletter,
  email: Email,
  by: string,
  total: number,
): Promise<boolean> {
  const bound = await findBoundKey(db, newsletter.key, by, { held: false });
  try {
    await demandApproval(db, thresholdOf(newsletter, bound), email, () => sourceOf(db, email), total);
    return false;
  } catch (error) {
    if (error instanceof DomainError) return isApprovalRequired(error);
    throw error;
  }
}

async function demandSend(
  trx: Database,
  newsletter: Newsletter,
  email: Email,
  source: () => Promise<EmailSource>,
): Promise<void> {
  const bound = await findBoundKey(trx, newsletter.key, email.sent_by, { held: false });
  const isLimited = bound !== undefined || newsletter.approval_threshold !== null;
  if (!isLimited && !hasFilters(email)) return;
  const goesOn = email.audience_frozen && (email.recipients_chosen || (await isHandedOver(trx, email.key)));
  const total = goesOn ? await countPlanned(trx, email.key) : await countAudience(trx, email);
  if (!isLimited) return; // the filters are not too slow, which is all there is to check
  if (bound) {
    refuseDraftsOnly(bound);
    if (!goesOn) await demandTags(trx, bound, email);
    const more = total - (await countOwn(trx, bound, email.key));
    await demandRoom(trx, bound, email.key, more, { now: email.status === 'about_to_send' });
  }
  // A send that goes on to its own audience needs no further approval: its recipients and its content were fixed when it started.
  if (!goesOn || email.recipients_chosen)
    await demandApproval(trx, thresholdOf(newsletter, bound), email, source, total);
}
