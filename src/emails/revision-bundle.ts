import { sql } from 'kysely';
import { z } from 'zod';
import { keptFilter } from '../audience/filter/bundle.ts';
import {
  countInserted,
  definePart,
  free,
  json,
  recordsOf,
  stamp,
  uuid,
  whole,
} from '../platform/bundle/part.ts';
import { line, webAddress } from '../platform/http/fields.ts';
import { archivalModes, commentingModes, emailTemplates, emailTypes } from './email.ts';
import { keptFor } from './revision.ts';

const settings = z.strictObject({
  description: free,
  custom_teaser: free,
  should_send_teaser: z.boolean(),
  email_type: z.enum(emailTypes),
  included_tags: z.array(uuid),
  excluded_tags: z.array(uuid),
  filters: keptFilter,
  image: webAddress,
  canonical_url: webAddress,
  template: z.enum(emailTemplates).nullable(),
  archival_mode: z.enum(archivalModes),
  featured: z.boolean(),
  commenting_mode: z.enum(commentingModes),
  related_email_ids: z.array(uuid),
  attachments: z.array(uuid),
  metadata: json,
});

/** What emails were before. Without their authors, who belong to the installation. */
export const revisionsPart = definePart({
  name: 'revisions',
  line: z.strictObject({
    email_id: uuid,
    number: whole,
    begin_date: stamp,
    end_date: stamp,
    kept_for: z.enum(keptFor).nullable(),
    subject: line(2000).nullable(),
    body: free.nullable(),
    settings: settings.nullable(),
    size: whole.nullable(),
    words_added: whole.nullable(),
    words_removed: whole.nullable(),
  }),
  rows: ({ newsletter }) => sql`
    select emails.id as email_id, number, begin_date, end_date, kept_for, revisions.subject, revisions.body, settings, size,
      words_added, words_removed
    from email_revisions revisions join emails on emails.key = email_key
    where newsletter_key = ${newsletter.key} order by emails.key, number`,
  take: (trx, { newsletter }, lines) =>
    countInserted(
      trx,
      sql`
        insert into email_revisions (email_key, number, begin_date, end_date, kept_for, subject, body, settings, size,
          words_added, words_removed)
        select emails.key, number, begin_date, end_date, kept_for, line.subject, line.body, settings, size, words_added,
          words_removed
        from ${recordsOf(
          lines,
          `email_id uuid, number int, begin_date timestamptz, end_date timestamptz, kept_for text, subject text, body text,
          settings jsonb, size int, words_added int, words_removed int`,
        )}
        join emails on emails.id = email_id and newsletter_key = ${newsletter.key} order by place`,
    ),
});
