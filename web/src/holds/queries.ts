import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Here } from '../accounts/newsletters.ts';
import { byPages } from '../platform/next-page.ts';

/** The key of everything cached about the hold. */
export const holdKey = ['hold'] as const;

/** The state of the hold, with the reason. */
export const holdQuery = ({ api }: Here) =>
  queryOptions({ queryKey: [...holdKey, 'status'], queryFn: () => api.get('/v1/hold') });

/** Queries what would be sent if it resumed. */
export const pendingQuery = ({ api }: Here) =>
  queryOptions({ queryKey: [...holdKey, 'pending'], queryFn: () => api.get('/v1/hold/pending') });

/** The recipients of an email whose outcomes the database lacks or lacked. */
export const heldRecipientsQuery = ({ api }: Here, email: string) =>
  infiniteQueryOptions({
    queryKey: [...holdKey, 'recipients', email],
    queryFn: ({ pageParam, signal }) =>
      api.get('/v1/hold/recipients', { query: { email, page_size: 50, ...pageParam }, signal }),
    ...byPages,
  });
