import { sql } from 'kysely';
import { z } from 'zod';
import { definePart, free, recordsOf, stamp, uuid } from '../../platform/bundle/part.ts';

/** The evidence of consent: which form people filled in, when, and from where. */
export const consentsPart = definePart({
  name: 'consents',
  line: z.strictObject({
    subscriber_id: uuid,
    date: stamp,
    ip_address: free,
    page_url: free,
    form_text: free,
  }),
  rows: ({ newsletter }) => sql`
    select subscribers.id as subscriber_id, date, consents.ip_address, page_url, form_text
    from consents join subscribers on subscribers.key = subscriber_key
    where newsletter_key = ${newsletter.key} order by consents.key`,
  insert: ({ newsletter }, lines) => sql`
    insert into consents (subscriber_key, date, ip_address, page_url, form_text)
    select subscribers.key, date, line.ip_address, page_url, form_text
    from ${recordsOf(lines, 'subscriber_id uuid, date timestamptz, ip_address text, page_url text, form_text text')}
    join subscribers on subscribers.id = subscriber_id and newsletter_key = ${newsletter.key}
    order by place`,
});
