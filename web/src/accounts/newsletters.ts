import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Newsletter } from '../../../src/client/schema.ts';
import { type Api, apiOf, queryClient, rememberZones } from '../platform/api.ts';
import { minute_ms } from '../platform/durations.ts';
import { askSession, sessionQuery } from './session.ts';

/** The newsletters of the signed-in person. */
export const newslettersQuery = queryOptions({
  queryKey: ['newsletters'],
  queryFn: async () => {
    const { results } = await apiOf().get('/v1/newsletters', { query: { page_size: 100 } });
    rememberZones(results);
    return results;
  },
  staleTime: minute_ms,
});

/** Loads the newsletters and the person's permissions again. Resolves when both have arrived. */
export async function forgetNewsletters(): Promise<void> {
  const queries = [sessionQuery, newslettersQuery];
  await Promise.all(
    queries.map(({ queryKey }) => queryClient.invalidateQueries({ queryKey, refetchType: 'all' })),
  );
}

type NewNewsletter = { name: string; username: string; timezone: string; from_address?: string };

/**
 * Creates a newsletter. The API requires one of the owner's newsletters; for an owner who has none, the request uses the browser's session.
 */
export async function createNewsletter(body: NewNewsletter): Promise<Newsletter & { api_key: string }> {
  const { newsletters } = await queryClient.ensureQueryData(sessionQuery);
  const [any] = newsletters;
  return any ? apiOf(any.id).post('/v1/newsletters', { body }) : askSession('POST', '/newsletters', body);
}

/** Suggests "low-water" for "Low Water". */
export function usernameOf(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40);
}

/** Shows the saved newsletter everywhere. */
export function keepNewsletter(saved: Newsletter): void {
  queryClient.setQueryData(newslettersQuery.queryKey, all =>
    all?.map(one => (one.id === saved.id ? saved : one)),
  );
}

export type Here = { newsletter: Newsletter; api: Api };

/** Reloads everything of the newsletter that the page shows. Resolves when it has arrived. */
export function readAgain({ newsletter }: Here): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['newsletter', newsletter.id] });
}

/** Returns the newsletter with this name; undefined if it does not exist or this person has no access to it. */
export async function enterNewsletter(username: string): Promise<Here | undefined> {
  const find = (all: Newsletter[]) => all.find(one => one.username === username);
  const [all] = await Promise.all([
    queryClient.ensureQueryData(newslettersQuery),
    queryClient.ensureQueryData(sessionQuery), // the person's permissions decide what the screen shows
  ]);
  const known = find(all);
  const newsletter = known ?? find(await queryClient.fetchQuery({ ...newslettersQuery, staleTime: 0 }));
  return newsletter && { newsletter, api: apiOf(newsletter.id) };
}

/** Returns the page's newsletter, and the API for it. */
export function useHere(): Here {
  const { data } = useSuspenseQuery(newslettersQuery);
  const { newsletter: username } = useParams({ strict: false });
  const newsletter = data.find(one => one.username === username);
  if (!newsletter) throw new Error(`The page is about no newsletter: ${username}`);
  return { newsletter, api: apiOf(newsletter.id) };
}
