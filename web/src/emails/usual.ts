import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Here } from '../accounts/newsletters.ts';
import { minute_ms } from '../platform/durations.ts';
import type { Usual } from '../words/list.ts';
import { emailsKey } from './queries.ts';

/** Queries what needs somebody, what comes next, and how the last issue did. */
export const overviewQuery = (here: Here) =>
  queryOptions({
    queryKey: [...emailsKey(here), 'overview'],
    queryFn: ({ signal }) => here.api.get('/v1/overview', { signal }),
    refetchInterval: minute_ms,
  });

/** Returns the median rates of the newsletter's recent issues. Undefined until they are known. */
export function useUsual(here: Here): Usual | undefined {
  return useQuery(overviewQuery(here)).data?.usual;
}
