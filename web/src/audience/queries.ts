import { queryOptions } from '@tanstack/react-query';
import { explainQuery } from '../accounts/explain.ts';
import type { Here } from '../accounts/newsletters.ts';
import { must, queryClient } from '../platform/api.ts';
import { ApiFailure } from '../platform/failure.ts';
import { keepPage, page_size } from '../platform/pages.ts';
import { words } from '../words.ts';

/** Which readers to list: by part of the address, or those who would get an email or whom one of its rules excludes. */
export type Wanted = { search?: string; email?: string; rule?: number };

/** A page of these readers, newest first. */
export const readerPageQuery = (here: Here, { search, email, rule }: Wanted, page: number) =>
  queryOptions({
    queryKey: ['newsletter', here.newsletter.id, 'readers', { search, email, rule, page }],
    queryFn: async ({ signal }) => {
      const query = { ordering: '-creation_date', page, page_size };
      if (email !== undefined) {
        const filters = await filtersOf(here, email, rule);
        return must(() => here.api.post('/v1/subscribers/search', { query, body: { filters }, signal }));
      }
      return must(() =>
        here.api.get('/v1/subscribers', {
          query: { ...query, ...(search && { email_address: search }) },
          signal,
        }),
      );
    },
    placeholderData: keepPage(page),
  });

/** The filter for the people that the review of the email counts. */
async function filtersOf(here: Here, email: string, rule: number | undefined) {
  const explanation = await queryClient.ensureQueryData(explainQuery(here, email));
  const { filters } = rule === undefined ? explanation : (explanation.rules[rule] ?? { filters: null });
  if (filters === null)
    throw new ApiFailure(404, { code: 'not_found', detail: words.readers.cannot_be_listed });
  return filters;
}
