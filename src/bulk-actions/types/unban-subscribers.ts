import { z } from 'zod';
import { liftSuppression } from '../../audience/subscribers/lift.ts';
import { findSubscriber } from '../../audience/subscribers/queries.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { done, notFound, skipped } from './result.ts';
import { bulkType, oneByOne } from './type.ts';

/** Lifts the block of subscribers, whose mail returns to the state that it had before. People who had left by themselves stay away. */
export const unbanSubscribers = bulkType({
  acts_on: 'subscribers',
  needs: ['subscribers'],
  without_ids: 'refused',
  metadata: z.object({}),
  settle: async () => ({}),
  group: 50,
  work: oneByOne(async (trx, _context, newsletter, _settings, { id }) => {
    const before = await findSubscriber(trx, newsletter.key, id);
    if (!before) return notFound;
    if (before.mail_state !== 'blocked')
      return skipped('unchanged', sentence('bulk_actions.not_blocked', { type: before.type }));
    await liftSuppression(trx, newsletter.key, id);
    return done;
  }),
});
