import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Operations, Sequence } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { must } from '../platform/api.ts';
import { ApiFailure } from '../platform/failure.ts';
import { firstPage, pageAfter } from '../platform/next-page.ts';

export type { Sequence };
export type Figures = Operations['get']['/v1/automations/{id}/analytics']['answers'][200];
export type Run = Operations['get']['/v1/automations/{id}/runs']['answers'][200]['results'][number];

/** The key of everything cached about sequences, to invalidate when one changes. */
export const sequencesKey = ({ newsletter }: Here) => ['newsletter', newsletter.id, 'sequences'];

/** The sequences of the newsletter, oldest first. */
export const sequencesQuery = (here: Here) =>
  queryOptions({
    queryKey: [...sequencesKey(here), 'list'],
    queryFn: async () =>
      (await must(() => here.api.get('/v1/automations', { query: { page_size: 1000 } }))).results.filter(
        isSequence,
      ),
    refetchInterval: 30_000,
  });

/** One sequence. It is fetched again while it is shown, because people move on all the time. */
export const sequenceQuery = (here: Here, id: string) =>
  queryOptions({
    queryKey: [...sequencesKey(here), id],
    queryFn: async () => {
      const found = await must(() => here.api.get('/v1/automations/{id}', { params: { id } }));
      if (isSequence(found)) return found;
      throw new ApiFailure(404, { code: 'not_found', detail: 'This automation follows a feed.' });
    },
    refetchInterval: 15_000,
  });

/** Who is where, and what became of its mails. */
export const figuresQuery = (here: Here, id: string) =>
  queryOptions({
    queryKey: [...sequencesKey(here), id, 'figures'],
    queryFn: () => must(() => here.api.get('/v1/automations/{id}/analytics', { params: { id } })),
    refetchInterval: 15_000,
  });

/** Passages through it, newest first. */
export const runsQuery = (here: Here, id: string, status: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...sequencesKey(here), id, 'runs', status],
    queryFn: ({ pageParam, signal }) =>
      must(() =>
        here.api.get('/v1/automations/{id}/runs', {
          params: { id },
          query: { page_size: 20, ...(status && { status: [status] }), ...pageParam },
          signal,
        }),
      ),
    initialPageParam: firstPage,
    getNextPageParam: pageAfter,
    placeholderData: keepPreviousData,
  });

/** The addresses of people, by id; those who are erased are not among them. */
export const addressesQuery = ({ newsletter, api }: Here, ids: readonly string[]) =>
  queryOptions({
    queryKey: ['newsletter', newsletter.id, 'addresses', ids],
    queryFn: async () => {
      const { results } = await must(() =>
        api.get('/v1/subscribers', { query: { ids: [...ids], page_size: ids.length } }),
      );
      return new Map(results.map(({ id, email_address }) => [id, email_address]));
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });

export function isSequence(automation: { kind: string }): automation is Sequence {
  return automation.kind === 'event';
}
