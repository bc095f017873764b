import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { BulkActionForecast, BulkActionItem } from '../../../../src/client/schema.ts';
import type { Here } from '../../accounts/newsletters.ts';
import { byPages } from '../../platform/next-page.ts';

export type ItemStatus = NonNullable<BulkActionItem['status']>;

const pollMilliseconds = 2000;

/** The newsletter's actions, latest first, page by page. Fetched repeatedly while one is running. */
export const actionsQuery = ({ api, newsletter }: Here) =>
  infiniteQueryOptions({
    queryKey: ['newsletter', newsletter.id, 'bulk actions'],
    queryFn: ({ pageParam, signal }) =>
      api.get('/v1/bulk_actions', { query: { page_size: 25, ...pageParam }, signal }),
    ...byPages,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ results }) => results.some(one => one.completion_date === null))
        ? pollMilliseconds
        : false,
    staleTime: 0,
  });

/** The items of an action in order, page by page. Fetched repeatedly while it is running. */
export const actionItemsQuery = (
  { api, newsletter }: Here,
  id: string,
  status: ItemStatus | undefined,
  isOver: boolean,
) =>
  infiniteQueryOptions({
    queryKey: ['newsletter', newsletter.id, 'bulk action', id, 'items', status ?? 'all', isOver],
    queryFn: ({ pageParam, signal }) =>
      api.get('/v1/bulk_actions/{id}/items', {
        params: { id },
        query: { page_size: 50, ...pageParam, ...(status && { status }) },
        signal,
      }),
    ...byPages,
    placeholderData: keepPreviousData,
    refetchInterval: isOver ? false : pollMilliseconds,
  });

/** Asks the service what undoing the action would do. */
export async function forecastUndo({ api }: Here, id: string): Promise<BulkActionForecast> {
  return (await api.post('/v1/bulk_actions/{id}/undo', {
    params: { id },
    body: { dry_run: true },
  })) as BulkActionForecast;
}
