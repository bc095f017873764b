import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { AutomationItem } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { must } from '../platform/api.ts';
import { feedsKey } from './queries.ts';

export type ItemStatus = AutomationItem['status'];

const rowsAtOnce = 25;

/** Its posts, latest first, page by page. */
export const itemsQuery = (here: Here, id: string, status: ItemStatus | undefined) =>
  infiniteQueryOptions({
    queryKey: [...feedsKey(here), id, 'items', status ?? 'all'],
    queryFn: ({ pageParam: page, signal }) =>
      must(() =>
        here.api.get('/v1/automations/{id}/items', {
          params: { id },
          query: { page, page_size: rowsAtOnce, ...(status && { status }) },
          signal,
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: ({ next }, _, page) => (next === null ? undefined : page + 1),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });

/** How its feeds were read, latest first, page by page. */
export const fetchesQuery = (here: Here, id: string) =>
  infiniteQueryOptions({
    queryKey: [...feedsKey(here), id, 'fetches'],
    queryFn: ({ pageParam: page, signal }) =>
      must(() =>
        here.api.get('/v1/automations/{id}/fetches', {
          params: { id },
          query: { page, page_size: 10 },
          signal,
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: ({ next }, _, page) => (next === null ? undefined : page + 1),
    refetchInterval: 30_000,
  });
