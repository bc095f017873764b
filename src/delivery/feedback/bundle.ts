import { sql } from 'kysely';
import { z } from 'zod';
import { definePart, free, recordsOf, stamp, uuid, whole } from '../../platform/bundle/part.ts';
import { kinds } from './feedback.ts';

/** The feedback: bounces, complaints and replies, oldest first. */
export const feedbackPart = definePart({
  name: 'feedback',
  line: z.strictObject({
    id: uuid,
    email_id: uuid.nullable(),
    subscriber_id: uuid.nullable(),
    kind: z.enum(kinds),
    status: free.nullable(),
    reason: free.nullable(),
    recipient: free.nullable(),
    pattern: free.nullable(),
    source: free,
    identified_by: free.nullable(),
    report_hash: z.string().regex(/^([0-9a-f]{2})+$/),
    creation_date: stamp,
  }),
  rows: ({ newsletter }) => sql`
    select feedback.id, emails.id as email_id, subscribers.id as subscriber_id, kind, feedback.status, reason, recipient,
      pattern, feedback.source, identified_by, encode(report_hash, 'hex') as report_hash, feedback.creation_date
    from feedback left join emails on emails.key = email_key left join subscribers on subscribers.key = subscriber_key
    where feedback.newsletter_key = ${newsletter.key} order by feedback.key`,
  insert: ({ newsletter }, lines) => sql`
    insert into feedback (newsletter_key, id, email_key, subscriber_key, kind, status, reason, recipient, pattern, source,
      identified_by, report_hash, creation_date)
    select ${newsletter.key}, line.id, emails.key, subscribers.key, kind, line.status, reason, recipient, pattern,
      line.source, identified_by, decode(report_hash, 'hex'), line.creation_date
    from ${recordsOf(
      lines,
      `id uuid, email_id uuid, subscriber_id uuid, kind feedback_kind, status text, reason text, recipient text,
      pattern text, source text, identified_by text, report_hash text, creation_date timestamptz`,
    )}
    left join emails on emails.id = email_id and emails.newsletter_key = ${newsletter.key}
    left join subscribers on subscribers.id = subscriber_id and subscribers.newsletter_key = ${newsletter.key}
    where (email_id is null) = (emails.key is null) and (subscriber_id is null) = (subscribers.key is null)
    order by place`,
});

/** Refusals because of the sender, by email. The owner has already been notified of imported ones. */
export const faultsPart = definePart({
  name: 'faults',
  line: z.strictObject({
    email_id: uuid,
    pattern: free,
    reason: free,
    total: whole,
    creation_date: stamp,
    told_date: stamp,
  }),
  rows: ({ newsletter }) => sql`
    select emails.id as email_id, pattern, reason, total, sender_faults.creation_date,
      coalesce(told_date, sender_faults.creation_date) as told_date
    from sender_faults join emails on emails.key = email_key
    where newsletter_key = ${newsletter.key} order by emails.key, pattern collate "C"`,
  insert: ({ newsletter }, lines) => sql`
    insert into sender_faults (email_key, pattern, reason, total, creation_date, told_date)
    select emails.key, pattern, reason, total, line.creation_date, told_date
    from ${recordsOf(
      lines,
      'email_id uuid, pattern text, reason text, total int, creation_date timestamptz, told_date timestamptz',
    )}
    join emails on emails.id = email_id and newsletter_key = ${newsletter.key}`,
});
