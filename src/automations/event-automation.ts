import type { FastifyRequest } from 'fastify';
import { DomainError } from '../platform/errors.ts';

/** Fields that an event automation has and a feed automation does not. */
const theirs = ['trigger', 'actions', 'timing', 'should_evaluate_filter_after_delay'];

/**
 * In Buttondown's current API, this address is for event automations (a trigger, timing, actions). Throws
 * `request_invalid` for the body of one; otherwise it would become an automation without a feed.
 */
export async function refuseEventAutomation({ body }: FastifyRequest): Promise<void> {
  if (typeof body !== 'object' || body === null || 'url' in body || 'urls' in body) return;
  const field = theirs.find(name => name in body);
  if (field === undefined) return;
  throw new DomainError(
    'request_invalid',
    `${field}: automations that act on events (trigger, timing, actions) are not supported. An automation follows a feed: send url, behavior, cadence, subject and body. To act on events, use a webhook (POST /v1/webhooks).`,
  );
}
