import type { FastifyRequest } from 'fastify';
import { DomainError } from '../platform/errors.ts';

/** What an event automation says and one that follows a feed does not. */
const theirs = ['trigger', 'actions', 'timing', 'should_evaluate_filter_after_delay'];

/**
 * Buttondown's current API has event automations (a trigger, timing, actions) at the address that here is of those that
 * follow a feed. Throws `request_invalid` for the body of such a one: without this it would be an automation without a feed.
 */
export async function refuseEventAutomation({ body }: FastifyRequest): Promise<void> {
  if (typeof body !== 'object' || body === null || 'url' in body || 'urls' in body) return;
  const field = theirs.find(name => name in body);
  if (field === undefined) return;
  throw new DomainError(
    'request_invalid',
    `${field}: automations that act on events (trigger, timing, actions) are not offered here. An automation follows a feed: send url, behavior, cadence, subject and body. To act on events, use a webhook (POST /v1/webhooks).`,
  );
}
