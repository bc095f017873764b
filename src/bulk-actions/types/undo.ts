import { z } from 'zod';
import type { Restored } from '../../audience/subscribers/restore.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { applyMetadata } from './apply-metadata.ts';
import { applyTags } from './apply-tags.ts';
import { banSubscribers } from './ban-subscribers.ts';
import { readUndone, selectChanged, selectFormer } from './former-queries.ts';
import { reactivateSubscribers } from './reactivate-subscribers.ts';
import { resubscribeSubscribers } from './resubscribe-subscribers.ts';
import { done, type Result, skipped } from './result.ts';
import { type AnyBulkType, bulkType } from './type.ts';
import { unsubscribeSubscribers } from './unsubscribe-subscribers.ts';

/** How the types that can be undone are undone, by name. */
export const inverses: Record<string, NonNullable<AnyBulkType['inverse']>> = Object.fromEntries(
  Object.entries({
    apply_metadata: applyMetadata,
    apply_tags: applyTags,
    ban_subscribers: banSubscribers,
    reactivate_subscribers: reactivateSubscribers,
    resubscribe_subscribers: resubscribeSubscribers,
    unsubscribe_subscribers: unsubscribeSubscribers,
  }).map(([name, { inverse }]) => [name, inverse!]),
);

const results: Record<Restored, Result> = {
  restored: done,
  changed: skipped('changed_since', sentence('bulk_actions.changed_since')),
  left: skipped('left_since', sentence('bulk_actions.left_since')),
};

/**
 * Restores the former values of those whom another action changed. It is created by `undoBulkAction`. Nobody is mailed, and no webhook
 * receives an event for a single subscriber.
 */
export const undo = bulkType({
  acts_on: 'subscribers',
  needs: ['subscribers'],
  without_ids: 'own',
  metadata: z.object({ bulk_action_id: z.string() }),
  settle: (trx, newsletter, { bulk_action_id }) => readUndone(trx, newsletter.key, bulk_action_id),
  own: async (_trx, _newsletter, { key }) => selectChanged(key),
  group: 500,
  async work(trx, _context, newsletter, { key, type, settings, id }, targets) {
    const keys = targets.map(target => target.key);
    const remembered = { newsletter_key: newsletter.key, keys, rows: selectFormer(key, keys), undone_id: id };
    const restored = await inverses[type]!.restore(trx, remembered, settings);
    return new Map([...restored].map(([subscriber, became]) => [subscriber, results[became]]));
  },
});
