import { queryOptions } from '@tanstack/react-query';
import { inOrder } from '../platform/alphabet.ts';
import type { Here } from './newsletters.ts';

/** The tags of the newsletter, by name. */
export const tagsQuery = ({ newsletter, api }: Here) =>
  queryOptions({
    queryKey: ['newsletter', newsletter.id, 'tags'],
    queryFn: async () =>
      (await api.get('/v1/tags', { query: { page_size: 1000 } })).results.toSorted((a, b) =>
        inOrder(a.name, b.name),
      ),
  });
