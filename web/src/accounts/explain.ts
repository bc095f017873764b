import { queryOptions } from '@tanstack/react-query';
import type { Operations } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { must } from '../platform/api.ts';

export type Explanation = Operations['post']['/v1/audience/explain']['answers'][200];

/** Who would get an unsent email if it were sent now, and why the others would not, by the rules of sending. */
export const explainQuery = ({ newsletter, api }: Here, email_id: string) =>
  queryOptions({
    queryKey: ['newsletter', newsletter.id, 'explain', email_id],
    queryFn: () => must(() => api.post('/v1/audience/explain', { body: { email_id } })),
    staleTime: 0,
  });
