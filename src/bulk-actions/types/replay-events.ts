import { z } from 'zod';
import { domainError } from '../../platform/errors.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { findWebhook } from '../../webhooks/queries.ts';
import { replayEvents as replay } from '../../webhooks/replay.ts';
import { done, skipped } from './result.ts';
import { bulkType } from './type.ts';

const unwanted = skipped('no_webhook', sentence('bulk_actions.nobody_wants_event'));

/** Delivers events again to all webhooks that want them, or only to one. */
export const replayEvents = bulkType({
  acts_on: 'events',
  needs: ['settings'],
  without_ids: 'everything',
  metadata: z.object({ webhook_id: z.string(sentence('input.webhook_id')).nullish() }),
  async settle(trx, newsletter, { webhook_id }) {
    if (webhook_id === null || webhook_id === undefined) return { webhook_id: null };
    const webhook = await findWebhook(trx, newsletter.key, webhook_id);
    if (!webhook) throw domainError('not_found', 'bulk_actions.no_webhook');
    if (webhook.status !== 'enabled') throw domainError('status_invalid', 'bulk_actions.webhook_disabled');
    return { webhook_id: webhook.id };
  },
  group: 500,
  async work(trx, _context, newsletter, { webhook_id = null }, targets) {
    const keys = targets.map(({ key }) => key);
    const wanted = await replay(trx, newsletter.key, keys, webhook_id);
    return new Map(keys.map(key => [key, wanted.has(key) ? done : unwanted]));
  },
});
