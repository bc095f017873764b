import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Webhook } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { byPages } from '../platform/next-page.ts';

/** Returns the key of everything cached about webhooks. */
export const webhooksKey = ({ newsletter }: Here) => ['newsletter', newsletter.id, 'webhooks'];

export const webhooksQuery = (here: Here) =>
  queryOptions({
    queryKey: [...webhooksKey(here), 'all'],
    queryFn: async () => (await here.api.get('/v1/webhooks', { query: { page_size: 100 } })).results,
    staleTime: 0,
  });

const pollMilliseconds = 15_000;

export const webhookQuery = (here: Here, id: string) =>
  queryOptions({
    queryKey: [...webhooksKey(here), id],
    queryFn: () => here.api.get('/v1/webhooks/{id}', { params: { id } }),
    refetchInterval: pollMilliseconds,
    staleTime: 0,
  });

/** The webhook's attempts, latest first, page by page: all, or only failed ones. */
export const attemptsQuery = (here: Here, id: string, failed: boolean) =>
  infiniteQueryOptions({
    queryKey: [...webhooksKey(here), id, 'attempts', failed],
    queryFn: ({ pageParam, signal }) =>
      here.api.get('/v1/webhooks/{id}/attempts', {
        params: { id },
        query: { page_size: 25, ...pageParam, ...(failed && { outcome: ['failed'] }) },
        signal,
      }),
    ...byPages,
    placeholderData: keepPreviousData,
    refetchInterval: pollMilliseconds,
    staleTime: 0,
  });

/** One attempt with its request and response. */
export const attemptQuery = (here: Here, id: string, attempt_id: string) =>
  queryOptions({
    queryKey: [...webhooksKey(here), id, 'attempt', attempt_id],
    queryFn: () => here.api.get('/v1/webhooks/{id}/attempts/{attempt_id}', { params: { id, attempt_id } }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Events from the ledger of deliveries are not stored, so they cannot be replayed. */
const derived: readonly string[] = [
  'subscriber.delivered',
  'subscriber.rejected',
  'subscriber.opened',
  'subscriber.clicked',
];
const replayable = ({ event_types }: Webhook) => event_types.filter(type => !derived.includes(type));

/** The number of stored events since then that the webhook wants. */
export const replayCountQuery = (here: Here, webhook: Webhook, since: string) =>
  queryOptions({
    queryKey: [...webhooksKey(here), webhook.id, 'replay', since],
    queryFn: async () => {
      const wanted = replayable(webhook);
      if (webhook.event_types.length > 0 && wanted.length === 0) return 0;
      const query = {
        page_size: 1,
        creation_date__start: since,
        ...(wanted.length > 0 ? { event_type: wanted } : { '-event_type': [...derived] }),
      };
      return (await here.api.get('/v1/events', { query })).count;
    },
    enabled: since !== '',
  });

/** Queues the stored events since then again for this webhook. Returns the bulk action for it. */
export function replay(here: Here, webhook: Webhook, since: string) {
  const event_type = replayable(webhook);
  const parameters = { creation_date__start: since, ...(event_type.length > 0 && { event_type }) };
  const metadata = { webhook_id: webhook.id, ids: ['all'], parameters };
  return here.api.post('/v1/bulk_actions', { body: { type: 'replay_events', metadata } });
}
