import { z } from 'zod';
import { DomainError } from '../../platform/errors.ts';
import { findWebhook } from '../../webhooks/queries.ts';
import { replayEvents as replay } from '../../webhooks/replay.ts';
import { done, skipped } from './result.ts';
import { bulkType } from './type.ts';

const unwanted = skipped('no_webhook', 'No enabled webhook wants this event.');

/** Delivers events again to the webhooks that want them, or only to one. */
export const replayEvents = bulkType({
  acts_on: 'events',
  needs: ['settings'],
  without_ids: 'everything',
  metadata: z.object({ webhook_id: z.string('use the id of a webhook').nullish() }),
  async settle(trx, newsletter, { webhook_id }) {
    if (webhook_id === null || webhook_id === undefined) return { webhook_id: null };
    const webhook = await findWebhook(trx, newsletter.key, webhook_id);
    if (!webhook)
      throw new DomainError(
        'not_found',
        'webhook_id: there is no webhook with this id. GET /v1/webhooks lists them.',
      );
    if (webhook.status !== 'enabled')
      throw new DomainError(
        'status_invalid',
        'webhook_id: this webhook is disabled. Enable it, then replay the events.',
      );
    return { webhook_id: webhook.id };
  },
  group: 500,
  async work(trx, _context, newsletter, { webhook_id = null }, targets) {
    const keys = targets.map(({ key }) => key);
    const wanted = await replay(trx, newsletter.key, keys, webhook_id);
    return new Map(keys.map(key => [key, wanted.has(key) ? done : unwanted]));
  },
});
