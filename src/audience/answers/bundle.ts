import { sql } from 'kysely';
import { z } from 'zod';
import { definePart, free, recordsOf, stamp, uuid } from '../../platform/bundle/part.ts';
import { sources } from './response.ts';

/** The answers of readers, oldest first. Bundles of earlier versions have none. */
export const responsesPart = definePart({
  name: 'survey_responses',
  may_be_missing: true,
  line: z.strictObject({
    id: uuid,
    survey_id: uuid,
    subscriber_id: uuid,
    email_id: uuid.nullable(),
    chosen: z.array(z.string()),
    text: free,
    source: z.enum(sources),
    creation_date: stamp,
    modification_date: stamp,
  }),
  rows: ({ newsletter }) => sql`
    select response.id, surveys.id as survey_id, subscribers.id as subscriber_id, emails.id as email_id, chosen, text, response.source,
      response.creation_date, response.modification_date
    from survey_responses response
    join surveys on surveys.key = survey_key
    join subscribers on subscribers.key = subscriber_key
    left join emails on emails.key = response.email_key
    where surveys.newsletter_key = ${newsletter.key} order by response.key`,
  insert: ({ newsletter }, lines) => sql`
    insert into survey_responses (id, survey_key, subscriber_key, email_key, occasion, chosen, text, source, creation_date,
      modification_date)
    select line.id, surveys.key, subscribers.key, emails.key,
      case response_cadence when 'once_per_email' then coalesce(emails.key, 0) else 0 end, chosen, text, line.source,
      line.creation_date, line.modification_date
    from ${recordsOf(
      lines,
      `id uuid, survey_id uuid, subscriber_id uuid, email_id uuid, chosen text[], text text, source text, creation_date timestamptz,
      modification_date timestamptz`,
    )}
    join surveys on surveys.id = survey_id and surveys.newsletter_key = ${newsletter.key}
    join subscribers on subscribers.id = subscriber_id and subscribers.newsletter_key = ${newsletter.key}
    left join emails on emails.id = email_id and emails.newsletter_key = ${newsletter.key}
    order by place`,
});
