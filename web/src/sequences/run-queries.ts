import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Here } from '../accounts/newsletters.ts';
import { byPages } from '../platform/next-page.ts';
import { sequencesKey } from './queries.ts';

/** The passages through a sequence, newest first. */
export const runsQuery = (here: Here, id: string, status: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...sequencesKey(here), id, 'runs', status],
    queryFn: ({ pageParam, signal }) =>
      here.api.get('/v1/automations/{id}/runs', {
        params: { id },
        query: { page_size: 20, ...(status && { status: [status] }), ...pageParam },
        signal,
      }),
    ...byPages,
    placeholderData: keepPreviousData,
  });

/** The addresses of people, by id. Erased people are not among them. */
export const addressesQuery = ({ newsletter, api }: Here, ids: readonly string[]) =>
  queryOptions({
    queryKey: ['newsletter', newsletter.id, 'addresses', ids],
    queryFn: async () => {
      const { results } = await api.get('/v1/subscribers', {
        query: { ids: [...ids], page_size: ids.length },
      });
      return new Map(results.map(({ id, email_address }) => [id, email_address]));
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
