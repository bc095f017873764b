import { useQuery } from '@tanstack/react-query';
import type { Here } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';

/** Returns the newsletter's automations; none until they are known, or if this person may not see them. */
export function useAutomations({ newsletter, api }: Here, isWanted = true) {
  const isSeen = usePermission('automations', 'read');
  const { data } = useQuery({
    queryKey: ['newsletter', newsletter.id, 'automations'],
    queryFn: () => api.get('/v1/external_feeds', { query: { page_size: 1000 } }),
    enabled: isSeen && isWanted,
  });
  return data?.results ?? [];
}
