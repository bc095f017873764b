import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Operations } from '../../../../src/client/schema.ts';
import type { Here } from '../../accounts/newsletters.ts';
import { minute_ms } from '../../platform/durations.ts';
import { sequencesKey } from '../../sequences/queries.ts';
import { type Draft, requestOf } from './draft.ts';

export type Simulated = Operations['post']['/v1/automations/simulate']['answers'][200];

const since = 90;

/** Queries what this draft would have done in the last 90 days. */
export const simulationQuery = (here: Here, draft: Draft) => {
  const { name, actions, ...request } = requestOf(draft);
  // The steps of a draft have no ids yet, and its name does not matter.
  const body = {
    ...request,
    name: name || 'x',
    actions: actions.map(({ id: _, ...action }) => action),
    since,
  };
  return queryOptions({
    queryKey: [...sequencesKey(here), 'simulation', body],
    queryFn: ({ signal }) => here.api.post('/v1/automations/simulate', { body, signal }),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: minute_ms,
    gcTime: 20_000,
  });
};

/** Queries what the saved sequence would have done in the last 90 days. */
export const pastQuery = (here: Here, id: string) =>
  queryOptions({
    queryKey: [...sequencesKey(here), id, 'simulation'],
    queryFn: () => here.api.post('/v1/automations/{id}/simulate', { params: { id }, body: { since } }),
    staleTime: minute_ms,
  });
