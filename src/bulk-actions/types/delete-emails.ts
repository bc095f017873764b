import { z } from 'zod';
import { findEmail } from '../../emails/queries.ts';
import { deleteEmail } from '../../emails/update.ts';
import { done, unchanged } from './result.ts';
import { bulkType, oneByOne } from './type.ts';

/** Sets the status of emails to deleted. An email that is being sent is refused with `status_invalid`. */
export const deleteEmails = bulkType({
  acts_on: 'emails',
  needs: ['emails'],
  without_ids: 'refused',
  metadata: z.object({}),
  settle: async () => ({}),
  group: 1,
  work: oneByOne(async (trx, context, newsletter, _settings, { id }) => {
    if ((await findEmail(trx, newsletter.key, id))?.status === 'deleted') return unchanged;
    await deleteEmail(trx, context, newsletter, id, { by: context.by });
    return done;
  }),
});
