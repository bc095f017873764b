import { queryOptions } from '@tanstack/react-query';
import type { Email } from '../../../../src/client/schema.ts';
import type { Here } from '../../accounts/newsletters.ts';
import { emailsKey } from '../queries.ts';

/** The prospects of the email's test, or its results. */
export const abTestQuery = (here: Here, { id, ab_test, status }: Email) =>
  queryOptions({
    queryKey: [...emailsKey(here), id, 'ab-test', ab_test, status],
    queryFn: ({ signal }) => here.api.get('/v1/emails/{id}/ab-test', { params: { id }, signal }),
    enabled: ab_test !== null,
    staleTime: 0,
  });
