import { useQuery } from '@tanstack/react-query';
import type { Here } from '../../accounts/newsletters.ts';
import { minute_ms } from '../../platform/durations.ts';
import type { Known } from './liquid.ts';

/** Returns the names that a text can use in this newsletter; undefined until they are known. */
export function useKnown(here: Here): Known | undefined {
  return useQuery({
    queryKey: ['newsletter', here.newsletter.id, 'known'],
    queryFn: async (): Promise<Known> => {
      const [{ variables, metadata, is_sample }, { results }, surveys] = await Promise.all([
        here.api.get('/v1/emails/variables'),
        here.api.get('/v1/snippets', { query: { page_size: 100 } }),
        here.api.get('/v1/surveys', { query: { page_size: 100 } }),
      ]);
      return {
        values: variables.filter(({ name }) => name !== 'subscriber.metadata'),
        keys: metadata,
        is_whole: !is_sample,
        snippets: results.map(({ identifier, name }) => ({ identifier, name })),
        surveys: surveys.results.map(({ identifier, question }) => ({ identifier, name: question })),
      };
    },
    staleTime: minute_ms,
  }).data;
}
