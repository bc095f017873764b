import { queryOptions } from '@tanstack/react-query';
import type { Here } from '../../accounts/newsletters.ts';
import { must } from '../../platform/api.ts';

/** The surveys of this newsletter, by their names in templates, with what they ask. */
export const surveyNamesQuery = (here: Here) =>
  queryOptions({
    queryKey: ['newsletter', here.newsletter.id, 'surveys', 'names'],
    queryFn: async () => {
      const { results } = await must(() => here.api.get('/v1/surveys', { query: { page_size: 1000 } }));
      return results.map(({ identifier, question }) => ({ id: identifier, name: question }));
    },
  });
