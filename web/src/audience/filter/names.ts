import { queryOptions } from '@tanstack/react-query';
import type { Here } from '../../accounts/newsletters.ts';

/** The surveys of this newsletter, by their names in templates, with what they ask. */
export const surveyNamesQuery = (here: Here) =>
  queryOptions({
    queryKey: ['newsletter', here.newsletter.id, 'surveys', 'names'],
    queryFn: async () => {
      const { results } = await here.api.get('/v1/surveys', { query: { page_size: 1000 } });
      return results.map(({ identifier, question }) => ({ id: identifier, name: question }));
    },
  });

/** The forms of this newsletter with their titles. */
export const formNamesQuery = (here: Here) =>
  queryOptions({
    queryKey: ['newsletter', here.newsletter.id, 'forms', 'names'],
    queryFn: async () => {
      const { results } = await here.api.get('/v1/forms', { query: { page_size: 1000 } });
      return results.map(({ id, title }) => ({ id, name: title }));
    },
  });
