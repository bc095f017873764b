import type { Newsletter } from '../../accounts/newsletter.ts';
import { demandApproval } from '../../emails/approval.ts';
import { countAudience } from '../../emails/audience.ts';
import type { Email } from '../../emails/email.ts';
import { countPlanned } from '../../emails/queries.ts';
import {
  countOwn,
  demandRoom,
  demandTags,
  findBoundKey,
  refuseDraftsOnly,
  spend,
  thresholdOf,
} from '../../emails/recipients-bound.ts';
import type { EmailSource } from '../../emails/templates.ts';
import { type Database, inSavepoint } from '../../platform/database/connect.ts';
import { DomainError } from '../../platform/errors.ts';
import { dropAudience, freezeNextRange } from '../ledger/audience.ts';

/** A number larger than any newsletter's list, so that one range contains the whole audience. */
const whole = 2_000_000_000;

/**
 * Freezes the whole audience of an email in one transaction if its recipients are limited, by the bounds of the sending key or by the
 * newsletter's approval_threshold, and counts them for the key. Nobody is mailed before the number is known. Returns whether the audience
 * is frozen: `false` if nothing limits it; an error if there are too many recipients, and then the ledger stays as it was. `goes_on` means
 * that some people have been mailed already.
 */
export async function freezeLimited(
  trx: Database,
  newsletter: Newsletter,
  email: Email,
  source: EmailSource,
  { goes_on, now }: { goes_on: boolean; now: Date },
): Promise<boolean | DomainError> {
  const bound = await findBoundKey(trx, newsletter.key, email.sent_by, { held: true });
  if (!bound && newsletter.approval_threshold === null) return false;
  const isFixed = email.recipients_chosen || (goes_on && email.audience_frozen);
  try {
    return await inSavepoint(trx, async () => {
      if (bound) refuseDraftsOnly(bound);
      if (bound && !isFixed) {
        await demandTags(trx, bound, email);
        // Counting costs less than freezing an audience that must then be dropped.
        await demandRoom(trx, bound, email.key, await countAudience(trx, email), { now: true });
      }
      if (!isFixed) await freezeNextRange(trx, email, whole, now);
      const total = await countPlanned(trx, email.key);
      if (bound) await spend(trx, bound, email.key, total - (await countOwn(trx, bound, email.key)));
      if (!goes_on || !email.audience_frozen)
        await demandApproval(trx, thresholdOf(newsletter, bound), email, async () => source, total);
      return true;
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (!goes_on && !email.recipients_chosen) await dropAudience(trx, email.key);
    return error;
  }
}
