import { queryOptions } from '@tanstack/react-query';
import type { Email } from '../../../../src/client/schema.ts';
import type { Here } from '../../accounts/newsletters.ts';
import { ApiFailure } from '../../platform/failure.ts';
import { addDays, readLocal, timeOf, writeLocal } from '../../platform/time.ts';
import { words } from '../../words.ts';
import { emailsKey, fetchEmail } from '../queries.ts';
import { onlyFor } from '../version.ts';
import { type Month, weeksOf } from './month.ts';

export type CalendarEmail = Pick<Email, 'id' | 'subject' | 'status'>;
/** An email, or the next run of an automation, on its day in the newsletter's zone. */
export type Entry = {
  key: string;
  at: Date;
  day: string;
  email?: CalendarEmail;
  automation?: { id: string; name: string };
};

/** Queries what is sent in the weeks of a month, and the drafts that have a date in it. */
export const calendarQuery = (here: Here, month: Month) =>
  queryOptions({
    queryKey: [...emailsKey(here), 'calendar', month],
    queryFn: async ({ signal }) => {
      const { newsletter, api } = here;
      const days = weeksOf(month).flat();
      const startOf = (day: string) => readLocal(`${day}T00:00`, newsletter.timezone).toISOString();
      const [start, end] = [startOf(days[0]!), startOf(addDays(days.at(-1)!, 1))];
      const dated = { publish_date__start: start, publish_date__end: end };
      const query = { ...dated, status: 'draft', page_size: 1000, excluded_fields: 'body' };
      const [calendar, drafts] = await Promise.all([
        api.get('/v1/calendar', { query: { start, end }, signal }),
        api.get('/v1/emails', { query, signal }),
      ]);
      const entryOf = (date: string, key: string, rest: Pick<Entry, 'email' | 'automation'>): Entry => {
        const at = new Date(date);
        return { key, at, day: writeLocal(at, newsletter.timezone).slice(0, 10), ...rest };
      };
      const entries = [
        ...calendar.entries.flatMap(({ date, email, automation }) =>
          email
            ? entryOf(date, email.id, { email })
            : automation
              ? entryOf(date, `${automation.id} ${date}`, { automation })
              : [],
        ),
        ...drafts.results.map(email => entryOf(email.publish_date!, email.id, { email })),
      ];
      return {
        byDay: Map.groupBy(
          entries.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
          ({ day }) => day,
        ),
        always: calendar.always.map(({ name }) => name),
      };
    },
  });

/** Returns true if its day can be changed. */
export function isMovable({ email }: Entry): boolean {
  return email?.status === 'draft' || email?.status === 'scheduled';
}

/**
 * Moves an email to another day at the same time of day, in the newsletter's zone. Refuses if somebody has changed it since the calendar
 * was read, or if a scheduled email would be due in the past. Returns the new moment.
 */
export async function moveEmail(here: Here, { at, email }: Entry, day: string): Promise<Date> {
  const zone = here.newsletter.timezone;
  const next = readLocal(`${day}T${timeOf(at, zone)}`, zone);
  if (next.getTime() <= Date.now()) throw refusal('past', words.calendar.past);
  const params = { id: email!.id };
  const present = await fetchEmail(here, params.id);
  const isSame = present.status === email!.status && Date.parse(present.publish_date ?? '') === at.getTime();
  if (!isSame) throw refusal('email_changed', words.calendar.changed);
  await here.api.patch('/v1/emails/{id}', {
    params,
    body: { publish_date: next.toISOString() },
    headers: onlyFor(present),
  });
  return next;
}

function refusal(code: string, detail: string): ApiFailure {
  return new ApiFailure(412, { code, detail });
}
