import { sql } from 'kysely';
import { z } from 'zod';
import { keptFilter } from '../audience/filter/bundle.ts';
import { definePart, recordsOf, stamp, uuid, whole } from '../platform/bundle/part.ts';
import { bundledAs, revisedFields } from './fields.ts';
import { keptFor } from './revision.ts';

const { subject, body, ...settings } = Object.fromEntries(
  revisedFields.map(name => [name, bundledAs(name).line]),
);

/** Earlier versions of emails. Their authors are left out, because they belong to the installation. */
export const revisionsPart = definePart({
  name: 'revisions',
  line: z.strictObject({
    email_id: uuid,
    number: whole,
    begin_date: stamp,
    end_date: stamp,
    kept_for: z.enum(keptFor).nullable(),
    subject: subject!.nullable(),
    body: body!.nullable(),
    settings: z.strictObject({ ...settings, filters: keptFilter }).nullable(),
    size: whole.nullable(),
    words_added: whole.nullable(),
    words_removed: whole.nullable(),
  }),
  rows: ({ newsletter }) => sql`
    select emails.id as email_id, number, begin_date, end_date, kept_for, revisions.subject, revisions.body, settings, size,
      words_added, words_removed
    from email_revisions revisions join emails on emails.key = email_key
    where newsletter_key = ${newsletter.key} order by emails.key, number`,
  insert: ({ newsletter }, lines) => sql`
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
});
