import { queryOptions } from '@tanstack/react-query';
import type { FilterGroup } from '../../../src/client/schema.ts';
import { explainQuery } from '../accounts/explain.ts';
import type { Here } from '../accounts/newsletters.ts';
import { inOrder } from '../platform/alphabet.ts';
import { queryClient } from '../platform/api.ts';
import { minute_ms } from '../platform/durations.ts';
import { ApiFailure } from '../platform/failure.ts';
import { keepPage, page_size } from '../platform/pages.ts';
import { cannot_be_listed } from '../words/not-listed.ts';

/**
 * The people to list: those of a segment or of a filter, found by a part of the address or metadata; or those who would get an email or
 * whom one of its rules excludes.
 */
export type Who = { search?: string; segment?: string; filter?: FilterGroup; email?: string; rule?: number };
/** The people to list, and their order. */
export type Wanted = Who & { order?: string };

/** Reads from the address which people to list, and whether somebody is being added. */
export function readSubscribersSearch({
  search,
  segment,
  filter,
  order,
  add,
  email,
  rule,
}: Record<string, unknown>): Wanted & { add?: boolean } {
  return {
    // The router reads a search for digits as a number.
    ...((typeof search === 'string' || typeof search === 'number') &&
      search !== '' && { search: String(search) }),
    ...(typeof segment === 'string' && { segment }),
    ...(isGroup(filter) && { filter }),
    ...(typeof order === 'string' && { order }),
    ...(add === true && { add }),
    ...(typeof email === 'string' && { email }),
    ...(typeof email === 'string' && typeof rule === 'number' && { rule }),
  };
}

function isGroup(given: unknown): given is FilterGroup {
  return typeof given === 'object' && given !== null && 'filters' in given && 'groups' in given;
}

/** Returns true if everybody is listed. */
export function isEverybody({ search, segment, filter, email }: Who): boolean {
  return (search ?? segment ?? filter ?? email) === undefined;
}

/** A page of these subscribers, newest first unless another order is wanted. */
export const subscriberPageQuery = (here: Here, wanted: Wanted, page: number) => {
  const { search, order = '-creation_date', ...who } = wanted;
  const keyOf = (number: number) => [
    ...['newsletter', here.newsletter.id, 'subscribers'],
    { ...who, search, order, page: number },
  ];
  return queryOptions({
    queryKey: keyOf(page),
    queryFn: async ({ signal }) => {
      const before = queryClient.getQueryData<{ next: string | null }>(keyOf(page - 1));
      // With the cursor of the page before, the service need not count up to this one.
      const cursor = (before?.next && new URL(before.next).searchParams.get('cursor')) || '*';
      const query = { page, page_size, ordering: order, cursor, ...(search && { search }) };
      const filters = await filtersOf(here, who);
      return here.api.post('/v1/subscribers/search', { query, body: { filters }, signal });
    },
    placeholderData: keepPage(page),
  });
};

/** The number of subscribers whom the filter matches. */
export const countQuery = (here: Here, filter: FilterGroup | undefined) =>
  queryOptions({
    queryKey: ['newsletter', here.newsletter.id, 'subscribers', 'count', filter],
    queryFn: async ({ signal }) => {
      const query = { page_size: 1 };
      const body = { filters: filter ?? null };
      return (await here.api.post('/v1/subscribers/search', { query, body, signal })).count;
    },
    enabled: filter !== undefined,
  });

/** The saved filters, by name. */
export const segmentsQuery = (here: Here) =>
  queryOptions({
    queryKey: ['newsletter', here.newsletter.id, 'segments'],
    queryFn: async () => {
      const { results } = await here.api.get('/v1/segments', { query: { page_size: 1000 } });
      return results.toSorted((a, b) => inOrder(a.name, b.name));
    },
  });

/** The emails that have been sent, latest first, by their subjects. */
export const sentEmailsQuery = (here: Here) =>
  queryOptions({
    queryKey: ['newsletter', here.newsletter.id, 'emails', 'sent'],
    queryFn: async () => {
      const query = { status: ['sent', 'in_flight'], ordering: '-publish_date', page_size: 100 };
      const { results } = await here.api.get('/v1/emails', { query });
      return results.map(({ id, subject }) => ({ id, name: subject }));
    },
  });

/** The keys in the metadata of this newsletter's subscribers, the most frequent first. */
export const metadataKeysQuery = (here: Here) =>
  queryOptions({
    queryKey: ['newsletter', here.newsletter.id, 'metadata'],
    queryFn: async () => (await here.api.get('/v1/emails/variables')).metadata.map(({ key }) => key),
    staleTime: minute_ms,
  });

/** Returns the filter for these people; null for everybody. It does not contain the search. */
export async function filtersOf(
  here: Here,
  { segment, filter, email, rule }: Who,
): Promise<FilterGroup | null> {
  if (email !== undefined) return filtersOfEmail(here, email, rule);
  if (filter) return filter;
  if (segment === undefined) return null;
  const condition = { field: 'subscriber.segment', operator: 'equals', value: segment } as const;
  return { filters: [condition], groups: [], predicate: 'and' };
}

/** Returns the filter for the people whom the review of the email counts. */
async function filtersOfEmail(here: Here, email: string, rule: number | undefined) {
  const explanation = await queryClient.ensureQueryData(explainQuery(here, email));
  const { filters } = rule === undefined ? explanation : (explanation.rules[rule] ?? { filters: null });
  if (filters === null) throw new ApiFailure(404, { code: 'not_found', detail: cannot_be_listed });
  return filters;
}

/** The largest number of people that a search counts. */
export const mostFound = 1000;

/** Returns the listed people in the form that an export takes. */
export async function narrowed(here: Here, { search, order: _, ...who }: Wanted) {
  const filters = await filtersOf(here, who);
  return { ...(search && { search }), ...(filters && { filters: JSON.stringify(filters) }) };
}
