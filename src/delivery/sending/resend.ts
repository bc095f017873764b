import { z } from 'zod';
import { resendExample } from '../../emails/examples.ts';
import { demandRecipientsKnown } from '../../emails/kept.ts';
import { lockEmail } from '../../emails/queries.ts';
import { findBoundKey, refuseUnapproved, spend } from '../../emails/recipients-bound.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { domainError, found } from '../../platform/errors.ts';
import { asked } from '../../platform/http/fields.ts';
import { eitherOf } from '../../platform/sentences/choices.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { planAgain, type Resendable, resendable } from '../ledger/plan-again.ts';
import { demandPlannedTagged } from './demand-planned-tagged.ts';

const status = z.enum(resendable, eitherOf('uncertain', 'temporary', 'permanent'));

export const resendRequest = z
  .object({
    status: z
      .union([status.transform(one => [one]), z.array(status).min(1, sentence('input.name_a_status'))])
      .describe(
        'uncertain, temporary, permanent (only people who still get mail, so no address that does not exist), or a list of these',
      ),
  })
  .meta(asked(resendExample));
export const resent = z
  .object({ count: z.int().describe('How many recipients get it again') })
  .meta({ examples: [{ count: 3 }] });

/**
 * Plans the email's recipients of these statuses again: they get the same message once more, and nobody else does. Returns how many
 * recipients were planned. Throws `not_found`, and `status_invalid` for an email that is neither in flight nor sent.
 */
export async function resend(
  db: Database,
  newsletter_key: number,
  id: string,
  statuses: Resendable[],
  by: string,
): Promise<number> {
  return inTransaction(db, async trx => {
    const email = found(await lockEmail(trx, newsletter_key, id), 'email');
    if (!['in_flight', 'sent', 'transactional'].includes(email.status))
      throw domainError('status_invalid', 'delivery.no_resend', { status: email.status });
    demandRecipientsKnown(email);
    const bound = await findBoundKey(trx, newsletter_key, by, { held: true });
    if (bound) refuseUnapproved(bound);
    const count = await planAgain(trx, email.key, [...new Set(statuses)]);
    if (bound) {
      await demandPlannedTagged(trx, bound, email);
      await spend(trx, bound, null, count);
    }
    return count;
  });
}
