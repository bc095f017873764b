import { queryOptions, useMutation } from '@tanstack/react-query';
import type { WarmUp } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { queryClient } from '../platform/api.ts';

/** The newsletter's warm-up plan and its progress. */
export const warmUpQuery = ({ newsletter, api }: Here) =>
  queryOptions({
    queryKey: ['newsletter', newsletter.id, 'warm-up'],
    queryFn: ({ signal }) => api.get('/v1/warm_up', { signal }),
    refetchInterval: 10_000,
  });

export type Plan = Omit<NonNullable<WarmUp['plan']>, 'paused_date'>;

const acts = {
  pause: ({ api }: Here) => api.post('/v1/warm_up/pause'),
  resume: ({ api }: Here) => api.post('/v1/warm_up/resume'),
  async end({ api }: Here) {
    await api.delete('/v1/warm_up');
    return api.get('/v1/warm_up');
  },
};

/** Pauses, continues, ends or replaces the plan, and shows the new state. */
export function useWarmUpAct(here: Here, onDone: () => void) {
  return useMutation({
    mutationFn: (act: keyof typeof acts | Plan) =>
      typeof act === 'string' ? acts[act](here) : here.api.put('/v1/warm_up', { body: act }),
    onSuccess: state => {
      queryClient.setQueryData(warmUpQuery(here).queryKey, state);
      onDone();
    },
  });
}
