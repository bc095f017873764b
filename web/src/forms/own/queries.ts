import { queryOptions } from '@tanstack/react-query';
import type { Here } from '../../accounts/newsletters.ts';

/** The newsletter's forms, latest first. */
export const formsQuery = (here: Here) =>
  queryOptions({
    queryKey: ['newsletter', here.newsletter.id, 'forms'],
    queryFn: async () => (await here.api.get('/v1/forms', { query: { page_size: 1000 } })).results,
  });

/** The sign-ups with a form in the last 30 days, and the refusals. */
export const formReportQuery = (here: Here, id: string) =>
  queryOptions({
    queryKey: ['newsletter', here.newsletter.id, 'forms', id, 'report'],
    queryFn: () => here.api.get('/v1/forms/{id}/report', { params: { id } }),
  });
