import { z } from 'zod';
import { authorOf } from '../../accounts/content.ts';
import { deleteTag } from '../../audience/tags/change.ts';
import { done } from './result.ts';
import { bulkType, oneByOne } from './type.ts';

/** Deletes tags. A tag that an unsent email or an automation names stays, with `tag_in_use`. */
export const deleteTags = bulkType({
  acts_on: 'tags',
  needs: ['subscribers'],
  without_ids: 'refused',
  metadata: z.object({}),
  settle: async () => ({}),
  group: 1,
  work: oneByOne(async (trx, { by }, newsletter, _settings, { id }) => {
    await deleteTag(trx, newsletter.key, id, await authorOf(trx, newsletter.key, by));
    return done;
  }),
});
