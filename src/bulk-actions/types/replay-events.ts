import { z } from 'zod';
import { replayEvent } from '../../accounts/webhooks/replay.ts';
import { done, skipped } from '../result.ts';
import { bulkType, oneByOne } from '../type.ts';

/** The webhooks that listen to them are called again. */
export const replayEvents = bulkType({
  acts_on: 'events',
  needs: ['settings'],
  without_ids: 'everything',
  metadata: z.object({}),
  settle: async () => ({}),
  group: 100,
  work: oneByOne(async (trx, _context, newsletter, _settings, { key }) => {
    const calls = await replayEvent(trx, newsletter.key, key);
    return calls > 0 ? done : skipped('no_webhook', 'No webhook listens to it.');
  }),
});
