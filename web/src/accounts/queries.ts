import { queryOptions } from '@tanstack/react-query';
import type { Here } from './newsletters.ts';

/** Returns the key of everything cached about a newsletter's team. Invalidate it when somebody joins or leaves. */
export const teamKey = ({ newsletter }: Here) => ['newsletter', newsletter.id, 'team'];

/** The people who work on the newsletter. */
export const teamQuery = (here: Here) =>
  queryOptions({
    queryKey: [...teamKey(here), 'people'],
    queryFn: async () => (await here.api.get('/v1/people')).results,
  });

/** The people who were invited to work on the newsletter. */
export const invitationsQuery = (here: Here) =>
  queryOptions({
    queryKey: [...teamKey(here), 'invitations'],
    queryFn: async () => (await here.api.get('/v1/invitations')).results,
  });

/** The newsletter's API keys, oldest first. */
export const keysQuery = ({ newsletter, api }: Here) =>
  queryOptions({
    queryKey: ['newsletter', newsletter.id, 'keys'],
    queryFn: async () => (await api.get('/v1/api_keys', { query: { page_size: 100 } })).results,
  });
