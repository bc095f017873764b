import { sql } from 'kysely';
import { z } from 'zod';
import { definePart, free, recordsOf, stamp, stampOrNull, uuid } from '../../platform/bundle/part.ts';
import { fileSchema, senders, statuses } from './reply.ts';

/** The replies of readers, oldest first. Bundles of earlier versions have none. */
export const repliesPart = definePart({
  name: 'replies',
  may_be_missing: true,
  line: z.strictObject({
    id: uuid,
    subscriber_id: uuid.nullable(),
    email_id: uuid.nullable(),
    from_address: free,
    normal_address: free,
    from_name: free,
    sender: z.enum(senders),
    is_authentic: z.boolean().nullable(),
    is_automatic: z.boolean(),
    status: z.enum(statuses),
    subject: free,
    text: free,
    is_cut: z.boolean(),
    files: z.array(fileSchema),
    message_id: free,
    reference_ids: z.array(free),
    report_hash: z.string().regex(/^([0-9a-f]{2})+$/),
    answered_date: stampOrNull,
    creation_date: stamp,
    modification_date: stamp,
  }),
  rows: ({ newsletter }) => sql`
    select reply.id, subscribers.id as subscriber_id, emails.id as email_id, from_address, reply.normal_address, from_name,
      sender, is_authentic, is_automatic, reply.status, reply.subject, text, is_cut, files, message_id, reference_ids,
      encode(report_hash, 'hex') as report_hash, answered_date, reply.creation_date, reply.modification_date
    from replies reply
    left join emails on emails.key = reply.email_key
    left join subscribers on subscribers.key = reply.subscriber_key
    where reply.newsletter_key = ${newsletter.key} order by reply.key`,
  insert: ({ newsletter }, lines) => sql`
    insert into replies (id, newsletter_key, subscriber_key, email_key, from_address, normal_address, from_name, sender,
      is_authentic, is_automatic, status, subject, text, is_cut, files, message_id, reference_ids, report_hash, answered_date,
      creation_date, modification_date)
    select line.id, ${newsletter.key}, subscribers.key, emails.key, from_address, line.normal_address, from_name, sender,
      is_authentic, is_automatic, line.status, line.subject, text, is_cut, files, message_id, reference_ids,
      decode(report_hash, 'hex'), answered_date, line.creation_date, line.modification_date
    from ${recordsOf(
      lines,
      `id uuid, subscriber_id uuid, email_id uuid, from_address text, normal_address text, from_name text, sender reply_sender,
      is_authentic boolean, is_automatic boolean, status reply_status, subject text, text text, is_cut boolean, files jsonb,
      message_id text, reference_ids text[], report_hash text, answered_date timestamptz, creation_date timestamptz,
      modification_date timestamptz`,
    )}
    left join emails on emails.id = email_id and emails.newsletter_key = ${newsletter.key}
    left join subscribers on subscribers.id = subscriber_id and subscribers.newsletter_key = ${newsletter.key}
    where subscriber_id is null or subscribers.key is not null
    order by place`,
});

/**
 * The answers to replies, oldest first, without their authors, who belong to the installation. An answer that waits is not sent by another
 * installation.
 */
export const replyAnswersPart = definePart({
  name: 'reply_answers',
  may_be_missing: true,
  line: z.strictObject({
    id: uuid,
    reply_id: uuid,
    text: free,
    outcome: free.nullable(),
    creation_date: stamp,
  }),
  rows: ({ newsletter }) => sql`
    select answer.id, replies.id as reply_id, answer.text, outcome, answer.creation_date
    from reply_answers answer join replies on replies.key = reply_key
    where newsletter_key = ${newsletter.key} order by answer.key`,
  insert: ({ newsletter }, lines) => sql`
    insert into reply_answers (id, reply_key, text, outcome, creation_date)
    select line.id, replies.key, line.text, outcome, line.creation_date
    from ${recordsOf(lines, 'id uuid, reply_id uuid, text text, outcome text, creation_date timestamptz')}
    join replies on replies.id = reply_id and replies.newsletter_key = ${newsletter.key}
    order by place`,
});
