import { queryOptions } from '@tanstack/react-query';
import { minute_ms } from '../platform/durations.ts';
import type { Here } from './newsletters.ts';

/** Checks the sender's DNS records and the mail servers. DNS may take seconds to answer. */
export const senderQuery = ({ newsletter, api }: Here) =>
  queryOptions({
    queryKey: ['newsletter', newsletter.id, 'sender'],
    queryFn: ({ signal }) =>
      api.get('/v1/newsletters/{id}/sender_check', { params: { id: newsletter.id }, signal }),
    staleTime: minute_ms,
    retry: false,
  });
