import { queryOptions } from '@tanstack/react-query';
import type { Operations } from '../../../src/client/schema.ts';
import type { Here } from './newsletters.ts';

export type Explanation = Operations['post']['/v1/audience/explain']['answers'][200];

/**
 * Queries who would get this version of an unsent email if it were sent now, and why the others would not. The rules are those of sending.
 */
export const explainQuery = ({ newsletter, api }: Here, email_id: string, version?: string) =>
  queryOptions({
    queryKey: ['newsletter', newsletter.id, 'explain', email_id, version],
    queryFn: () => api.post('/v1/audience/explain', { body: { email_id } }),
    staleTime: 0,
  });
