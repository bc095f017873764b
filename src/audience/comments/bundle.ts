import { sql } from 'kysely';
import { z } from 'zod';
import { definePart, free, recordsOf, stamp, stampOrNull, uuid } from '../../platform/bundle/part.ts';
import { reasons, statuses } from './comment.ts';

/** The comments of readers below emails, oldest first, so that a thread comes before its replies. Bundles of earlier versions have none. */
export const commentsPart = definePart({
  name: 'comments',
  may_be_missing: true,
  line: z.strictObject({
    id: uuid,
    email_id: uuid,
    subscriber_id: uuid.nullable(),
    thread_id: uuid.nullable(),
    name: free,
    text: free,
    status: z.enum(statuses),
    reasons: z.array(z.enum(reasons)),
    shown_date: stampOrNull,
    creation_date: stamp,
    modification_date: stamp,
  }),
  rows: ({ newsletter }) => sql`
    select comment.id, emails.id as email_id, subscribers.id as subscriber_id, thread.id as thread_id, comment.name, comment.text,
      comment.status, comment.reasons, comment.shown_date, comment.creation_date, comment.modification_date
    from comments comment
    join emails on emails.key = comment.email_key
    left join subscribers on subscribers.key = comment.subscriber_key
    left join comments thread on thread.key = comment.thread_key
    where comment.newsletter_key = ${newsletter.key} order by comment.key`,
  async take(trx, { newsletter }, lines) {
    const columns = `id uuid, email_id uuid, subscriber_id uuid, thread_id uuid, name text, text text, status comment_status,
      reasons text[], shown_date timestamptz, creation_date timestamptz, modification_date timestamptz`;
    const { numAffectedRows } = await sql`
      insert into comments (id, newsletter_key, email_key, subscriber_key, name, text, status, reasons, shown_date, creation_date,
        modification_date)
      select line.id, ${newsletter.key}, emails.key, subscribers.key, line.name, line.text, line.status, line.reasons, line.shown_date,
        line.creation_date, line.modification_date
      from ${recordsOf(lines, columns)}
      join emails on emails.id = email_id and emails.newsletter_key = ${newsletter.key}
      left join subscribers on subscribers.id = subscriber_id and subscribers.newsletter_key = ${newsletter.key}
      where subscriber_id is null or subscribers.key is not null
      order by place`.execute(trx);
    // The threads exist by now, from these lines or earlier ones.
    await sql`
      update comments set thread_key = thread.key
      from ${recordsOf(lines, columns)} join comments thread on thread.id = thread_id
      where comments.id = line.id and thread.newsletter_key = ${newsletter.key}`.execute(trx);
    return Number(numAffectedRows);
  },
});

/** Readers who want no mail about comments. */
export const mutesPart = definePart({
  name: 'comment_mutes',
  may_be_missing: true,
  line: z.strictObject({ subscriber_id: uuid, creation_date: stamp }),
  rows: ({ newsletter }) => sql`
    select subscribers.id as subscriber_id, mute.creation_date
    from comment_mutes mute join subscribers on subscribers.key = subscriber_key
    where newsletter_key = ${newsletter.key} order by subscriber_key`,
  insert: ({ newsletter }, lines) => sql`
    insert into comment_mutes (subscriber_key, creation_date)
    select subscribers.key, line.creation_date
    from ${recordsOf(lines, 'subscriber_id uuid, creation_date timestamptz')}
    join subscribers on subscribers.id = subscriber_id and newsletter_key = ${newsletter.key}
    order by place`,
});
