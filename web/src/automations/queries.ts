import { queryOptions } from '@tanstack/react-query';
import type { Here } from '../accounts/newsletters.ts';

/** Returns the key of everything cached about feeds. Invalidate it when one changes. */
export const feedsKey = ({ newsletter }: Here) => ['newsletter', newsletter.id, 'automations'];

/** The automations of the newsletter, oldest first. */
export const feedsQuery = (here: Here) =>
  queryOptions({
    queryKey: [...feedsKey(here), 'list'],
    queryFn: async () => (await here.api.get('/v1/external_feeds', { query: { page_size: 1000 } })).results,
    refetchInterval: 30_000,
  });

/** One automation. It is fetched repeatedly while a screen shows it, because feeds are read all the time. */
export const feedQuery = (here: Here, id: string) =>
  queryOptions({
    queryKey: [...feedsKey(here), id],
    queryFn: () => here.api.get('/v1/external_feeds/{id}', { params: { id } }),
    refetchInterval: 15_000,
  });
