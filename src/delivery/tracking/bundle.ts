import { sql } from 'kysely';
import { z } from 'zod';
import { definePart, free, recordsOf, stamp, uuid, whole } from '../../platform/bundle/part.ts';
import { sentence } from '../../platform/sentences/sentence.ts';

/** The addresses that tracked links lead to. */
export const linksPart = definePart({
  name: 'links',
  line: z.strictObject({
    email_id: uuid,
    number: whole.min(0).max(65_535),
    url: z.string().regex(/^(https?|mailto|tel):/i, sentence('input.web_address_needed')),
  }),
  rows: ({ newsletter }) => sql`
    select emails.id as email_id, number, url from email_links join emails on emails.key = email_key
    where newsletter_key = ${newsletter.key} order by emails.key, number`,
  insert: ({ newsletter }, lines) => sql`
    insert into email_links (email_key, number, url)
    select emails.key, number, url
    from ${recordsOf(lines, 'email_id uuid, number int, url text')}
    join emails on emails.id = email_id and newsletter_key = ${newsletter.key}`,
});

/** Individual opens and clicks, by email. */
export const hitsPart = definePart({
  name: 'hits',
  line: z.strictObject({
    email_id: uuid,
    subscriber_id: uuid,
    id: uuid,
    kind: z.enum(['open', 'click']),
    link_number: whole.nullable(),
    date: stamp,
    seconds_after: whole.nullable(),
    method: free,
    agent: free,
    network: free,
    accept: free,
    purpose: free,
    verdict: z.enum(['human', 'proxied', 'machine']),
    reasons: z.array(free),
    client: free,
    rule_version: whole,
  }),
  rows: ({ newsletter }) => sql`
    select email.id as email_id, hit.*
    from (select key, id from emails where newsletter_key = ${newsletter.key} order by key offset 0) email
    cross join lateral (
      select subscribers.id as subscriber_id, hits.id, kind, link_number, date, seconds_after, method, agent, network,
        accept, purpose, verdict, reasons, client, rule_version
      from hits join subscribers on subscribers.key = subscriber_key
      where email_key = email.key order by subscriber_key, hits.id offset 0
    ) hit`,
  insert: ({ newsletter }, lines) => sql`
    insert into hits (email_key, subscriber_key, id, kind, link_number, date, seconds_after, method, agent, network,
      accept, purpose, verdict, reasons, client, rule_version)
    select emails.key, subscribers.key, line.id, kind, link_number, date, seconds_after, method, agent, network, accept,
      purpose, verdict, reasons, client, rule_version
    from ${recordsOf(
      lines,
      `email_id uuid, subscriber_id uuid, id uuid, kind hit_kind, link_number int, date timestamptz, seconds_after int,
      method text, agent text, network text, accept text, purpose text, verdict hit_verdict, reasons text[],
      client text, rule_version smallint`,
    )}
    join emails on emails.id = email_id and emails.newsletter_key = ${newsletter.key}
    join subscribers on subscribers.id = subscriber_id and subscribers.newsletter_key = ${newsletter.key}`,
});
