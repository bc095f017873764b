import { queryClient } from '../platform/api.ts';
import { identitiesQuery, meQuery, passkeysQuery, sessionsQuery } from './me.ts';

/** Loads everything that the profile shows before it appears, so that nothing jumps. */
export async function loadProfile(): Promise<void> {
  await Promise.all([
    queryClient.ensureQueryData(meQuery),
    queryClient.prefetchQuery(identitiesQuery),
    queryClient.prefetchQuery(passkeysQuery),
    queryClient.prefetchQuery(sessionsQuery),
  ]);
}
