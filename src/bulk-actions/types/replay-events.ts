import { z } from 'zod';
import { replayEvent } from '../../accounts/webhooks/replay.ts';
import { done, skipped } from '../result.ts';
import { bulkType, oneByOne } from '../type.ts';

/** Delivers events again to the webhooks that want them. */
export const replayEvents = bulkType({
  acts_on: 'events',
  needs: ['settings'],
  without_ids: 'everything',
  metadata: z.object({}),
  settle: async () => ({}),
  group: 100,
  work: oneByOne(async (trx, _context, newsletter, _settings, { key }) => {
    const calls = await replayEvent(trx, newsletter.key, key);
    return calls > 0 ? done : skipped('no_webhook', 'No webhook is subscribed to this event.');
  }),
});
