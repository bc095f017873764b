import { z } from 'zod';
import { requestReminder } from '../../audience/opt-in/remind.ts';
import { findSubscriber } from '../../audience/subscribers/queries.ts';
import { demandRoom, findBoundKey } from '../../emails/recipients-bound.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { done, notFound, skipped } from './result.ts';
import { bulkType, oneByOne } from './type.ts';

/** Asks unactivated subscribers once more to confirm, at most once a day. */
export const sendReminders = bulkType({
  acts_on: 'subscribers',
  needs: ['subscribers', 'sending'],
  without_ids: 'refused',
  metadata: z.object({}),
  settle: async () => ({}),
  async allow(trx, newsletter, by, _settings, count) {
    const bound = await findBoundKey(trx, newsletter.key, by, { held: false });
    if (bound) await demandRoom(trx, bound, null, count, { now: true });
  },
  group: 1,
  work: oneByOne(async (trx, { clock, by }, newsletter, _settings, { id }) => {
    const subscriber = await findSubscriber(trx, newsletter.key, id);
    if (!subscriber) return notFound;
    const asked = await requestReminder(trx, newsletter, subscriber, clock(), by);
    if (asked === 'asked') return done;
    return asked === 'too_soon'
      ? skipped('too_soon', sentence('bulk_actions.reminded_today'))
      : skipped('not_unactivated', sentence('bulk_actions.nothing_to_confirm', { type: subscriber.type }));
  }),
});
