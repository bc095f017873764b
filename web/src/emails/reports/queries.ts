import { queryOptions } from '@tanstack/react-query';
import type { Email } from '../../../../src/client/schema.ts';
import type { Here } from '../../accounts/newsletters.ts';
import { emailsKey } from '../queries.ts';

/** The longest list that the API answers in one page. */
const longest = 1000;

/** The figures of a sent email, including all recorded events while its ledger is kept. */
export const figuresQuery = (here: Here, { id, deliveries_dropped_date }: Email) =>
  queryOptions({
    queryKey: [...emailsKey(here), id, 'figures'],
    queryFn: () => {
      const query = deliveries_dropped_date === null ? { raw: 'true' as const } : {};
      return here.api.get('/v1/emails/{id}/analytics', { params: { id }, query });
    },
  });

/** Queries the details of the figures: links, moments, programs, domains, refusals. */
export const detailsQuery = (here: Here, { id }: Email) =>
  queryOptions({
    queryKey: [...emailsKey(here), id, 'details'],
    queryFn: async () => {
      const { api } = here;
      const given = { params: { id }, query: { page_size: longest } };
      const [links, moments, clients, domains, refusals] = await Promise.all([
        api.get('/v1/emails/{id}/analytics/links', given),
        readMoments(here, id),
        api.get('/v1/emails/{id}/analytics/clients', given),
        api.get('/v1/emails/{id}/analytics/domains', given),
        api.get('/v1/emails/{id}/analytics/refusals', given),
      ]);
      return {
        links: links.results,
        moments,
        clients: clients.results,
        domains: domains.results,
        refusals: refusals.results,
      };
    },
  });

/** Fetches opens and clicks by the hour, or by the day if there are more hours than fit into one page. */
async function readMoments({ api }: Here, id: string) {
  const read = (by: 'hour' | 'day') =>
    api.get('/v1/emails/{id}/analytics/timeline', {
      params: { id },
      query: { page_size: longest, by, raw: 'true' },
    });
  const hours = await read('hour');
  return hours.count <= longest
    ? { by: 'hour' as const, results: hours.results }
    : { by: 'day' as const, results: (await read('day')).results };
}

/** The people who left through the email, with their reasons. */
export const unsubscriptionsQuery = (here: Here, { id }: Email) =>
  queryOptions({
    queryKey: [...emailsKey(here), id, 'unsubscriptions'],
    queryFn: () =>
      here.api.get('/v1/emails/{id}/analytics/unsubscriptions', {
        params: { id },
        query: { page_size: longest },
      }),
  });

/** The email as it was mailed, which never changes. */
export const mailedQuery = (here: Here, { id }: Email) =>
  queryOptions({
    queryKey: [...emailsKey(here), id, 'mailed'],
    queryFn: () => here.api.get('/v1/emails/{id}/mailed', { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
