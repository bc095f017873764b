import { queryOptions } from '@tanstack/react-query';
import type { Here } from '../../accounts/newsletters.ts';

/** The questions of this newsletter's surveys, by the surveys' names in templates. */
export const surveyNamesQuery = (here: Here) =>
  queryOptions({
    queryKey: ['newsletter', here.newsletter.id, 'surveys', 'names'],
    queryFn: async () => {
      const { results } = await here.api.get('/v1/surveys', { query: { page_size: 1000 } });
      return results.map(({ identifier, question }) => ({ id: identifier, name: question }));
    },
  });

/** The titles of this newsletter's forms. */
export const formNamesQuery = (here: Here) =>
  queryOptions({
    queryKey: ['newsletter', here.newsletter.id, 'forms', 'names'],
    queryFn: async () => {
      const { results } = await here.api.get('/v1/forms', { query: { page_size: 1000 } });
      return results.map(({ id, title }) => ({ id, name: title }));
    },
  });
