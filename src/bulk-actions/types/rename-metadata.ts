import { z } from 'zod';
import { renameMetadata as renameKey } from '../../audience/subscribers/notes.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { done, skipped, unchanged } from './result.ts';
import { bulkType } from './type.ts';

const key = z.string().min(1, sentence('input.not_empty')).max(200, sentence('input.most_200'));
const renaming = z
  .object({ from: key, to: key })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: sentence('input.same_as_from') });

/** Renames a key in the metadata of subscribers. Subscribers who have a value under the new name keep both. */
export const renameMetadata = bulkType({
  acts_on: 'subscribers',
  needs: ['subscribers'],
  without_ids: 'everything',
  metadata: renaming,
  settle: async (_trx, _newsletter, settings) => settings,
  group: 500,
  async work(trx, _context, newsletter, settings: z.output<typeof renaming>, targets) {
    const keys = targets.map(({ key }) => key);
    const { before, changed, taken } = await renameKey(trx, newsletter.key, keys, settings);
    const both = skipped('taken', sentence('bulk_actions.value_there', { key: settings.to }));
    return new Map(
      [...before.keys()].map(one => [one, changed.has(one) ? done : taken.has(one) ? both : unchanged]),
    );
  },
});
