import { z } from 'zod';
import { deleteSubscribers as deleteThem } from '../../audience/subscribers/update-many.ts';
import { done } from './result.ts';
import { bulkType } from './type.ts';

/** Deletes the data of subscribers. A hash of each address stays, so that an import does not bring them back. */
export const deleteSubscribers = bulkType({
  acts_on: 'subscribers',
  needs: ['subscribers'],
  without_ids: 'refused',
  metadata: z.object({}),
  settle: async () => ({}),
  group: 500,
  async work(trx, { secret }, newsletter, _settings, targets) {
    const keys = targets.map(({ key }) => key);
    const present = await deleteThem(trx, newsletter, keys, secret);
    return new Map([...present].map(key => [key, done]));
  },
});
