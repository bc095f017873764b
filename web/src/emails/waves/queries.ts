import { queryOptions } from '@tanstack/react-query';
import type { Email } from '../../../../src/client/schema.ts';
import type { Here } from '../../accounts/newsletters.ts';
import { must } from '../../platform/api.ts';
import { emailsKey } from '../queries.ts';

/** When how many people get the email: as it would begin at its date, or as it began. */
export const wavesQuery = (here: Here, { id, publish_date, reader_time }: Email) =>
  queryOptions({
    queryKey: [...emailsKey(here), id, 'waves', publish_date, reader_time],
    queryFn: ({ signal }) => {
      const query = publish_date === null ? {} : { publish_date };
      return must(() => here.api.get('/v1/emails/{id}/waves', { params: { id }, query, signal }));
    },
    enabled: reader_time !== null,
    staleTime: 0,
  });
