import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { AutomationItem } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { byPages } from '../platform/next-page.ts';
import { feedsKey } from './queries.ts';

export type ItemStatus = AutomationItem['status'];

const rowsAtOnce = 25;

/** The posts of an automation, latest first, page by page. */
export const itemsQuery = (here: Here, id: string, status: ItemStatus | undefined) =>
  infiniteQueryOptions({
    queryKey: [...feedsKey(here), id, 'items', status ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      here.api.get('/v1/automations/{id}/items', {
        params: { id },
        query: { page_size: rowsAtOnce, ...pageParam, ...(status && { status }) },
        signal,
      }),
    ...byPages,
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });

/** The fetches of its feeds, latest first, page by page. */
export const fetchesQuery = (here: Here, id: string) =>
  infiniteQueryOptions({
    queryKey: [...feedsKey(here), id, 'fetches'],
    queryFn: ({ pageParam, signal }) =>
      here.api.get('/v1/automations/{id}/fetches', {
        params: { id },
        query: { page_size: 10, ...pageParam },
        signal,
      }),
    ...byPages,
    refetchInterval: 30_000,
  });
