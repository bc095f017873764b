import { sql } from 'kysely';
import { z } from 'zod';
import { endSendTo, refuseUnlessOpen, type Sent, sendTo } from '../../delivery/sending/send-to.ts';
import { demandApproval, sourceOf } from '../../emails/approval.ts';
import { countAudience, inAudience } from '../../emails/audience.ts';
import { countPlanned, findEmail } from '../../emails/queries.ts';
import { demandRoom, demandTags, findBoundKey, thresholdOf } from '../../emails/recipients-bound.ts';
import { domainError } from '../../platform/errors.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { done, type Result, skipped } from './result.ts';
import type { Target } from './targets.ts';
import { bulkType } from './type.ts';

const results: Record<Sent, Result> = {
  added: done,
  there: skipped('already_recipient', sentence('bulk_actions.has_email')),
  unmailable: skipped('not_mailable', sentence('bulk_actions.type_gets_none')),
};

/**
 * Sends an email to subscribers, once each; an item is done when it is in the ledger. Subscribers chosen by the caller get the email
 * whatever their tags and type; without ids it goes to its own audience.
 */
export const sendEmails = bulkType({
  acts_on: 'subscribers',
  needs: ['subscribers', 'emails', 'sending'],
  without_ids: 'own',
  metadata: z.object({ email_id: z.string() }),
  async settle(trx, newsletter, { email_id }, ids_given) {
    const email = await findEmail(trx, newsletter.key, email_id);
    if (!email) throw domainError('not_found', 'bulk_actions.no_email');
    refuseUnlessOpen(email);
    return { email_id: email.id, chosen: ids_given };
  },
  async own(trx, newsletter, { email_id }) {
    const email = await findEmail(trx, newsletter.key, email_id);
    await countAudience(trx, email!); // refuses filters that take too long
    return sql<Target>`select key, id from subscribers where ${await inAudience(trx, email!)}`;
  },
  async allow(trx, newsletter, by, { email_id, chosen }, count) {
    const email = (await findEmail(trx, newsletter.key, email_id))!;
    const total = count + (await countPlanned(trx, email.key));
    const bound = await findBoundKey(trx, newsletter.key, by, { held: false });
    if (bound) {
      if (!chosen) await demandTags(trx, bound, email);
      await demandRoom(trx, bound, email.key, count, { now: true });
    }
    await demandApproval(trx, thresholdOf(newsletter, bound), email, () => sourceOf(trx, email), total);
  },
  group: 500,
  async work(trx, context, newsletter, { email_id, chosen }, targets) {
    const options = { chosen, more_to_come: true };
    const keys = targets.map(({ key }) => key);
    const sent = await sendTo(trx, context, newsletter, email_id, keys, options);
    return new Map([...sent].map(([key, became]) => [key, results[became]]));
  },
  end: (trx, _newsletter, { email_id }) => endSendTo(trx, email_id),
});
