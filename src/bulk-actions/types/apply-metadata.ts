import { z } from 'zod';
import { formerMetadata } from '../../audience/subscribers/former.ts';
import { restoreMetadata } from '../../audience/subscribers/restore.ts';
import { changeMetadata, type MetadataChange } from '../../audience/subscribers/update-many.ts';
import { eitherOf } from '../../platform/sentences/choices.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { done, unchanged } from './result.ts';
import { bulkType } from './type.ts';

const object = z.record(z.string(), z.unknown(), sentence('input.json_object'));
const keys = z.union([z.array(z.string()), object.transform(Object.keys)], sentence('input.keys_or_object'));

const metadata = z.discriminatedUnion(
  'action',
  [
    z.object({ action: z.literal('set'), metadata: object }),
    z.object({ action: z.literal('add'), metadata: object }),
    z.object({ action: z.literal('remove'), metadata: keys }),
  ],
  eitherOf('set', 'add', 'remove'),
);

/** Replaces the metadata of subscribers (set), merges an object into it (add), or removes keys (remove). */
export const applyMetadata = bulkType({
  acts_on: 'subscribers',
  needs: ['subscribers'],
  without_ids: 'everything',
  metadata,
  settle: async (_trx, _newsletter, { action, metadata: value }) =>
    ({ [action]: value }) as unknown as MetadataChange,
  inverse: {
    former: formerMetadata,
    restore: restoreMetadata,
  },
  group: 500,
  async work(trx, _context, newsletter, change, targets) {
    const { before, changed } = await changeMetadata(
      trx,
      newsletter.key,
      targets.map(({ key }) => key),
      change,
    );
    return new Map([...before.keys()].map(key => [key, changed.has(key) ? done : unchanged]));
  },
});
