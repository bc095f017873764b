import { z } from 'zod';
import { findEmail } from '../../emails/queries.ts';
import { deleteEmail } from '../../emails/update.ts';
import { done, unchanged } from '../result.ts';
import { bulkType, oneByOne } from '../type.ts';

/** They get the status deleted. One that is on its way cannot, and is `status_invalid`. */
export const deleteEmails = bulkType({
  acts_on: 'emails',
  needs: ['emails'],
  without_ids: 'refused',
  metadata: z.object({}),
  settle: async () => ({}),
  group: 1,
  work: oneByOne(async (trx, context, newsletter, _settings, { id }) => {
    if ((await findEmail(trx, newsletter.key, id))?.status === 'deleted') return unchanged;
    await deleteEmail(trx, context, newsletter, id);
    return done;
  }),
});
