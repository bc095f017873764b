import { queryOptions } from '@tanstack/react-query';
import type { Operations, Sequence } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { ApiFailure } from '../platform/failure.ts';

export type { Sequence };
export type Figures = Operations['get']['/v1/automations/{id}/analytics']['answers'][200];
export type Run = Operations['get']['/v1/automations/{id}/runs']['answers'][200]['results'][number];

/** Returns the key of everything cached about sequences. Invalidate it when one changes. */
export const sequencesKey = ({ newsletter }: Here) => ['newsletter', newsletter.id, 'sequences'];

/** The sequences of the newsletter, oldest first. */
export const sequencesQuery = (here: Here) =>
  queryOptions({
    queryKey: [...sequencesKey(here), 'list'],
    queryFn: async () =>
      (await here.api.get('/v1/automations', { query: { page_size: 1000 } })).results.filter(isSequence),
    refetchInterval: 30_000,
  });

/** One sequence. It is fetched repeatedly while a screen shows it, because people move on all the time. */
export const sequenceQuery = (here: Here, id: string) =>
  queryOptions({
    queryKey: [...sequencesKey(here), id],
    queryFn: async () => {
      const found = await here.api.get('/v1/automations/{id}', { params: { id } });
      if (isSequence(found)) return found;
      throw new ApiFailure(404, { code: 'not_found', detail: 'This automation follows a feed.' });
    },
    refetchInterval: 15_000,
  });

/** The number of people at each step, and the results of its mails. */
export const figuresQuery = (here: Here, id: string) =>
  queryOptions({
    queryKey: [...sequencesKey(here), id, 'figures'],
    queryFn: () => here.api.get('/v1/automations/{id}/analytics', { params: { id } }),
    refetchInterval: 15_000,
  });

export function isSequence(automation: { kind: string }): automation is Sequence {
  return automation.kind === 'event';
}
