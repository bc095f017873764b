import { z } from 'zod';
import { formerTags } from '../../audience/subscribers/former.ts';
import { restoreTags } from '../../audience/subscribers/restore.ts';
import { changeTags } from '../../audience/subscribers/update-many.ts';
import { holdTagKeys } from '../../audience/tags/queries.ts';
import { resolveOrCreateTags, resolveTags } from '../../audience/tags/resolve.ts';
import { domainError } from '../../platform/errors.ts';
import { eitherOf } from '../../platform/sentences/choices.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { done, unchanged } from './result.ts';
import { bulkType } from './type.ts';

const word = z.string().trim().min(1, sentence('input.tag_word')).max(100);

const metadata = z
  .object({
    action: z
      .enum(['add', 'remove'], eitherOf('add', 'remove'))
      .nullish()
      .transform(action => action ?? 'add'),
    tag: word.nullish(),
    tag_id: word.nullish(),
    tag_ids: z
      .array(word)
      .max(1000, sentence('input.most_1000_tags'))
      .nullish()
      .transform(words => words ?? []),
  })
  .refine(({ tag, tag_id, tag_ids }) => tag || tag_id || tag_ids.length > 0, {
    path: ['tag_id'],
    message: sentence('input.tag_named'),
  });

/** Adds these tags to subscribers or removes them. A new name in `tag` becomes a tag, as it does on a subscriber. */
export const applyTags = bulkType({
  acts_on: 'subscribers',
  needs: ['subscribers'],
  without_ids: 'everything',
  metadata,
  async settle(trx, newsletter, { action, tag, tag_id, tag_ids }) {
    const named = tag ? [tag] : [];
    const keys = [
      ...(await (action === 'add'
        ? resolveOrCreateTags(trx, newsletter.key, named)
        : resolveTags(trx, newsletter.key, named, 'tag'))),
      ...(await resolveTags(trx, newsletter.key, tag_id ? [tag_id] : [], 'tag_id')),
      ...(await resolveTags(trx, newsletter.key, tag_ids, 'tag_ids')),
    ];
    return { action, tags: [...new Set(keys)] };
  },
  inverse: {
    former: ({ action, tags }) => formerTags(tags, action),
    async restore(trx, remembered, { action, tags }) {
      const present = await holdTagKeys(trx, remembered.newsletter_key, tags);
      return restoreTags(trx, remembered, { action, present });
    },
  },
  group: 500,
  async work(trx, _context, newsletter, { action, tags }, targets) {
    const present = await holdTagKeys(trx, newsletter.key, tags);
    if (present.length < tags.length) throw domainError('tag_invalid', 'bulk_actions.tag_deleted');
    const keys = targets.map(({ key }) => key);
    const change = action === 'add' ? { added: tags } : { removed: tags };
    const { before, changed } = await changeTags(trx, newsletter.key, keys, change);
    return new Map([...before.keys()].map(key => [key, changed.has(key) ? done : unchanged]));
  },
});
