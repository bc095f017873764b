import { queryOptions } from '@tanstack/react-query';
import type { Here } from '../../accounts/newsletters.ts';
import { minute_ms } from '../../platform/durations.ts';
import { emailsKey } from '../queries.ts';
import { conditionsOf, type Wanted } from './recipient-queries.ts';

/** The largest numbers of readers and recipients that are compared. */
const [mostMissed, mostRecipients] = [50, 1000];

/** The readers whose address contains `search` and who are not recipients; null if there are too many to compare. */
export const missedQuery = ({ api, newsletter }: Here, id: string, search: string) =>
  queryOptions({
    queryKey: ['newsletter', newsletter.id, 'readers', 'missed', id, search],
    queryFn: async ({ signal }) => {
      const [readers, recipients] = await Promise.all([
        api.get('/v1/subscribers', { query: { email_address: search, page_size: mostMissed }, signal }),
        api.get('/v1/emails/{id}/deliveries', {
          params: { id },
          query: { search, page_size: mostRecipients },
          signal,
        }),
      ]);
      if (readers.count > mostMissed || recipients.count > mostRecipients) return null;
      const mailed = new Set(recipients.results.map(({ subscriber_id }) => subscriber_id));
      return readers.results.filter(reader => !mailed.has(reader.id));
    },
  });

/** Exports all of these recipients as CSV. */
export function exportRecipients({ api }: Here, id: string, wanted: Wanted): Promise<string> {
  const query = conditionsOf(wanted);
  return api.get('/v1/emails/{id}/deliveries/export', { params: { id }, query });
}

/** Queries why somebody, named by id or address, got the email or did not. */
export const explanationQuery = (here: Here, id: string, subscriber: string) =>
  queryOptions({
    queryKey: [...emailsKey(here), id, 'explain', subscriber],
    queryFn: () => here.api.get('/v1/emails/{id}/explain', { params: { id }, query: { subscriber } }),
    staleTime: 0,
  });

/** Queries the copy that somebody was sent, which the service makes again. */
export const copyQuery = (here: Here, id: string, subscriber: string) =>
  queryOptions({
    queryKey: [...emailsKey(here), id, 'copy', subscriber],
    queryFn: () =>
      here.api.get('/v1/emails/{id}/deliveries/{subscriber}/message', { params: { id, subscriber } }),
    staleTime: minute_ms,
  });
