import { queryOptions } from '@tanstack/react-query';
import type { Here } from '../accounts/newsletters.ts';
import { must } from '../platform/api.ts';

/** How many people have each tag, by its id. */
export const tagCountsQuery = ({ newsletter, api }: Here) =>
  queryOptions({
    queryKey: ['newsletter', newsletter.id, 'tag counts'],
    queryFn: async () => {
      const { results } = await must(() => api.get('/v1/tags/counts'));
      return new Map(results.map(({ id, subscriber_count }) => [id, subscriber_count]));
    },
  });
