import { queryOptions } from '@tanstack/react-query';
import type { Here } from '../../accounts/newsletters.ts';

const key = ({ newsletter }: Here) => ['newsletter', newsletter.id, 'surveys'];

/** The newsletter's surveys, latest first. */
export const surveysQuery = (here: Here) =>
  queryOptions({
    queryKey: key(here),
    queryFn: async () => (await here.api.get('/v1/surveys', { query: { page_size: 1000 } })).results,
  });
