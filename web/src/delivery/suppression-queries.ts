import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { Here } from '../accounts/newsletters.ts';
import { byPages } from '../platform/next-page.ts';
import type { SuppressionView } from './suppression-view.ts';

export const suppressionsKey = ({ newsletter }: Here) => ['newsletter', newsletter.id, 'suppressions'];

export const suppressionsQuery = (here: Here, view: SuppressionView) =>
  infiniteQueryOptions({
    queryKey: [...suppressionsKey(here), view],
    queryFn: ({ pageParam, signal }) =>
      here.api.get('/v1/suppressions', { query: { page_size: 50, ...view, ...pageParam }, signal }),
    ...byPages,
    placeholderData: keepPreviousData,
  });
