import type { Newsletter } from '../accounts/newsletter.ts';
import type { Database } from '../platform/database/connect.ts';
import { DomainError } from '../platform/errors.ts';
import { demandApproval, isApprovalRequired, requested } from './approval.ts';
import { countAudience } from './audience.ts';
import type { Email } from './email.ts';
import { goesOut } from './launch.ts';
import { countPlanned, isHandedOver, updateEmailRow } from './queries.ts';
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
 * Decides whether the key `email.sent_by` may send the email, which the transaction has just given a status that goes
 * out. Counts the current audience; the number is checked again when sending begins. If an approval is missing, the
 * email is returned with its status `before`, or draft. Throws `bound_exceeded`, `filter_too_slow`, and `forbidden` for
 * a key that can only write drafts; with `waits`, such an email becomes a draft as well.
 */
export async function allowSend(
  trx: Database,
  newsletter: Newsletter,
  email: Email,
  source: () => Promise<EmailSource>,
  before: Pick<Email, 'status' | 'status_reason'>,
  { waits = false } = {},
): Promise<Email> {
  const back = goesOut(before.status) ? { status: 'draft' as const, status_reason: '' } : before;
  try {
    await demandSend(trx, newsletter, email, source);
    return email;
  } catch (error) {
    if (isApprovalRequired(error))
      return updateEmailRow(trx, email.key, {
        status: back.status,
        status_reason: back.status_reason,
        ...requested(email.sent_by, Number(error.metadata?.count)),
      });
    if (!waits || !(error instanceof DomainError)) throw error;
    return updateEmailRow(trx, email.key, { status: 'draft', status_reason: error.detail });
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
  if (!isLimited && email.filters === null) return;
  const goesOn = email.audience_frozen && (email.recipients_chosen || (await isHandedOver(trx, email.key)));
  const total = goesOn ? await countPlanned(trx, email.key) : await countAudience(trx, email);
  if (!isLimited) return; // now it is known that its audience is found in time
  if (bound) {
    refuseDraftsOnly(bound);
    if (!goesOn) await demandTags(trx, bound, email);
    const more = total - (await countOwn(trx, bound.key, email.key));
    await demandRoom(trx, bound, email.key, more, { now: email.status === 'about_to_send' });
  }
  // Its recipients were settled when it started, and the content is fixed.
  if (!goesOn || email.recipients_chosen)
    await demandApproval(trx, thresholdOf(newsletter, bound), email, source, total);
}
