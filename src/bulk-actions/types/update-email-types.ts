import { z } from 'zod';
import { emailTypes } from '../../emails/email.ts';
import { findEmail } from '../../emails/queries.ts';
import { updateEmail } from '../../emails/update.ts';
import type { EmailType } from '../../platform/database/schema.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { done, failed, unchanged } from './result.ts';
import { bulkType, oneByOne } from './type.ts';

/** Sets the email_type of emails: who receives unsent ones, and who can see them in the archive. */
export const updateEmailTypes = bulkType({
  acts_on: 'emails',
  needs: ['emails'],
  without_ids: 'everything',
  metadata: z.object({
    email_type: z.enum(emailTypes, sentence('input.one_of', { values: emailTypes.join(', ') })),
  }),
  settle: async (_trx, _newsletter, settings) => settings,
  group: 1,
  work: oneByOne(async (trx, context, newsletter, { email_type }: { email_type: EmailType }, { id }) => {
    const before = await findEmail(trx, newsletter.key, id);
    if (before?.email_type === email_type) return unchanged;
    const { needs_approval } = await updateEmail(
      trx,
      context,
      newsletter,
      id,
      { email_type },
      { by: context.by },
    );
    if (!needs_approval) return done;
    const detail = sentence('bulk_actions.type_needs_approval');
    return failed('approval_required', detail);
  }),
});
