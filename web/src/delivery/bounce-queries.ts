import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Here } from '../accounts/newsletters.ts';
import { must } from '../platform/api.ts';
import type { BounceView } from './bounce-view.ts';

export const bouncesQuery = ({ newsletter, api }: Here, view: BounceView) =>
  infiniteQueryOptions({
    queryKey: ['newsletter', newsletter.id, 'bounces', view],
    queryFn: ({ pageParam: page, signal }) =>
      must(() => api.get('/v1/feedback', { query: { ...view, page, page_size: 50 }, signal })),
    initialPageParam: 1,
    getNextPageParam: ({ next }, _, page) => (next === null ? undefined : page + 1),
    placeholderData: keepPreviousData,
  });

/** How often something was rejected that pretended to be about our mail. */
export const rejectedQuery = ({ newsletter, api }: Here) =>
  queryOptions({
    queryKey: ['newsletter', newsletter.id, 'rejected'],
    queryFn: async ({ signal }) => (await must(() => api.get('/v1/feedback/refusals', { signal }))).results,
  });
