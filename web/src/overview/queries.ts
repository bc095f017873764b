import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Here } from '../accounts/newsletters.ts';
import { emailsKey } from '../emails/queries.ts';
import { addDays, writeLocal } from '../platform/time.ts';

/** The people who joined and left in the last `days` days. */
export const growthQuery = ({ newsletter, api }: Here, days: number) =>
  queryOptions({
    queryKey: ['newsletter', newsletter.id, 'growth', days],
    queryFn: ({ signal }) => {
      const end = writeLocal(new Date(), newsletter.timezone).slice(0, 10);
      return api.get('/v1/growth', { query: { start: addDays(end, 1 - days), end }, signal });
    },
    placeholderData: keepPreviousData,
  });

/** The most recently changed drafts, without their bodies. */
export const draftsQuery = (here: Here) =>
  queryOptions({
    queryKey: [...emailsKey(here), 'drafts'],
    queryFn: ({ signal }) =>
      here.api.get('/v1/emails', {
        query: {
          status: ['draft'],
          ordering: '-modification_date',
          excluded_fields: 'body',
          page_size: 20,
        },
        signal,
      }),
  });
