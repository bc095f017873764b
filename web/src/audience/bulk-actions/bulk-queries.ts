import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { BulkAction, BulkActionForecast } from '../../../../src/client/schema.ts';
import type { Here } from '../../accounts/newsletters.ts';
import { queryClient } from '../../platform/api.ts';
import { filtersOf, isEverybody, type Wanted } from '../queries.ts';
import type { Creatable } from './bulk-acts.ts';
import type { Chosen } from './selection.ts';

/** The largest number of people for whom a dry run starts by itself. It takes as long as the action, so for more it waits for a request. */
export const mostTried = 20_000;

export type Request = { type: Creatable; metadata: Record<string, unknown> };

/** Returns the selected people in the form that the API takes. */
export async function idsOf(here: Here, { search, ...who }: Wanted, { kind, ids }: Chosen) {
  if (kind === 'some') return { ids: [...ids] };
  const filters = isEverybody(who) ? null : await filtersOf(here, who);
  const parameters = { ...(search && { search }), ...(filters && { filters }) };
  return {
    ids: ids.size > 0 ? [...ids].map(id => `-${id}`) : ['all'],
    ...(Object.keys(parameters).length > 0 && { parameters }),
  };
}

/** Queries what the action would do. */
export const forecastQuery = (here: Here, request: () => Promise<Request>, key: unknown) =>
  queryOptions({
    queryKey: ['newsletter', here.newsletter.id, 'bulk forecast', key],
    queryFn: async ({ signal }): Promise<BulkActionForecast> => {
      const { type, metadata } = await request();
      const body = { type, metadata: { ...metadata, dry_run: true } };
      return (await here.api.post('/v1/bulk_actions', { body, signal })) as BulkActionForecast;
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Creates the action. */
export async function createAction(here: Here, body: Request): Promise<BulkAction> {
  return (await here.api.post('/v1/bulk_actions', { body })) as BulkAction;
}

/** Creates the action that undoes this one. */
export async function undoAction(here: Here, id: string): Promise<BulkAction> {
  return (await here.api.post('/v1/bulk_actions/{id}/undo', { params: { id }, body: {} })) as BulkAction;
}

const pollMilliseconds = 1000;

/** Fetches the action repeatedly until it has ended. */
const actionQuery = ({ api, newsletter }: Here, id: string) =>
  queryOptions({
    queryKey: ['newsletter', newsletter.id, 'bulk action', id],
    queryFn: () => api.get('/v1/bulk_actions/{id}', { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.completion_date ? false : pollMilliseconds),
  });

/** Follows the action until it has ended. Then everything loaded about people is outdated and is fetched again. */
export function useAction(here: Here, id: string) {
  const action = useQuery(actionQuery(here, id));
  const isOver = action.data?.completion_date != null;
  useEffect(() => {
    if (!isOver) return;
    void queryClient.invalidateQueries({
      queryKey: ['newsletter', here.newsletter.id],
      predicate: ({ queryKey }) => !String(queryKey[2]).startsWith('bulk'),
    });
  }, [isOver, here.newsletter.id]);
  return action;
}

/** Queries why items of the action were skipped or refused, and how many; `count` of them so far. */
export const reasonsQuery = ({ api, newsletter }: Here, id: string, count: number) =>
  queryOptions({
    queryKey: ['newsletter', newsletter.id, 'bulk action', id, 'reasons', count],
    queryFn: async () => (await api.get('/v1/bulk_actions/{id}/reasons', { params: { id } })).results,
    placeholderData: keepPreviousData,
  });
