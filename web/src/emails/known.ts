import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Here } from '../accounts/newsletters.ts';
import { must } from '../platform/api.ts';
import type { Known } from './editor/liquid.ts';

/** What a message names, apart from metadata and snippets. */
const values = [
  ...['subscriber.email', 'subscriber.type', 'subscriber.tags'],
  ...['newsletter.name', 'newsletter.description', 'newsletter.postal_address'],
  ...['email.subject', 'email.absolute_url', 'email.secondary_id', 'email.description'],
  ...['unsubscribe_url', 'manage_subscription_url', 'subscribe_url', 'medium'],
];

/** What a text can name in this newsletter; undefined until it is known. */
export function useKnown(here: Here): Known | undefined {
  const { data } = useQuery({
    queryKey: ['newsletter', here.newsletter.id, 'snippets', 'names'],
    queryFn: async () => {
      const { results } = await must(() => here.api.get('/v1/snippets', { query: { page_size: 100 } }));
      return results.map(({ identifier, name }) => ({ identifier, name }));
    },
    staleTime: 60_000,
  });
  return useMemo(() => data && { values, keys: undefined, snippets: data }, [data]);
}
