import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { Here } from '../accounts/newsletters.ts';
import { byPages } from '../platform/next-page.ts';
import { addDays, readLocal } from '../platform/time.ts';
import type { WantedEvents } from './wanted.ts';

/** The wanted events, newest first, page by page, with the subjects of their emails. */
export const eventsQuery = (here: Here, wanted: WantedEvents) =>
  infiniteQueryOptions({
    queryKey: ['newsletter', here.newsletter.id, 'events', wanted],
    queryFn: async ({ pageParam, signal }) => {
      const { api, newsletter } = here;
      const { type, person, email, since, until } = wanted;
      const start = (date: string) => readLocal(`${date}T00:00`, newsletter.timezone).toISOString();
      const query = {
        page_size: 50,
        expand: ['subscriber'],
        ...(type && { event_type: [type] }),
        ...(person && { subscriber_id: [await idOf(here, person)] }),
        ...(email && { email_id: [email] }),
        ...(since && { creation_date__gte: start(since) }),
        ...(until && { creation_date__lt: start(addDays(until, 1)) }),
        ...pageParam,
      };
      const events = await api.get('/v1/events', { query, signal });
      const ids = [...new Set(events.results.flatMap(({ email_id }) => email_id ?? []))];
      const emails =
        ids.length === 0
          ? []
          : (
              await api.get('/v1/emails', {
                query: { ids, page_size: ids.length, excluded_fields: ['body'] },
                signal,
              })
            ).results;
      return { ...events, subjects: new Map(emails.map(({ id, subject }) => [id, subject])) };
    },
    ...byPages,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
export type Listed = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof eventsQuery>['queryFn']>>>
>['results'][number];

/** Returns the id of the subscriber with this address or id. Throws ApiFailure (404). */
async function idOf({ api }: Here, id_or_email: string): Promise<string> {
  const params = { id_or_email };
  return (await api.get('/v1/subscribers/{id_or_email}', { params })).id;
}
